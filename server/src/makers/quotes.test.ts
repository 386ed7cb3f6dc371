import { COINS, computeNotional, formatMarketType, getTetherTick, QUOTES } from '@sarraf/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OpenQuote, planQuotes } from './quotes.ts';

const MARKETS = COINS.flatMap((coin) =>
  QUOTES.filter((quote) => (quote as string) !== coin).map((quote) => ({ coin, quote })),
);
const market = fc.constantFrom(...MARKETS).map(({ coin, quote }) => ({
  name: formatMarketType(coin, quote),
  terms: {
    coin,
    quote,
    tick: quote === 'TETHER' ? getTetherTick(coin) : 1_000_000n,
    lot: 1_000n,
    minNotional: 1_000_000n,
    maxAmount: 10n ** 30n,
  },
}));
const seeded = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

it('planQuotes quotes on both sides of the mid price, in ticks and lots, each price once', () => {
  fc.assert(
    fc.property(market, fc.bigInt(10n ** 8n, 10n ** 17n), fc.nat(), ({ terms }, mid, seed) => {
      const { cancel, place } = planQuotes({ terms, mid, worth: 10n ** 13n, open: [], random: seeded(seed) });
      expect(cancel).toEqual([]);
      for (const { side, price, amount } of place) {
        expect(side === 'buy' ? price < mid : price > mid).toBe(true);
        expect(price % terms.tick).toBe(0n);
        expect(amount % terms.lot).toBe(0n);
        expect(computeNotional(terms.coin, amount, price)).toBeGreaterThanOrEqual(terms.minNotional);
      }
      expect(new Set(place.map(({ side, price }) => `${side}${price}`)).size).toBe(place.length);
      expect(place.filter(({ side }) => side === 'sell')).toHaveLength(25);
    }),
  );
});

it('planQuotes keeps good quotes, cancels others, and then has nothing more to do', () => {
  fc.assert(
    fc.property(
      market,
      fc.bigInt(10n ** 10n, 10n ** 17n),
      fc.integer({ min: -30_000, max: 30_000 }),
      fc.nat(),
      ({ terms }, mid, move, seed) => {
        const random = seeded(seed);
        const open = carriedOut([], planQuotes({ terms, mid, worth: 10n ** 15n, open: [], random }));
        // The same random numbers, so that amounts alone are no reason to change a quote.
        expect(planQuotes({ terms, mid, worth: 10n ** 15n, open, random: seeded(seed) })).toEqual({
          cancel: [],
          place: [],
        });
        const moved = mid + (mid * BigInt(move)) / 1_000_000n;
        const plan = planQuotes({ terms, mid: moved, worth: 10n ** 15n, open, random });
        for (const { side, price } of carriedOut(open, plan))
          expect(side === 'buy' ? price < moved : price > moved).toBe(true);
      },
    ),
  );
});

function carriedOut(
  open: readonly OpenQuote[],
  { cancel, place }: ReturnType<typeof planQuotes>,
): OpenQuote[] {
  const left = open.filter(({ id }) => !cancel.includes(id));
  return [
    ...left,
    ...place.map(({ side, price, amount }, i) => ({
      id: `${left.length + i}-${price}`,
      side,
      price,
      left: amount,
    })),
  ];
}
