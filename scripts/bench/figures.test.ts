import { expect, test } from 'vitest';
import {
  type ComparisonRound,
  compareRounds,
  computeMedian,
  getMeasuringOrder,
  parseFigures,
  roundSignificant,
} from './figures.ts';

test('readFigures reads the last JSON line, by path, and leaves out everything that is no number', () => {
  const output = [
    '│ a table │ 4270 │',
    '{"bench":"otc","perSecond":1}',
    '{"bench":"otc","perSecond":4270,"ratio":null,"kept":true,"parts":[1.5,2],"http":{"p99":17}}',
    'refused: 0 and 0',
    '',
  ].join('\n');
  expect(parseFigures(output)).toEqual({ perSecond: 4270, 'parts.0': 1.5, 'parts.1': 2, 'http.p99': 17 });
  expect(parseFigures('{ not the line of a benchmark }\n')).toBeNull();
});

test('compareRounds returns the ratio of each round, with median, minimum and maximum', () => {
  const rounds = [
    { there: { perSecond: 100 }, here: { perSecond: 150 } },
    // The machine was busy in this round; the ratio of a round is not affected, one of the medians would be.
    { there: { perSecond: 10 }, here: { perSecond: 14 } },
    { there: { perSecond: 200 }, here: { perSecond: 400 } },
  ];
  expect(compareRounds(rounds)).toEqual({
    perSecond: { there: 100, here: 150, ratio: 1.5, least: 1.4, most: 2 },
  });
});

test('compareRounds leaves out figures that one version or a round lacks, and divisions by zero', () => {
  const rounds: ComparisonRound[] = [
    { there: { both: 1, old: 1, lost: 0 }, here: { both: 2, fresh: 1, lost: 3, once: 1 } },
    { there: { both: 1, old: 1, lost: 1, once: 1 }, here: { both: 2, fresh: 1, lost: 3, once: 1 } },
  ];
  expect(Object.keys(compareRounds(rounds))).toEqual(['both']);
});

test('orderOf alternates the order from round to round', () => {
  expect([0, 1, 2, 3].flatMap(getMeasuringOrder)).toEqual([
    'there',
    'here',
    'here',
    'there',
    'there',
    'here',
    'here',
    'there',
  ]);
});

test('the median of an even number of values is the mean of the two middle ones', () => {
  expect(computeMedian([3])).toBe(3);
  expect(computeMedian([9, 1, 3])).toBe(3);
  expect(computeMedian([9, 1, 3, 5])).toBe(4);
  expect(() => computeMedian([])).toThrow();
});

test('rounded keeps four digits', () => {
  expect([4271.53, 0.66612, 1_234_567].map(roundSignificant)).toEqual([4272, 0.6661, 1_235_000]);
});
