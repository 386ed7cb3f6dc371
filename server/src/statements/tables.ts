import {
  ASSETS,
  type Asset,
  decimalText,
  formatAmount,
  priceDecimals,
  receiptNumber,
  STATEMENT_METHOD,
  scaleOf,
} from '@sarraf/domain';
import type { Calendar } from '@sarraf/domain/contracts';
import type { Cell } from '../platform/files/csv.ts';
import { type Lang, pick } from '../platform/files/table-file.ts';
import type { SheetRow } from '../platform/files/workbook.ts';
import { addDays, dayText, timeText } from '../rules/index.ts';
import type { Summary } from './summary.ts';
import type { StatementTrade } from './trades.ts';
import { calendarOf, FIGURES, type Figure, sideOf, TRADE_COLUMNS, WORDS } from './words.ts';
import { yearSpan } from './years.ts';

export interface About {
  calendar: Calendar;
  year: number;
  lang: Lang;
  complete: boolean;
  madeAt: Date;
}

const FIGURE_KEYS = Object.keys(FIGURES) as Figure[];
const number = (text: string, toman = false): Cell => ({ number: text, toman });
/** The heads of the figures, asset first. */
export const figureHeads = (lang: Lang): string[] => [
  pick(WORDS.asset, lang),
  ...FIGURE_KEYS.map((key) => pick(FIGURES[key], lang)),
];

/** The first sheet: whose and which year it is, the figures of each asset, and how they were reckoned. */
export function paperRows(about: About, { name, nationalCode, rows, totals }: Summary): SheetRow[] {
  const { calendar, year, lang, complete, madeAt } = about;
  const { from, to } = yearSpan(calendar, year);
  const word = (key: keyof typeof WORDS) => pick(WORDS[key], lang);
  const facts: [keyof typeof WORDS, string][] = [
    ['name', name],
    ['nationalCode', nationalCode],
    ['year', `${year} (${calendarOf(calendar, lang)})`],
    ['from', dayText(from, lang)],
    ['to', dayText(addDays(to, -1), lang)],
    ['madeAt', timeText(madeAt, lang)],
  ];
  return [
    { cells: [word('title')], bold: true },
    ...facts.map(([key, value]) => ({ cells: [word(key), value] })),
    ...(complete ? [] : [{ cells: [word('unfinished')], bold: true }]),
    { cells: [word('units')] },
    { cells: [] },
    { cells: figureHeads(lang), bold: true },
    ...rows.map((row) => ({
      cells: [
        assetName(row.asset, lang),
        ...FIGURE_KEYS.map((key) => number(row[key], row.asset === 'TOMAN' || key.endsWith('Toman'))),
      ],
    })),
    {
      cells: [
        word('totals'),
        ...FIGURE_KEYS.map((key) => (key in totals ? number(totals[key as 'boughtToman'], true) : '')),
      ],
      bold: true,
    },
    { cells: [] },
    { cells: [word('method')], bold: true },
    ...STATEMENT_METHOD[lang].map((line) => ({ cells: [line] })),
  ];
}

export const tradesHead = (lang: Lang): SheetRow => ({
  cells: Object.values(TRADE_COLUMNS).map((words) => pick(words, lang)),
  bold: true,
});

export function tradeRow(trade: StatementTrade, lang: Lang): SheetRow {
  const { at, orderId, coin, quote, orderType, amount, unitPrice, notional, fee } = trade;
  const total = orderType.endsWith('_BUY') ? notional + fee : notional - fee;
  const money = (units: bigint) => number(formatAmount(units, quote), quote === 'TOMAN');
  return {
    cells: [
      timeText(at, lang),
      receiptNumber(orderId),
      assetName(coin, lang),
      sideOf(orderType, lang),
      number(formatAmount(amount, coin)),
      number(decimalText(unitPrice, scaleOf(quote), priceDecimals(coin, quote))),
      money(notional),
      money(fee),
      money(total),
      assetName(quote, lang),
    ],
  };
}

function assetName(asset: string, lang: Lang): string {
  if (asset === 'TOMAN') return pick(WORDS.toman, lang);
  const { persianName, englishName, symbol } = ASSETS[asset as Asset];
  return `${lang === 'fa' ? persianName : englishName} (${symbol})`;
}
