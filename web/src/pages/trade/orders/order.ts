import { parseDecimal, parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import type { OrderMarket } from '../order-form/form.ts';

export interface OrderSummary {
  side: 'buy' | 'sell';
  mode: 'LIMITED' | 'MARKET' | 'EXCHANGE';
  /** Null for a market this page doesn't know. */
  market: OrderMarket | null;
}

export function summarizeOrder({ orderType, marketType }: Order): OrderSummary {
  const [mode, side] = orderType.split('_') as [OrderSummary['mode'], 'BUY' | 'SELL'];
  return { side: side === 'BUY' ? 'buy' : 'sell', mode, market: parseMarket(marketType) };
}

/** Quick trades are never open. */
export const isLimitOrder = ({ orderType }: Order): boolean => !orderType.startsWith('EXCHANGE_');

export const isOpen = ({ orderStatus }: Order): boolean => orderStatus === 'IS_OPEN';

interface Page {
  content: Order[];
  nextCursor?: string | null;
}

/** A list of open orders with one of them as it is now: in its place, on top when it is new, gone when it has ended. */
export function upsertOrder(list: InfiniteData<Page>, order: Order): InfiniteData<Page> {
  const known = list.pages.some(({ content }) => content.some(({ id }) => id === order.id));
  const pages = list.pages.map((page, index) => {
    if (!isOpen(order)) return { ...page, content: page.content.filter(({ id }) => id !== order.id) };
    if (!known) return index === 0 ? { ...page, content: [order, ...page.content] } : page;
    return { ...page, content: page.content.map((row) => (row.id === order.id ? newer(row, order) : row)) };
  });
  return { ...list, pages };
}

/** An answer may come later than the message about a fill after it. */
const newer = (a: Order, b: Order): Order => (unitsOf(b) < unitsOf(a) ? a : b);

const SCALE = 18;
const unitsOf = ({ executedAmount }: Order): bigint => parseDecimal(executedAmount, SCALE) ?? 0n;
