import type { CandleInterval, OwnFill } from '@sarraf/domain/contracts';
import { getCandleStart } from '../../../chart/candles.ts';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import type { ChartMark } from '../../../chart/use-marks.ts';

/** The person's data on the chart. Each part is the same object while it is unchanged. */
export interface OwnChartData {
  lines: readonly OrderLineOnChart[];
  fills: readonly OwnFill[];
  /** Called when an order's line was dragged. */
  onMove: (id: string, price: number) => void;
}

/** Returns one mark per candle and side with own trades, oldest first. */
export function toChartMarks(fills: readonly OwnFill[], interval: CandleInterval): ChartMark[] {
  const marks = new Map<string, ChartMark>();
  for (const { createdAtDateTime, side } of fills) {
    const time = getCandleStart(Math.floor(Date.parse(createdAtDateTime) / 1000), interval);
    const id = `${time} ${side}`;
    marks.set(id, { id, time, side });
  }
  return [...marks.values()].sort((a, b) => a.time - b.time);
}
