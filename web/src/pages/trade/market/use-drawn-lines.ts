import { formatMarketType } from '@sarraf/domain';
import { useEffect, useMemo, useState } from 'react';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import {
  addLine,
  getDrawnPrice,
  getDrawnPrices,
  parseLinePrice,
  removeLine,
  STORED_LINES,
  toChartLine,
} from './drawn-lines.ts';
import type { OwnChartData } from './own-marks.ts';
import { getPriceDecimals, type MarketView } from './use-market.ts';

export interface DrawnLinesModel {
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
  ownChart: OwnChartData,
): { drawn: DrawnLinesModel; onChart: OwnChartData; onPlace: ((price: number) => void) | undefined } {
  const type = formatMarketType(market.coin, market.quote);
  const [allLines, setAllLines] = useStoredChoice(STORED_LINES);
  const [placing, setPlacing] = useState(false);
  useEscape(placing, setPlacing);
  const prices = getDrawnPrices(allLines, type);
  const addDrawnLine = (text: string, instead?: string): boolean => {
    const price = parseLinePrice(text, market, terms?.tick ?? 1n);
    if (price !== null) setAllLines(addLine(allLines, type, price, instead));
    return price !== null;
  };
  // A chart redraws its lines when the array changes.
  const lines = useMemo(() => [...ownChart.lines, ...prices.map(toChartLine)], [ownChart.lines, prices]);
  const toPriceText = (price: number) => price.toFixed(getPriceDecimals(market));
  const onMove = (id: string, price: number) => {
    const previousPrice = getDrawnPrice(id);
    if (previousPrice === null) ownChart.onMove(id, price);
    else addDrawnLine(toPriceText(price), previousPrice);
  };
  const placeLine = (price: number) => {
    setPlacing(false);
    addDrawnLine(toPriceText(price));
  };
  return {
    drawn: {
      ...{ prices, placing, setPlacing, add: addDrawnLine },
      remove: (price) => setAllLines(removeLine(allLines, type, price)),
    },
    onChart: { lines, fills: ownChart.fills, onMove },
    onPlace: placing ? placeLine : undefined,
  };
}

function useEscape(placing: boolean, setPlacing: (placing: boolean) => void): void {
  useEffect(() => {
    if (!placing) return;
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPlacing(false);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [placing, setPlacing]);
}
