import type { Settlement } from '@sarraf/domain/contracts';
import { type InBothLanguages, type Lang, pick } from '../../platform/files/table-file.ts';

/** Of the facts above the payments. */
export const FACTS = {
  company: ['فروشگاه', 'Store'],
  number: ['شماره تسویه', 'Settlement'],
  from: ['از', 'From'],
  to: ['تا', 'Until'],
  state: ['وضعیت', 'Status'],
  receipts: ['دریافتی دوره (تومان)', 'Received (Toman)'],
  carriedIn: ['مانده از دوره پیش (تومان)', 'Carried in (Toman)'],
  spent: ['تسویه‌شده (تومان)', 'Settled (Toman)'],
  carriedOut: ['مانده برای دوره بعد (تومان)', 'Carried over (Toman)'],
  coin: ['رمزارز', 'Coin'],
  bought: ['مقدار خرید', 'Bought'],
  unitPrice: ['قیمت هر واحد (تومان)', 'Unit price (Toman)'],
  fee: ['کارمزد خرید (تومان)', 'Fee (Toman)'],
  networkFee: ['کارمزد شبکه', 'Network fee'],
  arrives: ['مقدار فرستاده‌شده', 'Sent'],
  address: ['نشانی مقصد', 'Address'],
  txid: ['شناسه تراکنش', 'Transaction'],
} as const satisfies Record<string, InBothLanguages>;

export const SETTLEMENT_COLUMNS = {
  date: ['تاریخ', 'Date (Tehran)'],
  number: ['شماره', 'Number'],
  orderNumber: ['شماره سفارش', 'Order'],
  description: ['بابت', 'Description'],
  card: ['کارت', 'Card'],
  tracking: ['کد پیگیری', 'Reference'],
  amount: ['مبلغ (تومان)', 'Amount (Toman)'],
} as const satisfies Record<string, InBothLanguages>;

export const STATES: Readonly<Record<Settlement['state'], InBothLanguages>> = {
  DUE: ['در انتظار خرید', 'To be bought'],
  BOUGHT: ['خریده شد، در انتظار ارسال', 'Bought, to be sent'],
  SENT: ['در حال ارسال', 'On its way'],
  DONE: ['انجام شد', 'Done'],
  CARRIED: ['به دوره بعد رفت', 'Carried over'],
  MOVED: ['به کیف پول تومان رفت', 'Moved to the Toman wallet'],
  RETURNED: ['به کیف پول برگشت', 'Returned to the wallet'],
};

/** Above a list that isn't all. */
export const shareText = (shown: number, all: number, lang: Lang): string =>
  pick(
    [
      `${shown} پرداخت تازه‌تر از ${all} پرداخت؛ رقم‌های بالا از همه آن‌هاست`,
      `The newest ${shown} of ${all} payments; the figures above are of all of them`,
    ],
    lang,
  );
