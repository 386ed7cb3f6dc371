import { AppError, type Coin, formatUnitPrice, isReached, type Quote, truncatePrice } from '@sarraf/domain';
import type { AlertsContext } from './deps.ts';
import type { AlertRow } from './store.ts';

/**
 * Returns the price that alerts use, which is the displayed one, quote smallest units; null while the market is
 * halted.
 */
export function findAlertPrice(
  { market }: Pick<AlertsContext, 'market'>,
  coin: Coin,
  quote: Quote,
): bigint | null {
  const { reference } = market.summary(coin, quote);
  return reference === null ? null : truncatePrice(reference, coin, quote);
}

/** Refuses an alert that would fire immediately. MARKET_IS_NOT_ACTIVE; ALERT_ALREADY_REACHED with `price`. */
export function assertNotReached(
  context: Pick<AlertsContext, 'market'>,
  { coin, quote, direction, threshold }: Pick<AlertRow, 'coin' | 'quote' | 'direction' | 'threshold'>,
): void {
  const price = findAlertPrice(context, coin, quote);
  if (price === null) throw new AppError('MARKET_IS_NOT_ACTIVE');
  if (isReached(direction, threshold, price))
    throw new AppError('ALERT_ALREADY_REACHED', { data: { price: formatUnitPrice(price, coin, quote) } });
}
