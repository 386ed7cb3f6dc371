import { PERIODS } from '@sarraf/domain/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePeriodEnd } from './periods.ts';

const at = (text: string): number => Date.parse(text);
const end = (period: (typeof PERIODS)[number], text: string): string =>
  new Date(computePeriodEnd(period, at(text))).toISOString();

describe('the end of a settlement period', () => {
  it.each([
    // Tehran is 3.5 hours ahead.
    ['PER_DAY', '2026-11-22T01:00:00+03:30', '2026-11-22T20:30:00.000Z'],
    ['PER_DAY', '2026-11-22T23:59:59.999+03:30', '2026-11-22T20:30:00.000Z'],
    ['PER_DAY', '2026-11-23T00:00:00+03:30', '2026-11-23T20:30:00.000Z'],
    // 22 November 2026 is a Sunday.
    ['PER_WEEK', '2026-11-22T12:00:00+03:30', '2026-11-27T20:30:00.000Z'],
    ['PER_WEEK', '2026-11-27T23:59:59+03:30', '2026-11-27T20:30:00.000Z'],
    ['PER_WEEK', '2026-11-28T00:00:00+03:30', '2026-12-04T20:30:00.000Z'],
    // Aban of 1405 ends on 21 November, Azar on 21 December.
    ['PER_MONTH', '2026-11-21T12:00:00+03:30', '2026-11-21T20:30:00.000Z'],
    ['PER_MONTH', '2026-11-22T00:00:00+03:30', '2026-12-21T20:30:00.000Z'],
    // Esfand of 1403 has thirty days, of 1404 twenty-nine: Nowruz is on 21 March.
    ['PER_MONTH', '2025-03-01T12:00:00+03:30', '2025-03-20T20:30:00.000Z'],
    ['PER_MONTH', '2026-03-01T12:00:00+03:30', '2026-03-20T20:30:00.000Z'],
  ] as const)('%s, from %s', (period, from, until) => {
    expect(end(period, from)).toBe(until);
  });

  it('is the start of the next one, so every moment is in exactly one period', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PERIODS),
        // Since 2023 Tehran has no daylight saving time.
        fc.date({ min: new Date('2023-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (period, moment) => {
          const until = computePeriodEnd(period, moment.getTime());
          expect(until).toBeGreaterThan(moment.getTime());
          expect(computePeriodEnd(period, until - 1)).toBe(until);
          expect(computePeriodEnd(period, until)).toBeGreaterThan(until);
        },
      ),
    );
  });
});
