export interface Ago {
  unit: 'now' | 'minutes' | 'hours' | 'days';
  count: number;
  /** Longer than the target time. */
  late: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the elapsed time in its largest whole unit; in hours up to two days, because hours still matter then. */
export function agoOf(iso: string, now = Date.now()): Ago {
  const passed = Math.max(0, now - Date.parse(iso));
  const late = passed >= DAY;
  if (passed < MINUTE) return { unit: 'now', count: 0, late };
  if (passed < HOUR) return { unit: 'minutes', count: Math.floor(passed / MINUTE), late };
  if (passed < 2 * DAY) return { unit: 'hours', count: Math.floor(passed / HOUR), late };
  return { unit: 'days', count: Math.floor(passed / DAY), late };
}

/** Returns the whole years between a Gregorian birthday and a day, both as 1991-03-21. */
export function yearsBetween(birthDay: string, today: string): number | null {
  const born = /^(\d{4})-(\d\d-\d\d)/.exec(birthDay);
  const now = /^(\d{4})-(\d\d-\d\d)/.exec(today);
  if (!born?.[1] || !born[2] || !now?.[1] || !now[2]) return null;
  const years = Number.parseInt(now[1], 10) - Number.parseInt(born[1], 10) - (now[2] < born[2] ? 1 : 0);
  return years >= 0 ? years : null;
}
