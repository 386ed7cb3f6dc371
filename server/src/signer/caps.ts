import { type Asset, isAsset, parseAmount, readDecimal, scaleOf } from '@sarraf/domain';

/** The most of one withdrawal (reference/limits.json), in the coin: what leaves in an hour is in proportion to it. */
const LARGEST: Readonly<Partial<Record<Asset, string>>> = {
  TETHER: '200000',
  BITCOIN: '5',
  ETHEREUM: '100',
  BINANCE_COIN_BSC: '200',
  RIPPLE: '80000',
  TRON: '800000',
  DOGE_COIN: '500000',
  LITE_COIN: '800',
  BITCOIN_CASH: '200',
  STELLAR: '300000',
  MATIC: '200000',
  CLASSIC_ETHEREUM: '3000',
  DASH: '800',
  ELROND: '3000',
  CELO: '100000',
  EOS: '80000',
};
const IN_PRODUCTION = 4n;
const IN_SANDBOX = 1_000n;

/** Smallest units that may leave within an hour; an asset that is absent doesn't leave at all. */
export type Caps = Readonly<Partial<Record<Asset, bigint>>>;

/**
 * The defaults, with what `text` (JSON, asset → decimal text) sets instead.
 * Throws on an unknown asset or an amount that is none.
 */
export function readCaps(text: string | undefined, sandbox: boolean): Caps {
  const caps: Partial<Record<Asset, bigint>> = {};
  for (const [asset, amount] of Object.entries(LARGEST) as [Asset, string][])
    caps[asset] = parseAmount(amount, asset) * (sandbox ? IN_SANDBOX : IN_PRODUCTION);
  const given: unknown = text === undefined ? {} : JSON.parse(text);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('SIGNER_CAPS: not an object of asset and amount');
  for (const [asset, amount] of Object.entries(given)) {
    const cap = isAsset(asset) && typeof amount === 'string' ? readDecimal(amount, scaleOf(asset)) : null;
    if (cap === null || cap < 0n) throw new Error(`SIGNER_CAPS: ${asset} is wrong`);
    caps[asset as Asset] = cap;
  }
  return caps;
}
