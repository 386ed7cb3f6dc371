import { DAY_MS, MINUTE_MS } from './durations.ts';

/** Days and times of Tehran, by the time zone database, since Iran has changed its rules before. */

const tehranFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', {
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

export function toTehranTime(at: number): TehranTime {
  const formatted = Object.fromEntries(
    tehranFormat.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return {
    day: `${formatted.year}-${formatted.month}-${formatted.day}`,
    minute: Number.parseInt(formatted.hour ?? '0', 10) * 60 + Number.parseInt(formatted.minute ?? '0', 10),
  };
}

/** Returns the time at which a day's clock in Tehran shows this minute (1440: the end of the day), milliseconds. */
export function fromTehranTime(day: string, minute: number): number {
  const targetUtc = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const shownTime = toTehranTime(targetUtc);
  return targetUtc - (Date.parse(`${shownTime.day}T00:00:00Z`) + shownTime.minute * MINUTE_MS - targetUtc);
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
