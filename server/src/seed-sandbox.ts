import { ALL_ASSETS, type Asset, amountOf, pow10 } from '@sarraf/domain';
import { type Account, houseAccount, type Ledger, outsideAccount, userAccount } from './ledger/index.ts';
import type { Market } from './market/index.ts';
import { newId } from './platform/ids.ts';

/** What the demo customer starts with, in smallest units. */
const DEMO: readonly [Asset, bigint][] = [
  ['TOMAN', 500_000_000n * pow10(6)],
  ['TETHER', 5_000n * pow10(6)],
  ['BITCOIN', pow10(8) / 2n],
];
const HOUSE_TOMAN = 10n ** 12n * pow10(6);

/**
 * Sandbox money: the demo people's balances and the house's inventory (half of what it may hold of each coin).
 * Each gift has its key, so a second start gives nothing again.
 */
export async function seedSandbox(ledger: Ledger, market: Market, demoId: string): Promise<void> {
  const gifts = DEMO.map(([asset, amount]) =>
    give(ledger, userAccount(demoId, asset), amount, `demo:${asset}`),
  );
  for (const asset of ALL_ASSETS) {
    const amount = asset === 'TOMAN' ? HOUSE_TOMAN : market.coin(asset).maxInventory / 2n;
    if (amount > 0n) gifts.push(give(ledger, houseAccount(asset, 'inventory'), amount, `inventory:${asset}`));
  }
  await Promise.all(gifts);
}

function give(ledger: Ledger, credit: Account, amount: bigint, key: string): Promise<string> {
  const debit = outsideAccount('sandbox', credit.asset);
  return ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'seed', key, digest: amount.toString() },
    decide: () => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'seed', reference: newId() }],
      reply: '{}',
    }),
  });
}
