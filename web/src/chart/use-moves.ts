import type { Candle } from '@sarraf/domain/contracts';
import type { IChartApiBase, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { fromChartTime } from './local-time-scale.ts';

interface ChartMoveHandlers {
  candles: readonly Candle[];
  live: Candle | null;
  onOlder: (() => void) | undefined;
  onHover: (candle: Candle | null) => void;
}

/** Number of candles before the oldest at which older ones are loaded. */
const PRELOAD_CANDLES = 20;

/** Handles the pointer and scrolling: the hovered candle, and loading older candles. */
export function useChartMoves(
  containerRef: { current: HTMLDivElement | null },
  drawing: { chart: IChartApiBase<Time> } | null,
  { candles, live, onOlder, onHover }: ChartMoveHandlers,
): void {
  const latestHandlers = useRef({ candles, live, onOlder, onHover });
  useEffect(() => {
    latestHandlers.current = { candles, live, onOlder, onHover };
  });
  useEffect(() => {
    const element = containerRef.current;
    if (!drawing || !element) return;
    // Older candles load only after the person scrolls; the initial view may well begin at the oldest.
    let hasScrolled = false;
    const onMove = () => {
      hasScrolled = true;
    };
    const onRange = (range: { from: number } | null) => {
      if (hasScrolled && range && range.from < PRELOAD_CANDLES) latestHandlers.current.onOlder?.();
    };
    const onCrosshair = ({ time }: { time?: Time }) => {
      latestHandlers.current.onHover(
        time === undefined ? null : findCandleAt(latestHandlers.current, fromChartTime(time)),
      );
    };
    element.addEventListener('wheel', onMove, { passive: true });
    element.addEventListener('pointerdown', onMove);
    drawing.chart.timeScale().subscribeVisibleLogicalRangeChange(onRange);
    drawing.chart.subscribeCrosshairMove(onCrosshair);
    return () => {
      element.removeEventListener('wheel', onMove);
      element.removeEventListener('pointerdown', onMove);
      drawing.chart.timeScale().unsubscribeVisibleLogicalRangeChange(onRange);
      drawing.chart.unsubscribeCrosshairMove(onCrosshair);
    };
  }, [containerRef, drawing]);
}

function findCandleAt(
  { candles, live }: { candles: readonly Candle[]; live: Candle | null },
  time: number,
): Candle | null {
  if (live?.time === time) return live;
  let [low, high] = [0, candles.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const found = candles[low];
  return found?.time === time ? found : null;
}
