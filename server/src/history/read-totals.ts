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
  const tomanValueOf = (asset: Asset, amount: bigint): bigint =>
    asset === 'TOMAN' ? amount : ((amount > 0n ? market.tomanValue(asset, amount) : null) ?? 0n);
  const formatSum = (amounts: bigint[]) =>
    formatAmount(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      'TOMAN',
    );
  const sumOfKind = (wantedKind: 'deposit' | 'referral') =>
    formatSum(
      sums
        .filter(({ kind }) => kind === wantedKind)
        .map(({ asset, value, unvalued }) => value + tomanValueOf(asset, unvalued)),
    );
  return {
    deposits: sumOfKind('deposit'),
    withdrawals: formatAmount(withdrawals, 'TOMAN'),
    remaining: formatSum(balances.map(({ tomanValue }) => tomanValue ?? 0n)),
    reward: sumOfKind('referral'),
    tomanWallet: formatSum(balances.filter(({ asset }) => asset === 'TOMAN').map(({ total }) => total)),
    inTrade: formatSum(
      balances.map(({ asset, blocked }) =>
        tomanValueOf(asset, clampToZero(blocked - (leaving.get(asset) ?? 0n) - (frozen.get(asset) ?? 0n))),
      ),
    ),
    cashable: formatSum(balances.map(({ asset, spendable }) => tomanValueOf(asset, spendable))),
  };
}

/** The parts are read one after another, and money may move in between. */
const clampToZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
