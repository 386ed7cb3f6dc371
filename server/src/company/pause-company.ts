import type { Company } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { ownCompany } from './company-of.ts';
import { companyNow } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { auditCompany } from './save-company.ts';
import { makePeriods } from './settlements/make-due.ts';
import { periodEnd } from './settlements/periods.ts';
import { type CompanyRow, lockCompany, setPaused } from './store.ts';

/**
 * Stops buying and sending, what is under way included as far as it isn't withdrawn yet; or lets it go on. What came in
 * meanwhile is settled with the period that runs when it goes on.
 */
export async function pauseCompany(
  context: CompanyContext,
  caller: Caller,
  paused: boolean,
): Promise<Company> {
  const { id } = await ownCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (company === null || paused === (company.pausedAt !== null)) return;
    await setPause(context, tx, company, paused);
    await auditCompany(context, tx, caller, paused ? 'settlement paused' : 'settlement resumed');
  });
  return companyNow(context, id);
}

/** Of a company whose row is locked. */
export async function setPause(
  context: Pick<CompanyContext, 'now' | 'clock'>,
  tx: Tx,
  company: CompanyRow,
  paused: boolean,
): Promise<void> {
  const { id, perTime, nextDueAt } = company;
  // What has ended is settled by the period it came in.
  if (paused) await makePeriods(context, tx, company, context.now());
  const missed = !paused && perTime !== null && nextDueAt !== null && nextDueAt <= context.now();
  const next = missed ? new Date(periodEnd(perTime, context.clock.now())) : null;
  await setPaused(tx, id, paused ? context.now() : null, next);
}
