import { toLatinDigits } from '@sarraf/domain';
import type { Candle, CandleInterval } from '@sarraf/domain/contracts';
import { TEHRAN_SHIFT } from '../../chart/candles.ts';
import type { Language } from '../../framework/i18n/language.ts';
import { localDate } from '../../lib/format/format.ts';

export const SPANS = ['day', 'week', 'month', 'toDate', 'year'] as const;
export type Span = (typeof SPANS)[number];

export interface ChartView {
  interval: CandleInterval;
  /** For a market so young that the interval yields only a few candles. */
  finer: CandleInterval;
  /** The first visible moment, in seconds since 1970. */
  from: number;
}

const DAY = 86_400;
const MIN_CANDLES = 30;

/**
 * Returns the chart's view of a span at `now` (seconds since 1970). `toDate` begins with the year of the language's
 * calendar.
 */
export function getChartView(span: Span, now: number, language: Language): ChartView {
  switch (span) {
    case 'day':
      return { interval: '15m', finer: '5m', from: now - DAY };
    case 'week':
      return { interval: '1h', finer: '15m', from: now - 7 * DAY };
    case 'month':
      return { interval: '4h', finer: '1h', from: now - 30 * DAY };
    case 'year':
      return { interval: '1d', finer: '1h', from: now - 365 * DAY };
    case 'toDate':
      return getViewSinceNewYear(now, language);
  }
}

function getViewSinceNewYear(now: number, language: Language): ChartView {
  const from = getNewYear(now, language);
  const days = (now - from) / DAY;
  if (days < 3) return { interval: '15m', finer: '5m', from };
  if (days < 60) return { interval: '4h', finer: '1h', from };
  return { interval: '1d', finer: '1h', from };
}

/** Returns midnight in Tehran of the year's first day: 1 Farvardin in Persian, 1 January in English. */
function getNewYear(now: number, language: Language): number {
  const today = Math.floor((now + TEHRAN_SHIFT) / DAY);
  const first =
    language === 'fa'
      ? today - countDaysOfJalaliYear(now)
      : Date.UTC(new Date(today * DAY * 1000).getUTCFullYear(), 0) / 1000 / DAY;
  return first * DAY - TEHRAN_SHIFT;
}

/** Returns the number of past days of the Jalali year: six months of 31 days, then months of 30. */
function countDaysOfJalaliYear(now: number): number {
  const date = toLatinDigits(localDate(new Date(now * 1000).toISOString(), 'fa'));
  const [, month = 1, day = 1] = date.split('/').map((part) => Number.parseInt(part, 10));
  const months = month - 1;
  return months * 30 + Math.min(months, 6) + day - 1;
}

/** Whether there are too few visible candles for a meaningful chart. */
export const hasFewCandles = (candles: readonly Candle[], from: number): boolean =>
  candles.filter(({ time }) => time >= from).length < MIN_CANDLES;
