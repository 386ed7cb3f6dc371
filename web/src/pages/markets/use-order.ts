import { COINS, type Coin, type Quote } from '@sarraf/domain';
import { useEffect, useRef, useState } from 'react';
import type { MarketFigures } from './figures.ts';
import { nextSorting, type Sorting, type SortKey, sortCoins } from './order.ts';

const RESORT_MS = 5_000;

interface ListedFigures {
  /** Whether the numbers are loaded. */
  isLoaded: boolean;
  getFigures: (coin: Coin) => MarketFigures | undefined;
}

/**
 * Returns the coins in the chosen order. Numbers change every second; rows are sorted again only every 5 s, so that
 * the list is readable.
 */
export function useSortedMarkets(quote: Quote, { isLoaded, getFigures }: ListedFigures) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const latestFigures = useRef(getFigures);
  const [stableFigures, setStableFigures] = useState(() => getFigures);
  const [lastShown, setLastShown] = useState({ quote, isLoaded });
  useEffect(() => {
    latestFigures.current = getFigures;
  });
  useEffect(() => {
    const timer = setInterval(() => setStableFigures(() => latestFigures.current), RESORT_MS);
    return () => clearInterval(timer);
  }, []);
  // A change of the quote and the first numbers are applied immediately.
  if (lastShown.quote !== quote || lastShown.isLoaded !== isLoaded) {
    setLastShown({ quote, isLoaded });
    setStableFigures(() => getFigures);
  }
  const coins = COINS.filter((coin) => coin !== quote);
  const sortBy = (key: SortKey) => {
    setSorting(nextSorting(sorting, key));
    setStableFigures(() => getFigures);
  };
  return { coins: sortCoins(coins, stableFigures, sorting), sorting, sortBy };
}
