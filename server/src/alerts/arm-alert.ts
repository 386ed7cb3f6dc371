import { AppError } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import { enforceArmingLimit } from './create-alert.ts';
import type { AlertsContext } from './deps.ts';
import { assertNotReached } from './price-now.ts';
import { lockAlert, rearmAlert } from './store.ts';
import { alertDto } from './views.ts';

/**
 * Arms an alert again. NOT_FOUND; MARKET_IS_NOT_ACTIVE: it has no price now; ALERT_ALREADY_REACHED with `price`;
 * TOO_MANY_REQUESTS with `retryAfter`.
 */
export async function armAlert(context: AlertsContext, userId: string, id: string): Promise<PriceAlert> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  return context.db.transaction().execute(async (tx) => {
    // Locked before the alert, in the order of creating one: otherwise the two could deadlock.
    await context.people.lock(tx, userId);
    const row = await lockAlert(tx, userId, id);
    if (row === null) throw new AppError('NOT_FOUND');
    if (row.state === 'WAITING') return alertDto(row);
    assertNotReached(context, row);
    await enforceArmingLimit(context, tx, userId);
    return alertDto(await rearmAlert(tx, id));
  });
}
