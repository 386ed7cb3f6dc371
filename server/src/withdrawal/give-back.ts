import { type Asset, amountOf } from '@sarraf/domain';
import { type Account, type Command, type Transfer, userAccount } from '../ledger/index.ts';
import type { Kit } from './deps.ts';
import { SETTLE_PLACE } from './place-store.ts';
import { settleWithdrawal } from './store.ts';
import { tellSoon } from './tell-person.ts';
import type { Untold, Withdrawn } from './withdrawal.ts';

/** How a hold can end here; coins that leave end theirs at the sender, and come back here if the chain fails them. */
export type End = 'CANCELLED' | 'REFUSED' | 'RETURNED' | 'PAID';

/** What the person is told; who cancels knows it. Coins come back from their chain, Toman from the bank. */
const noticeOf = (end: End, asset: Asset): Untold | null =>
  end === 'RETURNED' && asset !== 'TOMAN' ? 'WITHDRAWAL_FAILED' : NOTICE[end];

const NOTICE: Record<End, Untold | null> = {
  CANCELLED: null,
  REFUSED: 'WITHDRAWAL_REFUSED',
  RETURNED: 'WITHDRAWAL_RETURNED',
  PAID: 'WITHDRAWAL_PAID',
};

/**
 * Ends a withdrawal's hold, once: whoever comes second is answered how it ended. `transfers` moves the whole amount out
 * of the blocked account; or back from where the sender had put it.
 */
export async function endHold(
  kit: Kit,
  row: Withdrawn,
  end: End,
  transfers: readonly Transfer[],
  reason: string | null = null,
): Promise<End> {
  const ended = await submitEnd(kit, row, end, {
    key: `${row.id} settled`,
    transfers,
    reason,
  });
  await announce(kit, row);
  return ended;
}

/** One end of a withdrawal as a ledger command; the key says of which of its ends. */
export async function submitEnd(
  kit: Kit,
  { id, asset }: Withdrawn,
  end: End,
  { key, transfers, reason }: { key: string; transfers: readonly Transfer[]; reason: string | null },
): Promise<End> {
  const accounts = new Map<string, Account>();
  for (const { debit, credit } of transfers) accounts.set(debit.key, debit).set(credit.key, credit);
  const settled = settleWithdrawal(id, { state: end, reason, untold: noticeOf(end, asset), at: kit.now() });
  const command: Command = {
    accounts: [...accounts.values()],
    idempotency: { owner: 'withdrawal', key, digest: id },
    decide: () => ({
      transfers,
      rows: [
        settled,
        // What didn't leave doesn't count against the limits.
        ...(end === 'PAID' ? [] : [SETTLE_PLACE.row({ id, state: 'RELEASED' })]),
      ],
      reply: end,
    }),
  };
  return (await kit.ledger.submit(command)) as End;
}

export async function announce(kit: Kit, { id, userId, asset }: Withdrawn): Promise<void> {
  kit.bus.publish('wallets', { userId, coins: [asset] });
  await tellSoon(kit, id);
}

/** Back to the person: everything, the fee included. */
export const release = ({ id, userId, asset, amount }: Withdrawn): Transfer[] => [
  {
    debit: userAccount(userId, asset, 'blocked'),
    credit: userAccount(userId, asset),
    amount: amountOf(amount),
    kind: 'release',
    reference: id,
  },
];

/** Gives the money of a claimed withdrawal back. */
export async function giveBack(kit: Kit, row: Withdrawn): Promise<void> {
  if (row.state !== 'CANCELLING' && row.state !== 'REFUSING') return;
  await endHold(kit, row, row.state === 'CANCELLING' ? 'CANCELLED' : 'REFUSED', release(row));
}
