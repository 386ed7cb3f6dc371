import { amountOf } from '@sarraf/domain';
import { houseAccount, userAccount } from '../../ledger/index.ts';
import { type Deposit, HAND_OVER_DEPOSIT } from '../deposits/deposit-store.ts';
import { findConfirmedUnclaimed } from '../deposits/staff-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';

const BATCH_SIZE = 100;

/**
 * Credits a deposit in suspense to the user that two staff members named; idempotent. SERVICE_UNAVAILABLE: the
 * ledger is unavailable.
 */
export async function creditUnclaimedDeposit(context: CustodyContext, deposit: Deposit): Promise<void> {
  const { id, asset, amount, attempt, proposedUser } = deposit;
  if (asset === null || proposedUser === null) throw new Error(`deposit ${id} has no user to credit`);
  const debit = houseAccount(asset, 'suspense');
  const credit = userAccount(proposedUser, asset);
  const tomanValue = context.market.tomanValue(asset, amount);
  await context.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'deposit', key: `${id}:${attempt}:over`, digest: proposedUser },
    decide: (_balanceOf, at) => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'correction', reference: id }],
      rows: [
        HAND_OVER_DEPOSIT.row({
          id,
          attempt,
          user_id: proposedUser,
          credited_at: at,
          toman_value: tomanValue,
        }),
      ],
      reply: '{}',
    }),
  });
  context.bus.publish('wallets', { userId: proposedUser, coins: [asset] });
}

/** Credits deposits that were confirmed while the ledger was unavailable, or by a process that died. */
export async function creditConfirmedUnclaimed(context: CustodyContext): Promise<void> {
  for (const deposit of await findConfirmedUnclaimed(context.db, BATCH_SIZE))
    await creditUnclaimedDeposit(context, deposit).catch((err: unknown) => {
      context.log.error({ area: 'custody', deposit: deposit.id, err }, 'unclaimed deposit not credited');
    });
}
