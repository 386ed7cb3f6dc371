import { AppError, parseMarket } from '@sarraf/domain';
import type { OrderEnd, OrderType } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { OpenOrder } from '../book/market-book.ts';
import type { OrderRateLimiter } from '../pace.ts';
import { decideCancellation, type EndDeps } from './end-orders.ts';

/** Maximum number of orders that one command cancels. */
const BATCH_SIZE = 1_000;

/** Selects some of the open orders; undefined: any. */
export interface OrderSelection {
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
  { marketType, side, orderType }: OrderSelection,
  idempotency: { key: string; digest: string } | null,
): Promise<number> {
  deps.pace.countOrders(userId);
  const market = marketType === undefined ? null : parseMarket(marketType);
  if (marketType !== undefined && market === null)
    throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const isSelected = ({ row, side: orderSide }: OpenOrder) =>
    (market === null || (row.coin === market.coin && row.quote === market.quote)) &&
    (side === undefined || orderSide === (side === 'BUY' ? 'buy' : 'sell')) &&
    (orderType === undefined || row.orderType === orderType);
  return cancelOpenOrders(deps, userId, { chosen: isSelected, endedBy: 'OWNER', idempotency });
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
  let unusedIdempotency = idempotency;
  for (let count = 0; ; ) {
    const reply = await deps.ledger.submit({
      accounts: [],
      ...(unusedIdempotency && { idempotency: { owner: userId, ...unusedIdempotency } }),
      decide(_balanceOf, at) {
        const openOrders = [...deps.exchange.listOpenOrders(userId)].filter(chosen);
        const batch = openOrders.slice(0, BATCH_SIZE);
        return decideCancellation(deps, batch, { endedBy, at }, () =>
          JSON.stringify({ count: batch.length, more: openOrders.length > batch.length }),
        );
      },
    });
    const outcome = JSON.parse(reply) as { count: number; more: boolean };
    count += outcome.count;
    if (!outcome.more) return count;
    unusedIdempotency = null;
  }
}
