import { AppError, formatAmount } from '@sarraf/domain';
import type { moveReceiptsToWallet, ReplyOf } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { readCompanyDto } from '../company-view.ts';
import type { CompanyContext } from '../deps.ts';
import { assertCompanyActive, getOrCreateOwnCompany } from '../own-company.ts';
import { auditCompany } from '../save-company.ts';
import { createPeriodSettlements } from '../settlements/make-due.ts';
import { settleCompany } from '../settlements/settle-companies.ts';
import {
  insertSettlement,
  readFreeCarry,
  redirectToWallet,
  sumMovedToWallet,
} from '../settlements/settlement-store.ts';
import { advancePeriod, type CompanyRow, lockCompany } from '../store.ts';

/**
 * Moves all receipts that aren't bought yet to the owner's Toman wallet, including waiting settlements. A part that
 * can't be moved at the moment follows automatically.
 *
 * COMPANY_ONLY, COMPANY_NOT_ACTIVE; CONFLICT: there is nothing.
 */
export async function collectReceipts(
  context: CompanyContext,
  caller: Caller,
): Promise<ReplyOf<typeof moveReceiptsToWallet>['baseDTO']> {
  const ownedCompany = await getOrCreateOwnCompany(context, caller);
  await assertCompanyActive(context, ownedCompany);
  const ids = await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, ownedCompany.id);
    if (company === null || company.blockedAt !== null) throw new AppError('COMPANY_NOT_ACTIVE');
    const settlementIds = await createWalletSettlements(context, tx, company);
    if (settlementIds.length === 0) throw new AppError('CONFLICT');
    await auditCompany(context, tx, caller, 'receipts taken to the wallet');
    return settlementIds;
  });
  await settleCompany(context, ownedCompany.id);
  const amount = formatAmount(await sumMovedToWallet(context.db, ids), 'TOMAN');
  return { amount, company: await readCompanyDto(context, ownedCompany.id) };
}

/** Returns the settlements of a locked company that go to the wallet, those that waited first. */
export async function createWalletSettlements(
  context: Pick<CompanyContext, 'now'>,
  tx: Tx,
  company: CompanyRow,
): Promise<string[]> {
  const { id: companyId } = company;
  const now = context.now();
  const settledUntil = await createPeriodSettlements(context, tx, company, now);
  const redirectedIds = await redirectToWallet(tx, companyId, now);
  const carry = redirectedIds.length > 0 ? 0n : await readFreeCarry(tx, companyId);
  // A clock that was set back must not reopen a settled period, which would be created again.
  const periodTo = settledUntil > now ? settledUntil : now;
  const settlementId = await insertSettlement(
    tx,
    { companyId, kind: 'WALLET', part: 0, periodFrom: settledUntil, periodTo },
    now,
    carry > 0n,
  );
  if (settlementId === null) return redirectedIds;
  await advancePeriod(tx, companyId, periodTo, null);
  return [...redirectedIds, settlementId];
}
