/** The figures that articles may name, each from the constant or the row that the product uses. */
import {
  ASSETS,
  type Asset,
  BANK_RETURN_MS,
  type BUSINESS_ROWS,
  type BusinessRowKind,
  type Chain,
  chainOf,
  DAY_MS,
  fieldsOf,
  formatAmount,
  getRowAsset,
  getStaffDeadline,
  groupThousands,
  HOUR_MS,
  isAsset,
  isCoin,
  isTokenType,
  MARKET_SLIPPAGE,
  MAX_ALERTS,
  MINUTE_MS,
  PRICE_BAND,
  percentText,
  REFERRAL_SHARE,
  type RowValues,
  SECOND_MS,
  splitRowKey,
  toPersianDigits,
} from '@sarraf/domain';
import { MAX_DOCUMENT_BYTES } from '@sarraf/domain/contracts';
import type { TextFigures } from '../content/index.ts';
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
import { NOTICE_RETENTION_MS } from '../messaging/index.ts';
import { type RowTable, readRows } from '../platform/business-rows/business-rows.ts';
import type { Db } from '../platform/database/database.ts';
import { CUT_OFF_MINUTE, type RuleBook, type Rules } from '../rules/index.ts';
import { STATEMENT_KEPT_MS } from '../statements/index.ts';
import { MAX_OPEN_ORDERS } from '../trading/index.ts';
import { CONSENT_SECONDS, INACTIVE_DOCUMENT_MS, MAX_BANK_ACCOUNTS } from '../verification/index.ts';
import { GATEWAY_SESSION_MS, MAX_IMPORT_BY_ONE } from '../wallet/index.ts';
import { WEB_ERROR_RETENTION_MS } from '../web-errors/index.ts';
import { ADDRESS_DELAY_MS, MAX_SAVED_ADDRESSES, MONTH_MS } from '../withdrawal/index.ts';

type Language = 'fa' | 'en';
type FigureEntry = [name: string, value: string | null];

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
  async (language: Language): Promise<TextFigures> => {
    const rows = await Promise.all(
      tables
        .filter(({ kind }) => PUBLIC_FIELDS[kind])
        .map(async (table) => ({ kind: table.kind, rows: await readRows(db, table) })),
    );
    return new Map([
      ...listCodeFigures(language),
      ...listRuleFigures(rules.current(), language),
      ...listOperatorFigures(await operator(language)),
      ...rows.flatMap(({ kind, rows }) =>
        rows.flatMap(({ key, values }) => listRowFigures(kind, key, values, language)),
      ),
      ...rows.flatMap(({ kind, rows }) => listExtremes(kind, rows, language)),
      ...listNetworkFigures(market, language),
    ]);
  };

/**
 * Fields of each kind that customers may read; others are internal. `network` is read from the market, which
 * decides.
 */
const PUBLIC_FIELDS: { readonly [K in BusinessRowKind]?: readonly (keyof (typeof BUSINESS_ROWS)[K])[] } = {
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
const HIDDEN_LEVEL = 'SUPERVISOR';

/** `level.GOLD.wage`; for a kind with one row, `thresholds.sms`. */
function listRowFigures(
  kind: BusinessRowKind,
  key: string,
  values: RowValues,
  language: Language,
): FigureEntry[] {
  if (key === HIDDEN_LEVEL) return [];
  const isSingleRow = kind === 'bank' || key === 'ALL';
  return (PUBLIC_FIELDS[kind] ?? []).map((field) => [
    [kind, ...(isSingleRow ? [] : [key]), field].join('.'),
    formatValue(kind, key, field as string, values[field as string] ?? 0n, language),
  ]);
}

function formatValue(
  kind: BusinessRowKind,
  key: string,
  field: string,
  value: bigint,
  language: Language,
): string {
  switch (fieldsOf(kind)[field]?.type) {
    case 'toman':
      return formatAmountInWords('TOMAN', value, language);
    case 'amount':
      return formatAmountInWords(assetOfAmount(kind, key), value, language);
    case 'percent':
      return formatPercent(percentText(value), language);
    default:
      return kind === 'hotTarget'
        ? formatPercent(value.toString(), language)
        : localizeNumber(value.toString(), language);
  }
}

const assetOfAmount = (kind: BusinessRowKind, key: string): Asset => {
  const [quote = ''] = splitRowKey(key);
  return kind === 'quote' && isAsset(quote) ? quote : getRowAsset(kind, key);
};

/** Returns minimums and maximums, for sentences about all levels or coins. */
function listExtremes(
  kind: BusinessRowKind,
  rows: readonly { key: string; values: RowValues }[],
  language: Language,
): FigureEntry[] {
  const sortedValues = (field: string) =>
    rows
      .filter(({ key }) => key !== HIDDEN_LEVEL)
      .map(({ values }) => values[field] ?? 0n)
      .sort((a, b) => (a < b ? -1 : 1));
  const formatPercentOf = (value = 0n) => formatPercent(percentText(value), language);
  if (kind === 'level')
    return (['wage', 'wageTether'] as const).flatMap((field): FigureEntry[] => [
      [`level.lowest.${field}`, formatPercentOf(sortedValues(field)[0])],
      [`level.highest.${field}`, formatPercentOf(sortedValues(field).at(-1))],
    ]);
  if (kind === 'hotTarget')
    return [
      ['hotTarget.highest.percent', formatPercent(String(sortedValues('percent').at(-1) ?? 0), language)],
    ];
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
function listNetworkFigures(market: Pick<Market, 'coin'>, language: Language): FigureEntry[] {
  return (Object.keys(ASSETS) as Asset[]).filter(isCoin).flatMap((asset) =>
    market.coin(asset).networks.flatMap((network): FigureEntry[] => {
      if (!isTokenType(network.tokenType)) return [];
      const figureName = (field: string) => `network.${asset}.${network.tokenType}.${field}`;
      const formatIfOpen = (value: bigint, isOpen: boolean) =>
        isOpen ? formatAmountInWords(asset, value, language) : null;
      const { confirmations, depositEnabled, withdrawEnabled } = network;
      const seconds = confirmations * BLOCK_SECONDS[chainOf(network.tokenType)];
      return [
        [figureName('minDeposit'), formatIfOpen(network.minDeposit, depositEnabled)],
        [
          figureName('confirmations'),
          depositEnabled ? localizeNumber(groupThousands(String(confirmations)), language) : null,
        ],
        [figureName('wait'), depositEnabled ? formatWait(confirmations, seconds, language) : null],
        [figureName('minWithdraw'), formatIfOpen(network.minWithdraw, withdrawEnabled)],
        [figureName('maxWithdraw'), formatIfOpen(network.maxWithdraw, withdrawEnabled)],
        [figureName('withdrawalFee'), formatIfOpen(network.withdrawalFee, withdrawEnabled)],
      ];
    }),
  );
}

function formatWait(confirmations: number, seconds: number, language: Language): string {
  if (confirmations === 1) return language === 'fa' ? 'چند ثانیه تا چند دقیقه' : 'seconds to a few minutes';
  const ms = seconds * SECOND_MS;
  const [unit, step] =
    ms >= 2 * DAY_MS
      ? [DAY_MS, DAY_MS]
      : ms >= 100 * MINUTE_MS
        ? [HOUR_MS, HOUR_MS / 2]
        : [MINUTE_MS, MINUTE_MS];
  const rounded = Math.max(Math.round(ms / step), 1) * (step / unit);
  const text = formatUnits(String(rounded), unit, language);
  return language === 'fa' ? `حدود ${text}` : `about ${text}`;
}

/** Figures from constants of the code. */
function listCodeFigures(language: Language): FigureEntry[] {
  const formatTime = (ms: number) => formatDuration(ms, language);
  const formatCount = (value: number | bigint) => localizeNumber(groupThousands(value.toString()), language);
  const [openInMarket, openInAll] = MAX_OPEN_ORDERS.person;
  const { sentCodes, wrongCodes } = STRICT_LIMITS;
  return [
    ['code.signUp', formatTime(CODE_SECONDS.SIGN_UP * SECOND_MS)],
    ['code.life', formatTime(CODE_SECONDS.LOGIN * SECOND_MS)],
    ['code.pause', formatTime(sentCodes.pause.windowMs)],
    ['code.perHour', formatCount(sentCodes.hour.max)],
    ['code.perDay', formatCount(sentCodes.day.max)],
    ['code.guesses', formatCount(GUESSES_PER_CODE)],
    ['code.guessesPerHour', formatCount(wrongCodes.max)],
    ['code.bank', formatTime(CONSENT_SECONDS * SECOND_MS)],
    ['recoveryCodes.count', formatCount(RECOVERY_CODES)],
    ['hold.password', formatTime(HOLD_MS.password)],
    ['hold.twoStep', formatTime(HOLD_MS.twoStep)],
    ['hold.contact', formatTime(HOLD_MS.contact)],
    ['hold.recovery', formatTime(HOLD_MS.recovery)],
    ['hold.reversedDeposit', formatTime(REVERSED_DEPOSIT_HOLD_MS)],
    ['freeze.link', formatTime(FREEZE_LINK_MS)],
    ['freeze.thaw', formatTime(THAW_MS)],
    ['session.idle', formatTime(SESSION_LIFE.idleMs)],
    ['session.longest', formatTime(SESSION_LIFE.absoluteMs)],
    ['session.remembered', formatTime(SESSION_LIFE.rememberedMs)],
    ['signUp.kept', formatTime(SIGN_UP_MS)],
    ['passkeys.most', formatCount(MAX_PASSKEYS)],
    ['addresses.most', formatCount(MAX_SAVED_ADDRESSES)],
    ['addresses.delay', formatTime(ADDRESS_DELAY_MS)],
    ['bankAccounts.most', formatCount(MAX_BANK_ACCOUNTS)],
    ['alerts.most', formatCount(MAX_ALERTS)],
    ['price.life', formatTime(PRICE_WINDOW_MS)],
    ['price.move', formatPercent(percentText(ADVERSE_MOVE * 1_000n), language)],
    ['order.band', formatPercent(PRICE_BAND.toString(), language)],
    ['order.slippage', formatPercent(MARKET_SLIPPAGE.toString(), language)],
    ['order.openInMarket', formatCount(openInMarket)],
    ['order.openInAll', formatCount(openInAll)],
    ['payout.cutOff', formatHour(CUT_OFF_MINUTE, language)],
    ['gateway.open', formatTime(GATEWAY_SESSION_MS)],
    ['bankReturn.within', formatTime(BANK_RETURN_MS)],
    ['bankTransfer.byOne', formatAmountInWords('TOMAN', MAX_IMPORT_BY_ONE, language)],
    ['document.size', formatMegabytes(MAX_DOCUMENT_BYTES, language)],
    ['document.kept', formatTime(INACTIVE_DOCUMENT_MS)],
    ['statement.kept', formatTime(STATEMENT_KEPT_MS)],
    ['notices.kept', formatTime(NOTICE_RETENTION_MS)],
    ['webErrors.kept', formatTime(WEB_ERROR_RETENTION_MS)],
    ['limits.day', formatTime(DAY_MS)],
    ['limits.month', formatTime(MONTH_MS)],
    ['staff.aim', formatTime(getStaffDeadline('REVIEW', 0).dueAt ?? 0)],
    ['referral.share', formatPercent(percentText(REFERRAL_SHARE), language)],
  ];
}

/** Limits in force, of the authorities and our own; unset: no such limit is in force. */
function listRuleFigures(rules: Rules, language: Language): FigureEntry[] {
  const { depositHoldHours, tradingHours, stablecoinPerYear, stablecoinHolding } = rules;
  const formatToman = (value: bigint) => formatAmountInWords('TOMAN', value, language);
  const formatTether = (value: bigint | null) =>
    value === null ? null : formatAmountInWords('TETHER', value, language);
  return [
    ['rule.tomanDepositPerDay', formatToman(rules.tomanDepositPerDay)],
    ['rule.identifiedDepositPerDay', formatToman(rules.identifiedDepositPerDay)],
    [
      'rule.depositHold',
      depositHoldHours === 0 ? null : formatDuration(depositHoldHours * HOUR_MS, language),
    ],
    ['rule.stablecoinPerYear', formatTether(stablecoinPerYear)],
    ['rule.stablecoinHolding', formatTether(stablecoinHolding)],
    ['rule.tradingFrom', tradingHours && formatHour(tradingHours.from, language)],
    ['rule.tradingTo', tradingHours && formatHour(tradingHours.to, language)],
  ];
}

/** The operator of this installation, as set in the back office or in brand.json. */
const listOperatorFigures = (operator: Operator): FigureEntry[] =>
  Object.entries(operator).map(([field, value]) => [`operator.${field}`, value === '' ? null : value]);

// ── Formatting of figures ───────────────────────────────────────────────────────────────────────

const localizeNumber = (text: string, language: Language): string =>
  language === 'fa' ? toPersianDigits(text).replaceAll(',', '٬').replace('.', '٫') : text;

const formatPercent = (text: string, language: Language): string =>
  language === 'fa' ? `${localizeNumber(text, language)} درصد` : `${text}%`;

const UNIT_NAMES: Readonly<Record<number, Record<Language, string>>> = {
  [SECOND_MS]: { fa: 'ثانیه', en: 'second' },
  [MINUTE_MS]: { fa: 'دقیقه', en: 'minute' },
  [HOUR_MS]: { fa: 'ساعت', en: 'hour' },
  [DAY_MS]: { fa: 'روز', en: 'day' },
};

function formatUnits(count: string, unit: number, language: Language): string {
  const name = UNIT_NAMES[unit]?.[language] ?? '';
  return `${localizeNumber(count, language)} ${language === 'en' && count !== '1' ? `${name}s` : name}`;
}

/** Formats a duration in its natural unit: 72 hours, but 7 days. */
function formatDuration(ms: number, language: Language): string {
  const unit =
    [DAY_MS, HOUR_MS, MINUTE_MS].find(
      (candidate) => ms % candidate === 0 && (candidate !== DAY_MS || ms > 3 * DAY_MS),
    ) ?? SECOND_MS;
  return formatUnits(String(ms / unit), unit, language);
}

/** 10:00; in Persian ۱۰, or ۱۰:۳۰. */
function formatHour(minutes: number, language: Language): string {
  const minutesPast = minutes % 60;
  const hour = String(Math.floor(minutes / 60));
  return localizeNumber(
    language === 'fa' && minutesPast === 0 ? hour : `${hour}:${String(minutesPast).padStart(2, '0')}`,
    language,
  );
}

const formatMegabytes = (bytes: number, language: Language): string =>
  language === 'fa' ? `${localizeNumber(String(bytes / 1e6), language)} مگابایت` : `${bytes / 1e6} MB`;

const LARGE_NUMBERS: readonly { of: bigint; fa: string; en: string }[] = [
  { of: 10n ** 9n, fa: 'میلیارد', en: 'billion' },
  { of: 10n ** 6n, fa: 'میلیون', en: 'million' },
];

/** Formats round sums of Toman in words: 25 million Toman. */
function formatAmountInWords(asset: Asset, amount: bigint, language: Language): string {
  const text = formatAmount(amount, asset).replace(/\.0*$|(\.\d*?)0+$/, '$1');
  const name = language === 'fa' || asset === 'TOMAN' ? getAssetName(asset, language) : ASSETS[asset].symbol;
  const integer = /^\d+$/.test(text) ? BigInt(text) : 0n;
  const large =
    asset === 'TOMAN'
      ? LARGE_NUMBERS.find(({ of }) => integer >= of && integer % (of / 10n) === 0n)
      : undefined;
  if (!large) return `${localizeNumber(groupThousands(text), language)} ${name}`;
  const tenths = integer / (large.of / 10n);
  const count = tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
  return `${localizeNumber(count, language)} ${large[language]} ${name}`;
}

const getAssetName = (asset: Asset, language: Language): string =>
  language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;
