import { AppError } from '@sarraf/domain';
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import type { WithdrawalContext } from './deps.ts';
import { withdrawalDtos } from './list-withdrawals.ts';
import { releaseHold } from './release-hold.ts';
import { changeWithdrawalState, findWithdrawal, lockWithdrawal } from './store.ts';
import { isToman, type StoredWithdrawal, type StoredWithdrawalState } from './withdrawal.ts';

/**
 * Cancels a withdrawal while it waits for staff, for the signer or for its batch; idempotent. The first claim wins:
 * the order is removed from the sender's queue in the transaction that claims it.
 *
 * NOT_FOUND: no such withdrawal of this user; CANT_DELETE_WITHDRAWAL_REQUEST: it is being sent, or has ended
 * otherwise.
 */
export async function cancelWithdrawal(
  context: WithdrawalContext,
  userId: string,
  id: string,
): Promise<WithdrawalRow> {
  const row = isId(id) ? await findWithdrawal(context.db, id) : null;
  if (row === null || row.userId !== userId) throw new AppError('NOT_FOUND');
  const claimed = await context.db
    .transaction()
    .execute((tx) => beginHoldRelease(context, tx, id, 'CANCELLING', null));
  if (claimed === null) throw new AppError('CANT_DELETE_WITHDRAWAL_REQUEST');
  await releaseHold(context, claimed);
  const ended = await findWithdrawal(context.db, id);
  const [dto] = await withdrawalDtos(context, userId, ended ? [ended] : []);
  if (!dto) throw new AppError('NOT_FOUND');
  return dto;
}

const CLAIMABLE: readonly StoredWithdrawalState[] = ['REVIEW', 'APPROVED'];

/**
 * Claims the withdrawal for release. Returns null if it can't be claimed; one that is claimed or ended that way
 * already is returned unchanged.
 */
export async function beginHoldRelease(
  context: WithdrawalContext,
  tx: Tx,
  id: string,
  to: 'CANCELLING' | 'REFUSING',
  reason: string | null,
): Promise<StoredWithdrawal | null> {
  const row = await lockWithdrawal(tx, id);
  if (row === null) return null;
  if (row.state === to || row.state === (to === 'CANCELLING' ? 'CANCELLED' : 'REFUSED')) return row;
  if (!CLAIMABLE.includes(row.state)) return null;
  if (row.state === 'APPROVED' && !isToman(row) && !(await context.custody.cancelQueued(tx, id))) return null;
  await changeWithdrawalState(tx, id, { from: CLAIMABLE, to, reason });
  return { ...row, state: to, reason: reason ?? row.reason };
}
