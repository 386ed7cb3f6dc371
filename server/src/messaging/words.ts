import type { Language } from '../identity/index.ts';
import type { Notice } from './notice.ts';

/** What one notice says in one language. */
export interface NoticeWords {
  /** The mail's subject and heading. */
  subject: string;
  /** What happened. The refusal's reasons or the hold follow it, where the notice has them. */
  lines: string[];
  /** What comes next. */
  next?: string[];
  /** What to do when it wasn't the reader. */
  notYou?: string;
  /** The whole as an SMS: two parts of 67 characters in Persian, of 153 in English, and no line break. */
  sms: string;
}

/** Every kind of notice in both languages; a kind without words doesn't compile. */
export type WordsOf<N extends Notice> = {
  [K in N['kind']]: Record<Language, (notice: Extract<N, { kind: K }>) => NoticeWords>;
};

type Format = Record<Language, Intl.DateTimeFormat>;

// Who reads Persian has the calendar and the clock of Tehran; who reads English may be anywhere.
const fa = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fa-IR-u-ca-persian', { timeZone: 'Asia/Tehran', ...options });
const en = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

const DAY: Format = {
  fa: fa({ day: 'numeric', month: 'long', year: 'numeric' }),
  en: en({ day: 'numeric', month: 'long', year: 'numeric' }),
};
const SHORT_DAY: Format = {
  fa: fa({ day: 'numeric', month: 'long' }),
  en: en({ day: 'numeric', month: 'short' }),
};
const HOUR: Format = {
  fa: fa({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  en: en({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
};

/** Nothing leaves before `until`, as a sentence. */
export function heldSentence(until: string, language: Language): string {
  const at = new Date(until);
  const [day, hour] = [DAY[language].format(at), HOUR[language].format(at)];
  return language === 'fa'
    ? `برای امنیت شما، برداشت از حساب تا ${day} ساعت ${hour} به وقت تهران بسته است و پس از آن خودبه‌خود باز می‌شود.`
    : `To keep you safe, withdrawals are paused until ${day}, ${hour} UTC. They open again by themselves.`;
}

/** The same for an SMS. */
export function heldShort(until: string, language: Language): string {
  const at = new Date(until);
  const [day, hour] = [SHORT_DAY[language].format(at), HOUR[language].format(at)];
  return language === 'fa'
    ? `برداشت تا ${day} ساعت ${hour} بسته است.`
    : `Withdrawals are paused until ${day}, ${hour} UTC.`;
}

/** ۱۲ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران; 3 December 2026, 07:00 UTC. */
export function momentOf(iso: string, language: Language): string {
  const at = new Date(iso);
  const [day, hour] = [DAY[language].format(at), HOUR[language].format(at)];
  return language === 'fa' ? `${day} ساعت ${hour} به وقت تهران` : `${day}, ${hour} UTC`;
}

/** Latin text with marks that a Persian sentence would show turned round: +98912***4567. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`;
