import type { Calendar } from '@sarraf/domain/contracts';
import { type InBothLanguages, type Lang, pick } from '../platform/files/table-file.ts';

export const WORDS = {
  title: ['صورت‌حساب سالانه', 'Yearly statement'],
  paperSheet: ['صورت‌حساب', 'Statement'],
  tradesSheet: ['معاملات', 'Trades'],
  name: ['نام', 'Name'],
  nationalCode: ['کد ملی / شناسه ملی', 'National code'],
  year: ['سال', 'Year'],
  from: ['از', 'From'],
  to: ['تا پایان', 'Until the end of'],
  madeAt: ['تهیه‌شده در', 'Made at'],
  unfinished: [
    'این سال هنوز تمام نشده است؛ ارقام مربوط به زمان تهیه است و تا پایان سال تغییر می‌کند.',
    'This year is not over: the figures are those of the time it was made and will change until its end.',
  ],
  units: [
    'ستون‌های تومانی به تومان و بقیه به واحد همان دارایی‌اند.',
    'Columns of Toman are in Toman, the others in the coin itself.',
  ],
  totals: ['جمع (خرید و فروش بدون ردیف تومان)', 'Total (purchases and sales without the row of Toman)'],
  method: ['روش محاسبه', 'How it is calculated'],
  asset: ['دارایی', 'Coin'],
  toman: ['تومان', 'Toman'],
} as const satisfies Record<string, InBothLanguages>;

/** Heads of the figures, in their order. */
export const FIGURES = {
  opening: ['مانده اول دوره', 'Opening balance'],
  openingCostToman: ['بهای تمام‌شده اول دوره (تومان)', 'Opening cost (Toman)'],
  bought: ['خرید', 'Bought'],
  boughtToman: ['مبلغ خرید (تومان)', 'Bought for (Toman)'],
  sold: ['فروش', 'Sold'],
  soldToman: ['مبلغ فروش (تومان)', 'Sold for (Toman)'],
  received: ['دریافت (واریز)', 'Received'],
  sent: ['ارسال (برداشت)', 'Sent'],
  fees: ['کارمزد', 'Fees'],
  feesToman: ['کارمزد (تومان)', 'Fees (Toman)'],
  referral: ['پاداش دعوت', 'Referral rewards'],
  referralToman: ['پاداش دعوت (تومان)', 'Referral rewards (Toman)'],
  corrected: ['برگشت و اصلاح', 'Returned and corrected'],
  closing: ['مانده پایان دوره', 'Closing balance'],
  closingCostToman: ['بهای تمام‌شده پایان دوره (تومان)', 'Closing cost (Toman)'],
  realisedToman: ['سود (زیان) تحقق‌یافته (تومان)', 'Realised profit or loss (Toman)'],
} as const satisfies Record<string, InBothLanguages>;
export type Figure = keyof typeof FIGURES;

export const TRADE_COLUMNS = {
  date: ['تاریخ و ساعت', 'Date (Tehran)'],
  number: ['شماره سفارش', 'Order'],
  coin: ['رمزارز', 'Coin'],
  side: ['نوع', 'Type'],
  amount: ['مقدار', 'Amount'],
  unitPrice: ['قیمت واحد', 'Unit price'],
  notional: ['ارزش معامله', 'Value'],
  fee: ['کارمزد', 'Fee'],
  total: ['پرداختی / دریافتی', 'Paid or received'],
  quote: ['واحد مبلغ‌ها', 'Currency'],
} as const satisfies Record<string, InBothLanguages>;

const SIDES: Readonly<Record<string, InBothLanguages>> = {
  EXCHANGE_BUY: ['خرید سریع', 'Quick buy'],
  EXCHANGE_SELL: ['فروش سریع', 'Quick sell'],
  LIMITED_BUY: ['خرید با سفارش', 'Limit buy'],
  LIMITED_SELL: ['فروش با سفارش', 'Limit sell'],
  MARKET_BUY: ['خرید به قیمت بازار', 'Market buy'],
  MARKET_SELL: ['فروش به قیمت بازار', 'Market sell'],
};
const CALENDARS: Readonly<Record<Calendar, InBothLanguages>> = {
  JALALI: ['هجری شمسی', 'Solar Hijri'],
  GREGORIAN: ['میلادی', 'Gregorian'],
};

/** A code without a word stays a code. */
export const sideOf = (orderType: string, lang: Lang): string =>
  SIDES[orderType] ? pick(SIDES[orderType], lang) : orderType;
export const calendarOf = (calendar: Calendar, lang: Lang): string => pick(CALENDARS[calendar], lang);
