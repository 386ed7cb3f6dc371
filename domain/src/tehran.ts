import { DAY_MS, MINUTE_MS } from './durations.ts';

/** Days and times of Tehran, by the time zone database, since Iran has changed its rules before. */

const parts = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Tehran',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

export interface TehranTime {
  /** 2026-11-21. */
  day: string;
  /** Minute of the day, from 0. */
  minute: number;
}

export function inTehran(at: number): TehranTime {
  const found = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${found.year}-${found.month}-${found.day}`,
    minute: Number.parseInt(found.hour ?? '0', 10) * 60 + Number.parseInt(found.minute ?? '0', 10),
  };
}

/** Returns the time at which a day's clock in Tehran shows this minute (1440: the end of the day), milliseconds. */
export function atTehran(day: string, minute: number): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const shown = inTehran(wanted);
  return wanted - (Date.parse(`${shown.day}T00:00:00Z`) + shown.minute * MINUTE_MS - wanted);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
