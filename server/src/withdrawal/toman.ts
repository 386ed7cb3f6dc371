import { AppError, amountOf } from '@sarraf/domain';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../ledger/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { WithdrawalContext } from './deps.ts';
import { filterUntampered } from './filter-untampered.ts';
import {
  buildReleaseTransfers,
  publishWithdrawalChange,
  settleHold,
  submitHoldOutcome,
} from './release-hold.ts';
import { decryptSheba } from './sheba.ts';
import {
  changeWithdrawalState,
  findWithdrawal,
  findWithdrawals,
  flagForReview,
  lockWithdrawal,
  takeWaitingPayouts,
} from './store.ts';
import type { WaitingPayout, Withdrawal } from './types.ts';
import { isToman, type StoredWithdrawal, type StoredWithdrawalState } from './withdrawal.ts';

/** Moves Toman withdrawals approved before a time into a batch; one that was changed in the table keeps waiting. */
export async function takeForBatch(
  context: WithdrawalContext,
  tx: Tx,
  before: Date,
  limit: number,
): Promise<WaitingPayout[]> {
  const payouts = await takeWaitingPayouts(tx, before, limit);
  const intact = await filterUntampered(context, tx, payouts);
  for (const { id } of payouts.filter((row) => !intact.includes(row)))
    await flagForReview(tx, id, 1, 'FLAGGED_PERSON');
  return intact.map((row) => ({
    id: row.id,
    userId: row.userId,
    receives: row.amount - row.fee,
    sheba: decryptSheba(context, row),
  }));
}

const BATCHED_STATES: readonly StoredWithdrawalState[] = ['BATCHED', 'PAID', 'RETURNED'];

/** Returns a line to the waiting ones: its batch's bank file was not taken yet. Throws if it is in no batch. */
export async function takeFromBatch(tx: Tx, id: string): Promise<Pick<WaitingPayout, 'userId' | 'receives'>> {
  const row = await lockWithdrawal(tx, id);
  if (row === null || !(await changeWithdrawalState(tx, id, { from: ['BATCHED'], to: 'APPROVED' })))
    throw new Error(`withdrawal ${id} is in no batch`);
  return { userId: row.userId, receives: row.amount - row.fee };
}

/** Keyed by withdrawal. */
export async function ownersOfWithdrawals(
  context: WithdrawalContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return new Map((await findWithdrawals(context.db, ids)).map(({ id, userId }) => [id, userId]));
}

/**
 * A line of a batch whose file was taken can only be paid or returned: no lock is needed. CONFLICT: it is in no
 * batch.
 */
async function requireBatched(context: WithdrawalContext, id: string): Promise<StoredWithdrawal> {
  const row = await findWithdrawal(context.db, id);
  if (row === null || !isToman(row) || !BATCHED_STATES.includes(row.state)) throw new AppError('CONFLICT');
  return row;
}

/** Records that the bank paid it. CONFLICT: it is in no batch, or was returned. */
export async function settlePaid(context: WithdrawalContext, id: string): Promise<void> {
  const row = await requireBatched(context, id);
  if (row.state === 'RETURNED') throw new AppError('CONFLICT');
  if ((await settleHold(context, row, 'PAID', payoutTransfers(row))) !== 'PAID')
    throw new AppError('CONFLICT');
}

/** Records that the bank returned it, before or after it was reported as paid. CONFLICT: it is in no batch. */
export async function settleReturned(context: WithdrawalContext, id: string, reason: string): Promise<void> {
  const row = await requireBatched(context, id);
  if ((await settleHold(context, row, 'RETURNED', buildReleaseTransfers(row), reason)) === 'RETURNED') return;
  await submitHoldOutcome(context, row, 'RETURNED', {
    key: `${id} returned`,
    transfers: reversalTransfers(row),
    reason,
  });
  await publishWithdrawalChange(context, row);
}

const BANK = outsideAccount('bank', 'TOMAN');
const FEES = houseAccount('TOMAN', 'fee');

function payoutTransfers({ id, userId, amount, fee }: StoredWithdrawal): Transfer[] {
  const debit = userAccount(userId, 'TOMAN', 'blocked');
  const payout = {
    debit,
    credit: BANK,
    amount: amountOf(amount - fee),
    kind: 'withdrawal',
    reference: id,
  } as const;
  return fee === 0n
    ? [payout]
    : [payout, { debit, credit: FEES, amount: amountOf(fee), kind: 'fee', reference: id }];
}

/** The fee is returned too, since the service was not provided. */
const reversalTransfers = (row: StoredWithdrawal): Transfer[] =>
  payoutTransfers(row).map(({ credit, amount, reference }) => ({
    debit: credit,
    credit: userAccount(row.userId, 'TOMAN'),
    amount,
    kind: 'correction',
    reference,
  }));

/** Returns the details of batch lines. */
export async function listPayoutDetails(
  context: WithdrawalContext,
  ids: readonly string[],
): ReturnType<Withdrawal['payoutViews']> {
  const found = (await findWithdrawals(context.db, ids)).filter(isToman);
  const rows = await filterUntampered(context, context.db, found);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.userId,
        sheba: decryptSheba(context, row),
        masked: row.address,
        receives: row.amount - row.fee,
      },
    ]),
  );
}
