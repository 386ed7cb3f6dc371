import { AppError } from '@sarraf/domain';
import type { Queryable } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { type Counter, tryCountUse } from './counter-store.ts';
import type { RateLimit } from './limits.ts';

/** Counts one use. TOO_MANY_REQUESTS with `retryAfter` (seconds): the limit is reached. */
export async function enforceRateLimit(
  context: Pick<IdentityContext, 'now'>,
  tx: Queryable,
  counter: Counter,
  limit: RateLimit,
): Promise<void> {
  const now = context.now();
  const beganAt = await tryCountUse(tx, counter, limit, now);
  if (beganAt === null) return;
  const retryAfter = Math.max(1, Math.ceil((beganAt.getTime() + limit.windowMs - now.getTime()) / 1000));
  throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
}
