import { AppError, dayOfTurn, findLastTurn, findNextTurn, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { newId } from '../../platform/ids.ts';
import { buyTurn, RetryLaterError } from './buy-turn.ts';
import type { RecurringDeps } from './deps.ts';
import { notifyTurns } from './notify-turns.ts';
import { advancePlans, claimDuePlans } from './plan-store.ts';
import { insertTurns, listPendingTurns, postponeTurn, type TurnRow } from './turn-store.ts';

const CHUNK_SIZE = 50;
/** How long a turn waits for a price, an open market, or inventory of the house. */
const TIMEOUT_MS = 6 * HOUR_MS;
const RETRY_DELAY_MS = 5 * MINUTE_MS;

/**
 * Runs all due plans: creates the turns, buys or skips each, and notifies their owners. Safe to run in several
 * processes concurrently and to interrupt at any point: a turn is one row, its outcome is one command of the ledger
 * under its key, and its notice is sent in the transaction that records it.
 */
export async function runRecurring(deps: RecurringDeps): Promise<void> {
  if (deps.isClosed()) return;
  // Each part runs while there is work; a part that fails waits for the next run.
  while (await createDueTurns(deps));
  while (await settlePendingTurns(deps));
  while (await notifyTurns(deps, CHUNK_SIZE));
}

/**
 * Handles one chunk of the due plans. However many turns an outage missed, only the last one is created: customers
 * don't expect thirty purchases at one price. True: there may be more.
 */
async function createDueTurns(deps: RecurringDeps): Promise<boolean> {
  const at = deps.clock.now();
  const now = new Date(at);
  return deps.db.transaction().execute(async (tx) => {
    const due = await claimDuePlans(tx, now, CHUNK_SIZE);
    if (due.length === 0) return false;
    const newTurns = due.map((plan) => {
      const dueAt = findLastTurn(plan, at);
      return { plan, dueAt: new Date(dueAt), day: dayOfTurn(dueAt) };
    });
    await insertTurns(
      tx,
      newTurns.map(({ plan, ...turn }) => ({ ...plan, ...turn, planId: plan.id, id: newId() })),
      { lookAt: now, waitsUntil: new Date(at + TIMEOUT_MS) },
    );
    await advancePlans(
      tx,
      newTurns.map(({ plan, day }) => ({ id: plan.id, day, nextAt: new Date(findNextTurn(plan, at, day)) })),
    );
    return due.length === CHUNK_SIZE;
  });
}

/** Settles one chunk of pending turns together. True: there may be more. */
async function settlePendingTurns(deps: RecurringDeps): Promise<boolean> {
  const turns = await listPendingTurns(deps.db, new Date(deps.clock.now()), CHUNK_SIZE);
  if (turns.length === 0) return false;
  const ids = [...new Set(turns.map(({ userId }) => userId))];
  const [people, traders] = await Promise.all([deps.people.findAll(ids), deps.findTraders(ids)]);
  await Promise.all(
    turns.map(async (turn) => {
      const person = people.get(turn.userId);
      const inviterId = traders.get(turn.userId)?.inviterId ?? null;
      await buyTurn(deps, turn, person && { ...person, inviterId }).catch((error: unknown) =>
        postponeAfterFailure(deps, turn, error),
      );
    }),
  );
  return turns.length === CHUNK_SIZE;
}

/** Postpones a turn without delaying others. */
async function postponeAfterFailure(
  { db, clock, log }: RecurringDeps,
  turn: TurnRow,
  error: unknown,
): Promise<void> {
  const reason = error instanceof RetryLaterError ? error.reason : null;
  if (reason === null && !(error instanceof AppError))
    log.error({ area: 'trading', turn: turn.id, err: error }, 'recurring purchase failed; retried later');
  await postponeTurn(db, turn.id, { reason, lookAt: new Date(clock.now() + RETRY_DELAY_MS) });
}
