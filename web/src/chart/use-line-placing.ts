import type { IChartApiBase, ISeriesApi, MouseEventParams, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';

interface ChartDrawing {
  chart: IChartApiBase<Time>;
  prices: ISeriesApi<'Candlestick', Time> | ISeriesApi<'Area', Time>;
  /** Removed from the page. */
  gone: boolean;
}

/** While the person is placing a line, a press on the prices calls `onPlace` with the price, as exact as a pixel. */
export function useLinePlacing(
  drawing: ChartDrawing | null,
  onPlace: ((price: number) => void) | undefined,
): void {
  const latestOnPlace = useRef(onPlace);
  useEffect(() => {
    latestOnPlace.current = onPlace;
  });
  const isPlacing = onPlace !== undefined;
  useEffect(() => {
    if (!drawing || drawing.gone || !isPlacing) return;
    const handleClick = ({ point, paneIndex }: MouseEventParams<Time>) => {
      // An indicator below the prices has its own scale.
      if (!point || (paneIndex ?? 0) !== 0) return;
      const price = drawing.prices.coordinateToPrice(point.y);
      if (price !== null && price > 0) latestOnPlace.current?.(price);
    };
    drawing.chart.subscribeClick(handleClick);
    return () => {
      if (!drawing.gone) drawing.chart.unsubscribeClick(handleClick);
    };
  }, [drawing, isPlacing]);
}
