import { type Asset, DAY_MS, HOUR_MS, isAsset, parseAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Exposure, Outflow } from './exposure.ts';

/** Maximum per hour and per day, smallest units. */
export interface Cap {
  hour: bigint;
  day: bigint;
}

/** Limits of outgoing money. */
export interface Caps {
  /** A coin that is absent is not signed at all. */
  coins: Readonly<Partial<Record<Asset, Cap>>>;
  /** Cap of all coins together, in TETHER at `ceilings`. */
  total: Cap;
  /** Value of one whole coin in TETHER; a coin without one is not signed. */
  ceilings: Readonly<Partial<Record<Asset, bigint>>>;
}

/**
 * By coin: the maximum withdrawal, as initially set for its coin, which is also the hourly cap, and a price above
 * any that the coin has had or may soon have. Live prices are not used: an attacker who controls prices could raise
 * the cap.
 */
const DEFAULTS: Readonly<Partial<Record<Asset, readonly [largest: string, ceiling: string]>>> = {
  TETHER: ['200000', '1'],
  BITCOIN: ['5', '200000'],
  ETHEREUM: ['100', '10000'],
  BINANCE_COIN_BSC: ['200', '2500'],
  RIPPLE: ['80000', '6'],
  TRON: ['800000', '1'],
  DOGE_COIN: ['500000', '1'],
  LITE_COIN: ['800', '500'],
  BITCOIN_CASH: ['200', '2500'],
  STELLAR: ['300000', '1'],
  MATIC: ['200000', '2'],
  CLASSIC_ETHEREUM: ['3000', '120'],
  DASH: ['800', '500'],
  ELROND: ['3000', '150'],
  CELO: ['100000', '4'],
  EOS: ['80000', '6'],
};
const TOTAL_PER_HOUR = '1000000';
const DAY_CAP_FACTOR = 2n;
const SANDBOX_FACTOR = 1_000n;
const UNIT: Asset = 'TETHER';

export function createDefaultCaps(sandbox: boolean): Caps {
  const factor = sandbox ? SANDBOX_FACTOR : 1n;
  const toCap = (hour: bigint): Cap => ({ hour: hour * factor, day: hour * factor * DAY_CAP_FACTOR });
  const coins: Partial<Record<Asset, Cap>> = {};
  const ceilings: Partial<Record<Asset, bigint>> = {};
  for (const [asset, [largest, ceiling]] of Object.entries(DEFAULTS) as [
    Asset,
    readonly [string, string],
  ][]) {
    coins[asset] = toCap(parseAmount(largest, asset));
    ceilings[asset] = parseAmount(ceiling, UNIT);
  }
  return { coins, total: toCap(parseAmount(TOTAL_PER_HOUR, UNIT)), ceilings };
}

/**
 * Returns `before` with the changes of `text`: JSON of `coins` (coin → hour and day, decimal texts), `total` (hour
 * and day, in TETHER) and `ceilings` (coin → TETHER), all optional. Throws on anything else.
 */
export function applyCapChanges(before: Caps, text: string): Caps {
  const { coins, total, ceilings, ...unknown } = requireObject(JSON.parse(text), 'caps');
  if (Object.keys(unknown).length > 0) throw new Error(`caps: ${Object.keys(unknown)[0]} is unknown`);
  const readEntries = (value: unknown, name: string) =>
    Object.entries(value === undefined ? {} : requireObject(value, name));
  const changed = {
    coins: { ...before.coins },
    total: total === undefined ? before.total : parseCap(total, UNIT, 'total'),
    ceilings: { ...before.ceilings },
  };
  for (const [name, cap] of readEntries(coins, 'coins')) {
    const asset = requireAsset(name);
    changed.coins[asset] = parseCap(cap, asset, name);
  }
  for (const [name, ceiling] of readEntries(ceilings, 'ceilings'))
    changed.ceilings[requireAsset(name)] = parseCapAmount(ceiling, UNIT, name);
  return changed;
}

/** Whether the change allows more: a higher cap, or a lower ceiling. */
export function capsAllowMore(before: Caps, after: Caps): boolean {
  const isHigher = (a: Cap | undefined, b: Cap): boolean =>
    b.hour > (a?.hour ?? 0n) || b.day > (a?.day ?? 0n);
  const coins = Object.entries(after.coins) as [Asset, Cap][];
  const ceilings = Object.entries(after.ceilings) as [Asset, bigint][];
  return (
    isHigher(before.total, after.total) ||
    coins.some(([asset, cap]) => isHigher(before.coins[asset], cap)) ||
    ceilings.some(([asset, ceiling]) => {
      const earlierCeiling = before.ceilings[asset];
      return earlierCeiling === undefined || ceiling < earlierCeiling;
    })
  );
}

function requireObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`caps: ${name} is not an object`);
  return value as Record<string, unknown>;
}

function requireAsset(name: string): Asset {
  if (!isAsset(name)) throw new Error(`caps: ${name} is not a coin`);
  return name;
}

function parseCapAmount(value: unknown, asset: Asset, name: string): bigint {
  const amount = typeof value === 'string' ? parseDecimal(value, scaleOf(asset)) : null;
  if (amount === null || amount < 0n) throw new Error(`caps: ${name} is not an amount`);
  return amount;
}

function parseCap(value: unknown, asset: Asset, name: string): Cap {
  const { hour, day, ...more } = requireObject(value, name);
  if (Object.keys(more).length > 0) throw new Error(`caps: ${name} has an hour and a day alone`);
  return { hour: parseCapAmount(hour, asset, name), day: parseCapAmount(day, asset, name) };
}

/** The cap that would be exceeded. */
export interface CapExcess {
  of: 'HOUR' | 'DAY';
  /** Null: the cap of all coins together. */
  asset: Asset | null;
}

/** Returns the cap that the amounts would exceed, in addition to what was counted; null: none. */
export function findExceededCap(
  caps: Caps,
  exposure: Exposure,
  parts: readonly Outflow[],
  now: number,
): CapExcess | null {
  const spans = [
    { of: 'HOUR', key: 'hour', since: now - HOUR_MS },
    { of: 'DAY', key: 'day', since: now - DAY_MS },
  ] as const;
  for (const { of, key, since } of spans) {
    const sums = exposure.sumSince(since, now);
    for (const { asset, amount } of parts) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    const exceeded = parts.find(({ asset }) => (sums.get(asset) ?? 0n) > (caps.coins[asset]?.[key] ?? 0n));
    if (exceeded) return { of, asset: exceeded.asset };
    if (parts.length > 0 && valueAtCeilings(caps, sums) > caps.total[key]) return { of, asset: null };
  }
  return null;
}

/** Returns the remaining room within the hour by coin; smallest units. */
export function computeRoom(caps: Caps, exposure: Exposure, now: number): Partial<Record<Asset, bigint>> {
  const sums = exposure.sumSince(now - HOUR_MS, now);
  const totalLeft = caps.total.hour - valueAtCeilings(caps, sums);
  const room: Partial<Record<Asset, bigint>> = {};
  for (const [asset, cap] of Object.entries(caps.coins) as [Asset, Cap][]) {
    const ceiling = caps.ceilings[asset] ?? 0n;
    const totalRoom =
      ceiling === 0n || totalLeft < 0n ? 0n : (totalLeft * 10n ** BigInt(scaleOf(asset))) / ceiling;
    const coinRoom = cap.hour - (sums.get(asset) ?? 0n);
    const smaller = totalRoom < coinRoom ? totalRoom : coinRoom;
    room[asset] = smaller > 0n ? smaller : 0n;
  }
  return room;
}

const FULL_SHARE = 1_000n;

/**
 * Returns the used share by coin, and of all together, in thousandths, rounded down; of the hour or the day,
 * whichever is higher.
 */
export function computeUsedShares(
  caps: Caps,
  exposure: Exposure,
  now: number,
): Partial<Record<Asset | 'ALL', number>> {
  const used: Partial<Record<Asset | 'ALL', number>> = {};
  const raiseShare = (name: Asset | 'ALL', sum: bigint, cap: bigint) => {
    // A cap of zero is fully used.
    const share = cap > 0n ? (sum * FULL_SHARE) / cap : FULL_SHARE;
    used[name] = Math.max(used[name] ?? 0, Number.parseInt(share.toString(), 10));
  };
  for (const [key, span] of [
    ['hour', HOUR_MS],
    ['day', DAY_MS],
  ] as const) {
    const sums = exposure.sumSince(now - span, now);
    for (const [asset, cap] of Object.entries(caps.coins) as [Asset, Cap][])
      raiseShare(asset, sums.get(asset) ?? 0n, cap[key]);
    raiseShare('ALL', valueAtCeilings(caps, sums), caps.total[key]);
  }
  return used;
}

/** Values the sums in TETHER, each rounded up; a coin without a ceiling exceeds the daily total. */
export function valueAtCeilings({ ceilings, total }: Caps, sums: ReadonlyMap<Asset, bigint>): bigint {
  let totalValue = 0n;
  for (const [asset, amount] of sums) {
    const unit = 10n ** BigInt(scaleOf(asset));
    const ceiling = ceilings[asset];
    totalValue += ceiling === undefined ? total.day + 1n : (amount * ceiling + unit - 1n) / unit;
  }
  return totalValue;
}
