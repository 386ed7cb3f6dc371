import { computeAveragePrice, parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';

/** Display state of an order. */
export type OrderState = 'open' | 'partly' | 'filled' | 'partEnded' | 'ended';

export const hasTraded = ({ executedAmount }: Order): boolean => /[1-9]/.test(executedAmount);

export function getOrderState(order: Order): OrderState {
  switch (order.orderStatus) {
    case 'IS_OPEN':
      return hasTraded(order) ? 'partly' : 'open';
    case 'IS_CLOSED':
      return 'filled';
    default:
      return hasTraded(order) ? 'partEnded' : 'ended';
  }
}

/** Returns the average price; null without fills or in an unknown market. */
export function getAveragePrice({ marketType, executedPrice, executedAmount }: Order): string | null {
  const market = parseMarket(marketType);
  return market && computeAveragePrice(market.coin, market.quote, executedPrice, executedAmount);
}
