import { expect, test } from 'vitest';
import {
  INDICATORS,
  type Indicators,
  needsIndicatorCode,
  parseParameter,
  STORED_INDICATORS,
} from './choice.ts';

const { read, write } = STORED_INDICATORS;

test('a chart shows only the volume by default', () => {
  const first = read(null);
  expect(first.volume.shown).toBe(true);
  expect(needsIndicatorCode(first)).toBe(false);
  expect(first.macd.values).toEqual([12, 26, 9]);
});

test('STORED_INDICATORS restores the stored choice', () => {
  const chosen: Indicators = { ...read(null), rsi: { shown: true, values: [21] } };
  expect(read(write(chosen))).toEqual(chosen);
  expect(needsIndicatorCode(chosen)).toBe(true);
});

test('STORED_INDICATORS replaces invalid stored values by defaults', () => {
  const first = read(null);
  for (const storedText of [
    '',
    '{',
    '[]',
    '7',
    'null',
    '{"ma":null}',
    '{"ma":{"values":[1e9,2.5,"7"],"shown":"yes"}}',
  ])
    expect(read(storedText), storedText).toEqual(first);
  expect(read('{"ma":{"shown":true,"values":[9,-1]}}').ma).toEqual({ shown: true, values: [9, 25, 99] });
});

test('parseParameter accepts a whole number within its bounds', () => {
  const [length] = INDICATORS.rsi;
  expect(parseParameter('14', length)).toBe(14);
  for (const text of ['', '1', '201', '-3', '2.5', '9999', 'x'])
    expect(parseParameter(text, length)).toBeNull();
});
