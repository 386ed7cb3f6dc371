import { COINS, type Coin, type Quote } from '@sarraf/domain';
import { useEffect, useRef, useState } from 'react';
import type { MarketFigures } from './figures.ts';
import { nextSorting, type Sorting, type SortKey, sortCoins } from './order.ts';

const CALM_MS = 5_000;

interface Listed {
  /** Whether there are figures yet. */
  known: boolean;
  of: (coin: Coin) => MarketFigures | undefined;
}

/** Coins in the order asked for. Figures change each second; rows change places every 5 s alone, so one can read. */
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
  // Another quote and the first figures are followed at once.
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
