import { COINS, type Coin, type Quote } from '@sarraf/domain';
import { useEffect, useRef, useState } from 'react';
import type { MarketFigures } from './figures.ts';
import { nextSorting, type Sorting, type SortKey, sortCoins } from './order.ts';

const CALM_MS = 5_000;

interface Listed {
  /** Whether the numbers are loaded. */
  known: boolean;
  of: (coin: Coin) => MarketFigures | undefined;
}

/**
 * Returns the coins in the chosen order. Numbers change every second; rows are sorted again only every 5 s, so that
 * the list is readable.
 */
export function useSortedMarkets(quote: Quote, { known, of }: Listed) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const newest = useRef(of);
  const [calm, setCalm] = useState(() => of);
  const [shown, setShown] = useState({ quote, known });
  useEffect(() => {
    newest.current = of;
  });
  useEffect(() => {
    const timer = setInterval(() => setCalm(() => newest.current), CALM_MS);
    return () => clearInterval(timer);
  }, []);
  // A change of the quote and the first numbers are applied immediately.
  if (shown.quote !== quote || shown.known !== known) {
    setShown({ quote, known });
    setCalm(() => of);
  }
  const coins = COINS.filter((coin) => coin !== quote);
  const sortBy = (key: SortKey) => {
    setSorting(nextSorting(sorting, key));
    setCalm(() => of);
  };
  return { coins: sortCoins(coins, calm, sorting), sorting, sortBy };
}
