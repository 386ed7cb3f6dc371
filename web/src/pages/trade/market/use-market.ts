import { formatMarketType, parseDecimal, priceDecimals, scaleOf } from '@sarraf/domain';
import type { MarketInfo } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMarkets } from '../../../lib/market/markets.ts';
import { usePrices } from '../../../lib/market/prices.ts';
import { isMarketInactive, marketQuery } from '../../../lib/queries/queries.ts';
import { useBookFeed } from '../order-book/use-book.ts';
import { usePublicTrades } from '../order-book/use-public-trades.ts';
import { type OrderMarket, parseTerms } from '../order-form/form.ts';
import type { MarketFacts } from '../order-form/use-order-form.ts';
import { chooseDisplayedPrice, type PriceKind } from './displayed-price.ts';

/** Polling interval of a closed market. */
const REOPEN_MS = 15_000;

export interface MarketView {
  facts: MarketFacts;
  row: MarketInfo | undefined;
  /** Kind of the last price and the 24-hour change. */
  priceOf: PriceKind;
  trades: ReturnType<typeof usePublicTrades>;
}

/**
 * Returns everything the page shows of its market except the order book: the same object while unchanged, so that
 * order book, trades and chart do not re-render. The reference price is separate, since it changes every second and
 * only the form needs it.
 */
export function useMarketView(market: OrderMarket): { view: MarketView; reference: bigint | null } {
  const { coin, quote } = market;
  const type = formatMarketType(coin, quote);
  const terms = useQuery({
    ...marketQuery(type),
    refetchInterval: ({ state }) => (isMarketInactive(state.error) ? REOPEN_MS : false),
  });
  const row = useMarkets(quote).forCoin(coin);
  useBookFeed(type);
  const trades = usePublicTrades(type);
  const price = usePrices(quote).forCoin(coin);
  const displayed = chooseDisplayedPrice(trades.trades?.[0], row, Date.now());
  const referencePrice = price?.referencePrice ?? null;
  const lastPrice = (displayed?.of === 'REFERENCE' && referencePrice) || (displayed?.price ?? null);
  const referenceText = referencePrice ?? lastPrice;
  const reference = referenceText === null ? null : parseDecimal(referenceText, scaleOf(quote));
  const dto = terms.data;
  const orderTerms = useMemo(() => parseTerms({ coin, quote }, dto), [coin, quote, dto]);
  const inactive = isMarketInactive(terms.error) || row?.isActive === false;
  const stableMarket = useMemo(() => ({ coin, quote }), [coin, quote]);
  const facts = useMemo(
    () => ({ market: stableMarket, terms: orderTerms, inactive, lastPrice }),
    [stableMarket, orderTerms, inactive, lastPrice],
  );
  const priceOf = displayed?.of ?? 'TRADES';
  const view = useMemo(() => ({ facts, row, priceOf, trades }), [facts, row, priceOf, trades]);
  return { view, reference };
}

/** Returns the decimals of the market's prices. */
export const getPriceDecimals = ({ coin, quote }: OrderMarket): number => priceDecimals(coin, quote);
