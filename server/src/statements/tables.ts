import {
  ASSETS,
  type Asset,
  formatAmount,
  formatDecimal,
  priceDecimals,
  receiptNumber,
  scaleOf,
} from '@sarraf/domain';
import type { Calendar } from '@sarraf/domain/contracts';
import type { Cell } from '../platform/files/csv.ts';
import type { Lang } from '../platform/files/table-file.ts';
import type { SheetRow } from '../platform/files/workbook.ts';
import { addDays, dayText, timeText } from '../rules/index.ts';
import type { IssuingCompany } from './deps.ts';
import { FIGURES, STATEMENT_TEXTS, sideOf } from './file-texts.ts';
import type { Summary } from './summary.ts';
import type { StatementTrade } from './trades.ts';
import { yearSpan } from './years.ts';

export interface StatementHeader {
  calendar: Calendar;
  year: number;
  lang: Lang;
  complete: boolean;
  madeAt: Date;
  /** Verification code for its holder. */
  code: string;
  issuer: IssuingCompany;
}

const number = (text: string, toman = false): Cell => ({ number: text, toman });
/** Returns the headings of the numbers, asset first. */
export const figureHeads = (lang: Lang): string[] => [
  STATEMENT_TEXTS[lang].paper.asset,
  ...Object.values(STATEMENT_TEXTS[lang].figures),
];

/** Builds the first sheet: holder and year, the numbers of each asset, and how they were calculated. */
export function paperRows(about: StatementHeader, { name, nationalCode, rows, totals }: Summary): SheetRow[] {
  const { calendar, year, lang, complete, madeAt, code, issuer } = about;
  const { from, to } = yearSpan(calendar, year);
  const { paper, calendar: calendars, method } = STATEMENT_TEXTS[lang];
  const facts: [keyof typeof paper, string][] = [
    ...issuerFacts(issuer),
    ['name', name],
    ['nationalCode', nationalCode],
    ['year', `${year} (${calendars[calendar]})`],
    ['from', dayText(from, lang)],
    ['to', dayText(addDays(to, -1), lang)],
    ['madeAt', timeText(madeAt, lang)],
    ['code', code],
  ];
  return [
    { cells: [paper.title], bold: true },
    ...facts.map(([key, value]) => ({ cells: [paper[key], value] })),
    ...(complete ? [] : [{ cells: [paper.unfinished], bold: true }]),
    { cells: [paper.units] },
    { cells: [] },
    { cells: figureHeads(lang), bold: true },
    ...rows.map((row) => ({
      cells: [
        assetName(row.asset, lang),
        ...FIGURES.map((key) => number(row[key], row.asset === 'TOMAN' || key.endsWith('Toman'))),
      ],
    })),
    {
      cells: [
        paper.totals,
        ...FIGURES.map((key) => (key in totals ? number(totals[key as 'boughtToman'], true) : '')),
      ],
      bold: true,
    },
    { cells: [] },
    { cells: [paper.method], bold: true },
    ...Object.values(method).map((line) => ({ cells: [line] })),
  ];
}

/** Returns the issuer, as far as it is set; an address without a name is left out. */
function issuerFacts({ legalName, registrationNumber, nationalId, address }: IssuingCompany) {
  if (legalName === '') return [];
  const facts = [
    ['issuer', legalName],
    ['registrationNumber', registrationNumber],
    ['companyId', nationalId],
    ['address', address],
  ] as const;
  return facts.filter(([, value]) => value !== '').map(([key, value]): [typeof key, string] => [key, value]);
}

export const tradesHead = (lang: Lang): SheetRow => ({
  cells: Object.values(STATEMENT_TEXTS[lang].trades),
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
      number(formatDecimal(unitPrice, scaleOf(quote), priceDecimals(coin, quote))),
      money(notional),
      money(fee),
      money(total),
      assetName(quote, lang),
    ],
  };
}

function assetName(asset: string, lang: Lang): string {
  if (asset === 'TOMAN') return STATEMENT_TEXTS[lang].paper.toman;
  const { persianName, englishName, symbol } = ASSETS[asset as Asset];
  return `${lang === 'fa' ? persianName : englishName} (${symbol})`;
}
