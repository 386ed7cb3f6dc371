import { ASSETS, isAsset } from '@sarraf/domain';
import type { CompanyPayment, Settlement } from '@sarraf/domain/contracts';
import enFile from '../../../../messages/server/en/settlement-file.json' with { type: 'json' };
import faFile from '../../../../messages/server/fa/settlement-file.json' with { type: 'json' };
import type { Page } from '../../platform/database/rows.ts';
import type { Cell } from '../../platform/files/csv.ts';
import { type Lang, MAX_ROWS, type TableFile } from '../../platform/files/table-file.ts';
import { formatTehranMinute } from '../../rules/index.ts';
import type { CompanyContext } from '../deps.ts';
import { listCompanyPayments } from '../payments/payment-store.ts';
import { paymentDto } from '../payments/payment-view.ts';
import type { CompanyRow } from '../store.ts';
import { readSettlement } from './settlement-view.ts';

const CHUNK = 1_000;
const TEXTS: Record<Lang, typeof faFile & { state: Record<Settlement['state'], string> }> = {
  fa: faFile,
  en: enFile,
};

/** Returns a settlement with its newest 250,000 payments. NOT_FOUND. */
export async function buildSettlementTable(
  context: CompanyContext,
  company: CompanyRow,
  id: string,
  lang: Lang,
): Promise<TableFile> {
  const settlement = await readSettlement(context, company, id);
  const { name } = await context.readCompanyFacts(company.userId);
  return {
    name: `settlement-${settlement.number}`,
    above: buildHeaderRows(name, settlement, lang),
    head: Object.values(TEXTS[lang].columns),
    rows: readPaymentRows(context, company.id, id, lang),
  };
}

async function* readPaymentRows(
  context: CompanyContext,
  companyId: string,
  settlementId: string,
  lang: Lang,
): AsyncGenerator<Cell[][]> {
  for (let before: string | null = null, writtenCount = 0; writtenCount < MAX_ROWS; ) {
    const page: Page = { limit: CHUNK, size: CHUNK, offset: 0, before };
    const rows = await listCompanyPayments(context.db, { companyId, settlementId }, page);
    yield rows.map((row) => buildPaymentCells(paymentDto(row), lang));
    writtenCount += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    before = last.id;
  }
}

/** Heading of a list that was cut. */
const formatCutNote = (totalCount: number, lang: Lang): string =>
  TEXTS[lang].cut.replace('{shown}', String(MAX_ROWS)).replace('{all}', String(totalCount));

/** The figures. If there are more payments than rows, a note says so: the sums include all of them. */
export const buildHeaderRows = (company: string, settlement: Settlement, lang: Lang): Cell[][] => [
  ...buildFactRows(company, settlement, lang),
  [],
  ...(settlement.payments > MAX_ROWS ? [[formatCutNote(settlement.payments, lang)]] : []),
];

function buildFactRows(company: string, s: Settlement, lang: Lang): Cell[][] {
  const coin = isAsset(s.coinEntity) ? ASSETS[s.coinEntity].symbol : null;
  const values: Record<keyof typeof faFile.facts, Cell | null> = {
    company,
    number: s.number,
    from: formatTehranMinute(s.fromDateTime, lang),
    to: formatTehranMinute(s.toDateTime, lang),
    state: TEXTS[lang].state[s.state],
    receipts: tomanCell(s.receipts),
    carriedIn: tomanCell(s.carriedIn),
    spent: tomanCell(s.spent),
    carriedOut: tomanCell(s.carriedOut),
    coin,
    bought: numberCell(s.bought),
    unitPrice: numberCell(s.unitPrice),
    fee: tomanCell(s.fee),
    networkFee: numberCell(s.networkFee),
    arrives: numberCell(s.arrives),
    address: s.walletAddress,
    txid: s.withdrawal?.txid ?? null,
  };
  return Object.entries(TEXTS[lang].facts).flatMap(([key, fact]) => {
    const value = values[key as keyof typeof faFile.facts];
    return value === null ? [] : [[fact, value]];
  });
}

const numberCell = (text: string | null): Cell | null => (text === null ? null : { number: text });
const tomanCell = (text: string | null): Cell | null =>
  text === null ? null : { number: text, toman: true };

const buildPaymentCells = (payment: CompanyPayment, lang: Lang): Cell[] => [
  formatTehranMinute(payment.receivedAtDateTime ?? payment.createdAtDateTime, lang),
  payment.number,
  payment.orderNumber ?? '',
  payment.description,
  payment.cardNumber,
  payment.trackingCode ?? '',
  { number: payment.amount, toman: true },
];
