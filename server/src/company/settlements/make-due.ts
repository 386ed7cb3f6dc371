import type { Tx } from '../../platform/database/database.ts';
import type { CompanyContext } from '../deps.ts';
import { advancePeriod, type CompanyRow, findDueCompanies, lockCompany } from '../store.ts';
import { computePeriodEnd } from './periods.ts';
import {
  clearRemainderFlags,
  findCompaniesWithRemainder,
  findLastSettlement,
  insertSettlement,
} from './settlement-store.ts';

/** A receipt is written a moment after its time: a period is settled when its last ones have certainly been written. */
const GRACE_MS = 60_000;
const BATCH = 50;

/**
 * Creates the settlements of all periods that have ended, each separately and in order, even after a long downtime.
 * A receipt that is written after its period was created belongs to the next one.
 */
export async function createDueSettlements(context: CompanyContext): Promise<void> {
  const before = new Date(context.clock.now() - GRACE_MS);
  const failedIds: string[] = [];
  for (;;) {
    const dueIds = await findDueCompanies(context.db, before, { but: failedIds, limit: BATCH });
    for (const id of dueIds) {
      const isCreated = await runIsolated(context, id, async (tx, company) => {
        await createPeriodSettlements(context, tx, company, before);
      });
      if (!isCreated) failedIds.push(id);
    }
    if (dueIds.length < BATCH) return;
  }
}

/** Isolates the companies: one that fails is retried a minute later, and doesn't delay the others. */
async function runIsolated(
  context: CompanyContext,
  id: string,
  work: (tx: Tx, company: CompanyRow) => Promise<void>,
): Promise<boolean> {
  try {
    await context.db.transaction().execute(async (tx) => {
      const company = await lockCompany(tx, id);
      if (company) await work(tx, company);
    });
    return true;
  } catch (err) {
    context.log.error({ area: 'company', company: id, err }, 'settlements not created; retried in a minute');
    return false;
  }
}

/** Creates the periods of one company, whose row the caller has locked. Returns the time until which it is settled. */
export async function createPeriodSettlements(
  context: Pick<CompanyContext, 'now'>,
  tx: Tx,
  company: CompanyRow,
  before: Date,
): Promise<Date> {
  const { id, perTime, pausedAt, blockedAt } = company;
  let { settledUntil, nextDueAt } = company;
  if (perTime === null || pausedAt !== null || blockedAt !== null) return settledUntil;
  while (nextDueAt !== null && nextDueAt <= before) {
    const period = { periodFrom: settledUntil, periodTo: nextDueAt };
    await insertSettlement(tx, { companyId: id, kind: 'PERIOD', part: 0, ...period }, context.now());
    settledUntil = nextDueAt;
    nextDueAt = new Date(computePeriodEnd(perTime, nextDueAt.getTime()));
  }
  await advancePeriod(tx, id, settledUntil, nextDueAt);
  return settledUntil;
}

/**
 * Creates the next part of a period that was too much for one purchase; if a later settlement waits, that one takes
 * the remainder.
 */
export async function createRemainderSettlements(context: CompanyContext): Promise<void> {
  for (const id of await findCompaniesWithRemainder(context.db, BATCH))
    await runIsolated(context, id, async (tx) => {
      // Before the newest is read: the ledger may set the flag of a part that a concurrent run has just created.
      const cleared = await clearRemainderFlags(tx, id);
      const last = await findLastSettlement(tx, id);
      if (last === null || !cleared.includes(last.number)) return;
      const { part, periodFrom, periodTo } = last;
      const nextPart = { companyId: id, kind: 'PERIOD', part: part + 1, periodFrom, periodTo } as const;
      await insertSettlement(tx, nextPart, context.now(), true);
    });
}
