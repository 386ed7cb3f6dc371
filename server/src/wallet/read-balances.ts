import { ALL_ASSETS, AppError, type Asset, formatAmount, isAsset } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import type { WalletDeps } from './deps.ts';
import { readBalanceRows } from './store.ts';

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
  const rows = await readBalanceRows(deps.db, userId);
  const findBalance = (asset: Asset, kind: string): bigint =>
    rows.find((row) => row.asset === asset && row.kind === kind)?.balance ?? 0n;
  return ALL_ASSETS.map((asset) => {
    const spendable = findBalance(asset, 'spendable');
    const blocked = findBalance(asset, 'blocked');
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
  const assets = (coins ?? '')
    .split(',')
    .map((coin) => coin.trim())
    .filter((coin) => coin !== '');
  if (!assets.every(isAsset)) throw new AppError('You Dont Have This Coin Wallet');
  const balances = await readBalances(deps, userId);
  const selected = assets.length === 0 ? balances : balances.filter(({ asset }) => assets.includes(asset));
  return Object.fromEntries(selected.map((balance) => [balance.asset, toWalletEntry(balance)]));
}

const toWalletEntry = ({ asset, spendable, blocked, total, tomanValue }: Balance): WalletEntry => ({
  credit: formatAmount(spendable, asset),
  blockedCredit: formatAmount(blocked, asset),
  totalBalance: formatAmount(total, asset),
  wholePriceOfCredit: tomanValue === null ? null : formatAmount(tomanValue, 'TOMAN'),
});
