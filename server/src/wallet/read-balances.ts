import { ALL_ASSETS, AppError, type Asset, formatAmount, isAsset } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import type { WalletDeps } from './deps.ts';
import { balanceRows } from './store.ts';

/** Smallest units of the asset; `tomanValue` of Toman, null while the asset has no price. */
export interface Balance {
  asset: Asset;
  spendable: bigint;
  blocked: bigint;
  total: bigint;
  tomanValue: bigint | null;
}

/** Returns all assets in display order, empty ones included. */
export async function readBalances(
  deps: Pick<WalletDeps, 'db' | 'market'>,
  userId: string,
): Promise<Balance[]> {
  const rows = await balanceRows(deps.db, userId);
  const balanceOf = (asset: Asset, kind: string): bigint =>
    rows.find((row) => row.asset === asset && row.kind === kind)?.balance ?? 0n;
  return ALL_ASSETS.map((asset) => {
    const spendable = balanceOf(asset, 'spendable');
    const blocked = balanceOf(asset, 'blocked');
    const total = spendable + blocked;
    const tomanValue = asset === 'TOMAN' ? total : deps.market.tomanValue(asset, total);
    return { asset, spendable, blocked, total, tomanValue };
  });
}

/**
 * Returns balances keyed by coin, or those of `coins` (comma separated). 'You Dont Have This Coin Wallet': no such
 * coin.
 */
export async function readWallets(
  deps: Pick<WalletDeps, 'db' | 'market'>,
  userId: string,
  coins: string | undefined,
): Promise<Record<string, WalletEntry>> {
  const asked = (coins ?? '')
    .split(',')
    .map((coin) => coin.trim())
    .filter((coin) => coin !== '');
  if (!asked.every(isAsset)) throw new AppError('You Dont Have This Coin Wallet');
  const balances = await readBalances(deps, userId);
  const shown = asked.length === 0 ? balances : balances.filter(({ asset }) => asked.includes(asset));
  return Object.fromEntries(shown.map((balance) => [balance.asset, asEntry(balance)]));
}

const asEntry = ({ asset, spendable, blocked, total, tomanValue }: Balance): WalletEntry => ({
  credit: formatAmount(spendable, asset),
  blockedCredit: formatAmount(blocked, asset),
  totalBalance: formatAmount(total, asset),
  wholePriceOfCredit: tomanValue === null ? null : formatAmount(tomanValue, 'TOMAN'),
});
