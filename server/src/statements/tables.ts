import {
  ASSETS,
  type Asset,
  formatAmount,
  formatDecimal,
  formatReceiptNumber,
  priceDecimals,
  scaleOf,
} from '@sarraf/domain';
import type { Calendar } from '@sarraf/domain/contracts';
import type { Cell } from '../platform/files/csv.ts';
import type { Lang } from '../platform/files/table-file.ts';
import type { SheetRow } from '../platform/files/workbook.ts';
import { addDays, formatTehranDay, formatTehranTime } from '../rules/index.ts';
import type { IssuingCompany } from './deps.ts';
import { FIGURES, formatSide, STATEMENT_TEXTS } from './file-texts.ts';
import type { Summary } from './summary.ts';
import type { StatementTrade } from './trades.ts';
import { yearSpanOf } from './years.ts';

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

const numberCell = (text: string, toman = false): Cell => ({ number: text, toman });
/** Returns the headings of the numbers, asset first. */
export const figureHeadings = (lang: Lang): string[] => [
  STATEMENT_TEXTS[lang].paper.asset,
  ...Object.values(STATEMENT_TEXTS[lang].figures),
];

/** Builds the first sheet: holder and year, the numbers of each asset, and how they were calculated. */
export function buildPaperRows(
  header: StatementHeader,
  { name, nationalCode, rows, totals }: Summary,
): SheetRow[] {
  const { calendar, year, lang, complete, madeAt, code, issuer } = header;
  const { from, to } = yearSpanOf(calendar, year);
  const { paper, calendar: calendars, method } = STATEMENT_TEXTS[lang];
  const facts: [keyof typeof paper, string][] = [
    ...listIssuerFacts(issuer),
    ['name', name],
    ['nationalCode', nationalCode],
    ['year', `${year} (${calendars[calendar]})`],
    ['from', formatTehranDay(from, lang)],
    ['to', formatTehranDay(addDays(to, -1), lang)],
    ['madeAt', formatTehranTime(madeAt, lang)],
    ['code', code],
  ];
  return [
    { cells: [paper.title], bold: true },
    ...facts.map(([key, value]) => ({ cells: [paper[key], value] })),
    ...(complete ? [] : [{ cells: [paper.unfinished], bold: true }]),
    { cells: [paper.units] },
    { cells: [] },
    { cells: figureHeadings(lang), bold: true },
    ...rows.map((row) => ({
      cells: [
        assetNameOf(row.asset, lang),
        ...FIGURES.map((key) => numberCell(row[key], row.asset === 'TOMAN' || key.endsWith('Toman'))),
      ],
    })),
    {
      cells: [
        paper.totals,
        ...FIGURES.map((key) => (key in totals ? numberCell(totals[key as 'boughtToman'], true) : '')),
      ],
      bold: true,
    },
    { cells: [] },
    { cells: [paper.method], bold: true },
    ...Object.values(method).map((methodLine) => ({ cells: [methodLine] })),
  ];
}

/** Returns the issuer, as far as it is set; an address without a name is left out. */
function listIssuerFacts({ legalName, registrationNumber, nationalId, address }: IssuingCompany) {
  if (legalName === '') return [];
  const facts = [
    ['issuer', legalName],
    ['registrationNumber', registrationNumber],
    ['companyId', nationalId],
    ['address', address],
  ] as const;
  return facts.filter(([, value]) => value !== '').map(([key, value]): [typeof key, string] => [key, value]);
}

export const buildTradesHead = (lang: Lang): SheetRow => ({
  cells: Object.values(STATEMENT_TEXTS[lang].trades),
  bold: true,
});

export function buildTradeRow(trade: StatementTrade, lang: Lang): SheetRow {
  const { at, orderId, coin, quote, orderType, amount, unitPrice, notional, fee } = trade;
  const total = orderType.endsWith('_BUY') ? notional + fee : notional - fee;
  const moneyCell = (units: bigint) => numberCell(formatAmount(units, quote), quote === 'TOMAN');
  return {
    cells: [
      formatTehranTime(at, lang),
      formatReceiptNumber(orderId),
      assetNameOf(coin, lang),
      formatSide(orderType, lang),
      numberCell(formatAmount(amount, coin)),
      numberCell(formatDecimal(unitPrice, scaleOf(quote), priceDecimals(coin, quote))),
      moneyCell(notional),
      moneyCell(fee),
      moneyCell(total),
      assetNameOf(quote, lang),
    ],
  };
}

function assetNameOf(asset: string, lang: Lang): string {
  if (asset === 'TOMAN') return STATEMENT_TEXTS[lang].paper.toman;
  const { persianName, englishName, symbol } = ASSETS[asset as Asset];
  return `${lang === 'fa' ? persianName : englishName} (${symbol})`;
}
