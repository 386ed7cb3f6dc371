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
const switchField: BusinessField = { type: 'switch' };
const guardedField = <T extends FieldType>(type: T, looser: 'up' | 'down' = 'up') =>
  ({ type, looser }) as const;

/** Fields by kind, in display order. */
export const BUSINESS_ROWS = {
  /** One coin: quick trades, and the steps of its order books. */
  coin: {
    active: switchField,
    minExchange: amount,
    maxExchange: amount,
    spread: percent,
    maxInventory: amount,
    tomanTick: toman,
    lot: amount,
  },
  /** A coin on a network; `TETHER.TRC20`. */
  network: {
    depositEnabled: switchField,
    withdrawEnabled: switchField,
    withdrawalFee: amount,
    minWithdraw: amount,
    maxWithdraw: guardedField('amount'),
    confirmations: guardedField('count', 'down'),
    minDeposit: amount,
  },
  /** Limit orders of a coin in a quote; `BITCOIN.TOMAN`. */
  market: { active: switchField },
  quote: { minNotional: amount },
  /** A coin's prices from a price source; `BITCOIN.okx`. */
  priceSource: { counts: switchField, weight: count },
  /** Toman deposits and withdrawals by bank. */
  bank: {
    minDeposit: amount,
    maxDepositPerPayment: guardedField('amount'),
    maxDepositPerDay: guardedField('amount'),
    minWithdraw: amount,
    maxWithdraw: guardedField('amount'),
    withdrawalFee: amount,
  },
  /** A lower threshold lifts users into the next level's withdrawal limits. */
  level: { tradeAmount: guardedField('toman', 'down'), wage: percent, wageTether: percent },
  withdrawalLevel: { perDay: guardedField('toman'), perMonth: guardedField('toman') },
  /** Withdrawals of a coin without approval, of all users together. */
  withdrawalCoin: { perHour: guardedField('toman'), perDay: guardedField('toman') },
  thresholds: { sms: guardedField('toman'), review: guardedField('toman'), fourEyes: guardedField('toman') },
  hotTarget: { percent: guardedField('count') },
  /** Minimum customers and trades for publishing the statistics. */
  statistics: { minUsers: count, minTrades: count },
  storeLimits: { minPayment: toman, shopPerDay: guardedField('toman'), startsPerHour: guardedField('count') },
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
export const splitRowKey = (key: string): string[] => key.split('.');

/** Returns the asset of a row's amounts. */
export function getRowAsset(kind: BusinessRowKind, key: string): Asset {
  const [asset = ''] = splitRowKey(key);
  return kind !== 'bank' && isAsset(asset) ? asset : 'TOMAN';
}

const PERCENT_DIGITS = 4;
const MAX_FIELD_VALUE = 10n ** 30n;
const MAX_COUNT = 1_000_000n;

/** Returns the decimals of a field. */
export function getFieldDecimals(kind: BusinessRowKind, key: string, { type }: BusinessField): number {
  if (type === 'amount') return scaleOf(getRowAsset(kind, key));
  if (type === 'toman') return scaleOf('TOMAN');
  return type === 'percent' ? PERCENT_DIGITS : 0;
}

/** Returns null if the text is invalid. */
export function parseField(
  kind: BusinessRowKind,
  key: string,
  field: BusinessField,
  text: FieldText,
): FieldValue | null {
  if (field.type === 'switch') return typeof text === 'boolean' ? BigInt(text) : null;
  if (typeof text === 'boolean') return null;
  const value = parseDecimal(text, getFieldDecimals(kind, key, field));
  return value === null || value > (field.type === 'count' ? MAX_COUNT : MAX_FIELD_VALUE) ? null : value;
}

export function formatField(
  kind: BusinessRowKind,
  key: string,
  { type }: BusinessField,
  value: FieldValue,
): FieldText {
  if (type === 'switch') return value === 1n;
  if (type === 'percent') return percentText(value);
  if (type === 'count') return Number.parseInt(value.toString(), 10);
  return formatAmount(value, type === 'amount' ? getRowAsset(kind, key) : 'TOMAN');
}

/** Whether a change weakens a protection, so that it requires a second admin. */
export const isLoosening = (kind: BusinessRowKind, before: RowValues, after: RowValues): boolean =>
  Object.entries(fieldsOf(kind)).some(([name, { looser }]) => {
    const [oldValue, newValue] = [before[name] ?? 0n, after[name] ?? 0n];
    return (looser === 'up' && newValue > oldValue) || (looser === 'down' && newValue < oldValue);
  });

/** Whether all changed fields are switched off: the treasury may do that at any time. */
export const isSwitchingOffOnly = (kind: BusinessRowKind, before: RowValues, after: RowValues): boolean =>
  Object.entries(fieldsOf(kind)).every(
    ([name, { type }]) => before[name] === after[name] || (type === 'switch' && after[name] === 0n),
  );

/**
 * TOO_LOW, TOO_HIGH: out of range; MIN_ABOVE_MAX: minimum above maximum; FINER: more digits than orders or prices
 * have; STEP: neither a divisor nor a multiple of the current step; FEE: not below the minimum withdrawal;
 * ASCENDING, DESCENDING: out of the order of the levels; FIXED: can't be changed.
 */
export type FieldError =
  | 'TOO_LOW'
  | 'TOO_HIGH'
  | 'MIN_ABOVE_MAX'
  | 'FINER'
  | 'STEP'
  | 'FEE'
  | 'ASCENDING'
  | 'DESCENDING'
  | 'FIXED';

type FieldErrors = Record<string, FieldError>;

/** A larger spread is taken for a typing error. */
const MAX_SPREAD_PPM = 50_000n;
const MAX_FEE_RATE_PPM = 50_000n;
const MAX_CONFIRMATIONS = 100_000n;
const MAX_STARTS_PER_HOUR = 10_000n;
/** The weight of one full price source. */
const MAX_SOURCE_WEIGHT = 100n;
/** Maximum lots of one order: the order books use safe integers. */
const MAX_LOTS = 10n ** 12n;
const MAX_ORDER_FACTOR = 50n;

/**
 * Returns the errors of a row by field. `before`: its current values. `others`: the rows of its kind, by key, since
 * levels are validated together.
 */
export function validateBusinessRow(
  kind: BusinessRowKind,
  key: string,
  values: RowValues,
  { before, others = {} }: { before: RowValues; others?: Readonly<Record<string, RowValues>> },
): FieldErrors {
  const getValue = (name: string): bigint => values[name] ?? 0n;
  switch (kind) {
    case 'coin':
      return validateCoinRow(getRowAsset(kind, key), getValue, before);
    case 'network':
      return validateNetworkRow(getValue);
    case 'bank':
      return validateBankRow(getValue);
    case 'quote':
      return requirePositive(getValue, 'minNotional');
    case 'level':
      return validateLevelRow(key, getValue, others);
    case 'withdrawalLevel':
      return requireOrdered(getValue, 'perDay', 'perMonth');
    case 'withdrawalCoin':
      return requireOrdered(getValue, 'perHour', 'perDay');
    case 'thresholds':
      return requireOrdered(getValue, 'review', 'fourEyes');
    case 'hotTarget':
      return getValue('percent') > 100n ? { percent: 'TOO_HIGH' } : {};
    case 'storeLimits':
      return {
        ...requirePositive(getValue, 'minPayment', 'startsPerHour'),
        ...requireOrdered(getValue, 'minPayment', 'shopPerDay'),
        ...(getValue('startsPerHour') > MAX_STARTS_PER_HOUR && { startsPerHour: 'TOO_HIGH' as const }),
      };
    case 'priceSource':
      return {
        ...requirePositive(getValue, 'weight'),
        ...(getValue('weight') > MAX_SOURCE_WEIGHT && { weight: 'TOO_HIGH' as const }),
      };
    case 'market':
    case 'statistics':
      return {};
  }
}

type GetFieldValue = (name: string) => bigint;

const requirePositive = (getValue: GetFieldValue, ...names: string[]): FieldErrors =>
  Object.fromEntries(names.filter((name) => getValue(name) <= 0n).map((name) => [name, 'TOO_LOW' as const]));

const requireOrdered = (getValue: GetFieldValue, low: string, high: string): FieldErrors =>
  getValue(low) > getValue(high) ? { [low]: 'MIN_ABOVE_MAX', [high]: 'MIN_ABOVE_MAX' } : {};

function validateCoinRow(asset: Asset, getValue: GetFieldValue, before: RowValues): FieldErrors {
  const { scale, decimals } = ASSETS[asset];
  const amountUnit = pow10(scale - decimals);
  const priceUnit = pow10(scaleOf('TOMAN') - priceDecimals(asset as Coin, 'TOMAN' satisfies Quote));
  const requireMultiple = (name: string, unit: bigint): FieldErrors =>
    getValue(name) % unit === 0n ? {} : { [name]: 'FINER' };
  return {
    ...(getValue('spread') > MAX_SPREAD_PPM && { spread: 'TOO_HIGH' as const }),
    ...(getValue('active') === 1n && requirePositive(getValue, 'minExchange', 'maxExchange', 'spread')),
    ...requireOrdered(getValue, 'minExchange', 'maxExchange'),
    ...requireMultiple('minExchange', amountUnit),
    ...requireMultiple('maxExchange', amountUnit),
    ...(isCompatibleStep(getValue('tomanTick'), before.tomanTick) ? {} : { tomanTick: 'STEP' as const }),
    ...requireMultiple('tomanTick', priceUnit),
    ...(isCompatibleStep(getValue('lot'), before.lot) ? {} : { lot: 'STEP' as const }),
    ...requireMultiple('lot', amountUnit),
    ...(getValue('lot') * MAX_LOTS < getValue('maxExchange') * MAX_ORDER_FACTOR && {
      lot: 'TOO_LOW' as const,
    }),
    ...requirePositive(getValue, 'tomanTick', 'lot'),
  };
}

/** Open orders at the old step must remain multiples of the new one or vice versa. */
const isCompatibleStep = (step: bigint, old = step): boolean =>
  step > 0n && old > 0n && (step % old === 0n || old % step === 0n);

function validateNetworkRow(getValue: GetFieldValue): FieldErrors {
  return {
    ...(getValue('withdrawEnabled') === 1n && requirePositive(getValue, 'minWithdraw')),
    ...(getValue('confirmations') > MAX_CONFIRMATIONS && { confirmations: 'TOO_HIGH' as const }),
    ...requirePositive(getValue, 'confirmations'),
    ...requireOrdered(getValue, 'minWithdraw', 'maxWithdraw'),
    ...validateWithdrawalFee(getValue),
  };
}

function validateBankRow(getValue: GetFieldValue): FieldErrors {
  return {
    ...requirePositive(getValue, 'minDeposit', 'minWithdraw'),
    ...requireOrdered(getValue, 'maxDepositPerPayment', 'maxDepositPerDay'),
    ...requireOrdered(getValue, 'minDeposit', 'maxDepositPerPayment'),
    ...requireOrdered(getValue, 'minWithdraw', 'maxWithdraw'),
    ...validateWithdrawalFee(getValue),
  };
}

/** The amount received must be positive. */
const validateWithdrawalFee = (getValue: GetFieldValue): FieldErrors =>
  getValue('withdrawalFee') > 0n && getValue('withdrawalFee') >= getValue('minWithdraw')
    ? { withdrawalFee: 'FEE' }
    : {};

/**
 * A higher level requires more volume and never has higher fees; the market makers' level is exempt, since only
 * staff assigns it.
 */
function validateLevelRow(
  key: string,
  getValue: GetFieldValue,
  others: Readonly<Record<string, RowValues>>,
): FieldErrors {
  const levelIndex = (USER_LEVELS as readonly string[]).indexOf(key);
  const feeRateFields = ['wage', 'wageTether'] as const;
  const tooHighErrors: FieldErrors = Object.fromEntries(
    feeRateFields
      .filter((name) => getValue(name) > MAX_FEE_RATE_PPM)
      .map((name) => [name, 'TOO_HIGH' as const]),
  );
  if (key === 'SUPERVISOR')
    return { ...tooHighErrors, ...(getValue('tradeAmount') !== 0n && { tradeAmount: 'FIXED' }) };
  // A fee rate of zero leaves nothing to share with the inviter.
  const errors: FieldErrors = { ...tooHighErrors, ...requirePositive(getValue, ...feeRateFields) };
  if (levelIndex === 0 && getValue('tradeAmount') !== 0n) errors.tradeAmount = 'FIXED';
  const findNeighbour = (step: number) => {
    const level = USER_LEVELS[levelIndex + step];
    return level === undefined || level === 'SUPERVISOR' ? undefined : others[level];
  };
  const [below, above] = [findNeighbour(-1), findNeighbour(1)];
  const requiredVolume = getValue('tradeAmount');
  if (
    (below && requiredVolume <= (below.tradeAmount ?? 0n)) ||
    (above && requiredVolume >= (above.tradeAmount ?? 0n))
  )
    errors.tradeAmount ??= 'ASCENDING';
  for (const name of feeRateFields)
    if ((below && getValue(name) > (below[name] ?? 0n)) || (above && getValue(name) < (above[name] ?? 0n)))
      errors[name] ??= 'DESCENDING';
  return errors;
}
