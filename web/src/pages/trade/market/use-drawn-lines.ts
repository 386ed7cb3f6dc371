import { marketType } from '@sarraf/domain';
import { useEffect, useMemo, useState } from 'react';
import { useKept } from '../../../lib/browser/use-kept.ts';
import {
  drawnIn,
  drawnPriceOf,
  KEPT_LINES,
  lineOnChart,
  linePrice,
  withLine,
  withoutLine,
} from './drawn-lines.ts';
import type { OwnOnChart } from './own-marks.ts';
import { decimalsOf, type MarketView } from './use-market.ts';

export interface DrawnLines {
  /** Decimal texts, oldest first. */
  prices: readonly string[];
  /** The next press on the chart draws a line. */
  placing: boolean;
  setPlacing: (placing: boolean) => void;
  /** Returns false if the text is not a price. */
  add: (text: string) => boolean;
  remove: (price: string) => void;
}

/** The person's drawn lines in this market, in addition to the lines of orders, which can still be dragged. */
export function useDrawnLines(
  { facts: { market, terms } }: MarketView,
  own: OwnOnChart,
): { drawn: DrawnLines; onChart: OwnOnChart; onPlace: ((price: number) => void) | undefined } {
  const type = marketType(market.coin, market.quote);
  const [all, setAll] = useKept(KEPT_LINES);
  const [placing, setPlacing] = useState(false);
  useEscape(placing, setPlacing);
  const prices = drawnIn(all, type);
  const add = (text: string, instead?: string): boolean => {
    const price = linePrice(text, market, terms?.tick ?? 1n);
    if (price !== null) setAll(withLine(all, type, price, instead));
    return price !== null;
  };
  // A chart redraws its lines when the array changes.
  const lines = useMemo(() => [...own.lines, ...prices.map(lineOnChart)], [own.lines, prices]);
  const pixel = (price: number) => price.toFixed(decimalsOf(market));
  const onMove = (id: string, price: number) => {
    const before = drawnPriceOf(id);
    if (before === null) own.onMove(id, price);
    else add(pixel(price), before);
  };
  const place = (price: number) => {
    setPlacing(false);
    add(pixel(price));
  };
  return {
    drawn: {
      ...{ prices, placing, setPlacing, add },
      remove: (price) => setAll(withoutLine(all, type, price)),
    },
    onChart: { lines, fills: own.fills, onMove },
    onPlace: placing ? place : undefined,
  };
}

function useEscape(placing: boolean, setPlacing: (placing: boolean) => void): void {
  useEffect(() => {
    if (!placing) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPlacing(false);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [placing, setPlacing]);
}
