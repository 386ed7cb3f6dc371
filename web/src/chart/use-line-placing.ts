import type { IChartApiBase, ISeriesApi, MouseEventParams, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';

interface Drawn {
  chart: IChartApiBase<Time>;
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  /** Removed from the page. */
  gone: boolean;
}

/** While the person is placing a line, a press on the prices calls `onPlace` with the price, as exact as a pixel. */
export function useLinePlacing(drawing: Drawn | null, onPlace: ((price: number) => void) | undefined): void {
  const told = useRef(onPlace);
  useEffect(() => {
    told.current = onPlace;
  });
  const waits = onPlace !== undefined;
  useEffect(() => {
    if (!drawing || drawing.gone || !waits) return;
    const press = ({ point, paneIndex }: MouseEventParams<Time>) => {
      // An indicator below the prices has its own scale.
      if (!point || (paneIndex ?? 0) !== 0) return;
      const price = drawing.prices.coordinateToPrice(point.y);
      if (price !== null && price > 0) told.current?.(price);
    };
    drawing.chart.subscribeClick(press);
    return () => {
      if (!drawing.gone) drawing.chart.unsubscribeClick(press);
    };
  }, [drawing, waits]);
}
