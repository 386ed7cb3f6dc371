/** Amounts and times as users read them, formatted without the product's own code. */
import type { Appearance, Screen } from './screen.ts';

const UNIT = { fa: 'تومان', en: 'Toman' };

export const toPersian = (text: string) =>
  text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number.parseInt(digit, 10)));

/** ۲۰٬۰۰۰٬۰۰۰, or 20,000,000. */
export const figure = ({ look }: Screen, amount: number) =>
  amount.toLocaleString(look.language === 'fa' ? 'fa-IR' : 'en-US');
export const toman = (screen: Screen, amount: number) =>
  `${figure(screen, amount)} ${UNIT[screen.look.language]}`;

/** A time in Tehran in its input format: 1405/08/30 14:05, or 2026-11-21 14:05. */
export function tehran(at: Date, language: Appearance['language']): string {
  const parts = new Intl.DateTimeFormat(`en-u-ca-${language === 'fa' ? 'persian' : 'gregory'}-nu-latn`, {
    timeZone: 'Asia/Tehran',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  const day = [part('year'), part('month'), part('day')].join(language === 'fa' ? '/' : '-');
  return `${day} ${part('hour')}:${part('minute')}`;
}

/** The same in its display format. */
export function timeIn(screen: Screen, at: Date): string {
  const { language } = screen.look;
  const text = tehran(at, language).replaceAll('-', '/');
  const [date = '', time = ''] = (language === 'fa' ? toPersian(text) : text).split(' ');
  return screen.say('format.dateTime', { date, time });
}
