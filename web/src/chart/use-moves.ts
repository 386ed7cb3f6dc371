import type { Candle } from '@sarraf/domain/contracts';
import type { IChartApiBase, Time } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { fromChart } from './local-time-scale.ts';

interface Moves {
  candles: readonly Candle[];
  live: Candle | null;
  onOlder: (() => void) | undefined;
  onHover: (candle: Candle | null) => void;
}

/** Number of candles before the oldest at which older ones are loaded. */
const NEAR = 20;

/** Handles the pointer and scrolling: the hovered candle, and loading older candles. */
export function useMoves(
  place: { current: HTMLDivElement | null },
  drawing: { chart: IChartApiBase<Time> } | null,
  { candles, live, onOlder, onHover }: Moves,
): void {
  const now = useRef({ candles, live, onOlder, onHover });
  useEffect(() => {
    now.current = { candles, live, onOlder, onHover };
  });
  useEffect(() => {
    const element = place.current;
    if (!drawing || !element) return;
    // Older candles load only after the person scrolls; the initial view may well begin at the oldest.
    let moved = false;
    const onMove = () => {
      moved = true;
    };
    const onRange = (range: { from: number } | null) => {
      if (moved && range && range.from < NEAR) now.current.onOlder?.();
    };
    const onCrosshair = ({ time }: { time?: Time }) => {
      now.current.onHover(time === undefined ? null : candleAt(now.current, fromChart(time)));
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
  }, [place, drawing]);
}

function candleAt(
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
