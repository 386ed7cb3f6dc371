/**
 * The business rows that staff edits in the back office: their kinds, fields and validation rules, shared by the
 * server and the back office's forms.
 */
import { ASSETS, type Asset, type Coin, isAsset, priceDecimals, type Quote, scaleOf } from './assets.ts';
import { percentText, USER_LEVELS } from './fees.ts';
import { formatAmount, parseDecimal, pow10 } from './money.ts';

/**
 * `amount`: of the row's own asset; `toman`; `percent`: stored in millionths; `count`: an integer; `switch`.
 * All except the last two are sent as decimal text.
 */
export type FieldType = 'amount' | 'toman' | 'percent' | 'count' | 'switch';

export interface BusinessField {
  type: FieldType;
  /** Direction of a change that weakens a protection: it requires a second admin. */
  looser?: 'up' | 'down';
}

const amount: BusinessField = { type: 'amount' };
const toman: BusinessField = { type: 'toman' };
const percent: BusinessField = { type: 'percent' };
const count: BusinessField = { type: 'count' };
const flag: BusinessField = { type: 'switch' };
const guarded = <T extends FieldType>(type: T, looser: 'up' | 'down' = 'up') => ({ type, looser }) as const;

/** Fields by kind, in display order. */
export const BUSINESS_ROWS = {
  /** One coin: quick trades, and the steps of its order books. */
  coin: {
    active: flag,
    minExchange: amount,
    maxExchange: amount,
    spread: percent,
    maxInventory: amount,
    tomanTick: toman,
    lot: amount,
  },
  /** A coin on a network; `TETHER.TRC20`. */
  network: {
    depositEnabled: flag,
    withdrawEnabled: flag,
    withdrawalFee: amount,
    minWithdraw: amount,
    maxWithdraw: guarded('amount'),
    confirmations: guarded('count', 'down'),
    minDeposit: amount,
  },
  /** Limit orders of a coin in a quote; `BITCOIN.TOMAN`. */
  market: { active: flag },
  quote: { minNotional: amount },
  /** A coin's prices from a price source; `BITCOIN.okx`. */
  priceSource: { counts: flag, weight: count },
  /** Toman deposits and withdrawals by bank. */
  bank: {
    minDeposit: amount,
    maxDepositPerPayment: guarded('amount'),
    maxDepositPerDay: guarded('amount'),
    minWithdraw: amount,
    maxWithdraw: guarded('amount'),
    withdrawalFee: amount,
  },
  /** A lower threshold lifts users into the next level's withdrawal limits. */
  level: { tradeAmount: guarded('toman', 'down'), wage: percent, wageTether: percent },
  withdrawalLevel: { perDay: guarded('toman'), perMonth: guarded('toman') },
  /** Withdrawals of a coin without approval, of all users together. */
  withdrawalCoin: { perHour: guarded('toman'), perDay: guarded('toman') },
  thresholds: { sms: guarded('toman'), review: guarded('toman'), fourEyes: guarded('toman') },
  hotTarget: { percent: guarded('count') },
  /** Minimum customers and trades for publishing the statistics. */
  statistics: { minUsers: count, minTrades: count },
  storeLimits: { minPayment: toman, shopPerDay: guarded('toman'), startsPerHour: guarded('count') },
} as const satisfies Record<string, Record<string, BusinessField>>;

export type BusinessRowKind = keyof typeof BUSINESS_ROWS;
export const BUSINESS_ROW_KINDS = Object.keys(BUSINESS_ROWS) as BusinessRowKind[];

export const fieldsOf = (kind: BusinessRowKind): Readonly<Record<string, BusinessField>> =>
  BUSINESS_ROWS[kind];

/** In API messages. */
export type FieldText = string | number | boolean;
/** Internally: smallest units, millionths; a switch is 0 or 1. */
export type FieldValue = bigint;
export type RowValues = Readonly<Record<string, FieldValue>>;

/** Returns the parts of a row's key: `TETHER.TRC20`. */
export const keyParts = (key: string): string[] => key.split('.');

/** Returns the asset of a row's amounts. */
export function assetOfRow(kind: BusinessRowKind, key: string): Asset {
  const [asset = ''] = keyParts(key);
  return kind !== 'bank' && isAsset(asset) ? asset : 'TOMAN';
}

const PERCENT_DIGITS = 4;
const MOST = 10n ** 30n;
const MAX_COUNT = 1_000_000n;

/** Returns the decimals of a field. */
export function fieldDigits(kind: BusinessRowKind, key: string, { type }: BusinessField): number {
  if (type === 'amount') return scaleOf(assetOfRow(kind, key));
  if (type === 'toman') return scaleOf('TOMAN');
  return type === 'percent' ? PERCENT_DIGITS : 0;
}

/** Returns null if the text is invalid. */
export function readField(
  kind: BusinessRowKind,
  key: string,
  field: BusinessField,
  text: FieldText,
): FieldValue | null {
  if (field.type === 'switch') return typeof text === 'boolean' ? BigInt(text) : null;
  if (typeof text === 'boolean') return null;
  const value = parseDecimal(text, fieldDigits(kind, key, field));
  return value === null || value > (field.type === 'count' ? MAX_COUNT : MOST) ? null : value;
}

export function fieldText(
  kind: BusinessRowKind,
  key: string,
  { type }: BusinessField,
  value: FieldValue,
): FieldText {
  if (type === 'switch') return value === 1n;
  if (type === 'percent') return percentText(value);
  if (type === 'count') return Number.parseInt(value.toString(), 10);
  return formatAmount(value, type === 'amount' ? assetOfRow(kind, key) : 'TOMAN');
}

/** Whether a change weakens a protection, so that it requires a second admin. */
export const loosens = (kind: BusinessRowKind, before: RowValues, after: RowValues): boolean =>
  Object.entries(fieldsOf(kind)).some(([name, { looser }]) => {
    const [was, is] = [before[name] ?? 0n, after[name] ?? 0n];
    return (looser === 'up' && is > was) || (looser === 'down' && is < was);
  });

/** Whether all changed fields are switched off: the treasury may do that at any time. */
export const onlySwitchesOff = (kind: BusinessRowKind, before: RowValues, after: RowValues): boolean =>
  Object.entries(fieldsOf(kind)).every(
    ([name, { type }]) => before[name] === after[name] || (type === 'switch' && after[name] === 0n),
  );

/**
 * TOO_LOW, TOO_HIGH: out of range; MIN_ABOVE_MAX: minimum above maximum; FINER: more digits than orders or prices
 * have; STEP: neither a divisor nor a multiple of the current step; FEE: not below the minimum withdrawal;
 * ASCENDING, DESCENDING: out of the order of the levels; FIXED: can't be changed.
 */
export type FieldFault =
  | 'TOO_LOW'
  | 'TOO_HIGH'
  | 'MIN_ABOVE_MAX'
  | 'FINER'
  | 'STEP'
  | 'FEE'
  | 'ASCENDING'
  | 'DESCENDING'
  | 'FIXED';

type Faults = Record<string, FieldFault>;

/** A larger spread is taken for a typing error. */
const WIDEST_SPREAD = 50_000n;
const HIGHEST_WAGE = 50_000n;
const DEEPEST = 100_000n;
const MAX_STARTS = 10_000n;
/** The weight of one full price source. */
const FULL_WEIGHT = 100n;
/** Maximum lots of one order: the order books use safe integers. */
const MAX_LOTS = 10n ** 12n;
const LARGEST_ORDER = 50n;

/**
 * Returns the errors of a row by field. `before`: its current values. `others`: the rows of its kind, by key, since
 * levels are validated together.
 */
export function validateBusinessRow(
  kind: BusinessRowKind,
  key: string,
  values: RowValues,
  { before, others = {} }: { before: RowValues; others?: Readonly<Record<string, RowValues>> },
): Faults {
  const of = (name: string): bigint => values[name] ?? 0n;
  switch (kind) {
    case 'coin':
      return coinFaults(assetOfRow(kind, key), of, before);
    case 'network':
      return networkFaults(of);
    case 'bank':
      return bankFaults(of);
    case 'quote':
      return positive(of, 'minNotional');
    case 'level':
      return levelFaults(key, of, others);
    case 'withdrawalLevel':
      return ordered(of, 'perDay', 'perMonth');
    case 'withdrawalCoin':
      return ordered(of, 'perHour', 'perDay');
    case 'thresholds':
      return ordered(of, 'review', 'fourEyes');
    case 'hotTarget':
      return of('percent') > 100n ? { percent: 'TOO_HIGH' } : {};
    case 'storeLimits':
      return {
        ...positive(of, 'minPayment', 'startsPerHour'),
        ...ordered(of, 'minPayment', 'shopPerDay'),
        ...(of('startsPerHour') > MAX_STARTS && { startsPerHour: 'TOO_HIGH' as const }),
      };
    case 'priceSource':
      return {
        ...positive(of, 'weight'),
        ...(of('weight') > FULL_WEIGHT && { weight: 'TOO_HIGH' as const }),
      };
    case 'market':
    case 'statistics':
      return {};
  }
}

type Of = (name: string) => bigint;

const positive = (of: Of, ...names: string[]): Faults =>
  Object.fromEntries(names.filter((name) => of(name) <= 0n).map((name) => [name, 'TOO_LOW' as const]));

const ordered = (of: Of, low: string, high: string): Faults =>
  of(low) > of(high) ? { [low]: 'MIN_ABOVE_MAX', [high]: 'MIN_ABOVE_MAX' } : {};

function coinFaults(asset: Asset, of: Of, before: RowValues): Faults {
  const { scale, decimals } = ASSETS[asset];
  const ordering = pow10(scale - decimals);
  const priced = pow10(scaleOf('TOMAN') - priceDecimals(asset as Coin, 'TOMAN' satisfies Quote));
  const finer = (name: string, unit: bigint): Faults => (of(name) % unit === 0n ? {} : { [name]: 'FINER' });
  return {
    ...(of('spread') > WIDEST_SPREAD && { spread: 'TOO_HIGH' as const }),
    ...(of('active') === 1n && positive(of, 'minExchange', 'maxExchange', 'spread')),
    ...ordered(of, 'minExchange', 'maxExchange'),
    ...finer('minExchange', ordering),
    ...finer('maxExchange', ordering),
    ...(isStep(of('tomanTick'), before.tomanTick) ? {} : { tomanTick: 'STEP' as const }),
    ...finer('tomanTick', priced),
    ...(isStep(of('lot'), before.lot) ? {} : { lot: 'STEP' as const }),
    ...finer('lot', ordering),
    ...(of('lot') * MAX_LOTS < of('maxExchange') * LARGEST_ORDER && { lot: 'TOO_LOW' as const }),
    ...positive(of, 'tomanTick', 'lot'),
  };
}

/** Open orders at the old step must remain multiples of the new one or vice versa. */
const isStep = (step: bigint, old = step): boolean =>
  step > 0n && old > 0n && (step % old === 0n || old % step === 0n);

function networkFaults(of: Of): Faults {
  return {
    ...(of('withdrawEnabled') === 1n && positive(of, 'minWithdraw')),
    ...(of('confirmations') > DEEPEST && { confirmations: 'TOO_HIGH' as const }),
    ...positive(of, 'confirmations'),
    ...ordered(of, 'minWithdraw', 'maxWithdraw'),
    ...feeFaults(of),
  };
}

function bankFaults(of: Of): Faults {
  return {
    ...positive(of, 'minDeposit', 'minWithdraw'),
    ...ordered(of, 'maxDepositPerPayment', 'maxDepositPerDay'),
    ...ordered(of, 'minDeposit', 'maxDepositPerPayment'),
    ...ordered(of, 'minWithdraw', 'maxWithdraw'),
    ...feeFaults(of),
  };
}

/** The amount received must be positive. */
const feeFaults = (of: Of): Faults =>
  of('withdrawalFee') > 0n && of('withdrawalFee') >= of('minWithdraw') ? { withdrawalFee: 'FEE' } : {};

/**
 * A higher level requires more volume and never has higher fees; the market makers' level is exempt, since only
 * staff assigns it.
 */
function levelFaults(key: string, of: Of, others: Readonly<Record<string, RowValues>>): Faults {
  const place = (USER_LEVELS as readonly string[]).indexOf(key);
  const wages = ['wage', 'wageTether'] as const;
  const dear: Faults = Object.fromEntries(
    wages.filter((name) => of(name) > HIGHEST_WAGE).map((name) => [name, 'TOO_HIGH' as const]),
  );
  if (key === 'SUPERVISOR') return { ...dear, ...(of('tradeAmount') !== 0n && { tradeAmount: 'FIXED' }) };
  // A fee rate of zero leaves nothing to share with the inviter.
  const faults: Faults = { ...dear, ...positive(of, ...wages) };
  if (place === 0 && of('tradeAmount') !== 0n) faults.tradeAmount = 'FIXED';
  const beside = (step: number) => {
    const level = USER_LEVELS[place + step];
    return level === undefined || level === 'SUPERVISOR' ? undefined : others[level];
  };
  const [below, above] = [beside(-1), beside(1)];
  const asks = of('tradeAmount');
  if ((below && asks <= (below.tradeAmount ?? 0n)) || (above && asks >= (above.tradeAmount ?? 0n)))
    faults.tradeAmount ??= 'ASCENDING';
  for (const name of wages)
    if ((below && of(name) > (below[name] ?? 0n)) || (above && of(name) < (above[name] ?? 0n)))
      faults[name] ??= 'DESCENDING';
  return faults;
}
