import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { PriceFeed } from './feed.ts';
import type { PriceSource, SourceTick } from './ports.ts';
import { describeSources } from './view-sources.ts';

const UNIT = 100_000_000n;
const tick = (price: bigint | null, more: Partial<SourceTick> = {}): SourceTick => ({
  coin: 'BITCOIN',
  price,
  change: null,
  ...more,
});

function feedOf(answers: Record<string, SourceTick[] | null>, off: string[] = []) {
  const clock = manualClock();
  const sources = Object.entries(answers).map(
    ([name, ticks]): PriceSource => ({
      name,
      covers: ['TETHER', 'BITCOIN'],
      everyMs: 5,
      poll: async () => {
        if (!ticks) throw new Error('refused');
        return ticks;
      },
    }),
  );
  const weightOf = (name: string) => (off.includes(name) ? 0 : 100);
  const feed = new PriceFeed({ sources, clock, log: createLog('silent'), mayStandAlone: false, weightOf });
  return { feed, clock };
}

it('describeSources returns each source of a coin with its price, its age, its distance and whether it counts', async () => {
  const clock = manualClock();
  const { feed } = feedOf(
    {
      a: [tick(100n * UNIT)],
      b: [tick(101n * UNIT)],
      far: [tick(1_000n * UNIT)],
      off: [tick(90n * UNIT)],
      nonsense: [tick(null)],
      old: [tick(100n * UNIT, { at: clock.now() - 15_001 })],
      refusing: null,
    },
    ['off'],
  );
  await feed.pollAll();
  const view = describeSources(feed, 'BITCOIN', clock.now());
  expect(view).toMatchObject({ coin: 'BITCOIN', unit: 'TETHER', reference: '100.50000000', halt: null });
  expect(
    view.sources.map(({ source, state, distance, ageSeconds }) => [source, state, distance, ageSeconds]),
  ).toEqual([
    ['a', 'COUNTED', '-0.50', 0],
    ['b', 'COUNTED', '0.50', 0],
    ['far', 'OUT_OF_BAND', '895.02', 0],
    ['off', 'OFF', '-10.45', 0],
    ['nonsense', 'NO_PRICE', null, 0],
    ['old', 'STALE', '-0.50', 15],
    ['refusing', 'SILENT', null, null],
  ]);
});

it('describeSources returns the reason of a halted coin, with distances from the median of the fresh prices', async () => {
  const { feed, clock } = feedOf({ a: [tick(100n * UNIT)], b: [tick(110n * UNIT)] });
  await feed.pollAll();
  expect(describeSources(feed, 'BITCOIN', clock.now())).toMatchObject({
    reference: null,
    halt: 'OUT_OF_BAND',
    sources: [
      { price: '100.00000000', distance: '-4.76', state: 'UNCONFIRMED' },
      { price: '110.00000000', distance: '4.76', state: 'UNCONFIRMED' },
    ],
  });
});

it("describeSources returns a source's price in Toman next to its conversion by the price of Tether", async () => {
  const tether = tick(100n * UNIT, { coin: 'TETHER' });
  const { feed, clock } = feedOf({
    a: [tether, tick(5_000n * UNIT, { quote: 'TOMAN' })],
    b: [tether, tick(50n * UNIT), tick(5_010n * UNIT, { quote: 'TOMAN' })],
  });
  await feed.pollAll();
  expect(describeSources(feed, 'BITCOIN', clock.now()).sources).toMatchObject([
    { price: '50.00000000', priceInToman: '5000.00000000', state: 'COUNTED' },
    { price: '50.00000000', priceInToman: '5010.00000000', state: 'COUNTED' },
  ]);
  expect(describeSources(feed, 'TETHER', clock.now())).toMatchObject({
    unit: 'TOMAN',
    reference: '100.00000000',
  });
});
