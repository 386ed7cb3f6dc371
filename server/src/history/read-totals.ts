import { type Asset, formatAmount } from '@sarraf/domain';
import type { WalletTotals } from '@sarraf/domain/contracts';
import type { HistoryDeps } from './deps.ts';

/**
 * Returns the sums of the walletEx page in Toman. Deposits and withdrawals count at their value then, the rest at
 * its value now; a coin without a price now counts as nothing. In trade is what is blocked and neither being
 * withdrawn nor frozen.
 */
export async function readWalletTotals(
  { market, wallet, withdrawal }: HistoryDeps,
  userId: string,
): Promise<WalletTotals> {
  const [balances, sums, withdrawals, leaving, frozen] = await Promise.all([
    wallet.balancesOf(userId),
    wallet.flowSums(userId),
    withdrawal.worthOf(userId),
    withdrawal.leaving(userId),
    wallet.frozenOf(userId),
  ]);
  const worth = (asset: Asset, amount: bigint): bigint =>
    asset === 'TOMAN' ? amount : ((amount > 0n ? market.tomanValue(asset, amount) : null) ?? 0n);
  const add = (amounts: bigint[]) =>
    formatAmount(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      'TOMAN',
    );
  const folded = (wanted: 'deposit' | 'referral') =>
    add(
      sums
        .filter(({ kind }) => kind === wanted)
        .map(({ asset, value, unvalued }) => value + worth(asset, unvalued)),
    );
  return {
    deposits: folded('deposit'),
    withdrawals: formatAmount(withdrawals, 'TOMAN'),
    remaining: add(balances.map(({ tomanValue }) => tomanValue ?? 0n)),
    reward: folded('referral'),
    tomanWallet: add(balances.filter(({ asset }) => asset === 'TOMAN').map(({ total }) => total)),
    inTrade: add(
      balances.map(({ asset, blocked }) =>
        worth(asset, positive(blocked - (leaving.get(asset) ?? 0n) - (frozen.get(asset) ?? 0n))),
      ),
    ),
    cashable: add(balances.map(({ asset, spendable }) => worth(asset, spendable))),
  };
}

/** The parts are read one after another, and money may move in between. */
const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
