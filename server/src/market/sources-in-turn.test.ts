/** Publications while sources fail, freeze and lie in turn, second by second, by a clock that the test controls. */
import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { PriceFeed } from './feed.ts';
import { isInBand, MAX_AGE_MS } from './guard.ts';
import type { PriceSource } from './ports.ts';

const SOURCES = 5;
const START = 10_840_000_000_000n;
const POLL_EVERY_S = 5;
const PHASE_S = 40;

const FAULTS = {
  gone: (): bigint => {
    throw new Error('refused');
  },
  'ten times': (price: bigint) => price * 10n,
  'a tenth': (price: bigint) => price / 10n,
  'another market': (price: bigint) => (price * 36n) / 1000n,
  'not a price': () => 0n,
  frozen: (_: bigint, last: bigint) => last,
} as const;

/** Up 5 % in half an hour, with a step every second: a frozen price is out of the band within a few minutes. */
const truthAt = (second: number): bigint => START + (START * BigInt(second)) / 36_000n;
/** Each source has its own small offset. */
const honestOf = (i: number, second: number): bigint =>
  truthAt(second) + (truthAt(second) * BigInt(i)) / 1_000n;

type Fault = keyof typeof FAULTS;

async function live(plan: (second: number) => readonly (Fault | null)[], seconds: number, judge: Judge) {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let second = 0;
  const last = Array.from({ length: SOURCES }, (_, i) => honestOf(i, 0));
  const sources = last.map(
    (__, i): PriceSource => ({
      name: `source-${i}`,
      covers: ['BITCOIN'],
      everyMs: POLL_EVERY_S * 1_000,
      poll: async () => {
        const fault = plan(second)[i];
        const honest = honestOf(i, second);
        if (fault)
          return [{ coin: 'BITCOIN', price: FAULTS[fault](honest, last[i] ?? honest), change: null }];
        last[i] = honest;
        return [{ coin: 'BITCOIN', price: honest, change: null }];
      },
    }),
  );
  const feed = new PriceFeed({ sources, clock, log: createLog('silent'), mayStandAlone: false });
  for (; second < seconds; second += 1) {
    if (second % POLL_EVERY_S === 0) await feed.pollAll();
    const reference = feed.evaluateReference('BITCOIN', clock.now());
    judge(second, typeof reference === 'string' ? reference : reference.price, plan(second));
    clock.advance(1_000);
  }
}
type Judge = (second: number, reference: bigint | string, faults: readonly (Fault | null)[]) => void;

const subsets = Array.from({ length: 2 ** SOURCES }, (_, bits) =>
  Array.from({ length: SOURCES }, (__, i) => (bits & (2 ** i)) > 0),
);
const isHonest = (fault: Fault | null) => fault === null;

it.each(['gone', 'not a price', 'ten times', 'a tenth', 'another market'] as const)(
  'each subset in turn is %s: the price never leaves the band, and halts 15 s after all but one source failed',
  async (fault) => {
    let fewerSince: number | null = null;
    const planOf = (second: number) => {
      // A healthy phase between two others, so that each starts from prices on which all agree.
      const phase = Math.floor(second / PHASE_S);
      const subset = phase % 2 === 0 ? undefined : subsets[(phase - 1) / 2];
      return Array.from({ length: SOURCES }, (_, i) => (subset?.[i] ? fault : null));
    };
    await live(planOf, subsets.length * 2 * PHASE_S, (second, reference, faults) => {
      const honest = faults.filter(isHonest).length;
      const lies = fault !== 'gone' && fault !== 'not a price';
      // An error common to all sources is the only one that can't be detected.
      if (typeof reference === 'bigint' && (honest > 0 || !lies))
        expect(
          faults.some((_, i) => isInBand(honestOf(i, second), reference)),
          `${second}`,
        ).toBe(true);
      fewerSince = honest < 2 ? (fewerSince ?? second) : null;
      const polled = second % PHASE_S >= POLL_EVERY_S;
      if (fewerSince !== null && second - fewerSince > MAX_AGE_MS / 1000 + POLL_EVERY_S) {
        // With several sources that err alike, one honest source is enough to reject them.
        if (!lies || honest === 1) expect(reference, `${second}`).toBeTypeOf('string');
      }
      if (polled && honest >= (lies ? 3 : 2)) expect(reference, `${second}`).toBeTypeOf('bigint');
    });
  },
);

it.each([1, 2, 3] as const)(
  '%d frozen sources are outvoted by two that move, or agree with them',
  async (frozen) => {
    const planOf = (second: number) =>
      Array.from({ length: SOURCES }, (_, i): Fault | null => (second > 60 && i < frozen ? 'frozen' : null));
    await live(planOf, 1_800, (second, reference, faults) => {
      expect(reference, `${second}`).toBeTypeOf('bigint');
      const honest = faults.flatMap((fault, i) => (isHonest(fault) ? [honestOf(i, second)] : []));
      expect(
        honest.some((price) => isInBand(price, reference as bigint)),
        `${second}`,
      ).toBe(true);
    });
  },
);

it('one moving source among four frozen ones halts the coin as soon as they disagree', async () => {
  let halted = false;
  const planOf = (second: number) =>
    Array.from({ length: SOURCES }, (_, i): Fault | null => (second > 60 && i < 4 ? 'frozen' : null));
  await live(planOf, 1_800, (second, reference) => {
    if (typeof reference === 'string') halted = true;
    else {
      expect(halted, `${second}`).toBe(false);
      expect(isInBand(honestOf(4, second), reference), `${second}`).toBe(true);
    }
  });
  expect(halted).toBe(true);
});
