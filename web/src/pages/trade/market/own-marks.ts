import type { CandleInterval, OwnFill } from '@sarraf/domain/contracts';
import { startOf } from '../../../chart/candles.ts';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import type { ChartMark } from '../../../chart/use-marks.ts';

/** What the chart shows of the person. The parts are the same as long as nothing in them has changed. */
export interface OwnOnChart {
  lines: readonly OrderLineOnChart[];
  fills: readonly OwnFill[];
  /** The line of an order was drawn elsewhere. */
  onMove: (id: string, price: number) => void;
}

/** One mark for each candle and side in which the person traded, oldest first. */
export function marksOf(fills: readonly OwnFill[], interval: CandleInterval): ChartMark[] {
  const marks = new Map<string, ChartMark>();
  for (const { createdAtDateTime, side } of fills) {
    const time = startOf(Math.floor(Date.parse(createdAtDateTime) / 1000), interval);
    const id = `${time} ${side}`;
    marks.set(id, { id, time, side });
  }
  return [...marks.values()].sort((a, b) => a.time - b.time);
}
