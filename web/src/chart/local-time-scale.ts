import {
  defaultHorzScaleBehavior,
  type Mutable,
  TickMarkType,
  type Time,
  type TimeScalePoint,
} from 'lightweight-charts';
import type { Language } from '../framework/i18n/language.ts';
import { TEHRAN_SHIFT } from './candles.ts';

/**
 * The library calculates in UTC and Gregorian months. So it gets Tehran's time as if it were UTC (its own advice,
 * docs "Time zones"), and the ticks get their weights by the calendar of the language: a Jalali month begins on its
 * first.
 */
export const toChartTime = (time: number): number => time + TEHRAN_SHIFT;
export const fromChartTime = (time: Time): number => (time as number) - TEHRAN_SHIFT;

const DAY = 86_400;
/** The library's own weights (its TickMarkWeight). */
const TICK_WEIGHTS = { day: 50, month: 60, year: 70 };
const LOCALES: Record<Language, string> = {
  fa: 'fa-IR-u-ca-persian-nu-arabext',
  en: 'en-GB-u-ca-gregory-nu-latn',
};

interface CalendarDay {
  year: string;
  month: string;
  day: string;
}

/** Returns a reader of the calendar day in a language, cached per day. */
function createDayReader(language: Language): (chartTime: number) => CalendarDay {
  const formatter = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    year: 'numeric',
    month: language === 'fa' ? 'long' : 'short',
    day: 'numeric',
  });
  const cachedDays = new Map<number, CalendarDay>();
  return (chartTime) => {
    const number = Math.floor(chartTime / DAY);
    let day = cachedDays.get(number);
    if (!day) {
      const parts = formatter.formatToParts(new Date(number * DAY * 1000));
      const getPart = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
      day = { year: getPart('year'), month: getPart('month'), day: getPart('day') };
      cachedDays.set(number, day);
    }
    return day;
  };
}

const TimeScale = defaultHorzScaleBehavior();

export class LocalTimeScale extends TimeScale {
  readonly #calendar: ReturnType<typeof createDayReader>;

  constructor(language: Language) {
    super();
    this.#calendar = createDayReader(language);
  }

  override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], start: number): void {
    super.fillWeightsForPoints(points, start);
    for (let i = Math.max(start, 1); i < points.length; i++) {
      const [before, now] = [points[i - 1], points[i]];
      const weight = before && now && this.#getWeight(this.#toSeconds(before), this.#toSeconds(now));
      if (weight) now.timeWeight = weight as typeof now.timeWeight;
    }
  }

  #toSeconds = (point: TimeScalePoint): number => this.key(point.time) as unknown as number;

  /** Null within a day, where all calendars have the same hours. */
  #getWeight(before: number, now: number): number | null {
    if (Math.floor(before / DAY) === Math.floor(now / DAY)) return null;
    const [from, to] = [this.#calendar(before), this.#calendar(now)];
    if (from.year !== to.year) return TICK_WEIGHTS.year;
    return from.month === to.month ? TICK_WEIGHTS.day : TICK_WEIGHTS.month;
  }
}

/** Returns the formatter of the time scale's labels. */
export function createTickFormatter(language: Language): (time: Time, type: TickMarkType) => string {
  const calendar = createDayReader(language);
  const clock = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (time, type) => {
    const at = time as number;
    const { year, month, day } = calendar(at);
    if (type === TickMarkType.Year) return year;
    if (type === TickMarkType.Month) return month;
    return type === TickMarkType.DayOfMonth ? day : clock.format(new Date(at * 1000));
  };
}
