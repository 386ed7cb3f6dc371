import { AppError, nextTurn } from '@sarraf/domain';
import type { BodyOf, changeRecurring, RecurringPlan, RecurringState } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { skipTurn } from './buy-turn.ts';
import type { RecurringDeps } from './deps.ts';
import { readPlanTerms } from './judge-terms.ts';
import { findPlan, lockPlan, lockSamePlan, type PlanRow, updateState, updateTerms } from './plan-store.ts';
import { findWaitingTurn, followTerms } from './turn-store.ts';
import { planView } from './view.ts';

type Deps = RecurringDeps;

/** NOT_FOUND; CONFLICT: it is ended, or another one of the same coin has that time; those of `readPlanTerms`. */
export async function changePlan(
  deps: Deps,
  { userId, level }: Caller,
  id: string,
  asked: BodyOf<typeof changeRecurring>,
): Promise<RecurringPlan> {
  const plan = await changed(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') throw new AppError('CONFLICT');
    const terms = readPlanTerms(deps, plan.coin, level, asked);
    const same = await lockSamePlan(tx, { userId, coin: plan.coin, ...terms });
    if (same && same.id !== id) throw new AppError('CONFLICT');
    await updateTerms(
      tx,
      id,
      terms,
      plan.state === 'ACTIVE' ? comingTurn(deps, { ...plan, ...terms }) : null,
    );
  });
  await followTerms(deps.db, id);
  return plan;
}

/** What was missed meanwhile is not made up for. NOT_FOUND; CONFLICT: it is ended. */
export const resumePlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  changed(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') throw new AppError('CONFLICT');
    if (plan.state === 'PAUSED')
      await updateState(tx, id, { state: 'ACTIVE', nextAt: comingTurn(deps, plan), endedAt: null });
  });

/** Until its owner goes on. NOT_FOUND; CONFLICT: it is ended; SERVICE_UNAVAILABLE: whether a turn that waits was stopped isn't known. */
export const pausePlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  stopped(deps, userId, id, 'PAUSED');

/** For good. NOT_FOUND; SERVICE_UNAVAILABLE as above. */
export const endPlan = (deps: Deps, { userId }: Caller, id: string): Promise<RecurringPlan> =>
  stopped(deps, userId, id, 'ENDED');

/**
 * Makes no turn any more, and then has the one that waits skipped under its key. So when it is answered nothing more is
 * bought; what was bought before that moment stands in the history.
 */
async function stopped(
  deps: Deps,
  userId: string,
  id: string,
  state: Exclude<RecurringState, 'ACTIVE'>,
): Promise<RecurringPlan> {
  await changed(deps, userId, id, async (tx, plan) => {
    if (plan.state === 'ENDED') {
      if (state === 'PAUSED') throw new AppError('CONFLICT');
      return;
    }
    const endedAt = state === 'ENDED' ? new Date(deps.clock.now()) : null;
    await updateState(tx, id, { state, nextAt: null, endedAt });
  });
  const turn = await findWaitingTurn(deps.db, id);
  if (turn) await skipTurn(deps, turn, 'STOPPED_BY_OWNER');
  return planView((await findPlan(deps.db, userId, id)) as PlanRow);
}

const comingTurn = ({ clock }: Deps, plan: PlanRow): Date =>
  new Date(nextTurn(plan, clock.now(), plan.lastDay));

async function changed(
  deps: Deps,
  userId: string,
  id: string,
  work: (tx: Tx, plan: PlanRow) => Promise<void>,
): Promise<RecurringPlan> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  return deps.db.transaction().execute(async (tx) => {
    // Before the plan, as whoever makes one does: in another order the two would wait for each other.
    await deps.people.lock(tx, userId);
    const plan = await lockPlan(tx, userId, id);
    if (plan === null) throw new AppError('NOT_FOUND');
    await work(tx, plan);
    return planView((await findPlan(tx, userId, id)) as PlanRow);
  });
}
