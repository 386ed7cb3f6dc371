import { ASSETS, formatAmount, formatDecimal, type OrderTerms, pow10, scaleOf } from '@sarraf/domain';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { OrderMarket } from './form.ts';

/** Returns formatters of a market's prices and amounts in smallest units; with their units unless `bare`. */
export function useMarketFormat({ coin, quote }: OrderMarket) {
  const format = useFormat();
  return useMemo(() => {
    // With trailing zeros, so that prices align in a column.
    const formatBarePrice = (units: bigint) =>
      format.price(formatDecimal(units, scaleOf(quote)), coin, quote);
    return {
      barePrice: formatBarePrice,
      price: (units: bigint) => `${formatBarePrice(units)} ${format.unit(quote)}`,
      amount: (units: bigint) => format.money(formatAmount(units, coin), coin),
      worth: (units: bigint) => format.money(formatAmount(units, quote), quote),
    };
  }, [coin, quote, format]);
}

/** Returns the decimals of an amount in the market. */
export function getLotDecimals(terms: OrderTerms | null, { coin }: OrderMarket): number {
  const { scale, decimals } = ASSETS[coin];
  if (!terms) return decimals;
  let needed = 0;
  while (needed < scale && terms.lot % pow10(scale - needed) !== 0n) needed += 1;
  return needed;
}
