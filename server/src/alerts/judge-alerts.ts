import { priceText } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import { MARKETS } from '../market/index.ts';
import type { Notice } from '../messaging/index.ts';
import {
  type CrossedAlert,
  findCrossed,
  fireAlerts,
  isAnyAlert,
  type MarketPrice,
  rearm,
  resumePausedAlerts,
} from './crossings.ts';
import type { AlertsContext } from './deps.ts';
import { priceNow } from './price-now.ts';
import type { AlertRow } from './store.ts';
import { repeatOf } from './views.ts';

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
  if (!(await isAnyAlert(context.db, context.now()))) return;
  await inChunks(() => resumePausedAlerts(context.db, context.now(), CHUNK_SIZE));
  await inChunks(async () => {
    const crossed = await findCrossed(context.db, 'BEYOND', pricesNow(context), CHUNK_SIZE);
    return rearm(context.db, crossed);
  });
  await inChunks(() => fireChunk(context));
}

/** `work` returns how many rows it has changed. */
async function inChunks(work: () => Promise<number>): Promise<void> {
  for (let n = 0; n < MAX_CHUNKS; n += 1) if ((await work()) < CHUNK_SIZE) return;
}

/** A halted market has no price, and its alerts stay unchanged. */
function pricesNow(context: AlertsContext): MarketPrice[] {
  return MARKETS.flatMap(({ coin, quote }) => {
    const price = priceNow(context, coin, quote);
    return price === null ? [] : [{ coin, quote, price }];
  });
}

/** Marking and notifying are one transaction, so neither happens without the other. */
async function fireChunk(context: AlertsContext): Promise<number> {
  const { db, people, notifyAll } = context;
  const prices = pricesNow(context);
  const crossed: CrossedAlert[] = await findCrossed(db, 'WAITING', prices, CHUNK_SIZE);
  if (crossed.length === 0) return 0;
  const known = await people.findAll([...new Set(crossed.map(({ userId }) => userId))]);
  return db.transaction().execute(async (tx) => {
    const fired = await fireAlerts(tx, crossed, prices, context.now());
    const sent = fired.flatMap((alert) => {
      const person = known.get(alert.userId);
      return person ? [{ to: recipientOf(person), notice: noticeOf(alert) }] : [];
    });
    await notifyAll(tx, sent);
    return fired.length;
  });
}

function noticeOf({
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
    threshold: priceText(threshold, coin, quote),
    price: priceText(firedPrice ?? threshold, coin, quote),
    at: (firedAt ?? new Date()).toISOString(),
    repeat: repeatOf(pauseSeconds),
  };
}
