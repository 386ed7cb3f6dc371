import { parseDecimal, parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import type { OrderMarket } from '../order-form/form.ts';

export interface OrderSummary {
  side: 'buy' | 'sell';
  mode: 'LIMITED' | 'MARKET' | 'EXCHANGE';
  /** Null for a market unknown to this page. */
  market: OrderMarket | null;
}

export function summarizeOrder({ orderType, marketType }: Order): OrderSummary {
  const [mode, side] = orderType.split('_') as [OrderSummary['mode'], 'BUY' | 'SELL'];
  return { side: side === 'BUY' ? 'buy' : 'sell', mode, market: parseMarket(marketType) };
}

/** Quick trades are never open. */
export const isLimitOrder = ({ orderType }: Order): boolean => !orderType.startsWith('EXCHANGE_');

export const isOpen = ({ orderStatus }: Order): boolean => orderStatus === 'IS_OPEN';

interface OrdersPage {
  content: Order[];
  nextCursor?: string | null;
}

/** Returns the list of open orders with an updated one: replaced, added on top, or removed when closed. */
export function upsertOrder(list: InfiniteData<OrdersPage>, order: Order): InfiniteData<OrdersPage> {
  const isListed = list.pages.some(({ content }) => content.some(({ id }) => id === order.id));
  const pages = list.pages.map((page, index) => {
    if (!isOpen(order)) return { ...page, content: page.content.filter(({ id }) => id !== order.id) };
    if (!isListed) return index === 0 ? { ...page, content: [order, ...page.content] } : page;
    return {
      ...page,
      content: page.content.map((row) => (row.id === order.id ? chooseNewer(row, order) : row)),
    };
  });
  return { ...list, pages };
}

/** A reply may arrive later than the message about a subsequent fill. */
const chooseNewer = (a: Order, b: Order): Order => (parseUnits(b) < parseUnits(a) ? a : b);

const SCALE = 18;
const parseUnits = ({ executedAmount }: Order): bigint => parseDecimal(executedAmount, SCALE) ?? 0n;
