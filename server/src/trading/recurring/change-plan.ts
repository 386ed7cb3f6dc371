import { AppError, findNextTurn } from '@sarraf/domain';
import type { BodyOf, changeRecurringPlan, RecurringPlan, RecurringState } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { skipTurn } from './buy-turn.ts';
import type { RecurringDeps } from './deps.ts';
import { parsePlanTerms } from './parse-terms.ts';
import { findPlan, lockPlan, lockSamePlan, type PlanRow, updateState, updateTerms } from './plan-store.ts';
import { applyTermsToPendingTurn, findPendingTurn } from './turn-store.ts';
import { recurringPlanDto } from './view.ts';

type Deps = RecurringDeps;

/**
 * Changes a plan. NOT_FOUND; CONFLICT: it is ended, or another plan of the same coin has that time; those of
 * `parsePlanTerms`.
 */
export async function changePlan(
  deps: Deps,
  { userId, level }: Caller,
  id: string,
  body: BodyOf<typeof changeRecurringPlan>,
): Promise<RecurringPlan> {
  const plan = await changeLockedPlan(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') throw new AppError('CONFLICT');
    const terms = parsePlanTerms(deps, plan.coin, level, body);
    const same = await lockSamePlan(tx, { userId, coin: plan.coin, ...terms });
    if (same && same.id !== id) throw new AppError('CONFLICT');
    await updateTerms(
      tx,
      id,
      terms,
      plan.state === 'ACTIVE' ? computeNextTurn(deps, { ...plan, ...terms }) : null,
    );
  });
  await applyTermsToPendingTurn(deps.db, id);
  return plan;
}

/** Resumes a plan; missed turns are not made up for. NOT_FOUND; CONFLICT: it is ended. */
export const resumePlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  changeLockedPlan(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') throw new AppError('CONFLICT');
    if (plan.state === 'PAUSED')
      await updateState(tx, id, { state: 'ACTIVE', nextAt: computeNextTurn(deps, plan), endedAt: null });
  });

/**
 * Pauses a plan until its owner resumes it. NOT_FOUND; CONFLICT: it is ended; SERVICE_UNAVAILABLE: whether a
 * pending turn was stopped isn't known.
 */
export const pausePlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  stopPlan(deps, userId, id, 'PAUSED');

/** Ends a plan for good. NOT_FOUND; SERVICE_UNAVAILABLE as above. */
export const endPlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  stopPlan(deps, userId, id, 'ENDED');

/**
 * Stops making turns, and then skips the pending turn under its key. So nothing more is bought after the reply; a
 * purchase before that moment is listed in the history.
 */
async function stopPlan(
  deps: Deps,
  userId: string,
  id: string,
  state: Exclude<RecurringState, 'ACTIVE'>,
): Promise<RecurringPlan> {
  await changeLockedPlan(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') {
      if (state === 'PAUSED') throw new AppError('CONFLICT');
      return;
    }
    const endedAt = state === 'ENDED' ? new Date(deps.clock.now()) : null;
    await updateState(tx, id, { state, nextAt: null, endedAt });
  });
  const turn = await findPendingTurn(deps.db, id);
  if (turn) await skipTurn(deps, turn, 'STOPPED_BY_OWNER');
  return recurringPlanDto((await findPlan(deps.db, userId, id)) as PlanRow);
}

const computeNextTurn = ({ clock }: Deps, plan: PlanRow): Date =>
  new Date(findNextTurn(plan, clock.now(), plan.lastDay));

async function changeLockedPlan(
  deps: Deps,
  userId: string,
  id: string,
  work: (tx: Tx, plan: PlanRow) => Promise<void>,
): Promise<RecurringPlan> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  return deps.db.transaction().execute(async (tx) => {
    // Locked before the plan, in the order of `createPlan`: otherwise the two could deadlock.
    await deps.people.lock(tx, userId);
    const plan = await lockPlan(tx, userId, id);
    if (plan === null) throw new AppError('NOT_FOUND');
    await work(tx, plan);
    return recurringPlanDto((await findPlan(tx, userId, id)) as PlanRow);
  });
}
