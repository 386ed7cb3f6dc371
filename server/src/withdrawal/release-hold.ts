import { type Asset, amountOf } from '@sarraf/domain';
import { type Account, type Command, type Transfer, userAccount } from '../ledger/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { trySendPendingNotice } from './notify-person.ts';
import { SETTLE_RESERVATION } from './reservations/reservation-store.ts';
import { settleWithdrawalRow } from './store.ts';
import type { PendingNotice, StoredWithdrawal } from './withdrawal.ts';

/** Outcomes of a hold here; coins that are sent end theirs at the sender, and return here if they fail on the chain. */
export type HoldOutcome = 'CANCELLED' | 'REFUSED' | 'RETURNED' | 'PAID';

/**
 * Returns the notice for the user, who needs none of their own cancellation. Coins return from their chain, Toman
 * from the bank.
 */
const noticeForOutcome = (outcome: HoldOutcome, asset: Asset): PendingNotice | null =>
  outcome === 'RETURNED' && asset !== 'TOMAN' ? 'WITHDRAWAL_FAILED' : NOTICE[outcome];

const NOTICE: Record<HoldOutcome, PendingNotice | null> = {
  CANCELLED: null,
  REFUSED: 'WITHDRAWAL_REFUSED',
  RETURNED: 'WITHDRAWAL_RETURNED',
  PAID: 'WITHDRAWAL_PAID',
};

/**
 * Ends a withdrawal's hold, once: a later caller gets the outcome of the first. `transfers` moves the whole amount
 * out of the blocked account, or back from the account to which the sender had moved it.
 */
export async function settleHold(
  context: WithdrawalContext,
  row: StoredWithdrawal,
  outcome: HoldOutcome,
  transfers: readonly Transfer[],
  reason: string | null = null,
): Promise<HoldOutcome> {
  const finalOutcome = await submitHoldOutcome(context, row, outcome, {
    key: `${row.id} settled`,
    transfers,
    reason,
  });
  await publishWithdrawalChange(context, row);
  return finalOutcome;
}

/** Submits one outcome of a withdrawal as a ledger command; the idempotency key contains the outcome. */
export async function submitHoldOutcome(
  context: WithdrawalContext,
  { id, asset }: StoredWithdrawal,
  outcome: HoldOutcome,
  { key, transfers, reason }: { key: string; transfers: readonly Transfer[]; reason: string | null },
): Promise<HoldOutcome> {
  const accounts = new Map<string, Account>();
  for (const { debit, credit } of transfers) accounts.set(debit.key, debit).set(credit.key, credit);
  const settled = settleWithdrawalRow(id, {
    state: outcome,
    reason,
    untold: noticeForOutcome(outcome, asset),
    at: context.now(),
  });
  const command: Command = {
    accounts: [...accounts.values()],
    idempotency: { owner: 'withdrawal', key, digest: id },
    decide: () => ({
      transfers,
      rows: [
        settled,
        // A withdrawal that was not sent doesn't count against the limits.
        ...(outcome === 'PAID' ? [] : [SETTLE_RESERVATION.row({ id, state: 'RELEASED' })]),
      ],
      reply: outcome,
    }),
  };
  return (await context.ledger.submit(command)) as HoldOutcome;
}

export async function publishWithdrawalChange(
  context: WithdrawalContext,
  { id, userId, asset }: StoredWithdrawal,
): Promise<void> {
  context.bus.publish('wallets', { userId, coins: [asset] });
  await trySendPendingNotice(context, id);
}

/** Returns everything to the user, the fee included. */
export const buildReleaseTransfers = ({ id, userId, asset, amount }: StoredWithdrawal): Transfer[] => [
  {
    debit: userAccount(userId, asset, 'blocked'),
    credit: userAccount(userId, asset),
    amount: amountOf(amount),
    kind: 'release',
    reference: id,
  },
];

/** Returns the money of a claimed withdrawal. */
export async function releaseHold(context: WithdrawalContext, row: StoredWithdrawal): Promise<void> {
  if (row.state !== 'CANCELLING' && row.state !== 'REFUSING') return;
  await settleHold(
    context,
    row,
    row.state === 'CANCELLING' ? 'CANCELLED' : 'REFUSED',
    buildReleaseTransfers(row),
  );
}
