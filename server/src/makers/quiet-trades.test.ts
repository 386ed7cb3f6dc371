import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countQuietTrades } from './quiet-trades.ts';

const TURN_MS = 1_500;

it('countQuietTrades has every market traded in once before the minute ends, and never many together', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 80 }),
      fc.nat({ max: TURN_MS }),
      fc.nat({ max: 700 }),
      (markets, startMs, late) => {
        let quiet = markets;
        let most = 0;
        for (let at = startMs; at < 60_000; at += TURN_MS + late) {
          const traded = countQuietTrades(quiet, at, TURN_MS);
          expect(traded).toBeLessThanOrEqual(quiet);
          most = Math.max(most, traded);
          quiet -= traded;
        }
        expect(quiet).toBe(0);
        // Turns that always take half as long again catch up in the end.
        expect(most).toBeLessThanOrEqual(Math.ceil(markets / 3));
      },
    ),
  );
});

it('countQuietTrades also starts in the middle of a minute', () => {
  expect(countQuietTrades(40, 49_000, TURN_MS)).toBe(40);
  expect(countQuietTrades(40, 59_999, TURN_MS)).toBe(40);
  expect(countQuietTrades(0, 10_000, TURN_MS)).toBe(0);
  expect(countQuietTrades(49, 0, TURN_MS)).toBe(2);
});
