import { HOUR_MS } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { type Caps, computeUsedShares } from './caps.ts';
import { Exposure } from './exposure.ts';

const NOW = 1_800_000_000_000;
const USDT = 10n ** 6n;
const caps: Caps = {
  coins: { TETHER: { hour: 100n * USDT, day: 400n * USDT }, BITCOIN: { hour: 0n, day: 0n } },
  total: { hour: 1_000n * USDT, day: 2_000n * USDT },
  ceilings: { TETHER: USDT, BITCOIN: 200_000n * USDT },
};

function exposed(...parts: readonly { hoursAgo: number; tether: bigint }[]): Exposure {
  const exposure = new Exposure();
  for (const [at, { hoursAgo, tether }] of parts.entries())
    exposure.addEntry({
      chain: 'TRON',
      sender: 'hot',
      sequence: BigInt(at),
      inputs: [],
      at: NOW - hoursAgo * HOUR_MS,
      out: [{ asset: 'TETHER', amount: tether * USDT }],
    });
  return exposure;
}

it('returns the used share of each cap, of the hour or the day, whichever is higher', () => {
  expect(computeUsedShares(caps, exposed(), NOW)).toEqual({ TETHER: 0, BITCOIN: 1_000, ALL: 0 });
  expect(computeUsedShares(caps, exposed({ hoursAgo: 0.5, tether: 50n }), NOW)).toMatchObject({
    TETHER: 500,
    ALL: 50,
  });
  const day = exposed(
    { hoursAgo: 5, tether: 90n },
    { hoursAgo: 3, tether: 90n },
    { hoursAgo: 0.1, tether: 10n },
  );
  expect(computeUsedShares(caps, day, NOW)).toMatchObject({ TETHER: 475, ALL: 95 });
});

it('rounds down, and exceeds the whole if a cap was lowered', () => {
  expect(computeUsedShares(caps, exposed({ hoursAgo: 0, tether: 250n }), NOW)).toMatchObject({
    TETHER: 2_500,
  });
  const { coins } = caps;
  const odd = { ...caps, coins: { ...coins, TETHER: { hour: 3n * USDT, day: 9n * USDT } } };
  expect(computeUsedShares(odd, exposed({ hoursAgo: 0, tether: 2n }), NOW)).toMatchObject({ TETHER: 666 });
});
