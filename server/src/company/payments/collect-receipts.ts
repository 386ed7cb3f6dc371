import { AppError, formatAmount } from '@sarraf/domain';
import type { ReplyOf, receiptsToWallet } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { ownCompany, refuseInactiveCompany } from '../company-of.ts';
import { companyNow } from '../company-view.ts';
import type { CompanyContext } from '../deps.ts';
import { auditCompany } from '../save-company.ts';
import { makePeriods } from '../settlements/make-due.ts';
import { settleCompany } from '../settlements/settle-companies.ts';
import {
  insertSettlement,
  readFreeCarry,
  redirectToWallet,
  sumMoved,
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
): Promise<ReplyOf<typeof receiptsToWallet>['baseDTO']> {
  const own = await ownCompany(context, caller);
  await refuseInactiveCompany(context, own);
  const ids = await context.db.transaction().execute(async (tx) => {
    const company = await lockCompany(tx, own.id);
    if (company === null || company.blockedAt !== null) throw new AppError('COMPANY_NOT_ACTIVE');
    const taken = await takeToWallet(context, tx, company);
    if (taken.length === 0) throw new AppError('CONFLICT');
    await auditCompany(context, tx, caller, 'receipts taken to the wallet');
    return taken;
  });
  await settleCompany(context, own.id);
  const amount = formatAmount(await sumMoved(context.db, ids), 'TOMAN');
  return { amount, company: await companyNow(context, own.id) };
}

/** Returns the settlements of a locked company that go to the wallet, those that waited first. */
export async function takeToWallet(
  context: Pick<CompanyContext, 'now'>,
  tx: Tx,
  company: CompanyRow,
): Promise<string[]> {
  const { id: companyId } = company;
  const now = context.now();
  const settledUntil = await makePeriods(context, tx, company, now);
  const turned = await redirectToWallet(tx, companyId, now);
  const carry = turned.length > 0 ? 0n : await readFreeCarry(tx, companyId);
  // A clock that was set back must not reopen a settled period, which would be created again.
  const periodTo = settledUntil > now ? settledUntil : now;
  const made = await insertSettlement(
    tx,
    { companyId, kind: 'WALLET', part: 0, periodFrom: settledUntil, periodTo },
    now,
    carry > 0n,
  );
  if (made === null) return turned;
  await advancePeriod(tx, companyId, periodTo, null);
  return [...turned, made];
}
