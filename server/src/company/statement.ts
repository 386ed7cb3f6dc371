import { ASSETS, isAsset, Refusal } from '@sarraf/domain';
import type { CompanyPayment, QueryOf, Settlement, settlementStatement } from '@sarraf/domain/contracts';
import writeExcelFile from 'write-excel-file/node';
import { csv } from '../platform/csv.ts';
import type { Kit } from './deps.ts';
import { listPayments } from './payment-store.ts';
import { paymentDto } from './payment-view.ts';
import { readSettlement } from './settlement-view.ts';
import { COLUMNS, dateOf, FACTS, type Lang, pick, STATES } from './statement-words.ts';
import type { CompanyRow } from './store.ts';

const CHUNK = 500;
const MOST_ROWS = 20_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A settlement with its payments, at most 20,000. NOT_FOUND; EXCEL_NOT_GENERATED: the file could not be made. */
export async function settlementFile(
  kit: Kit,
  company: CompanyRow,
  id: string,
  { format, lang }: QueryOf<typeof settlementStatement>,
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const settlement = await readSettlement(kit, company, id);
  const name = `settlement-${settlement.number}.${format}`;
  try {
    const { name: shop } = await kit.shopFacts(company.userId);
    const rows = [
      ...factsOf(shop, settlement, lang),
      [],
      ...tableOf(await paymentsOf(kit, company.id, id), lang),
    ];
    if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(csv(rows)) };
    return { name, type: XLSX, bytes: await workbook(rows, lang) };
  } catch (err) {
    kit.log.error({ area: 'company', settlement: id, format, err }, 'statement not made');
    throw new Refusal('EXCEL_NOT_GENERATED');
  }
}

async function paymentsOf(kit: Kit, companyId: string, settlementId: string): Promise<CompanyPayment[]> {
  const found: CompanyPayment[] = [];
  for (let before: string | null = null; found.length < MOST_ROWS; ) {
    const page = { limit: CHUNK, size: CHUNK, offset: 0, before };
    const rows = await listPayments(kit.db, { companyId, settlementId }, page);
    found.push(...rows.map(paymentDto));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) break;
    before = last.id;
  }
  return found;
}

function factsOf(shop: string, s: Settlement, lang: Lang): string[][] {
  const coin = isAsset(s.coinEntity) ? ASSETS[s.coinEntity].symbol : null;
  const values: Record<keyof typeof FACTS, string | null> = {
    shop,
    number: s.number,
    from: dateOf(s.fromDateTime, lang),
    to: dateOf(s.toDateTime, lang),
    state: pick(STATES[s.state], lang),
    receipts: s.receipts,
    carriedIn: s.carriedIn,
    spent: s.spent,
    carriedOut: s.carriedOut,
    coin,
    bought: s.bought,
    unitPrice: s.unitPrice,
    fee: s.fee,
    networkFee: s.networkFee,
    arrives: s.arrives,
    address: s.walletAddress,
    txid: s.withdrawal?.txid ?? null,
  };
  return Object.entries(FACTS).flatMap(([key, words]) => {
    const value = values[key as keyof typeof FACTS];
    return value === null ? [] : [[pick(words, lang), value]];
  });
}

const tableOf = (payments: readonly CompanyPayment[], lang: Lang): string[][] => [
  Object.values(COLUMNS).map((words) => pick(words, lang)),
  ...payments.map((payment) => [
    dateOf(payment.receivedAtDateTime ?? payment.createdAtDateTime, lang),
    payment.number,
    payment.orderNumber ?? '',
    payment.description,
    payment.cardNumber,
    payment.trackingCode ?? '',
    payment.amount,
  ]),
];

/** Every cell is text: a number would be cut to what a double holds, and text is never read as a formula. */
const workbook = (rows: readonly (readonly string[])[], lang: Lang): Promise<Buffer> =>
  writeExcelFile(
    rows.map((row) => row.map((value) => ({ value, type: String }))),
    { rightToLeft: lang === 'fa' },
  ).toBuffer();
