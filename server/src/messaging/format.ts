/** How amounts, times and names are written in the messages of either language. */
import {
  ASSETS,
  type Asset,
  bankOfNumber,
  groupBankNumber,
  groupThousands,
  isIban,
  shortAddress,
  toPersianDigits,
} from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { formatMessage, LETTERS } from './messages.ts';

type Format = Record<Language, Intl.DateTimeFormat>;

// Persian uses the calendar and clock of Tehran; readers of English may be anywhere.
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

/** ۱۲ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران; 3 December 2026, 07:00 UTC. */
export function momentOf(iso: string, language: Language): string {
  const at = new Date(iso);
  const [day, hour] = [DAY[language].format(at), HOUR[language].format(at)];
  return formatMessage(language, LETTERS[language].moment, { day, hour });
}

/** Sentence that withdrawals are held until `until`. */
export const heldSentence = (until: string, language: Language): string =>
  formatMessage(language, LETTERS[language].held, { moment: momentOf(until, language) });

/** Returns that withdrawals are held until `until`, for an SMS. */
export function heldShort(until: string, language: Language): string {
  const at = new Date(until);
  const [day, hour] = [SHORT_DAY[language].format(at), HOUR[language].format(at)];
  return formatMessage(language, LETTERS[language].heldShort, { day, hour });
}

export const digitsOf = (text: string, language: Language): string =>
  language === 'fa' ? toPersianDigits(text).replaceAll(',', '٬').replace('.', '٫') : text;

export const coinName = (asset: Asset, language: Language): string =>
  language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;

/** ۱٬۲۳۴٫۵ بیت‌کوین; 1,234.5 Bitcoin; Toman without fraction. */
export function amountOf(asset: Asset, amount: string, language: Language): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  // Trailing zeros are removed.
  const shown = asset === 'TOMAN' ? '' : fraction.replace(/0+$/, '');
  const grouped = groupThousands(shown === '' ? whole : `${whole}.${shown}`);
  return `${digitsOf(grouped, language)} ${coinName(asset, language)}`;
}

/** Isolates Latin text whose marks a Persian sentence would reorder: addresses, +98912***4567. */
export const latin = (text: string, language: Language): string =>
  language === 'fa' ? `\u2066${text}\u2069` : text;

/** Where money goes, in a mail: an IBAN as pages spell it, with its bank; an address as it is. */
export function destinationText(to: string, language: Language): string {
  if (!isIban(to)) return latin(to, language);
  const shown = latin(groupBankNumber(to), language);
  const bank = bankOfNumber(to, [])?.[language];
  return bank ? `${bank} ${shown}` : shown;
}

/** The same in an SMS, where a dot that isn't in its alphabet would halve its length: IR55...0101, bc1qhk...pggv. */
export const shortDestinationText = (to: string, language: Language): string =>
  latin(isIban(to) ? `${to.slice(0, 4)}...${to.slice(-4)}` : shortAddress(to), language);

/** A name the person chose, in whatever script, as one line that keeps to itself. */
export const isolated = (label: string): string => `\u2068${label.replace(/\s+/g, ' ')}\u2069`;

/** Chrome · Android، ایران، ۱ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران */
export function visitText(device: string, country: string | null, at: string, language: Language): string {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const program = device === '' ? '' : latin(device, language);
  return [program, country === null ? '' : names.of(country), momentOf(at, language)]
    .filter(Boolean)
    .join(language === 'fa' ? '، ' : ', ');
}

/** Truncates a text to a number of characters. */
export const truncated = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
