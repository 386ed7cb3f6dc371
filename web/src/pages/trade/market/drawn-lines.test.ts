import { expect, test } from 'vitest';
import {
  addLine,
  getDrawnPrice,
  getDrawnPrices,
  MAX_DRAWN_LINES,
  parseLinePrice,
  removeLine,
  STORED_LINES,
  toChartLine,
} from './drawn-lines.ts';

const MARKET = 'BITCOIN_TETHER';

test('addLine adds and moves a line in its market only, never two at the same price, and removeLine removes it', () => {
  let drawn = addLine({ TRON_TOMAN: ['7'] }, MARKET, '100');
  drawn = addLine(drawn, MARKET, '200');
  drawn = addLine(drawn, MARKET, '100');
  expect(getDrawnPrices(drawn, MARKET)).toEqual(['200', '100']);
  drawn = addLine(drawn, MARKET, '150', '200');
  expect(getDrawnPrices(drawn, MARKET)).toEqual(['100', '150']);
  expect(getDrawnPrices(removeLine(drawn, MARKET, '100'), MARKET)).toEqual(['150']);
  expect(drawn.TRON_TOMAN).toEqual(['7']);
});

test('STORED_LINES parses stored lines and ignores invalid ones', () => {
  const drawn = addLine({}, MARKET, '64000.5');
  expect(STORED_LINES.read(STORED_LINES.write(drawn))).toEqual(drawn);
  for (const storedText of [null, '', '7', 'null', '{', '{"BITCOIN_TETHER":"5"}'])
    expect(STORED_LINES.read(storedText)).toEqual({});
  expect(STORED_LINES.read('{"BITCOIN_TETHER":["-1","0","x",5,null,"12"]}')).toEqual({ [MARKET]: ['12'] });
  const many = Array.from({ length: MAX_DRAWN_LINES + 5 }, (_, at) => `${at + 1}`);
  expect(getDrawnPrices(STORED_LINES.read(JSON.stringify({ [MARKET]: many })), MARKET)).toHaveLength(
    MAX_DRAWN_LINES,
  );
});

test('parseLinePrice rounds a price to the market’s tick', () => {
  const market = { coin: 'BITCOIN', quote: 'TETHER' } as const;
  const cent = 10n ** 4n;
  expect(parseLinePrice('64000.126', market, cent)).toBe('64000.13');
  expect(parseLinePrice('0.001', market, cent)).toBe('0.01');
  for (const text of ['', '0', '-5', 'x']) expect(parseLinePrice(text, market, cent), text).toBeNull();
});

test('getDrawnPrice distinguishes a drawn line from an order’s', () => {
  expect(getDrawnPrice(toChartLine('12.5').id)).toBe('12.5');
  expect(getDrawnPrice('0f8e1b6c')).toBeNull();
});
