import { AppError, parseMarket } from '@sarraf/domain';
import type { OrderEnd, OrderType } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { OpenOrder } from '../book/market-book.ts';
import type { OrderRateLimiter } from '../pace.ts';
import { decideCancellation, type EndDeps } from './end-orders.ts';

/** Maximum number of orders that one command cancels. */
const BATCH_SIZE = 1_000;

/** Selects some of the open orders; undefined: any. */
export interface Chosen {
  marketType?: string | undefined;
  side?: 'BUY' | 'SELL' | undefined;
  orderType?: OrderType | undefined;
}

/**
 * Cancels the selected open orders of the caller; returns how many. A repeat with the key returns the first result.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); BAD_REQUEST: no such market; SERVICE_UNAVAILABLE.
 */
export async function cancelOrders(
  deps: EndDeps & { pace: OrderRateLimiter },
  { userId }: Caller,
  { marketType, side, orderType }: Chosen,
  idempotency: { key: string; digest: string } | null,
): Promise<number> {
  deps.pace.take(userId);
  const market = marketType === undefined ? null : parseMarket(marketType);
  if (marketType !== undefined && market === null)
    throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const chosen = ({ row, side: its }: OpenOrder) =>
    (market === null || (row.coin === market.coin && row.quote === market.quote)) &&
    (side === undefined || its === (side === 'BUY' ? 'buy' : 'sell')) &&
    (orderType === undefined || row.orderType === orderType);
  return cancelOpenOrders(deps, userId, { chosen, endedBy: 'OWNER', idempotency });
}

/** Cancels the selected open orders of a person in chunks; returns how many. */
export async function cancelOpenOrders(
  deps: EndDeps,
  userId: string,
  {
    chosen,
    endedBy,
    idempotency,
  }: {
    chosen(order: OpenOrder): boolean;
    endedBy: OrderEnd;
    idempotency: { key: string; digest: string } | null;
  },
): Promise<number> {
  let own = idempotency;
  for (let count = 0; ; ) {
    const reply = await deps.ledger.submit({
      accounts: [],
      ...(own && { idempotency: { owner: userId, ...own } }),
      decide(_balanceOf, at) {
        const open = [...deps.exchange.ordersOf(userId)].filter(chosen);
        const most = open.slice(0, BATCH_SIZE);
        return decideCancellation(deps, most, { endedBy, at }, () =>
          JSON.stringify({ count: most.length, more: open.length > most.length }),
        );
      },
    });
    const ended = JSON.parse(reply) as { count: number; more: boolean };
    count += ended.count;
    if (!ended.more) return count;
    own = null;
  }
}
