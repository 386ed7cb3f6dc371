import type { exportHistory, QueryOf } from '@sarraf/domain/contracts';

export type ExportLanguage = QueryOf<typeof exportHistory>['lang'];

/** Heads of the columns, Persian and English. */
export const HISTORY_COLUMNS = {
  date: ['تاریخ', 'Date (Tehran)'],
  number: ['شماره', 'Number'],
  amount: ['مبلغ', 'Amount'],
  fee: ['کارمزد', 'Fee'],
  receives: ['دریافتی', 'Receives'],
  bankAccount: ['حساب بانکی', 'Bank account'],
  status: ['وضعیت', 'Status'],
  coin: ['رمزارز', 'Coin'],
  network: ['شبکه', 'Network'],
  address: ['نشانی', 'Address'],
  tag: ['تگ', 'Tag'],
  txid: ['شناسه تراکنش', 'Transaction'],
  market: ['بازار', 'Market'],
  side: ['نوع', 'Type'],
  unitPrice: ['قیمت واحد', 'Unit price'],
  total: ['مبلغ کل', 'Total'],
} as const satisfies Record<string, readonly [fa: string, en: string]>;
export type Column = keyof typeof HISTORY_COLUMNS;

const WORDS: Readonly<Record<string, readonly [fa: string, en: string]>> = {
  PENDING: ['در انتظار', 'Pending'],
  PAID: ['پرداخت‌شده', 'Paid'],
  FAILED: ['ناموفق', 'Failed'],
  REVIEW: ['در حال بررسی', 'Under review'],
  APPROVED: ['تأییدشده', 'Approved'],
  SENDING: ['در حال ارسال', 'Sending'],
  SENT: ['ارسال‌شده', 'Sent'],
  DONE: ['انجام‌شده', 'Done'],
  CANCELLED: ['لغوشده', 'Cancelled'],
  REFUSED: ['ردشده', 'Refused'],
  RETURNED: ['برگشت‌خورده', 'Returned'],
  IS_OPEN: ['باز، بخشی انجام شده', 'Open, partly filled'],
  IS_CLOSED: ['انجام‌شده', 'Done'],
  FINISHED_WITH_TRANSACTION: ['بخشی انجام شد، باقی لغو', 'Partly filled, rest cancelled'],
  EXCHANGE_BUY: ['خرید سریع', 'Quick buy'],
  EXCHANGE_SELL: ['فروش سریع', 'Quick sell'],
  LIMITED_BUY: ['خرید با سفارش', 'Limit buy'],
  LIMITED_SELL: ['فروش با سفارش', 'Limit sell'],
  MARKET_BUY: ['خرید به قیمت بازار', 'Market buy'],
  MARKET_SELL: ['فروش به قیمت بازار', 'Market sell'],
};

const pick = ([fa, en]: readonly [string, string], lang: ExportLanguage) => (lang === 'fa' ? fa : en);

export const headOf = (column: Column, lang: ExportLanguage): string => pick(HISTORY_COLUMNS[column], lang);
/** A code without a word stays a code. */
export const wordOf = (code: string, lang: ExportLanguage): string => {
  const words = WORDS[code];
  return words ? pick(words, lang) : code;
};

const CUT = {
  ROWS: [
    'این فایل فقط ROWS ردیف تازه‌تر را دارد و ردیف‌های قدیمی‌تر در آن نیست.',
    'This file holds the newest ROWS rows only; older ones are not in it.',
  ],
  YEAR: [
    'این فایل فقط یک سال گذشته را دارد و ردیف‌های قدیمی‌تر در آن نیست.',
    'This file holds the last twelve months only; older rows are not in it.',
  ],
} as const;

/** The last line of a file that isn't all there is. */
export const cutWords = (why: keyof typeof CUT, rows: number, lang: ExportLanguage): string =>
  pick(CUT[why], lang).replace('ROWS', rows.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en-US'));
