import { expect, test } from 'vitest';
import { buildChartLine } from './chart-line.ts';

const point = (toman: string, tether: string, day = '2026-11-22') => ({ day, toman, tether });

test('buildChartLine scales any line from its lowest to its highest value', () => {
  const points = [
    point('900000000000000000.5', '10'),
    point('900000000000000001.5', '20'),
    point('900000000000000000.75', '10'),
  ];
  expect(buildChartLine(points, 'TOMAN')).toEqual({
    heights: [0, 1, 0.25],
    low: '900000000000000000.5',
    high: '900000000000000001.5',
  });
  expect(buildChartLine(points, 'TETHER')).toEqual({ heights: [0, 1, 0], low: '10', high: '20' });
});

test('buildChartLine draws a constant line through the middle, and none if there was never any value', () => {
  expect(buildChartLine([point('5', '1'), point('5', '1')], 'TOMAN')?.heights).toEqual([0.5, 0.5]);
  expect(buildChartLine([point('0', '0')], 'TOMAN')).toBeNull();
  expect(buildChartLine([], 'TETHER')).toBeNull();
});
