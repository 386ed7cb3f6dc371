/** Amounts and times as users read them, formatted without the product's own code. */
import type { Appearance, Screen } from './screen.ts';

const UNIT = { fa: 'تومان', en: 'Toman' };

export const toPersianNumerals = (text: string) =>
  text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number.parseInt(digit, 10)));

/** ۲۰٬۰۰۰٬۰۰۰, or 20,000,000. */
export const formatGroupedAmount = ({ look }: Screen, amount: number) =>
  amount.toLocaleString(look.language === 'fa' ? 'fa-IR' : 'en-US');
export const formatTomanAmount = (screen: Screen, amount: number) =>
  `${formatGroupedAmount(screen, amount)} ${UNIT[screen.look.language]}`;

/** A time in Tehran in its input format: 1405/08/30 14:05, or 2026-11-21 14:05. */
export function formatTehranInput(at: Date, language: Appearance['language']): string {
  const parts = new Intl.DateTimeFormat(`en-u-ca-${language === 'fa' ? 'persian' : 'gregory'}-nu-latn`, {
    timeZone: 'Asia/Tehran',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const findPart = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = [findPart('year'), findPart('month'), findPart('day')].join(language === 'fa' ? '/' : '-');
  return `${day} ${findPart('hour')}:${findPart('minute')}`;
}

/** The same in its display format. */
export function formatDisplayTime(screen: Screen, at: Date): string {
  const { language } = screen.look;
  const text = formatTehranInput(at, language).replaceAll('-', '/');
  const [date = '', time = ''] = (language === 'fa' ? toPersianNumerals(text) : text).split(' ');
  return screen.say('format.dateTime', { date, time });
}
