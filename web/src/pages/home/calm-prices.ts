import type { Coin, Quote } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import { useEffect, useRef, useState } from 'react';
import { usePrices } from '../../lib/market/prices.ts';

const THROTTLE_MS = 5_000;

/** Updates prices together every 5 s: a long table that changes every second can't be read. */
export function useThrottledPrices(quote: Quote): (coin: Coin) => CoinPrice | undefined {
  const { list } = usePrices(quote);
  const newest = useRef(list);
  const [displayed, setDisplayed] = useState({ quote, list });
  useEffect(() => {
    newest.current = list;
  }, [list]);
  useEffect(() => {
    const timer = setInterval(() => setDisplayed({ quote, list: newest.current }), THROTTLE_MS);
    return () => clearInterval(timer);
  }, [quote]);
  // The first prices of a quote are shown immediately.
  if ((displayed.quote !== quote || displayed.list.length === 0) && list.length > 0)
    setDisplayed({ quote, list });
  const rows = displayed.quote === quote && displayed.list.length > 0 ? displayed.list : list;
  return (coin) => rows.find((row) => row.destCoinSymbol === coin);
}
