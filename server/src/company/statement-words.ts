import type { QueryOf, Settlement, settlementStatement } from '@sarraf/domain/contracts';

export type Lang = QueryOf<typeof settlementStatement>['lang'];
type Both = readonly [fa: string, en: string];

/** Of the facts above the payments. */
export const FACTS = {
  shop: ['فروشگاه', 'Store'],
  number: ['شماره تسویه', 'Settlement'],
  from: ['از', 'From'],
  to: ['تا', 'Until'],
  state: ['وضعیت', 'Status'],
  receipts: ['دریافتی دوره (تومان)', 'Received (Toman)'],
  carriedIn: ['مانده از دوره پیش (تومان)', 'Carried in (Toman)'],
  spent: ['تسویه‌شده (تومان)', 'Settled (Toman)'],
  carriedOut: ['مانده برای دوره بعد (تومان)', 'Carried over (Toman)'],
  coin: ['ارز', 'Coin'],
  bought: ['مقدار خرید', 'Bought'],
  unitPrice: ['قیمت هر واحد (تومان)', 'Unit price (Toman)'],
  fee: ['کارمزد خرید (تومان)', 'Fee (Toman)'],
  networkFee: ['کارمزد شبکه', 'Network fee'],
  arrives: ['مقدار فرستاده‌شده', 'Sent'],
  address: ['نشانی مقصد', 'Address'],
  txid: ['شناسه تراکنش', 'Transaction'],
} as const satisfies Record<string, Both>;

export const COLUMNS = {
  date: ['تاریخ', 'Date (Tehran)'],
  number: ['شماره', 'Number'],
  orderNumber: ['شماره سفارش', 'Order'],
  description: ['بابت', 'Description'],
  card: ['کارت', 'Card'],
  tracking: ['کد پیگیری', 'Reference'],
  amount: ['مبلغ (تومان)', 'Amount (Toman)'],
} as const satisfies Record<string, Both>;

export const STATES: Readonly<Record<Settlement['state'], Both>> = {
  DUE: ['در انتظار خرید', 'To be bought'],
  BOUGHT: ['خریده شد، در انتظار ارسال', 'Bought, to be sent'],
  SENT: ['در حال ارسال', 'On its way'],
  DONE: ['انجام شد', 'Done'],
  CARRIED: ['به دوره بعد رفت', 'Carried over'],
  MOVED: ['به کیف پول تومان رفت', 'Moved to the Toman wallet'],
  RETURNED: ['به کیف پول برگشت', 'Returned to the wallet'],
};

export const pick = ([fa, en]: Both, lang: Lang): string => (lang === 'fa' ? fa : en);

const options = { timeZone: 'Asia/Tehran', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const;
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const DATES = {
  // Latin digits, since a table is sorted and counted with.
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian-nu-latn', { ...options, ...day }),
  en: new Intl.DateTimeFormat('en-CA', { ...options, ...day }),
};

/** 1405/08/30 14:05 in Persian, 2026-11-21 14:05 in English; both are the time of Tehran. */
export function dateOf(iso: string, lang: Lang): string {
  const found = Object.fromEntries(
    DATES[lang].formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  const date = [found.year, found.month, found.day].join(lang === 'fa' ? '/' : '-');
  return `${date} ${found.hour}:${found.minute}`;
}
