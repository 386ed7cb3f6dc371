import { parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { Price } from '../ui/values/price.tsx';
import { getAveragePrice } from './order.ts';

/** Price per coin with its unit: a limit order trades at its own price or better. */
export function UnitPrice({ order }: { order: Order }) {
  const market = parseMarket(order.marketType);
  if (!market) return null;
  const { coin, quote } = market;
  return <Price value={getAveragePrice(order) ?? order.unitPrice} coin={coin} quote={quote} />;
}
