import { parseDecimal, scaleOf } from '@sarraf/domain';
import type { DailyWorth } from '@sarraf/domain/contracts';

export type ChartMoney = 'TOMAN' | 'TETHER';

export const getValueIn = (point: DailyWorth, money: ChartMoney): string =>
  money === 'TOMAN' ? point.toman : point.tether;

const STEPS = 10_000n;

export interface ChartLine {
  /** From 0, the lowest, to 1, the highest, oldest first; 0.5 for a constant line. */
  heights: number[];
  low: string;
  high: string;
}

/**
 * Returns the shape of a chart, and its lowest and highest value as the original texts. Null: there was never any
 * value.
 */
export function buildChartLine(points: readonly DailyWorth[], money: ChartMoney): ChartLine | null {
  const values = points.map((point) => {
    const text = getValueIn(point, money);
    return { text, units: parseDecimal(text, scaleOf(money)) ?? 0n };
  });
  const [first] = values;
  if (!first || values.every(({ units }) => units === 0n)) return null;
  const low = values.reduce((a, b) => (b.units < a.units ? b : a), first);
  const high = values.reduce((a, b) => (b.units > a.units ? b : a), first);
  const range = high.units - low.units;
  return {
    heights: values.map(({ units }) =>
      range === 0n
        ? 0.5
        : Number.parseInt((((units - low.units) * STEPS) / range).toString(), 10) / Number(STEPS),
    ),
    low: low.text,
    high: high.text,
  };
}
