import { AppError, formatMarketType, parseMarket, SECOND_MS } from '@sarraf/domain';
import type { BodyOf, cancelAfter as endpoint } from '@sarraf/domain/contracts';
import type { Ledger } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { OrderRateLimiter } from '../pace.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { writeDeadline } from './deadline-store.ts';

/**
 * Cancels the caller's open orders after this many seconds unless it is called again before; resolves with the
 * reply's JSON text once that is durable. A deadline for one market exists in addition to that for all.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); BAD_REQUEST: no such market; IDEMPOTENCY_KEY_REUSED, SERVICE_UNAVAILABLE.
 */
export async function cancelAfter(
  { ledger, exchange, pace }: { ledger: Ledger; exchange: OrderBooks; pace: OrderRateLimiter },
  { userId }: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  pace.countOrders(userId);
  const market = body.marketType === undefined ? null : parseMarket(body.marketType);
  if (body.marketType !== undefined && market === null)
    throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const name = market === null ? null : formatMarketType(market.coin, market.quote);
  return ledger.submit({
    accounts: [],
    ...(idempotency && { idempotency: { owner: userId, ...idempotency } }),
    decide(_balanceOf, at) {
      const dueAt = body.seconds === 0 ? null : new Date(at.getTime() + body.seconds * SECOND_MS);
      const deadline = { userId, market: name };
      return {
        transfers: [],
        rows: [writeDeadline(deadline, dueAt)],
        reply: JSON.stringify({
          status: 'OK',
          message: 'cancel after',
          baseDTO: { marketType: name, cancelsAtDateTime: dueAt?.toISOString() ?? null },
        }),
        applied: () => exchange.setDeadline(deadline, dueAt?.getTime() ?? null),
      };
    },
  });
}
