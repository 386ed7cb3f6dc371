import { AppError, isCoin, MAX_RECURRING, nextTurn } from '@sarraf/domain';
import type { BodyOf, createRecurring, RecurringPlan } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { RecurringDeps } from './deps.ts';
import { readPlanTerms } from './judge-terms.ts';
import {
  countPlans,
  findPlan,
  insertPlan,
  lockSamePlan,
  type PlanRow,
  updateState,
  updateTerms,
} from './plan-store.ts';
import { followTerms } from './turn-store.ts';
import { planView } from './view.ts';

/**
 * Creates a plan. A plan of the same coin at the same time only changes its amount: a request that is sent twice
 * creates one.
 *
 * BAD_REQUEST (`errors`); QUICK_TRADE_DISABLED_FOR_MARKETER; those of `readPlanTerms`; TOO_MANY_RECURRING (`most`).
 */
export async function createPlan(
  deps: RecurringDeps,
  caller: Caller,
  { coin, ...asked }: BodyOf<typeof createRecurring>,
): Promise<RecurringPlan> {
  const { userId, level, supervisor } = caller;
  if (!isCoin(coin)) throw new AppError('BAD_REQUEST', { errors: ['coin'] });
  if (supervisor) throw new AppError('QUICK_TRADE_DISABLED_FOR_MARKETER');
  const terms = readPlanTerms(deps, coin, level, asked);
  const at = deps.clock.now();
  const plan = await deps.db.transaction().execute(async (tx) => {
    // Locked, so that concurrent requests can't exceed the limit together.
    await deps.people.lock(tx, userId);
    const same = await lockSamePlan(tx, { userId, coin, ...terms });
    const id = same?.id ?? newId();
    const nextAt = new Date(nextTurn(terms, at, same?.lastDay ?? null));
    if (same) {
      await updateTerms(tx, id, terms, same.nextAt);
      if (same.state === 'PAUSED') await updateState(tx, id, { state: 'ACTIVE', nextAt, endedAt: null });
    } else {
      if ((await countPlans(tx, userId)) >= MAX_RECURRING)
        throw new AppError('TOO_MANY_RECURRING', { data: { most: MAX_RECURRING } });
      await insertPlan(tx, { id, userId, coin, ...terms }, { nextAt, now: new Date(at) });
    }
    return planView((await findPlan(tx, userId, id)) as PlanRow);
  });
  await followTerms(deps.db, plan.id);
  return plan;
}
