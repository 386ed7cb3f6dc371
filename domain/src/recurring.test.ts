import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayOfTurn,
  findLastTurn,
  findNextTurn,
  isScheduledOn,
  isValidSchedule,
  RECURRING_RHYTHMS,
  type RecurringRhythm,
  type RecurringSchedule,
} from './recurring.ts';
import { addDays, fromTehranTime, toTehranTime } from './tehran.ts';

const schedule = (rhythm: RecurringRhythm, day: number, hour: number): RecurringSchedule => ({
  rhythm,
  day,
  hour,
});
const next = (of: RecurringSchedule, after: string): string =>
  new Date(findNextTurn(of, Date.parse(after))).toISOString();

describe('findNextTurn', () => {
  it.each([
    // Tehran is 3.5 hours ahead.
    ['DAILY', 0, 10, '2026-11-26T09:59:59.999+03:30', '2026-11-26T06:30:00.000Z'],
    ['DAILY', 0, 10, '2026-11-26T10:00:00+03:30', '2026-11-27T06:30:00.000Z'],
    ['DAILY', 0, 0, '2026-11-26T23:59:00+03:30', '2026-11-26T20:30:00.000Z'],
    ['DAILY', 0, 23, '2026-11-26T00:00:00+03:30', '2026-11-26T19:30:00.000Z'],
    // 28 November 2026 is a Saturday, 27 a Friday.
    ['WEEKLY', 1, 9, '2026-11-26T12:00:00+03:30', '2026-11-28T05:30:00.000Z'],
    ['WEEKLY', 7, 9, '2026-11-26T12:00:00+03:30', '2026-11-27T05:30:00.000Z'],
    ['WEEKLY', 7, 9, '2026-11-27T09:00:00+03:30', '2026-12-04T05:30:00.000Z'],
    // 1 Azar 1405 is 22 November 2026; Azar has thirty days, so its last is 21 December.
    ['MONTHLY', 1, 9, '2026-11-21T12:00:00+03:30', '2026-11-22T05:30:00.000Z'],
    ['MONTHLY', 31, 9, '2026-11-22T12:00:00+03:30', '2026-12-21T05:30:00.000Z'],
    ['MONTHLY', 30, 9, '2026-11-22T12:00:00+03:30', '2026-12-21T05:30:00.000Z'],
    // Esfand of 1403 has thirty days, of 1404 twenty-nine: Nowruz is on 21 March.
    ['MONTHLY', 30, 9, '2025-03-01T12:00:00+03:30', '2025-03-20T05:30:00.000Z'],
    ['MONTHLY', 31, 9, '2025-03-01T12:00:00+03:30', '2025-03-20T05:30:00.000Z'],
    ['MONTHLY', 30, 9, '2026-03-01T12:00:00+03:30', '2026-03-20T05:30:00.000Z'],
    // Farvardin has thirty-one.
    ['MONTHLY', 31, 9, '2026-03-21T12:00:00+03:30', '2026-04-20T05:30:00.000Z'],
    // Tehran had daylight saving time in the summers until 2022.
    ['DAILY', 0, 10, '2022-09-21T12:00:00+04:30', '2022-09-22T06:30:00.000Z'],
    ['DAILY', 0, 10, '2022-09-20T12:00:00+04:30', '2022-09-21T05:30:00.000Z'],
  ] as const)('of %s on day %i at %i h, after %s', (rhythm, day, hour, after, turn) => {
    expect(next(schedule(rhythm, day, hour), after)).toBe(turn);
  });

  it('skips a day on which a purchase was made already', () => {
    const daily = schedule('DAILY', 0, 21);
    const after = Date.parse('2026-11-26T10:00:00+03:30');
    expect(dayOfTurn(findNextTurn(daily, after))).toBe('2026-11-26');
    expect(dayOfTurn(findNextTurn(daily, after, '2026-11-26'))).toBe('2026-11-27');
    expect(dayOfTurn(findNextTurn(daily, after, '2026-11-25'))).toBe('2026-11-26');
  });
});

const schedules: fc.Arbitrary<RecurringSchedule> = fc.constantFrom(...RECURRING_RHYTHMS).chain((rhythm) =>
  fc.record({
    rhythm: fc.constant(rhythm),
    day: rhythm === 'DAILY' ? fc.constant(0) : fc.integer({ min: 1, max: rhythm === 'WEEKLY' ? 7 : 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
  }),
);
const moments = fc
  // Tehran has had no daylight saving time since 2023; before, one hour of the year was missing.
  .date({ min: new Date('2023-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
  .map((date) => date.getTime());

describe('for any schedule and time', () => {
  it('the last turn is not after the time, the next one is, and none is between them', () => {
    fc.assert(
      fc.property(schedules, moments, (of, at) => {
        const [last, coming] = [findLastTurn(of, at), findNextTurn(of, at)];
        expect(last).toBeLessThanOrEqual(at);
        expect(coming).toBeGreaterThan(at);
        expect(findNextTurn(of, last)).toBe(coming);
        expect(findLastTurn(of, coming - 1)).toBe(last);
        expect(findLastTurn(of, coming)).toBe(coming);
      }),
    );
  });

  it('a turn is on its hour in Tehran, on a day of its own', () => {
    fc.assert(
      fc.property(schedules, moments, (of, at) => {
        const turn = findNextTurn(of, at);
        expect(toTehranTime(turn).minute).toBe(of.hour * 60);
        expect(isScheduledOn(of, dayOfTurn(turn))).toBe(true);
        expect(dayOfTurn(findNextTurn(of, turn))).not.toBe(dayOfTurn(turn));
      }),
    );
  });

  it('each day, week or Jalali month has exactly one turn', () => {
    const month = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'numeric',
    });
    const periodOf = (rhythm: RecurringRhythm, day: string): string => {
      const at = Date.parse(`${day}T00:00:00Z`);
      if (rhythm === 'DAILY') return day;
      if (rhythm === 'MONTHLY') return month.format(at);
      return addDays(day, -((new Date(at).getUTCDay() + 1) % 7));
    };
    fc.assert(
      fc.property(schedules, moments, (of, from) => {
        const first = toTehranTime(from).day;
        const counts = new Map<string, number>();
        for (let day = first; day < addDays(first, 800); day = addDays(day, 1)) {
          const period = periodOf(of.rhythm, day);
          counts.set(period, (counts.get(period) ?? 0) + (isScheduledOn(of, day) ? 1 : 0));
        }
        // The first and the last may be incomplete.
        const whole = [...counts.values()].slice(1, -1);
        expect(whole.every((count) => count === 1)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('iterating over turns misses no scheduled day', () => {
    fc.assert(
      fc.property(schedules, moments, (of, from) => {
        let turn = findNextTurn(of, from);
        const end = addDays(dayOfTurn(turn), 70);
        for (let day = dayOfTurn(turn); day < end; day = addDays(day, 1)) {
          if (!isScheduledOn(of, day)) continue;
          expect(turn).toBe(fromTehranTime(day, of.hour * 60));
          turn = findNextTurn(of, turn);
        }
      }),
      { numRuns: 30 },
    );
  });
});

it.each([
  ['DAILY', 0, 0, true],
  ['DAILY', 1, 0, false],
  ['WEEKLY', 0, 9, false],
  ['WEEKLY', 7, 9, true],
  ['WEEKLY', 8, 9, false],
  ['MONTHLY', 31, 23, true],
  ['MONTHLY', 32, 9, false],
  ['MONTHLY', 0, 9, false],
  ['MONTHLY', 1.5, 9, false],
  ['MONTHLY', 1, 24, false],
  ['MONTHLY', 1, -1, false],
  ['MONTHLY', 1, 9.5, false],
] as const)('whether %s on %s has a turn on %s: %s', (rhythm, day, hour, is) => {
  expect(isValidSchedule(schedule(rhythm, day, hour))).toBe(is);
});
