import {
  createSeriesMarkers,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { readChartColors } from './chart-ink.ts';
import { toChartTime } from './local-time-scale.ts';

/** An own trade, at its candle. */
export interface ChartMark {
  id: string;
  /** When the candle begins, in seconds since 1970. */
  time: number;
  side: 'buy' | 'sell';
}

interface ChartDrawing {
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  ink: ReturnType<typeof readChartColors>;
  /** Removed from the page. */
  gone: boolean;
}

/** Draws arrows at the candles of the person's trades; oldest first. */
export function useMarks(drawing: ChartDrawing | null, marks: readonly ChartMark[]): void {
  const plugin = useRef<{ of: ChartDrawing; api: ISeriesMarkersPluginApi<Time> } | null>(null);
  useEffect(() => {
    if (!drawing || drawing.gone) return;
    if (plugin.current?.of !== drawing) {
      if (marks.length === 0) return;
      plugin.current = { of: drawing, api: createSeriesMarkers(drawing.prices, []) };
    }
    plugin.current.api.setMarkers(
      marks.map(({ time, side }) => ({
        time: toChartTime(time) as UTCTimestamp,
        position: side === 'buy' ? ('belowBar' as const) : ('aboveBar' as const),
        shape: side === 'buy' ? ('arrowUp' as const) : ('arrowDown' as const),
        color: side === 'buy' ? drawing.ink.up : drawing.ink.down,
      })),
    );
  }, [drawing, marks]);
}
