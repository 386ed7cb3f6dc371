import { ASSETS, isAsset, Refusal } from '@sarraf/domain';
import type { CompanyPayment, QueryOf, Settlement, settlementStatement } from '@sarraf/domain/contracts';
import { tableFile } from '../platform/table-file.ts';
import { minuteText } from '../rules/index.ts';
import type { Kit } from './deps.ts';
import { listPayments } from './payment-store.ts';
import { paymentDto } from './payment-view.ts';
import { readSettlement } from './settlement-view.ts';
import { COLUMNS, FACTS, type Lang, partOf, pick, STATES } from './statement-words.ts';
import type { CompanyRow } from './store.ts';

const CHUNK = 500;
const MOST_ROWS = 20_000;

/** A settlement with its payments, the newest 20,000 of them. NOT_FOUND; EXCEL_NOT_GENERATED: the file could not be made. */
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
    const rows = sheetOf(shop, settlement, await paymentsOf(kit, company.id, id), lang);
    return await tableFile(name, rows, { format, lang, hasHead: false });
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

/** Where there are more payments than rows, it says so: the sums are of all of them. */
export const sheetOf = (
  shop: string,
  settlement: Settlement,
  payments: readonly CompanyPayment[],
  lang: Lang,
): string[][] => [
  ...factsOf(shop, settlement, lang),
  [],
  ...(payments.length < settlement.payments ? [[partOf(payments.length, settlement.payments, lang)]] : []),
  ...tableOf(payments, lang),
];

function factsOf(shop: string, s: Settlement, lang: Lang): string[][] {
  const coin = isAsset(s.coinEntity) ? ASSETS[s.coinEntity].symbol : null;
  const values: Record<keyof typeof FACTS, string | null> = {
    shop,
    number: s.number,
    from: minuteText(s.fromDateTime, lang),
    to: minuteText(s.toDateTime, lang),
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
    minuteText(payment.receivedAtDateTime ?? payment.createdAtDateTime, lang),
    payment.number,
    payment.orderNumber ?? '',
    payment.description,
    payment.cardNumber,
    payment.trackingCode ?? '',
    payment.amount,
  ]),
];
