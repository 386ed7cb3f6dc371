import { describe, expect, it, vi } from 'vitest';
import { letEventLoopRun } from '../../test/turns.ts';
import { manualClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { PriceFeed } from './feed.ts';
import type { PriceSource, SourceTick } from './ports.ts';

const log = createLog('silent');
const tick = (price: bigint | null): SourceTick => ({ coin: 'BITCOIN', price, change: null });

function source(name: string, poll: PriceSource['poll']): PriceSource {
  return { name, covers: ['BITCOIN'], everyMs: 5, poll };
}

describe('Feed', () => {
  it('counts the age of a price from the moment of the request', async () => {
    const clock = manualClock();
    const slow = source('slow', async () => {
      clock.advance(16_000);
      return [tick(100n)];
    });
    const feed = new PriceFeed({ sources: [slow], clock, log, mayStandAlone: true });
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toBe('STALE');
  });

  it('halts a coin 15 s after its source fell silent, and resumes when it is back', async () => {
    const clock = manualClock();
    let broken = false;
    const shaky = source('shaky', async () => {
      if (broken) throw new Error('network');
      return [tick(100n)];
    });
    const feed = new PriceFeed({ sources: [shaky], clock, log, mayStandAlone: true });
    await feed.pollAll();
    broken = true;
    clock.advance(15_000);
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({ price: 100n });
    clock.advance(1);
    expect(feed.evaluateReference('BITCOIN', clock.now())).toBe('STALE');
    broken = false;
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({ price: 100n });
  });

  it('remembers the last good price to detect a jump, not for trading', async () => {
    const clock = manualClock();
    let price: bigint | null = 100n;
    const feed = new PriceFeed({
      sources: [source('one', async () => [tick(price)])],
      clock,
      log,
      mayStandAlone: true,
    });
    await feed.pollAll();
    feed.evaluateReference('BITCOIN', clock.now());
    for (const wrong of [1000n, 10n, 0n, null]) {
      price = wrong;
      await feed.pollAll();
      expect(feed.evaluateReference('BITCOIN', clock.now())).toBeTypeOf('string');
    }
    price = 110n;
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({ price: 110n });
  });

  it("uses a price's time as stated by the vendor, but no later than the request", async () => {
    const clock = manualClock();
    const createTimedSource = (at: number) => source('told', async () => [{ ...tick(100n), at }]);
    for (const [at, left] of [
      [clock.now() - 14_999, 1],
      [clock.now() + 60_000, 15_000],
    ] as const) {
      const feed = new PriceFeed({ sources: [createTimedSource(at)], clock, log, mayStandAlone: true });
      await feed.pollAll();
      expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({
        validUntil: clock.now() + left,
      });
    }
  });

  it('lets sources with moving prices outvote those that repeat one', async () => {
    const clock = manualClock();
    let live = 100n;
    const sources = [
      ...['a', 'b', 'c'].map((name) => source(name, async () => [tick(100n)])),
      ...['d', 'e'].map((name) => source(name, async () => [tick(live)])),
    ];
    const feed = new PriceFeed({ sources, clock, log, mayStandAlone: false });
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({ price: 100n });
    clock.advance(120_001);
    live = 104n;
    await feed.pollAll();
    expect(feed.evaluateReference('BITCOIN', clock.now())).toMatchObject({ price: 104n });
  });

  it('counts a source that quotes in Tether and in Toman once, and not at all while the two disagree', async () => {
    const clock = manualClock();
    const tether = (price: bigint): SourceTick => ({ coin: 'TETHER', price, change: null });
    let direct: bigint | null = 10_000_000_000n;
    let worth = 100_000_000n;
    const iranian = (name: string, own: SourceTick[]): PriceSource => ({
      name,
      covers: ['TETHER', 'BITCOIN'],
      everyMs: 5,
      poll: async () => [
        tether(worth * 100n),
        { coin: 'BITCOIN', price: direct, change: 5n, quote: 'TOMAN' },
        ...own,
      ],
    });
    const feed = new PriceFeed({
      // Worth 1 USDT directly, and through a Tether at 100 Toman.
      sources: [iranian('a', [tick(100_000_000n)]), iranian('b', [])],
      clock,
      log,
      mayStandAlone: false,
    });
    const readReference = async () => {
      await feed.pollAll();
      return feed.evaluateReference('BITCOIN', clock.now());
    };
    expect(await readReference()).toMatchObject({ price: 100_000_000n, change: null });
    direct = 10_200_000_000n;
    expect(await readReference()).toBe('SECOND_SOURCE_SILENT');
    direct = null;
    expect(await readReference()).toBe('SECOND_SOURCE_SILENT');
    // Without agreement on Tether, Toman quotes have no value.
    direct = 10_000_000_000n;
    worth = 0n;
    expect(await readReference()).toBe('SECOND_SOURCE_SILENT');
    worth = 100_000_000n;
    expect(await readReference()).toMatchObject({ price: 100_000_000n });
  });

  it('counts a source by the weight that staff set, and ignores it when it is switched off', async () => {
    const clock = manualClock();
    const weights: Record<string, number> = { a: 100, b: 100, c: 100 };
    const say = (name: string, price: bigint) => source(name, async () => [tick(price)]);
    const feed = new PriceFeed({
      sources: [say('a', 1_000n), say('b', 1_000n), say('c', 1_010n), say('d', 1_010n)],
      clock,
      log,
      mayStandAlone: false,
      weightOf: (name) => weights[name] ?? 0,
    });
    await feed.pollAll();
    const price = () => feed.evaluateReference('BITCOIN', clock.now());
    expect(price()).toMatchObject({ price: 1_000n });
    weights.d = 100;
    expect(price()).toMatchObject({ price: 1_005n });
    weights.a = 50;
    expect(price()).toMatchObject({ price: 1_010n });
    Object.assign(weights, { a: 0, b: 0 });
    expect(price()).toMatchObject({ price: 1_010n });
    weights.c = 0;
    expect(price()).toBe('NO_SECOND_SOURCE');
    expect(feed.listSourcePrices('BITCOIN', clock.now()).map(({ weight }) => weight)).toEqual([0, 0, 0, 100]);
  });

  it('ignores coins that a source does not cover', async () => {
    const clock = manualClock();
    const stray = source('stray', async () => [{ coin: 'ETHEREUM', price: 1n, change: null }]);
    const feed = new PriceFeed({ sources: [stray], clock, log, mayStandAlone: true });
    await feed.pollAll();
    expect(feed.evaluateReference('ETHEREUM', clock.now())).toBe('NO_SOURCE');
  });

  it('never has two requests to one source in progress', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const counting = source('counting', async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      return [];
    });
    const feed = new PriceFeed({ sources: [counting], clock: manualClock(), log, mayStandAlone: true });
    feed.start();
    const polled = [feed.pollAll(), feed.pollAll()];
    await letEventLoopRun();
    gate.resolve();
    await Promise.all(polled);
    await feed.stop();
    expect(most).toBe(1);
  });

  it('aborts a source that hangs after its timeout, and immediately on stop', async () => {
    const poll = vi.fn(() => new Promise<SourceTick[]>(() => {}));
    const hanging = [source('hanging', poll)];
    const feed = new PriceFeed({
      sources: hanging,
      clock: manualClock(),
      log,
      mayStandAlone: true,
      timeoutMs: 50,
    });
    await feed.pollAll();
    const patient = new PriceFeed({ sources: hanging, clock: manualClock(), log, mayStandAlone: true });
    const asking = patient.pollAll();
    await patient.stop();
    await asking;
    expect(poll).toHaveBeenCalledTimes(2);
  });
});
