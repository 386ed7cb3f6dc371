export interface ElapsedTime {
  unit: 'now' | 'minutes' | 'hours' | 'days';
  count: number;
  /** Longer than the target time. */
  late: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the elapsed time in its largest whole unit; in hours up to two days, because hours still matter then. */
export function getElapsedTime(iso: string, now = Date.now()): ElapsedTime {
  const passedMs = Math.max(0, now - Date.parse(iso));
  const isLate = passedMs >= DAY;
  if (passedMs < MINUTE) return { unit: 'now', count: 0, late: isLate };
  if (passedMs < HOUR) return { unit: 'minutes', count: Math.floor(passedMs / MINUTE), late: isLate };
  if (passedMs < 2 * DAY) return { unit: 'hours', count: Math.floor(passedMs / HOUR), late: isLate };
  return { unit: 'days', count: Math.floor(passedMs / DAY), late: isLate };
}

/** Returns the whole years between a Gregorian birthday and a day, both as 1991-03-21. */
export function countYearsBetween(birthDay: string, today: string): number | null {
  const born = /^(\d{4})-(\d\d-\d\d)/.exec(birthDay);
  const now = /^(\d{4})-(\d\d-\d\d)/.exec(today);
  if (!born?.[1] || !born[2] || !now?.[1] || !now[2]) return null;
  const years = Number.parseInt(now[1], 10) - Number.parseInt(born[1], 10) - (now[2] < born[2] ? 1 : 0);
  return years >= 0 ? years : null;
}
