import type { Company } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { readCompanyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { getOrCreateOwnCompany } from './own-company.ts';
import { auditCompany } from './save-company.ts';
import { createPeriodSettlements } from './settlements/make-due.ts';
import { computePeriodEnd } from './settlements/periods.ts';
import { type CompanyRow, lockCompany, setPaused } from './store.ts';

/**
 * Stops buying and sending, including settlements that aren't withdrawn yet; or resumes it. Receipts of the pause
 * are settled with the period that runs when it ends.
 */
export async function pauseCompany(
  context: CompanyContext,
  caller: Caller,
  paused: boolean,
): Promise<Company> {
  const { id } = await getOrCreateOwnCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, id);
    if (company === null || paused === (company.pausedAt !== null)) return;
    await applyPause(context, tx, company, paused);
    await auditCompany(context, tx, caller, paused ? 'settlement paused' : 'settlement resumed');
  });
  return readCompanyDto(context, id);
}

/** Sets the pause of a company whose row is locked. */
export async function applyPause(
  context: Pick<CompanyContext, 'now' | 'clock'>,
  tx: Tx,
  company: CompanyRow,
  paused: boolean,
): Promise<void> {
  const { id, perTime, nextDueAt } = company;
  // Periods that have ended are settled with their own receipts.
  if (paused) await createPeriodSettlements(context, tx, company, context.now());
  const isPeriodMissed = !paused && perTime !== null && nextDueAt !== null && nextDueAt <= context.now();
  const nextDue = isPeriodMissed ? new Date(computePeriodEnd(perTime, context.clock.now())) : null;
  await setPaused(tx, id, paused ? context.now() : null, nextDue);
}
