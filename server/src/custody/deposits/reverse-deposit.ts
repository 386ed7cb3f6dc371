import { amountOf } from '@sarraf/domain';
import { houseAccount, outsideAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { CustodyContext } from '../deps.ts';
import { type Deposit, REVERSE_DEPOSIT } from './deposit-store.ts';

/**
 * Reverses a deposit in the ledger after the chain dropped it: debits the owner up to their balance, and the
 * house's loss account for the remainder; or debits suspense. Idempotent by the number of the attempt.
 */
export async function reverseDeposit(context: CustodyContext, deposit: Deposit): Promise<void> {
  const { id, asset, tokenType, userId, amount, attempt } = deposit;
  if (asset === null || tokenType === null) throw new Error(`deposit ${id} was never in the ledger`);
  const outside = outsideAccount(tokenType, asset);
  const lossAccount = houseAccount(asset, 'reorg_loss');
  const owner =
    deposit.booked || userId === null ? houseAccount(asset, 'suspense') : userAccount(userId, asset);
  const credited = deposit.state === 'CREDITED';
  await context.ledger.submit({
    accounts: [outside, lossAccount, owner],
    idempotency: { owner: 'deposit', key: `${id}:${attempt}:back`, digest: 'reverse' },
    decide(balanceOf) {
      const available = balanceOf(owner);
      const recovered = !credited || available >= amount ? amount : available;
      const toTransfer = (debit: Transfer['debit'], partAmount: bigint): Transfer[] =>
        partAmount > 0n
          ? [{ debit, credit: outside, amount: amountOf(partAmount), kind: 'correction', reference: id }]
          : [];
      const outcome = credited
        ? { state: 'REVERSED', reason: 'REVERSED', lost: amount - recovered, to_tell: 'DEPOSIT_REVERSED' }
        : { state: 'ORPHANED', reason: deposit.reason, lost: deposit.lost, to_tell: null };
      return {
        transfers: [...toTransfer(owner, recovered), ...toTransfer(lossAccount, amount - recovered)],
        rows: [REVERSE_DEPOSIT.row({ id, attempt, ...outcome })],
        reply: JSON.stringify({ lost: (amount - recovered).toString() }),
      };
    },
  });
  context.log.error(
    { area: 'custody', event: 'deposit reversed', id, chain: deposit.chain, txid: deposit.txid, userId },
    'a deposit was reversed by its chain',
  );
  if (credited && userId !== null) context.bus.publish('wallets', { userId, coins: [asset] });
}
