const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const day = { timeZone: 'Asia/Tehran', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const FORMATS = {
  // Latin digits, since tables are sorted and calculated with.
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian-nu-latn', { ...day, ...clock }),
  en: new Intl.DateTimeFormat('en-CA', { ...day, ...clock }),
};

/** Formats for tables: 1405/08/30 14:05:09 in Persian, 2026-11-21 14:05:09 in English; both in Tehran's time. */
export function formatTehranTime(at: Date, lang: 'fa' | 'en'): string {
  const parts = Object.fromEntries(FORMATS[lang].formatToParts(at).map(({ type, value }) => [type, value]));
  const date = [parts.year, parts.month, parts.day].join(lang === 'fa' ? '/' : '-');
  return `${date} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Formats an ISO time to the minute. */
export const formatTehranMinute = (iso: string, lang: 'fa' | 'en'): string =>
  formatTehranTime(new Date(iso), lang).slice(0, -':00'.length);

/** Formats a day written 2026-11-21: 1405/08/30 in Persian. */
export const formatTehranDay = (written: string, lang: 'fa' | 'en'): string =>
  formatTehranTime(new Date(`${written}T12:00:00Z`), lang).slice(0, written.length);
