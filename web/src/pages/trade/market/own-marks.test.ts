import type { OwnFill } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { toChartMarks } from './own-marks.ts';

const fill = (iso: string, side: 'buy' | 'sell') => ({ createdAtDateTime: iso, side }) as OwnFill;

test('toChartMarks combines trades of one candle and side into one mark, oldest first', () => {
  const fills = [
    fill('2026-11-21T10:20:00Z', 'sell'),
    fill('2026-11-21T10:14:59Z', 'buy'),
    fill('2026-11-21T10:03:00Z', 'buy'),
    fill('2026-11-21T10:01:00Z', 'sell'),
  ];
  const at = (iso: string) => Date.parse(iso) / 1000;
  expect(toChartMarks(fills, '15m').map(({ time, side }) => [time, side])).toEqual([
    [at('2026-11-21T10:00:00Z'), 'buy'],
    [at('2026-11-21T10:00:00Z'), 'sell'],
    [at('2026-11-21T10:15:00Z'), 'sell'],
  ]);
});
