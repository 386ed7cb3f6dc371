import { formatUnitPrice } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import { MARKETS } from '../market/index.ts';
import type { Notice } from '../messaging/index.ts';
import {
  type CrossedAlert,
  findCrossedAlerts,
  fireAlerts,
  hasAlertsToEvaluate,
  type MarketPrice,
  rearmAlerts,
  resumePausedAlerts,
} from './crossings.ts';
import type { AlertsContext } from './deps.ts';
import { findAlertPrice } from './price-now.ts';
import type { AlertRow } from './store.ts';
import { toRepeat } from './views.ts';

/** Alerts changed in one transaction. */
const CHUNK_SIZE = 100;
/**
 * Maximum number of chunks of each kind per run: the others wait for the next one, so that prices don't become
 * outdated.
 */
const MAX_CHUNKS = 20;

/**
 * Compares the published prices with the waiting alerts, and notifies people whose price was reached. Any number of
 * processes may run it concurrently, and what was not committed by a killed process is found by the next run.
 */
export async function evaluateAlerts(context: AlertsContext): Promise<void> {
  if (!(await hasAlertsToEvaluate(context.db, context.now()))) return;
  await runInChunks(() => resumePausedAlerts(context.db, context.now(), CHUNK_SIZE));
  await runInChunks(async () => {
    const crossed = await findCrossedAlerts(context.db, 'BEYOND', listCurrentPrices(context), CHUNK_SIZE);
    return rearmAlerts(context.db, crossed);
  });
  await runInChunks(() => fireChunk(context));
}

/** `work` returns how many rows it has changed. */
async function runInChunks(work: () => Promise<number>): Promise<void> {
  for (let n = 0; n < MAX_CHUNKS; n += 1) if ((await work()) < CHUNK_SIZE) return;
}

/** A halted market has no price, and its alerts stay unchanged. */
function listCurrentPrices(context: AlertsContext): MarketPrice[] {
  return MARKETS.flatMap(({ coin, quote }) => {
    const price = findAlertPrice(context, coin, quote);
    return price === null ? [] : [{ coin, quote, price }];
  });
}

/** Marking and notifying are one transaction, so neither happens without the other. */
async function fireChunk(context: AlertsContext): Promise<number> {
  const { db, people, notifyAll } = context;
  const prices = listCurrentPrices(context);
  const crossed: CrossedAlert[] = await findCrossedAlerts(db, 'WAITING', prices, CHUNK_SIZE);
  if (crossed.length === 0) return 0;
  const usersById = await people.findAll([...new Set(crossed.map(({ userId }) => userId))]);
  return db.transaction().execute(async (tx) => {
    const fired = await fireAlerts(tx, crossed, prices, context.now());
    const sent = fired.flatMap((alert) => {
      const owner = usersById.get(alert.userId);
      return owner ? [{ to: recipientOf(owner), notice: toAlertNotice(alert) }] : [];
    });
    await notifyAll(tx, sent);
    return fired.length;
  });
}

function toAlertNotice({
  coin,
  quote,
  direction,
  threshold,
  firedPrice,
  firedAt,
  pauseSeconds,
}: AlertRow): Notice {
  return {
    kind: 'PRICE_ALERT',
    coin,
    quote,
    direction,
    threshold: formatUnitPrice(threshold, coin, quote),
    price: formatUnitPrice(firedPrice ?? threshold, coin, quote),
    at: (firedAt ?? new Date()).toISOString(),
    repeat: toRepeat(pauseSeconds),
  };
}
