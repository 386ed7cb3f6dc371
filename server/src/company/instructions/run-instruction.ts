import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import type { CompanyContext } from '../deps.ts';
import { takeToWallet } from '../payments/collect-receipts.ts';
import { findCompanyPayment } from '../payments/payment-store.ts';
import { proposeRefund, refundSource } from '../payments/refunds.ts';
import { auditCompany } from '../save-company.ts';
import { settleSoon } from '../settlements/settle-companies.ts';
import type { CompanyRow } from '../store.ts';
import { deliverSoon } from '../webhooks/webhooks.ts';
import { type InstructionRow, readMovable } from './instruction-store.ts';

export type AskedInstruction = Pick<InstructionRow, 'kind' | 'paymentId' | 'reason'>;
export type DoneInstruction = Pick<InstructionRow, 'refundId' | 'settlementIds' | 'amount'>;

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
  asked: AskedInstruction,
): Promise<DoneInstruction> {
  if (asked.kind === 'SETTLE') {
    const amount = await readMovable(tx, company.id);
    const settlementIds = await takeToWallet(context, tx, company);
    if (settlementIds.length === 0) throw new AppError('CONFLICT');
    await auditCompany(context, tx, company, 'receipts taken to the wallet');
    const after = await readMovable(tx, company.id);
    // Receipts that arrived between the two reads may be included: the larger amount counts against a limit.
    return { refundId: null, settlementIds, amount: after > amount ? after : amount };
  }
  const payment = await paymentOf(tx, company, asked.paymentId);
  await requireReceived(tx, payment);
  const { userId: askedBy } = company;
  const refundId = await proposeRefund(context, tx, { payment, company, askedBy, reason: asked.reason });
  return { refundId, settlementIds: [], amount: payment.amount };
}

/** Returns the Toman that it would move now; changes nothing. Refuses as `runInstruction`. */
export async function amountOfInstruction(
  tx: Tx,
  company: CompanyRow,
  asked: AskedInstruction,
): Promise<bigint> {
  if (asked.kind === 'SETTLE') {
    const amount = await readMovable(tx, company.id);
    if (amount <= 0n) throw new AppError('CONFLICT');
    return amount;
  }
  const payment = await paymentOf(tx, company, asked.paymentId);
  await requireReceived(tx, payment);
  return payment.amount;
}

async function paymentOf(tx: Tx, company: CompanyRow, id: string | null) {
  const payment = id === null ? null : await findCompanyPayment(tx, id);
  if (payment?.companyId !== company.id) throw new AppError('NOT_FOUND');
  return payment;
}

/** Money in suspense isn't the store's: only staff decides about it. */
async function requireReceived(tx: Tx, payment: Awaited<ReturnType<typeof paymentOf>>): Promise<void> {
  if ((await refundSource(tx, payment)) !== 'RECEIPTS') throw new AppError('CONFLICT');
}

/** Starts the follow-up jobs of an instruction once its transaction has committed. */
export async function followInstruction(
  context: CompanyContext,
  kind: AskedInstruction['kind'],
): Promise<void> {
  if (kind === 'SETTLE') await settleSoon(context);
  await deliverSoon(context);
}
