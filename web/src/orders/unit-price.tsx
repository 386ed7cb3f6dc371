import { parseMarket, priceDecimals } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { Money } from '../ui/values/money.tsx';
import { averageOf } from './order.ts';

/** What one of the coin cost, with the unit: a limit order trades at its own price or better. */
export function UnitPrice({ order }: { order: Order }) {
  const market = parseMarket(order.marketType);
  if (!market) return null;
  const { coin, quote } = market;
  return (
    <Money value={averageOf(order) ?? order.unitPrice} asset={quote} decimals={priceDecimals(coin, quote)} />
  );
}
