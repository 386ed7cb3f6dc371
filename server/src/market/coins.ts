import {
  ALL_ASSETS,
  ASSETS,
  type Asset,
  type Coin,
  formatAmount,
  getTetherTick,
  type OrderTerms,
  type Ppm,
  type Quote,
} from '@sarraf/domain';
import type { CoinDetail, SupportedCoin } from '@sarraf/domain/contracts';

/** Amounts are the asset's smallest units. */
export interface CoinNetwork {
  tokenType: string;
  txIdNeeded: boolean;
  tagNeeded: boolean;
  depositEnabled: boolean;
  withdrawEnabled: boolean;
  withdrawalFee: bigint;
  minWithdraw: bigint;
  maxWithdraw: bigint;
  /** Blocks, its own included, until a deposit counts and a withdrawal is final. */
  confirmations: number;
  /** Smaller deposits are not credited automatically. */
  minDeposit: bigint;
}

/** An asset's settings from the back office. Amounts are its smallest units. */
export interface CoinRow {
  asset: Asset;
  active: boolean;
  /** Minimum and maximum of one quick trade. */
  minExchange: bigint;
  maxExchange: bigint;
  /** Maximum inventory of the house. */
  maxInventory: bigint;
  /** Distance between buy and sell price. */
  spread: Ppm;
  /** Increment of a limit order's amount. */
  lot: bigint;
  /** Increment of a limit price in Toman, Toman smallest units. */
  tomanTick: bigint;
  networks: CoinNetwork[];
  /** Minimum deposit through the bank: TOMAN only. */
  minDeposit?: bigint;
  maxDepositPerPayment?: bigint;
  maxDepositPerDay?: bigint;
  minWithdraw?: bigint;
  maxWithdraw?: bigint;
  withdrawalFee?: bigint;
}

export interface CoinCatalog {
  coins: Map<Asset, CoinRow>;
  /** Open markets for limit orders, `BITCOIN_TOMAN`. */
  open: ReadonlySet<string>;
  /** Minimum value of an order, quote smallest units. */
  minNotional: Record<Quote, bigint>;
}

const iconPath = (asset: Asset): string => `/coins/${asset}.svg`;

export const toSupportedCoin = (asset: Asset): SupportedCoin => ({
  coin: asset,
  code: ASSETS[asset].symbol,
  persianName: ASSETS[asset].persianName,
  englishName: ASSETS[asset].englishName,
  link: iconPath(asset),
});

export const listCoinDetails = (catalog: CoinCatalog): CoinDetail[] =>
  ALL_ASSETS.flatMap((asset) => {
    const row = catalog.coins.get(asset);
    return row ? [toCoinDetail(row)] : [];
  });

/** For a coin with several networks the top-level values are those of its first; `tokenTypeDetails` has all. */
function toCoinDetail(row: CoinRow): CoinDetail {
  const { asset } = row;
  const formatCoinAmount = (amount: bigint | undefined) => formatAmount(amount ?? 0n, asset);
  const first = row.networks[0];
  const fee = formatCoinAmount(row.withdrawalFee ?? first?.withdrawalFee);
  return {
    name: asset,
    code: ASSETS[asset].symbol,
    image: iconPath(asset),
    persianName: ASSETS[asset].persianName,
    englishName: ASSETS[asset].englishName,
    minAmountExchange: formatCoinAmount(row.minExchange),
    maxAmountExchange: formatCoinAmount(row.maxExchange),
    withdrawalFee: fee,
    minWithdrawAmount: formatCoinAmount(row.minWithdraw ?? first?.minWithdraw),
    maxWithdrawAmount: formatCoinAmount(row.maxWithdraw ?? first?.maxWithdraw),
    transferFee: fee,
    ...(row.minDeposit !== undefined && { minDepositAmount: formatCoinAmount(row.minDeposit) }),
    ...(row.maxDepositPerPayment !== undefined && {
      maxDepositAmount: formatCoinAmount(row.maxDepositPerPayment),
    }),
    decimals: ASSETS[asset].decimals,
    pricePrecision: ASSETS[asset].pricePrecision,
    isActive: row.active,
    tokenTypeDetails: row.networks.map((network) => ({
      tokenType: network.tokenType,
      txIdIsNeeded: network.txIdNeeded,
      tagIsNeeded: network.tagNeeded,
      isDepositEnable: network.depositEnabled,
      withdrawEnable: network.withdrawEnabled,
      withdrawalFee: formatCoinAmount(network.withdrawalFee),
      minWithdraw: formatCoinAmount(network.minWithdraw),
      maxWithdraw: formatCoinAmount(network.maxWithdraw),
      confirmations: network.confirmations,
      minDeposit: formatCoinAmount(network.minDeposit),
    })),
  };
}

/** An order may be this many times as large as a quick trade: the house carries no risk. */
const MAX_ORDER_FACTOR = 50n;

export function buildOrderTerms(catalog: CoinCatalog, coin: Coin, quote: Quote): OrderTerms | null {
  const row = catalog.coins.get(coin);
  if (!row) return null;
  return {
    coin,
    quote,
    tick: quote === 'TOMAN' ? row.tomanTick : getTetherTick(coin),
    lot: row.lot,
    minNotional: catalog.minNotional[quote],
    maxAmount: row.maxExchange * MAX_ORDER_FACTOR,
  };
}
