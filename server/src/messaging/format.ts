/** How amounts, times and names are written in the messages of either language. */
import {
  ASSETS,
  type Asset,
  findBankByNumber,
  groupBankNumber,
  groupThousands,
  isIban,
  shortenAddress,
  toPersianDigits,
} from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { formatMessage, MAIL_TEXTS } from './messages.ts';

type Format = Record<Language, Intl.DateTimeFormat>;

// Persian uses the calendar and clock of Tehran; readers of English may be anywhere.
const persianFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fa-IR-u-ca-persian', { timeZone: 'Asia/Tehran', ...options });
const englishFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

const DAY: Format = {
  fa: persianFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
  en: englishFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
};
const SHORT_DAY: Format = {
  fa: persianFormat({ day: 'numeric', month: 'long' }),
  en: englishFormat({ day: 'numeric', month: 'short' }),
};
const HOUR: Format = {
  fa: persianFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  en: englishFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
};

/** ۱۲ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران; 3 December 2026, 07:00 UTC. */
export function formatMoment(iso: string, language: Language): string {
  const at = new Date(iso);
  const [day, hour] = [DAY[language].format(at), HOUR[language].format(at)];
  return formatMessage(language, MAIL_TEXTS[language].moment, { day, hour });
}

/** Sentence that withdrawals are held until `until`. */
export const formatHoldSentence = (heldUntil: string, language: Language): string =>
  formatMessage(language, MAIL_TEXTS[language].held, { moment: formatMoment(heldUntil, language) });

/** Returns that withdrawals are held until `until`, for an SMS. */
export function formatShortHold(heldUntil: string, language: Language): string {
  const at = new Date(heldUntil);
  const [day, hour] = [SHORT_DAY[language].format(at), HOUR[language].format(at)];
  return formatMessage(language, MAIL_TEXTS[language].heldShort, { day, hour });
}

export const localizeDigits = (text: string, language: Language): string =>
  language === 'fa' ? toPersianDigits(text).replaceAll(',', '٬').replace('.', '٫') : text;

export const coinNameOf = (asset: Asset, language: Language): string =>
  language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;

/** ۱٬۲۳۴٫۵ بیت‌کوین; 1,234.5 Bitcoin; Toman without fraction. */
export function formatAmountText(asset: Asset, amount: string, language: Language): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  // Trailing zeros are removed.
  const fractionDigits = asset === 'TOMAN' ? '' : fraction.replace(/0+$/, '');
  const grouped = groupThousands(fractionDigits === '' ? whole : `${whole}.${fractionDigits}`);
  return `${localizeDigits(grouped, language)} ${coinNameOf(asset, language)}`;
}

/** Isolates Latin text whose marks a Persian sentence would reorder: addresses, +98912***4567. */
export const isolateLatin = (text: string, language: Language): string =>
  language === 'fa' ? `\u2066${text}\u2069` : text;

/** Where money goes, in a mail: an IBAN as pages spell it, with its bank; an address as it is. */
export function formatDestination(destination: string, language: Language): string {
  if (!isIban(destination)) return isolateLatin(destination, language);
  const formatted = isolateLatin(groupBankNumber(destination), language);
  const bank = findBankByNumber(destination, [])?.[language];
  return bank ? `${bank} ${formatted}` : formatted;
}

/** The same in an SMS, where a dot that isn't in its alphabet would halve its length: IR55...0101, bc1qhk...pggv. */
export const formatShortDestination = (destination: string, language: Language): string =>
  isolateLatin(
    isIban(destination)
      ? `${destination.slice(0, 4)}...${destination.slice(-4)}`
      : shortenAddress(destination),
    language,
  );

/** A name the person chose, in whatever script, as one line that keeps to itself. */
export const isolateName = (label: string): string => `\u2068${label.replace(/\s+/g, ' ')}\u2069`;

/** Chrome · Android، ایران، ۱ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران */
export function formatLoginOrigin(
  device: string,
  country: string | null,
  at: string,
  language: Language,
): string {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const program = device === '' ? '' : isolateLatin(device, language);
  return [program, country === null ? '' : names.of(country), formatMoment(at, language)]
    .filter(Boolean)
    .join(language === 'fa' ? '، ' : ', ');
}

/** Truncates a text to a number of characters. */
export const truncateText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
