import { AppError, MAX_ALERTS, parseMarket, parseUnitPrice } from '@sarraf/domain';
import type { BodyOf, createAlert as contract, PriceAlert } from '@sarraf/domain/contracts';
import { enforceRateLimit } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { AlertsContext } from './deps.ts';
import { assertNotReached } from './price-now.ts';
import { countAlerts, deleteOldestFiredAlert, insertAlert, type NewAlert, renewAlert } from './store.ts';
import { alertDto, PAUSE_SECONDS } from './views.ts';

/**
 * Creates an alert. BAD_REQUEST: no such market; UNACCEPTABLE_AMOUNT: no price, or finer than this market's;
 * MARKET_IS_NOT_ACTIVE: it has no price now; ALERT_ALREADY_REACHED with `price`; TOO_MANY_ALERTS with `most`;
 * TOO_MANY_REQUESTS with `retryAfter`.
 */
export async function createAlert(
  context: AlertsContext,
  userId: string,
  { marketType, direction, threshold: thresholdText, repeat }: BodyOf<typeof contract>,
): Promise<PriceAlert> {
  const market = parseMarket(marketType);
  if (market === null) throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const threshold = parseUnitPrice(thresholdText, market.coin, market.quote);
  if (threshold === null) throw new AppError('UNACCEPTABLE_AMOUNT', { errors: ['threshold'] });
  const alert: NewAlert = { userId, ...market, direction, threshold, pauseSeconds: PAUSE_SECONDS[repeat] };
  assertNotReached(context, alert);
  return context.db.transaction().execute(async (tx) => {
    // Locked, so that concurrent requests can't exceed the limit together.
    await context.people.lock(tx, userId);
    await enforceArmingLimit(context, tx, userId);
    const renewed = await renewAlert(tx, alert);
    if (renewed !== null) return alertDto(renewed);
    if ((await countAlerts(tx, userId)) >= MAX_ALERTS && !(await deleteOldestFiredAlert(tx, userId)))
      throw new AppError('TOO_MANY_ALERTS', { data: { most: MAX_ALERTS } });
    return alertDto(await insertAlert(tx, alert, context.now()));
  });
}

/** Counts an armed alert. TOO_MANY_REQUESTS with `retryAfter` (seconds). */
export const enforceArmingLimit = (context: AlertsContext, tx: Tx, userId: string): Promise<void> =>
  enforceRateLimit(
    context,
    tx,
    { key: context.secrets.blindIndex('alerts', userId), kind: 'ALERTS' },
    context.limit,
  );
