/** The figures that articles may name, each from the constant or the row that the product uses. */
import {
  ASSETS,
  type Asset,
  assetOfRow,
  BANK_RETURN_MS,
  type BUSINESS_ROWS,
  type BusinessRowKind,
  type Chain,
  chainOf,
  DAY_MS,
  fieldsOf,
  formatAmount,
  groupThousands,
  HOUR_MS,
  isAsset,
  isCoin,
  isTokenType,
  keyParts,
  MARKET_SLIPPAGE,
  MAX_ALERTS,
  MINUTE_MS,
  PRICE_BAND,
  percentText,
  promiseOf,
  REFERRAL_SHARE,
  type RowValues,
  SECOND_MS,
  toPersianDigits,
} from '@sarraf/domain';
import { MAX_DOCUMENT_BYTES } from '@sarraf/domain/contracts';
import type { Figures } from '../content/index.ts';
import { REVERSED_DEPOSIT_HOLD_MS } from '../custody/index.ts';
import {
  CODE_SECONDS,
  FREEZE_LINK_MS,
  GUESSES_PER_CODE,
  HOLD_MS,
  MAX_PASSKEYS,
  RECOVERY_CODES,
  SESSION_LIFE,
  SIGN_UP_MS,
  STRICT_LIMITS,
  THAW_MS,
} from '../identity/index.ts';
import { ADVERSE_MOVE, type Market, PRICE_WINDOW_MS } from '../market/index.ts';
import { NOTICES_KEPT_MS } from '../messaging/index.ts';
import { type RowTable, readRows } from '../platform/business-rows/business-rows.ts';
import type { Db } from '../platform/database/database.ts';
import { CUT_OFF, type RuleBook, type Rules } from '../rules/index.ts';
import { STATEMENT_KEPT_MS } from '../statements/index.ts';
import { MAX_OPEN_ORDERS } from '../trading/index.ts';
import { CONSENT_SECONDS, DOCUMENT_REST_MS, MAX_BANK_ACCOUNTS } from '../verification/index.ts';
import { BY_ONE_PERSON, GATEWAY_SESSION_MS } from '../wallet/index.ts';
import { WEB_ERRORS_KEPT_MS } from '../web-errors/index.ts';
import { ADDRESS_DELAY_MS, MAX_SAVED, MONTH } from '../withdrawal/index.ts';

type Language = 'fa' | 'en';
type Entry = [name: string, value: string | null];

interface Deps {
  db: Db;
  market: Pick<Market, 'coin'>;
  rules: Pick<RuleBook, 'current'>;
  tables: readonly RowTable[];
  operator(language: Language): Promise<Operator>;
}

interface Operator {
  name: string;
  registrationNumber: string;
  nationalId: string;
  address: string;
  email: string;
  number: string;
}

export const createArticleFigures =
  ({ db, market, rules, tables, operator }: Deps) =>
  async (language: Language): Promise<Figures> => {
    const rows = await Promise.all(
      tables
        .filter(({ kind }) => SHOWN[kind])
        .map(async (table) => ({ kind: table.kind, rows: await readRows(db, table) })),
    );
    return new Map([
      ...codeFigures(language),
      ...ruleFigures(rules.current(), language),
      ...operatorFigures(await operator(language)),
      ...rows.flatMap(({ kind, rows }) =>
        rows.flatMap(({ key, values }) => rowFigures(kind, key, values, language)),
      ),
      ...rows.flatMap(({ kind, rows }) => extremes(kind, rows, language)),
      ...networkFigures(market, language),
    ]);
  };

/**
 * Fields of each kind that customers may read; others are internal. `network` is read from the market, which
 * decides.
 */
const SHOWN: { readonly [K in BusinessRowKind]?: readonly (keyof (typeof BUSINESS_ROWS)[K])[] } = {
  coin: ['minExchange', 'maxExchange', 'tomanTick', 'lot'],
  quote: ['minNotional'],
  bank: [
    'minDeposit',
    'maxDepositPerPayment',
    'maxDepositPerDay',
    'minWithdraw',
    'maxWithdraw',
    'withdrawalFee',
  ],
  level: ['tradeAmount', 'wage', 'wageTether'],
  withdrawalLevel: ['perDay', 'perMonth'],
  thresholds: ['sms', 'review', 'fourEyes'],
  hotTarget: ['percent'],
  storeLimits: ['minPayment'],
};
/** Level that isn't reached by trading. */
const HIDDEN = 'SUPERVISOR';

/** `level.GOLD.wage`; for a kind with one row, `thresholds.sms`. */
function rowFigures(kind: BusinessRowKind, key: string, values: RowValues, language: Language): Entry[] {
  if (key === HIDDEN) return [];
  const only = kind === 'bank' || key === 'ALL';
  return (SHOWN[kind] ?? []).map((field) => [
    [kind, ...(only ? [] : [key]), field].join('.'),
    valueText(kind, key, field as string, values[field as string] ?? 0n, language),
  ]);
}

function valueText(
  kind: BusinessRowKind,
  key: string,
  field: string,
  value: bigint,
  language: Language,
): string {
  switch (fieldsOf(kind)[field]?.type) {
    case 'toman':
      return amountText('TOMAN', value, language);
    case 'amount':
      return amountText(quoteOf(kind, key), value, language);
    case 'percent':
      return percent(percentText(value), language);
    default:
      return kind === 'hotTarget' ? percent(value.toString(), language) : number(value.toString(), language);
  }
}

const quoteOf = (kind: BusinessRowKind, key: string): Asset => {
  const [quote = ''] = keyParts(key);
  return kind === 'quote' && isAsset(quote) ? quote : assetOfRow(kind, key);
};

/** Returns minimums and maximums, for sentences about all levels or coins. */
function extremes(
  kind: BusinessRowKind,
  rows: readonly { key: string; values: RowValues }[],
  language: Language,
): Entry[] {
  const sorted = (field: string) =>
    rows
      .filter(({ key }) => key !== HIDDEN)
      .map(({ values }) => values[field] ?? 0n)
      .sort((a, b) => (a < b ? -1 : 1));
  const text = (value = 0n) => percent(percentText(value), language);
  if (kind === 'level')
    return (['wage', 'wageTether'] as const).flatMap((field): Entry[] => [
      [`level.lowest.${field}`, text(sorted(field)[0])],
      [`level.highest.${field}`, text(sorted(field).at(-1))],
    ]);
  if (kind === 'hotTarget')
    return [['hotTarget.highest.percent', percent(String(sorted('percent').at(-1) ?? 0), language)]];
  return [];
}

/** Usual seconds between blocks; for chains that report finality themselves, one confirmation is enough. */
const BLOCK_SECONDS: Readonly<Record<Chain, number>> = {
  BITCOIN: 600,
  LITE_COIN: 150,
  DOGE_COIN: 60,
  DASH: 150,
  BITCOIN_CASH: 600,
  ETHEREUM: 12,
  CLASSIC_ETHEREUM: 13,
  BINANCE_COIN_BSC: 1,
  MATIC: 2,
  CELO: 1,
  TRON: 3,
  RIPPLE: 4,
  STELLAR: 6,
  EOS: 1,
  ELROND: 6,
};

/** `network.TETHER.TRC20.confirmations`; unset for a closed network. */
function networkFigures(market: Pick<Market, 'coin'>, language: Language): Entry[] {
  return (Object.keys(ASSETS) as Asset[]).filter(isCoin).flatMap((asset) =>
    market.coin(asset).networks.flatMap((network): Entry[] => {
      if (!isTokenType(network.tokenType)) return [];
      const name = (field: string) => `network.${asset}.${network.tokenType}.${field}`;
      const amount = (value: bigint, open: boolean) => (open ? amountText(asset, value, language) : null);
      const { confirmations, depositEnabled, withdrawEnabled } = network;
      const seconds = confirmations * BLOCK_SECONDS[chainOf(network.tokenType)];
      return [
        [name('minDeposit'), amount(network.minDeposit, depositEnabled)],
        [
          name('confirmations'),
          depositEnabled ? number(groupThousands(String(confirmations)), language) : null,
        ],
        [name('wait'), depositEnabled ? waitText(confirmations, seconds, language) : null],
        [name('minWithdraw'), amount(network.minWithdraw, withdrawEnabled)],
        [name('maxWithdraw'), amount(network.maxWithdraw, withdrawEnabled)],
        [name('withdrawalFee'), amount(network.withdrawalFee, withdrawEnabled)],
      ];
    }),
  );
}

function waitText(confirmations: number, seconds: number, language: Language): string {
  if (confirmations === 1) return language === 'fa' ? 'چند ثانیه تا چند دقیقه' : 'seconds to a few minutes';
  const ms = seconds * SECOND_MS;
  const [unit, whole] =
    ms >= 2 * DAY_MS
      ? [DAY_MS, DAY_MS]
      : ms >= 100 * MINUTE_MS
        ? [HOUR_MS, HOUR_MS / 2]
        : [MINUTE_MS, MINUTE_MS];
  const rounded = Math.max(Math.round(ms / whole), 1) * (whole / unit);
  const text = unitText(String(rounded), unit, language);
  return language === 'fa' ? `حدود ${text}` : `about ${text}`;
}

/** Figures from constants of the code. */
function codeFigures(language: Language): Entry[] {
  const time = (ms: number) => durationText(ms, language);
  const count = (value: number | bigint) => number(groupThousands(value.toString()), language);
  const [openInMarket, openInAll] = MAX_OPEN_ORDERS.person;
  const { sentCodes, wrongCodes } = STRICT_LIMITS;
  return [
    ['code.signUp', time(CODE_SECONDS.SIGN_UP * SECOND_MS)],
    ['code.life', time(CODE_SECONDS.LOGIN * SECOND_MS)],
    ['code.pause', time(sentCodes.pause.windowMs)],
    ['code.perHour', count(sentCodes.hour.max)],
    ['code.perDay', count(sentCodes.day.max)],
    ['code.guesses', count(GUESSES_PER_CODE)],
    ['code.guessesPerHour', count(wrongCodes.max)],
    ['code.bank', time(CONSENT_SECONDS * SECOND_MS)],
    ['recoveryCodes.count', count(RECOVERY_CODES)],
    ['hold.password', time(HOLD_MS.password)],
    ['hold.twoStep', time(HOLD_MS.twoStep)],
    ['hold.contact', time(HOLD_MS.contact)],
    ['hold.recovery', time(HOLD_MS.recovery)],
    ['hold.reversedDeposit', time(REVERSED_DEPOSIT_HOLD_MS)],
    ['freeze.link', time(FREEZE_LINK_MS)],
    ['freeze.thaw', time(THAW_MS)],
    ['session.idle', time(SESSION_LIFE.idleMs)],
    ['session.longest', time(SESSION_LIFE.absoluteMs)],
    ['session.remembered', time(SESSION_LIFE.rememberedMs)],
    ['signUp.kept', time(SIGN_UP_MS)],
    ['passkeys.most', count(MAX_PASSKEYS)],
    ['addresses.most', count(MAX_SAVED)],
    ['addresses.delay', time(ADDRESS_DELAY_MS)],
    ['bankAccounts.most', count(MAX_BANK_ACCOUNTS)],
    ['alerts.most', count(MAX_ALERTS)],
    ['price.life', time(PRICE_WINDOW_MS)],
    ['price.move', percent(percentText(ADVERSE_MOVE * 1_000n), language)],
    ['order.band', percent(PRICE_BAND.toString(), language)],
    ['order.slippage', percent(MARKET_SLIPPAGE.toString(), language)],
    ['order.openInMarket', count(openInMarket)],
    ['order.openInAll', count(openInAll)],
    ['payout.cutOff', hourText(CUT_OFF, language)],
    ['gateway.open', time(GATEWAY_SESSION_MS)],
    ['bankReturn.within', time(BANK_RETURN_MS)],
    ['bankTransfer.byOne', amountText('TOMAN', BY_ONE_PERSON, language)],
    ['document.size', megabytes(MAX_DOCUMENT_BYTES, language)],
    ['document.kept', time(DOCUMENT_REST_MS)],
    ['statement.kept', time(STATEMENT_KEPT_MS)],
    ['notices.kept', time(NOTICES_KEPT_MS)],
    ['webErrors.kept', time(WEB_ERRORS_KEPT_MS)],
    ['limits.day', time(DAY_MS)],
    ['limits.month', time(MONTH)],
    ['staff.aim', time(promiseOf('REVIEW', 0).dueAt ?? 0)],
    ['referral.share', percent(percentText(REFERRAL_SHARE), language)],
  ];
}

/** Limits in force, of the authorities and our own; unset: no such limit is in force. */
function ruleFigures(rules: Rules, language: Language): Entry[] {
  const { depositHoldHours, tradingHours, stablecoinPerYear, stablecoinHolding } = rules;
  const toman = (value: bigint) => amountText('TOMAN', value, language);
  const tether = (value: bigint | null) => (value === null ? null : amountText('TETHER', value, language));
  return [
    ['rule.tomanDepositPerDay', toman(rules.tomanDepositPerDay)],
    ['rule.identifiedDepositPerDay', toman(rules.identifiedDepositPerDay)],
    ['rule.depositHold', depositHoldHours === 0 ? null : durationText(depositHoldHours * HOUR_MS, language)],
    ['rule.stablecoinPerYear', tether(stablecoinPerYear)],
    ['rule.stablecoinHolding', tether(stablecoinHolding)],
    ['rule.tradingFrom', tradingHours && hourText(tradingHours.from, language)],
    ['rule.tradingTo', tradingHours && hourText(tradingHours.to, language)],
  ];
}

/** The operator of this installation, as set in the back office or in brand.json. */
const operatorFigures = (operator: Operator): Entry[] =>
  Object.entries(operator).map(([field, value]) => [`operator.${field}`, value === '' ? null : value]);

// ── Formatting of figures ───────────────────────────────────────────────────────────────────────

const number = (text: string, language: Language): string =>
  language === 'fa' ? toPersianDigits(text).replaceAll(',', '٬').replace('.', '٫') : text;

const percent = (text: string, language: Language): string =>
  language === 'fa' ? `${number(text, language)} درصد` : `${text}%`;

const UNITS: Readonly<Record<number, Record<Language, string>>> = {
  [SECOND_MS]: { fa: 'ثانیه', en: 'second' },
  [MINUTE_MS]: { fa: 'دقیقه', en: 'minute' },
  [HOUR_MS]: { fa: 'ساعت', en: 'hour' },
  [DAY_MS]: { fa: 'روز', en: 'day' },
};

function unitText(count: string, unit: number, language: Language): string {
  const name = UNITS[unit]?.[language] ?? '';
  return `${number(count, language)} ${language === 'en' && count !== '1' ? `${name}s` : name}`;
}

/** Formats a duration in its natural unit: 72 hours, but 7 days. */
function durationText(ms: number, language: Language): string {
  const unit =
    [DAY_MS, HOUR_MS, MINUTE_MS].find((one) => ms % one === 0 && (one !== DAY_MS || ms > 3 * DAY_MS)) ??
    SECOND_MS;
  return unitText(String(ms / unit), unit, language);
}

/** 10:00; in Persian ۱۰, or ۱۰:۳۰. */
function hourText(minutes: number, language: Language): string {
  const past = minutes % 60;
  const hour = String(Math.floor(minutes / 60));
  return number(
    language === 'fa' && past === 0 ? hour : `${hour}:${String(past).padStart(2, '0')}`,
    language,
  );
}

const megabytes = (bytes: number, language: Language): string =>
  language === 'fa' ? `${number(String(bytes / 1e6), language)} مگابایت` : `${bytes / 1e6} MB`;

const LARGE: readonly { of: bigint; fa: string; en: string }[] = [
  { of: 10n ** 9n, fa: 'میلیارد', en: 'billion' },
  { of: 10n ** 6n, fa: 'میلیون', en: 'million' },
];

/** Formats round sums of Toman in words: 25 million Toman. */
function amountText(asset: Asset, amount: bigint, language: Language): string {
  const text = formatAmount(amount, asset).replace(/\.0*$|(\.\d*?)0+$/, '$1');
  const name = language === 'fa' || asset === 'TOMAN' ? nameOf(asset, language) : ASSETS[asset].symbol;
  const whole = /^\d+$/.test(text) ? BigInt(text) : 0n;
  const large =
    asset === 'TOMAN' ? LARGE.find(({ of }) => whole >= of && whole % (of / 10n) === 0n) : undefined;
  if (!large) return `${number(groupThousands(text), language)} ${name}`;
  const tenths = whole / (large.of / 10n);
  const count = tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
  return `${number(count, language)} ${large[language]} ${name}`;
}

const nameOf = (asset: Asset, language: Language): string =>
  language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;
