import { AppError, DAY_MS, formatAmount, fromTehranTime, parseAmount, toTehranTime } from '@sarraf/domain';
import { INSTRUCTION_DAYS, type Instruction } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { assertCompanyActive, assertOwnerNotFrozen } from '../own-company.ts';
import { findCompanyPayment } from '../payments/payment-store.ts';
import { parseOneLine } from '../payments/requests.ts';
import { type CompanyRow, lockCompany } from '../store.ts';
import { authenticateKey, requirePermission, type StoreKey } from '../webhooks/keys.ts';
import {
  findByIdempotency,
  insertInstruction,
  type NewInstruction,
  sumUnapproved,
} from './instruction-store.ts';
import { readInstruction } from './instruction-view.ts';
import {
  computeInstructionAmount,
  type InstructionTerms,
  runInstruction,
  startFollowUpJobs,
} from './run-instruction.ts';

interface InstructionRequest {
  token: string | null;
  kind: InstructionTerms['kind'];
  paymentId: string | null;
  /** As it was sent; absent if it wasn't. */
  amount?: string | number | undefined;
  reason?: string | undefined;
  idempotency: { key: string; digest: string } | null;
}

/**
 * Handles a program's request for a refund or a settlement. It is executed immediately by the same command as on
 * the web, or stored for the owner's approval if the store's rule requires it: no money is held until then. The
 * same idempotency key returns the same instruction in its current state; a refused request leaves nothing behind.
 *
 * INVALID_API_KEY; API_KEY_PERMISSION; BAD_REQUEST (Idempotency-Key, reason); IDEMPOTENCY_KEY_REUSED;
 * COMPANY_NOT_ACTIVE; OWNER_FROZEN; AMOUNT_NOT_ALLOWED: not the whole payment; NOT_FOUND; CONFLICT: no longer in
 * the receipts, nothing to settle, or the same request waits already.
 */
export async function requestInstruction(
  context: CompanyContext,
  request: InstructionRequest,
): Promise<Instruction> {
  const { company, key } = await authenticateKey(context, request.token);
  const { idempotency } = request;
  if (idempotency === null) throw new AppError('BAD_REQUEST', { errors: ['Idempotency-Key'] });
  const terms = await parseTerms(context, company, request);
  const earlier = await findByIdempotency(context.db, company.id, idempotency.key);
  if (earlier === null) await assertCompanyActive(context, company);
  if (earlier === null) await assertOwnerNotFrozen(context, company);
  const { id, isNew } = await context.db.transaction().execute(async (tx) => {
    const lockedCompany = await lockCompany(tx, company.id);
    if (lockedCompany === null) throw new AppError('INVALID_API_KEY');
    await requirePermission(tx, key.id, terms.kind);
    const before = await findByIdempotency(tx, company.id, idempotency.key);
    if (before && before.requestDigest !== idempotency.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (before) return { id: before.id, isNew: false };
    if (lockedCompany.blockedAt !== null) throw new AppError('COMPANY_NOT_ACTIVE');
    const row = await executeOrQueue(context, tx, lockedCompany, key, { ...terms, idempotency });
    if (!(await insertInstruction(tx, row))) throw new AppError('CONFLICT');
    await recordRequest(context, tx, lockedCompany, row);
    return { id: row.id, isNew: true };
  });
  if (isNew) await startFollowUpJobs(context, terms.kind);
  return readInstruction(context, company, id);
}

async function parseTerms(
  context: CompanyContext,
  company: CompanyRow,
  { kind, paymentId, amount, reason = '' }: InstructionRequest,
): Promise<InstructionTerms> {
  const reasonLine = parseOneLine(reason, 'reason');
  if (kind === 'SETTLE') return { kind, paymentId: null, reason: reasonLine };
  if (reasonLine === '') throw new AppError('BAD_REQUEST', { errors: ['reason'] });
  const payment =
    paymentId !== null && isId(paymentId) ? await findCompanyPayment(context.db, paymentId) : null;
  if (payment?.companyId !== company.id) throw new AppError('NOT_FOUND');
  // A payment is one receipt: it is received or refunded as a whole.
  if (amount !== undefined && parseAmount(amount, 'TOMAN') !== payment.amount)
    throw new AppError('AMOUNT_NOT_ALLOWED');
  return { kind, paymentId: payment.id, reason: reasonLine };
}

/**
 * Executes the request, or lets it wait if it exceeds the store's rule: checked by the amount that the command
 * itself took, and for a refund together with those of the day, so that splitting it does not circumvent the rule.
 */
async function executeOrQueue(
  context: CompanyContext,
  tx: Tx,
  company: CompanyRow,
  key: StoreKey,
  { idempotency, ...terms }: InstructionTerms & { idempotency: { key: string; digest: string } },
): Promise<NewInstruction> {
  const row = {
    ...terms,
    id: newId(),
    companyId: company.id,
    keyId: key.id,
    idempotencyKey: idempotency.key,
    requestDigest: idempotency.digest,
    createdAt: context.now(),
  };
  await sql`savepoint asked`.execute(tx);
  const amount = await computeInstructionAmount(tx, company, terms);
  const limit = company.approvalAbove;
  const refundedToday = limit === null ? 0n : await sumUnapprovedToday(context, tx, company, terms);
  if (limit === null || refundedToday + amount <= limit) {
    const result = await runInstruction(context, tx, company, terms);
    if (limit === null || refundedToday + result.amount <= limit)
      return { ...row, ...result, state: 'DONE', expiresAt: null };
    await sql`rollback to savepoint asked`.execute(tx);
  }
  const expiresAt = new Date(context.clock.now() + INSTRUCTION_DAYS * DAY_MS);
  return { ...row, amount, state: 'WAITING', expiresAt, refundId: null, settlementIds: [] };
}

/** Sum in Toman. Settlements don't count: they only go to the owner's own wallet. */
async function sumUnapprovedToday(
  context: CompanyContext,
  tx: Tx,
  { id }: CompanyRow,
  { kind }: InstructionTerms,
): Promise<bigint> {
  if (kind === 'SETTLE') return 0n;
  const { day } = toTehranTime(context.clock.now());
  return sumUnapproved(tx, id, new Date(fromTehranTime(day, 0)));
}

/** Logs it, and notifies the owner if it waits. */
async function recordRequest(
  context: CompanyContext,
  tx: Tx,
  { userId }: CompanyRow,
  { id, keyId, kind, state, amount }: NewInstruction,
): Promise<void> {
  const detail = { instruction: id, kind, key: keyId, state };
  const action = 'asked by key';
  await appendAudit(tx, { actorId: userId, action, subjectId: userId, detail }, context.now());
  const owner = state === 'WAITING' ? await context.people.find(userId) : null;
  if (owner)
    await context.notify(tx, recipientOf(owner), {
      kind: 'STORE_ASKED',
      amount: formatAmount(amount, 'TOMAN'),
    });
}
