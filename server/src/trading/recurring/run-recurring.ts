import { AppError, dayOfTurn, HOUR_MS, lastTurn, MINUTE_MS, nextTurn } from '@sarraf/domain';
import { newId } from '../../platform/ids.ts';
import { buyTurn, Wait } from './buy-turn.ts';
import type { RecurringDeps } from './deps.ts';
import { notifyTurns } from './notify-turns.ts';
import { claimDue, movePlansOn } from './plan-store.ts';
import { findWaitingTurns, insertTurns, putOff, type TurnRow } from './turn-store.ts';

const BITE = 50;
/** So long a turn waits for a price, an open market, or coins of the house. */
const PATIENCE = 6 * HOUR_MS;
const AGAIN = 5 * MINUTE_MS;

/**
 * Has all come that is due: makes the turns, buys or skips each, and tells their owners. Safe to run in several processes at
 * once and to die anywhere: a turn is one row, what becomes of it is one command of the ledger under its key, and it is told
 * in the transaction that notes so.
 */
export async function runRecurring(deps: RecurringDeps): Promise<void> {
  if (deps.isClosed()) return;
  // Each part goes on as long as there is something to do; what fails waits for its next time.
  while (await makeTurns(deps));
  while (await doTurns(deps));
  while (await notifyTurns(deps, BITE));
}

/**
 * A bite of the plans that are due. However many turns an outage missed, the last of them alone is made: they stand for one
 * purchase at a time, and nobody expects thirty of them at one price. True: there may be more.
 */
async function makeTurns(deps: RecurringDeps): Promise<boolean> {
  const at = deps.clock.now();
  const now = new Date(at);
  return deps.db.transaction().execute(async (tx) => {
    const due = await claimDue(tx, now, BITE);
    if (due.length === 0) return false;
    const coming = due.map((plan) => {
      const dueAt = lastTurn(plan, at);
      return { plan, dueAt: new Date(dueAt), day: dayOfTurn(dueAt) };
    });
    await insertTurns(
      tx,
      coming.map(({ plan, ...turn }) => ({ ...plan, ...turn, planId: plan.id, id: newId() })),
      { lookAt: now, waitsUntil: new Date(at + PATIENCE) },
    );
    await movePlansOn(
      tx,
      coming.map(({ plan, day }) => ({ id: plan.id, day, nextAt: new Date(nextTurn(plan, at, day)) })),
    );
    return due.length === BITE;
  });
}

/** A bite of the turns that wait, settled together. True: there may be more. */
async function doTurns(deps: RecurringDeps): Promise<boolean> {
  const turns = await findWaitingTurns(deps.db, new Date(deps.clock.now()), BITE);
  if (turns.length === 0) return false;
  const ids = [...new Set(turns.map(({ userId }) => userId))];
  const [people, traders] = await Promise.all([deps.people.findAll(ids), deps.findTraders(ids)]);
  await Promise.all(
    turns.map(async (turn) => {
      const person = people.get(turn.userId);
      const inviterId = traders.get(turn.userId)?.inviterId ?? null;
      await buyTurn(deps, turn, person && { ...person, inviterId }).catch((error: unknown) =>
        wait(deps, turn, error),
      );
    }),
  );
  return turns.length === BITE;
}

/** It is tried again later, and nobody else waits for it. */
async function wait({ db, clock, log }: RecurringDeps, turn: TurnRow, error: unknown): Promise<void> {
  const reason = error instanceof Wait ? error.reason : null;
  if (reason === null && !(error instanceof AppError))
    log.error({ area: 'trading', turn: turn.id, err: error }, 'recurring purchase not made; tried again');
  await putOff(db, turn.id, { reason, lookAt: new Date(clock.now() + AGAIN) });
}
