import type { CustodyContext } from '../deps.ts';
import type { WalletChange } from './deposit-store.ts';

/** Makes the open pages of these users reload their wallets. */
export function publishWalletChanges(
  context: Pick<CustodyContext, 'bus'>,
  changes: readonly WalletChange[],
): void {
  const coins = new Map<string, Set<string>>();
  for (const { userId, asset } of changes) {
    if (userId === null || asset === null) continue;
    coins.set(userId, (coins.get(userId) ?? new Set()).add(asset));
  }
  for (const [userId, names] of coins) context.bus.publish('wallets', { userId, coins: [...names] });
}
