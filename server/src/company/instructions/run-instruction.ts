import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import type { CompanyContext } from '../deps.ts';
import { createWalletSettlements } from '../payments/collect-receipts.ts';
import { findCompanyPayment } from '../payments/payment-store.ts';
import { lockRefundSource, proposeRefund } from '../payments/refunds.ts';
import { auditCompany } from '../save-company.ts';
import { startSettling } from '../settlements/settle-companies.ts';
import type { CompanyRow } from '../store.ts';
import { startDelivery } from '../webhooks/webhooks.ts';
import { type InstructionRow, readMovableReceipts } from './instruction-store.ts';

export type InstructionTerms = Pick<InstructionRow, 'kind' | 'paymentId' | 'reason'>;
export type InstructionResult = Pick<InstructionRow, 'refundId' | 'settlementIds' | 'amount'>;

/**
 * Executes the web's command for an instruction, in a transaction that holds the store's row and records the
 * execution: both commit or neither, so it is executed once.
 *
 * NOT_FOUND: the store has no such payment. CONFLICT: it is no longer in the receipts; there is nothing to settle.
 */
export async function runInstruction(
  context: CompanyContext,
  tx: Tx,
  company: CompanyRow,
  terms: InstructionTerms,
): Promise<InstructionResult> {
  if (terms.kind === 'SETTLE') {
    const amount = await readMovableReceipts(tx, company.id);
    const settlementIds = await createWalletSettlements(context, tx, company);
    if (settlementIds.length === 0) throw new AppError('CONFLICT');
    await auditCompany(context, tx, company, 'receipts taken to the wallet');
    const remaining = await readMovableReceipts(tx, company.id);
    // Receipts that arrived between the two reads may be included: the larger amount counts against a limit.
    return { refundId: null, settlementIds, amount: remaining > amount ? remaining : amount };
  }
  const payment = await getOwnPayment(tx, company, terms.paymentId);
  await assertReceived(tx, payment);
  const { userId: requestedBy } = company;
  const refundId = await proposeRefund(context, tx, {
    payment,
    company,
    askedBy: requestedBy,
    reason: terms.reason,
  });
  return { refundId, settlementIds: [], amount: payment.amount };
}

/** Returns the Toman that it would move now; changes nothing. Refuses as `runInstruction`. */
export async function computeInstructionAmount(
  tx: Tx,
  company: CompanyRow,
  terms: InstructionTerms,
): Promise<bigint> {
  if (terms.kind === 'SETTLE') {
    const amount = await readMovableReceipts(tx, company.id);
    if (amount <= 0n) throw new AppError('CONFLICT');
    return amount;
  }
  const payment = await getOwnPayment(tx, company, terms.paymentId);
  await assertReceived(tx, payment);
  return payment.amount;
}

async function getOwnPayment(tx: Tx, company: CompanyRow, id: string | null) {
  const payment = id === null ? null : await findCompanyPayment(tx, id);
  if (payment?.companyId !== company.id) throw new AppError('NOT_FOUND');
  return payment;
}

/** Money in suspense isn't the store's: only staff decides about it. */
async function assertReceived(tx: Tx, payment: Awaited<ReturnType<typeof getOwnPayment>>): Promise<void> {
  if ((await lockRefundSource(tx, payment)) !== 'RECEIPTS') throw new AppError('CONFLICT');
}

/** Starts the follow-up jobs of an instruction once its transaction has committed. */
export async function startFollowUpJobs(
  context: CompanyContext,
  kind: InstructionTerms['kind'],
): Promise<void> {
  if (kind === 'SETTLE') await startSettling(context);
  await startDelivery(context);
}
