import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessReference, computeWeightedMedian, isInBand, MAX_AGE_MS, type SourceVote } from './guard.ts';
import { parsePrice } from './ports.ts';

const NOW = Date.UTC(2026, 0, 1);
const BITCOIN = 10_840_000_000_000n;
const MINUTE = 60_000;

const createVote = (price: unknown, age = 0, weight = 100, unmovedMs = 0): SourceVote => ({
  last: { price: price as bigint | null, change: null, at: NOW - age, movedAt: NOW - unmovedMs },
  weight,
});
const silent: SourceVote = { last: null, weight: 100 };
const frozen = (price: bigint) => createVote(price, 0, 100, 3 * MINUTE);
const judged = (voices: SourceVote[], lastGood: bigint | null = BITCOIN, mayStandAlone = false) => {
  const reference = assessReference({ voices, lastGood, now: NOW, mayStandAlone });
  return typeof reference === 'string' ? reference : reference.price;
};
const times = (thousandths: bigint) => (BITCOIN * thousandths) / 1000n;

describe('the reference price (F21, F22)', () => {
  it('is the mean of two fresh sources that agree, truncated', () => {
    expect(judged([createVote(BITCOIN), createVote(times(1014n))])).toBe(times(1007n));
    expect(judged([createVote(BITCOIN, MAX_AGE_MS), createVote(BITCOIN, MAX_AGE_MS)])).toBe(BITCOIN);
    expect(judged([createVote(BITCOIN), createVote(BITCOIN + 1n)])).toBe(BITCOIN);
  });

  it('is the median of three, in any order', () => {
    const voices = [createVote(times(1010n)), createVote(BITCOIN), createVote(times(1001n))];
    for (const order of [voices, voices.toReversed(), [voices[2], voices[0], voices[1]] as SourceVote[]])
      expect(judged(order)).toBe(times(1001n));
  });

  it('is valid as long as two of the sources that support it', () => {
    const until = (voices: SourceVote[]) =>
      assessReference({ voices, lastGood: null, now: NOW, mayStandAlone: false }) as { validUntil: number };
    expect(until([createVote(BITCOIN, 2_000), createVote(BITCOIN, 5_000)]).validUntil).toBe(
      NOW - 5_000 + MAX_AGE_MS,
    );
    const third = [createVote(BITCOIN, 14_000), createVote(BITCOIN, 2_000), createVote(BITCOIN, 5_000)];
    expect(until(third).validUntil).toBe(NOW - 5_000 + MAX_AGE_MS);
    const liar = [createVote(BITCOIN, 4_000), createVote(BITCOIN * 10n, 0), createVote(BITCOIN, 6_000)];
    expect(until(liar).validUntil).toBe(NOW - 6_000 + MAX_AGE_MS);
  });

  it('has the median change of its supporting sources that report one', () => {
    const saying = (price: bigint, change: bigint | null): SourceVote => ({
      last: { price, change, at: NOW, movedAt: NOW },
      weight: 100,
    });
    const voices = [
      saying(BITCOIN, -300n),
      saying(BITCOIN, null),
      saying(BITCOIN, -305n),
      saying(2n * BITCOIN, 9n),
    ];
    expect(assessReference({ voices, lastGood: null, now: NOW, mayStandAlone: false })).toMatchObject({
      change: -302n,
    });
    const unknown = [saying(BITCOIN, null), saying(BITCOIN, null)];
    expect(
      assessReference({ voices: unknown, lastGood: null, now: NOW, mayStandAlone: false }),
    ).toMatchObject({
      change: null,
    });
  });

  it.each([
    ['a tenfold spike', BITCOIN * 10n, 'OUT_OF_BAND'],
    ['Rial taken for Toman', BITCOIN / 10n, 'OUT_OF_BAND'],
    ['1.6 % above the second', times(1016n), 'OUT_OF_BAND'],
    ['1.6 % below the second', times(984n), 'OUT_OF_BAND'],
    ['zero', 0n, 'SECOND_SOURCE_SILENT'],
    ['negative', -BITCOIN, 'SECOND_SOURCE_SILENT'],
    ['not a number', Number.NaN, 'SECOND_SOURCE_SILENT'],
    ['a float', 108_400.5, 'SECOND_SOURCE_SILENT'],
    ['text', '108400', 'SECOND_SOURCE_SILENT'],
    ['no price', null, 'SECOND_SOURCE_SILENT'],
  ])('halts on %s, and never falls back on the last good price', (_, price, reason) => {
    for (const voices of [
      [createVote(price), createVote(BITCOIN)],
      [createVote(BITCOIN), createVote(price)],
    ]) {
      expect(judged(voices)).toBe(reason);
      expect(judged(voices, null, true)).toBe(reason);
      expect(judged([...voices, createVote(BITCOIN)])).toBe(BITCOIN);
    }
  });

  it('halts when older than 15 s', () => {
    const old = createVote(BITCOIN, MAX_AGE_MS + 1);
    expect(judged([old, old])).toBe('STALE');
    expect(judged([old, createVote(BITCOIN)])).toBe('SECOND_SOURCE_SILENT');
    expect(judged([createVote(0n), createVote(Number.NaN)])).toBe('NOT_A_PRICE');
  });

  it('halts while no source has reported', () => {
    expect(judged([])).toBe('NO_SOURCE');
    expect(judged([silent, silent])).toBe('NO_SOURCE');
  });

  it('stays available when any one of three sources is silent, stale or sends invalid values', () => {
    for (const wrong of [
      silent,
      createVote(BITCOIN, MAX_AGE_MS + 1),
      createVote(0n),
      createVote(Number.NaN),
    ]) {
      for (const place of [0, 1, 2]) {
        const voices = [createVote(BITCOIN), createVote(BITCOIN)].toSpliced(place, 0, wrong);
        expect(judged(voices)).toBe(BITCOIN);
      }
      expect(judged([createVote(BITCOIN), wrong], BITCOIN, true)).toBe('SECOND_SOURCE_SILENT');
    }
  });

  it('halts in production without a second source', () => {
    expect(judged([createVote(BITCOIN)])).toBe('NO_SECOND_SOURCE');
    expect(judged([createVote(BITCOIN)], BITCOIN, true)).toBe(BITCOIN);
  });

  it('accepts a jump of more than 20 % only with a second source', () => {
    const far = times(1210n);
    expect(judged([createVote(far)], BITCOIN, true)).toBe('JUMP');
    expect(judged([createVote(times(790n))], BITCOIN, true)).toBe('JUMP');
    expect(judged([createVote(times(1200n))], BITCOIN, true)).toBe(times(1200n));
    expect(judged([createVote(far), createVote(far)])).toBe(far);
  });

  it('rejects a jump of more than 20 % while a source still reports the earlier price', () => {
    const far = times(1210n);
    expect(judged([createVote(far), createVote(far), createVote(BITCOIN)])).toBe('JUMP');
    expect(
      judged([createVote(far), createVote(far), createVote(far), createVote(BITCOIN), createVote(BITCOIN)]),
    ).toBe('JUMP');
    expect(judged([createVote(far), createVote(far), createVote(BITCOIN, MAX_AGE_MS + 1)])).toBe(far);
    expect(judged([createVote(times(1200n)), createVote(times(1200n)), createVote(BITCOIN)])).toBe(
      times(1200n),
    );
  });

  it('halts when two pairs of sources contradict each other, and follows the larger group', () => {
    const other = times(1100n);
    expect(judged([createVote(BITCOIN), createVote(BITCOIN), createVote(other), createVote(other)])).toBe(
      'NO_MAJORITY',
    );
    expect(
      judged([
        createVote(BITCOIN),
        createVote(other),
        createVote(BITCOIN),
        createVote(other),
        createVote(BITCOIN),
      ]),
    ).toBe(BITCOIN);
  });

  it('ignores a source that has repeated one price for two minutes, once it disagrees', () => {
    const moved = times(1030n);
    const three = [frozen(BITCOIN), frozen(BITCOIN), frozen(BITCOIN)];
    expect(judged(three)).toBe(BITCOIN);
    expect(judged([...three, createVote(moved), createVote(moved)])).toBe(moved);
    expect(judged([...three, createVote(moved)])).toBe('OUT_OF_BAND');
  });

  it('counts a source by its weight', () => {
    const [low, high] = [BITCOIN, times(1010n)];
    expect(judged([createVote(low), createVote(high, 0, 50)])).toBe(low);
    expect(judged([createVote(low, 0, 50), createVote(high)])).toBe(high);
    expect(judged([createVote(low), createVote(high, 0, 50), createVote(high, 0, 50)])).toBe(times(1005n));
    // Even a light source confirms; and two light ones don't outvote two full ones.
    const far = times(1100n);
    expect(judged([createVote(low), createVote(low), createVote(far, 0, 99), createVote(far, 0, 99)])).toBe(
      low,
    );
  });

  it("is never more than 1.5 % off the second source's price", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 20n), fc.bigInt(-20n, 20n), (one, thousandths) => {
        const two = one + (one * thousandths) / 1000n;
        const reference = judged([createVote(one), createVote(two)], null);
        if (isInBand(one, two)) expect(reference).toBe((one + two) / 2n);
        else expect(reference).toBe('OUT_OF_BAND');
      }),
    );
  });
});

/** Five honest sources within 0.4 % of one another, and the ways in which each may err. */
const HONEST = [1000n, 1001n, 1002n, 1003n, 1004n].map(times);
const ERRORS = [10_000n, 100n, 1_000_000n, 960n, 36n].map(times);

describe('the reference price of five sources', () => {
  it('stays available with any two honest sources and halts with fewer, however the others err', () => {
    for (let code = 0; code < 4 ** 5; code += 1) {
      const states = HONEST.map((_, i) => Math.floor(code / 4 ** i) % 4);
      const voices = states.map((state, i) => {
        if (state === 1) return silent;
        if (state === 2) return createVote(HONEST[i], MAX_AGE_MS + 1);
        return createVote(state === 3 ? ERRORS[i] : HONEST[i]);
      });
      const honest = HONEST.filter((_, i) => states[i] === 0);
      const reference = judged(voices);
      if (honest.length < 2) expect(reference, String(states)).toBeTypeOf('string');
      else expectBetween(reference, honest, String(states));
    }
  });

  it.each([
    ['ten times', 10_000n],
    ['a tenth', 100n],
    ['another market', 36n],
    ['4 % off', 960n],
  ])(
    'sources with the same error (%s) at worst halt a coin, unless they are the majority and close',
    (_, factor) => {
      for (let liars = 0; liars < 2 ** 5; liars += 1) {
        const lies = HONEST.map((__, i) => (liars & (2 ** i)) > 0);
        const honest = HONEST.filter((__, i) => !lies[i]);
        const reference = judged(
          HONEST.map((price, i) => createVote(lies[i] ? (price * factor) / 1000n : price)),
        );
        if (honest.length >= 3) expectBetween(reference, honest, String(lies));
        else if (honest.length > 0 && factor !== 960n) expect(reference, String(lies)).toBe('JUMP');
      }
    },
  );

  it('one lying source moves the price by no more than the band, whatever it reports', () => {
    const near = fc.bigInt(0n, 14_900n).map((parts) => BITCOIN + (BITCOIN * parts) / 1_000_000n);
    fc.assert(
      fc.property(
        fc.array(near, { minLength: 3, maxLength: 8 }),
        fc.oneof(fc.bigInt(1n, 10n ** 16n), near),
        ([honest = BITCOIN, ...others], lie) => {
          const before = judged([createVote(honest), ...others.map((price) => createVote(price))]);
          const after = judged([createVote(lie), ...others.map((price) => createVote(price))]);
          expectBetween(after, others, String(lie));
          expect(isInBand(before as bigint, after as bigint)).toBe(true);
        },
      ),
    );
  });

  it('stays within the band of an honest source while the lying ones together are the minority', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(0n, 14_000n), { minLength: 2, maxLength: 6 }),
        fc.array(fc.bigInt(-60_000n, 60_000n), { maxLength: 5 }),
        (truths, lies) => {
          const at = (parts: bigint) => BITCOIN + (BITCOIN * parts) / 1_000_000n;
          fc.pre(lies.length < truths.length);
          const reference = judged([...truths, ...lies].map((parts) => createVote(at(parts))));
          // In a larger set, lying sources may prevent agreement, but never win it.
          if (typeof reference === 'bigint')
            expect(truths.some((parts) => isInBand(at(parts), reference))).toBe(true);
        },
      ),
    );
  });
});

function expectBetween(reference: bigint | string, prices: readonly bigint[], why: string): void {
  expect(reference, why).toBeTypeOf('bigint');
  const price = reference as bigint;
  expect(prices.some((one) => one <= price) && prices.some((one) => one >= price), why).toBe(true);
}

it.each([
  [[[5n, 1]], 5n],
  [
    [
      [4n, 1],
      [1n, 1],
    ],
    2n,
  ],
  [
    [
      [9n, 1],
      [1n, 1],
      [5n, 1],
    ],
    5n,
  ],
  [
    [
      [9n, 3],
      [1n, 1],
      [5n, 1],
    ],
    9n,
  ],
] as [[bigint, number][], bigint][])(
  'the weighted median of %s has half the weight below %s',
  (values, median) => {
    expect(computeWeightedMedian(values)).toBe(median);
  },
);

describe('readPrice', () => {
  it.each([
    ['108692.0000000000000000', 10_869_200_000_000n],
    ['0.123456789', 12_345_678n],
    [1.5, 150_000_000n],
    [1e-7, 10n],
  ])('parses %s exactly', (value, price) => {
    expect(parsePrice(value)).toBe(price);
  });

  it.each([
    0,
    '0',
    -1,
    '-1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'NaN',
    '',
    'abc',
    '1,000',
    '1e5',
    null,
    undefined,
    {},
    [],
    true,
    1n,
  ])('returns null for %s', (value) => {
    expect(parsePrice(value)).toBeNull();
  });
});
