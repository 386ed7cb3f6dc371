import { AppError } from '@sarraf/domain';
import type { BodyOf, approveWithdrawal as contract, StaffWithdrawal } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import type { WithdrawalContext } from '../deps.ts';
import { filterUntampered } from '../filter-untampered.ts';
import { staffWithdrawalDtos } from '../staff-views.ts';
import {
  findWithdrawal,
  insertApproval,
  listApprovals,
  lockWithdrawal,
  markWithdrawalApproved,
} from '../store.ts';
import { findOwnerRestriction, isToman, type OwnerRestriction, toWithdrawalOrder } from '../withdrawal.ts';

type Assertion = BodyOf<typeof contract>['assertion'];

/**
 * Records one approval, for coins signed by the caller's key; the last required one queues the withdrawal in the
 * same transaction. The database refuses an owner's own approval, too.
 *
 * NOT_FOUND; CONFLICT: it is not in review, or does not match its owner's request, or they are blocked or held;
 * SECOND_PERSON_NEEDED: it is the caller's own, or they approved it before; APPROVAL_KEY_NEEDED, APPROVAL_REFUSED,
 * SERVICE_UNAVAILABLE: of the signature, see custody.
 */
export async function approveWithdrawal(
  context: WithdrawalContext,
  staffId: string,
  id: string,
  assertion: Assertion,
): Promise<StaffWithdrawal> {
  const before = await requireApprovable(context, staffId, id);
  if (!isToman(before)) await context.custody.checkApproval(toWithdrawalOrder(before), staffId, assertion);
  const promisedAt = isToman(before) ? await context.promisePayout(context.now()) : null;
  const row = await context.db.transaction().execute(async (tx) => {
    // Locks the owner first, as requests do: no block or hold can be set while it is approved.
    const owner = await context.people.lock(tx, before.userId);
    const obstacle = findOwnerRestriction(owner, context.now());
    return addApproval(context, tx, { staffId, id, promisedAt, obstacle, assertion });
  });
  context.bus.publish('wallets', { userId: row.userId, coins: [row.asset] });
  return readWithdrawalForStaff(context, staffId, id);
}

/**
 * Returns the message that the caller has to sign. CONFLICT for Toman, which needs no signature; otherwise refused
 * as the approval would be.
 */
export async function requestSignature(
  context: WithdrawalContext,
  staffId: string,
  id: string,
): Promise<{ challenge: string; keys: string[] }> {
  const row = await requireApprovable(context, staffId, id);
  if (isToman(row)) throw new AppError('CONFLICT');
  return context.custody.askApproval(toWithdrawalOrder(row), staffId);
}

async function requireApprovable(context: WithdrawalContext, staffId: string, id: string) {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  // Read before the row: the last approval queues it in the same transaction, and a caller who approved before then
  // gets CONFLICT.
  const approvals = await listApprovals(context.db, [id]);
  const row = await findWithdrawal(context.db, id);
  if (row === null) throw new AppError('NOT_FOUND');
  if (row.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (row.state !== 'REVIEW') throw new AppError('CONFLICT');
  if (approvals.some((approval) => approval.staffId === staffId)) throw new AppError('SECOND_PERSON_NEEDED');
  return row;
}

async function addApproval(
  context: WithdrawalContext,
  tx: Tx,
  {
    staffId,
    id,
    promisedAt,
    obstacle,
    assertion = null,
  }: {
    staffId: string;
    id: string;
    promisedAt: Date | null;
    obstacle: OwnerRestriction | null;
    assertion: Assertion | null;
  },
) {
  const row = await lockWithdrawal(tx, id);
  if (row === null) throw new AppError('NOT_FOUND');
  if (row.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (row.state !== 'REVIEW' || obstacle !== null) throw new AppError('CONFLICT');
  if ((await filterUntampered(context, tx, [row])).length === 0) throw new AppError('CONFLICT');
  const now = context.now();
  if (!(await insertApproval(tx, { withdrawalId: id, staffId, at: now, assertion })))
    throw new AppError('SECOND_PERSON_NEEDED');
  const approvals = (await listApprovals(tx, [id])).length;
  const detail = { withdrawal: id, given: approvals, needed: row.neededApprovals };
  const entry = { actorId: staffId, action: 'withdrawal approved', subjectId: row.userId, detail };
  await appendAudit(tx, entry, now);
  if (approvals < row.neededApprovals) return row;
  await markWithdrawalApproved(tx, id, promisedAt);
  if (!isToman(row)) await context.custody.queue(tx, toWithdrawalOrder(row));
  return row;
}

/** Returns the withdrawal as the caller sees it now. NOT_FOUND. */
export async function readWithdrawalForStaff(
  context: WithdrawalContext,
  staffId: string,
  id: string,
): Promise<StaffWithdrawal> {
  const row = await findWithdrawal(context.db, id);
  const [dto] = await staffWithdrawalDtos(context, staffId, row ? [row] : []);
  if (!dto) throw new AppError('NOT_FOUND');
  return dto;
}
