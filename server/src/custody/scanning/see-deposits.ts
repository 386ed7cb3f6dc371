import { type Chain, formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { WalletChange } from '../deposits/deposit-store.ts';
import { type DepositSighting, type NewDeposit, saveDeposits } from '../deposits/scanned-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';

/** Saves payments that were seen, and notifies owners once of those that have to wait for confirmations. */
export async function recordSeenDeposits(
  context: CustodyContext,
  tx: Tx,
  chain: Chain,
  deposits: readonly NewDeposit[],
  sighting: DepositSighting,
): Promise<WalletChange[]> {
  const saved = await saveDeposits(tx, chain, deposits, sighting);
  const unconfirmed = saved.filter(
    ({ isNew, userId, asset, reason, height, needed }) =>
      isNew && userId !== null && asset !== null && reason === null && (height === null || needed > 1),
  );
  if (unconfirmed.length === 0) return saved;
  const people = await context.people.findAll(
    [...new Set(unconfirmed.map(({ userId }) => userId as string))],
    tx,
  );
  for (const { userId, asset, amount } of unconfirmed) {
    const owner = people.get(userId ?? '');
    if (owner && asset !== null)
      await context.notify(tx, recipientOf(owner), {
        kind: 'DEPOSIT_SEEN',
        asset,
        amount: formatAmount(amount, asset),
      });
  }
  return saved;
}
