/**
 * Random histories of a few users against a plain recalculation, which reads all transfers of one user for one coin
 * in one quote, without chunks and without stored state.
 */
import { type Asset, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  ASSETS,
  createRandomHistory,
  priceOnDay,
  recompute,
  type TransferLine,
  valueAt,
} from '../../test/portfolio.ts';
import type { ReferralFixture } from '../../test/referral.ts';
import type { Caller } from '../platform/http/http.ts';
import { foldPositions } from './fold-positions.ts';
import { createDayPrices } from './prices.ts';
import { readPortfolioValue, readProfit } from './read-portfolio.ts';

const SEEDS = process.env.SARRAF_NIGHTLY ? 40 : 3;
const FIRST_SEED = Number.parseInt(process.env.SARRAF_SEED ?? '2026', 10);
const MONEYS = ['TOMAN', 'TETHER'] as const;

it.each(Array.from({ length: SEEDS }, (_, n) => FIRST_SEED + n))(
  'the position equals a recalculation from all transfers, history %i',
  async (seed) => {
    const begin = Date.parse('2026-03-20T20:29:30Z');
    const { context, people, random, lines, orders } = await createRandomHistory(seed, { begin });
    try {
      // Small chunks, two concurrently; a run in between starts at the current position.
      await Promise.all([
        foldPositions(context.deps, 1 + random(9)),
        foldPositions(context.deps, 1 + random(9)),
      ]);
      await foldPositions(context.deps, 1_000);

      const profits = new Map<string, Awaited<ReturnType<typeof readProfit>>>();
      for (const { userId } of people) profits.set(userId, await readProfit(context.deps, userId));
      for (const { userId } of people)
        for (const money of MONEYS)
          for (const [asset, { amount, cost, realised }] of recompute(lines, orders, userId, money)) {
            const { rows: positionRows } = await sql<
              Record<string, bigint>
            >`select amount, ${sql.ref(`cost_${money.toLowerCase()}`)} as cost,
              ${sql.ref(`realised_${money.toLowerCase()}`)} as realised
            from positions where user_id = ${userId} and asset = ${asset}`.execute(context.db);
            expect({ asset, money, ...positionRows[0] }).toEqual({ asset, money, amount, cost, realised });
            if (asset === money) expect({ cost, realised }).toEqual({ cost: amount, realised: 0n });
          }
      await expectBalances(context, people, lines);
      await expectShares(context, lines, orders);
    } finally {
      await context.close();
    }
  },
);

/** Returns for each asset the days on which its balance changed. */
function changesOf(closing: Map<string, bigint>): [string, bigint][] {
  const last = new Map<string, bigint>();
  return [...closing]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([key, balance]) => {
      const asset = key.split(' ')[0] ?? '';
      const changed = last.get(asset) !== balance;
      last.set(asset, balance);
      return changed;
    });
}

/** Checks each day's last balance against the balances in the transfers themselves. */
async function expectBalances(
  context: ReferralFixture,
  people: Caller[],
  lines: TransferLine[],
): Promise<void> {
  const dayOf = (at: Date) => new Date(at.getTime() + 3.5 * 3_600_000).toISOString().slice(0, 10);
  for (const { userId } of people) {
    const held = new Map<Asset, bigint>();
    const closing = new Map<string, bigint>();
    for (const { from, to, asset, amount, at } of lines) {
      if ((from === userId) === (to === userId)) continue;
      held.set(asset, (held.get(asset) ?? 0n) + (to === userId ? amount : -amount));
      closing.set(`${asset} ${dayOf(at)}`, held.get(asset) as bigint);
    }
    const { rows } = await sql<{ asset: Asset; day: string; balance: bigint }>`
      select asset, day::text as day, balance from daily_balances where user_id = ${userId}`.execute(
      context.db,
    );
    // A fee may have changed a coin's cost on a day that left its balance unchanged.
    const balances = new Map(rows.map(({ asset, day, balance }) => [`${asset} ${day}`, balance]));
    expect(changesOf(balances)).toEqual(changesOf(closing));
    // The chart: the balance at each day's end, at that day's selling price.
    const worths = await readPortfolioValue(
      { ...context.deps, dayPrices: createDayPrices(context.deps.market, context.clock.now) },
      userId,
      90,
    );
    for (const { day, toman } of worths.slice(0, -1)) {
      const end = Date.parse(`${day}T20:30:00Z`);
      const total = ASSETS.reduce((sum, asset) => {
        const last = [...closing].filter(
          ([key]) => key.startsWith(`${asset} `) && key.slice(asset.length + 1) <= day,
        );
        const balance = last.sort(([a], [b]) => (a < b ? -1 : 1)).at(-1)?.[1] ?? 0n;
        if (asset === 'TOMAN') return sum + balance;
        const sells = ((priceOnDay(asset, end) as bigint) * (2_000_000n - 4_000n)) / 2_000_000n;
        return sum + (balance * sells) / pow10(scaleOf(asset));
      }, 0n);
      expect({ day, toman }).toEqual({ day, toman: textOf(total) });
    }
  }
}

function textOf(units: bigint): string {
  const fraction = (units % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '');
  return fraction === '' ? `${units / 1_000_000n}` : `${units / 1_000_000n}.${fraction}`;
}

/** Checks the inviters' shares by the invited user whose order paid the fee. */
async function expectShares(
  context: ReferralFixture,
  lines: TransferLine[],
  orders: Map<string, unknown>,
): Promise<void> {
  const { rows: owners } = await sql<{
    id: string;
    userId: string;
  }>`select id, user_id as "userId" from orders`.execute(context.db);
  const ownerOf = new Map(owners.map(({ id, userId }) => [id, userId]));
  const totals = new Map<string, bigint>();
  const values = new Map<string, bigint>();
  for (const { to, asset, amount, kind, reference, at } of lines) {
    if (kind !== 'referral') continue;
    expect(orders.has(reference)).toBe(true);
    const add = (map: Map<string, bigint>, key: string, more: bigint) =>
      map.set(key, (map.get(key) ?? 0n) + more);
    add(totals, `${to} ${asset}`, amount);
    add(values, `${to} ${ownerOf.get(reference)}`, valueAt(asset, amount, 'TOMAN', at));
  }
  const { rows: storedRows } = await sql<{ key: string; amount: bigint }>`
    select inviter_id || ' ' || asset as key, amount from referral_totals`.execute(context.db);
  expect(new Map(storedRows.map(({ key, amount }) => [key, amount]))).toEqual(totals);
  const { rows: brought } = await sql<{ key: string; value: bigint }>`
    select inviter_id || ' ' || invitee_id as key, toman_value as value from referral_sums`.execute(
    context.db,
  );
  expect(new Map(brought.map(({ key, value }) => [key, value]))).toEqual(values);
}
