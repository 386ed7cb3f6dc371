import { amountOf } from '@sarraf/domain';
import { houseAccount, userAccount } from '../ledger/index.ts';
import { type Deposit, findConfirmed, HAND_OVER_DEPOSIT } from './deposit-store.ts';
import type { Kit } from './deps.ts';

const AT_ONCE = 100;

/** Out of suspense to the person two of the staff have named; once. SERVICE_UNAVAILABLE: the ledger is away. */
export async function handOver(kit: Kit, deposit: Deposit): Promise<void> {
  const { id, asset, amount, attempt, proposedUser } = deposit;
  if (asset === null || proposedUser === null) throw new Error(`deposit ${id} has nobody to go to`);
  const debit = houseAccount(asset, 'suspense');
  const credit = userAccount(proposedUser, asset);
  const worth = kit.market.tomanValue(asset, amount);
  await kit.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'deposit', key: `${id}:${attempt}:over`, digest: proposedUser },
    decide: (_balanceOf, at) => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'correction', reference: id }],
      rows: [
        HAND_OVER_DEPOSIT.row({ id, attempt, user_id: proposedUser, credited_at: at, toman_value: worth }),
      ],
      reply: '{}',
    }),
  });
  kit.bus.publish('wallets', { userId: proposedUser, coins: [asset] });
}

/** What was confirmed while the ledger was away, or by a process that died. */
export async function handOverRest(kit: Kit): Promise<void> {
  for (const deposit of await findConfirmed(kit.db, AT_ONCE))
    await handOver(kit, deposit).catch((err: unknown) => {
      kit.log.error({ area: 'custody', deposit: deposit.id, err }, 'a deposit was not handed over');
    });
}
