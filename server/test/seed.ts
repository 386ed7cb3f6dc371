import { AppError, amountOf } from '@sarraf/domain';
import { type Account, type Ledger, outsideAccount } from '../src/ledger/index.ts';
import { newId } from '../src/platform/ids.ts';

/** Credits money in smallest units; without a source by default. 'Not Enough Balance'. */
export async function fundAccount(
  ledger: Ledger,
  credit: Account,
  amount: bigint,
  debit: Account = outsideAccount('test', credit.asset),
): Promise<void> {
  const reference = newId();
  await ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'seed', key: reference, digest: amount.toString() },
    decide(balanceOf) {
      if (debit.kind === 'spendable' && balanceOf(debit) < amount) throw new AppError('Not Enough Balance');
      return {
        transfers: [{ debit, credit, amount: amountOf(amount), kind: 'seed', reference }],
        reply: '',
      };
    },
  });
}
