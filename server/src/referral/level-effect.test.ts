import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { createReferralFixture, type ReferralFixture } from '../../test/referral.ts';
import { withLongStatementTimeout } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { computeLevelEffect } from './level-effect.ts';

const MILLION = 10n ** 12n;
const DAY = 86_400_000;

let context: ReferralFixture;
beforeAll(async () => {
  context = await createReferralFixture();
});
afterAll(() => context.close());

const traded = async ({ userId }: Caller, value: bigint) => {
  const day = new Date(context.clock.now() + 3.5 * 3_600_000).toISOString().slice(0, 10);
  await sql`insert into user_volumes (user_id, day, toman_value) values (${userId}, ${day}::date, ${value})`.execute(
    context.db,
  );
  await sql`insert into level_checks (user_id) values (${userId})`.execute(context.db);
};
const effect = async (level: Parameters<typeof computeLevelEffect>[1], volume: string) =>
  (await computeLevelEffect(context.deps, level, volume)).map(
    ({ userAccountLevel, now, after }) => `${userAccountLevel} ${now} ${after}`,
  );

it('predicts the users whose level another tier would change, and the change matches', async () => {
  const volumes = [99n, 100n, 300n, 499n, 600n, 2_500n];
  const people = await Promise.all(volumes.map(() => context.person()));
  const maker = await context.person({ level: 'SUPERVISOR' });
  for (const [i, person] of people.entries()) await traded(person, (volumes[i] ?? 0n) * MILLION);
  await traded(maker, 9_000n * MILLION);
  await context.job('judge-levels');
  const levels = () => Promise.all(people.map(({ userId }) => context.levelOf(userId)));
  expect(await levels()).toEqual(['BRONZE', 'SILVER', 'SILVER', 'SILVER', 'GOLD', 'PLATINUM']);
  expect(await effect('GOLD', '300000000')).toEqual([
    'SILVER 3 1',
    'GOLD 1 3',
    'PLATINUM 1 1',
    'SUPERVISOR 1 1',
  ]);
  expect(await effect('SILVER', '99000000')).toEqual([
    'SILVER 3 4',
    'GOLD 1 1',
    'PLATINUM 1 1',
    'SUPERVISOR 1 1',
  ]);
  await sql`update account_levels set trade_amount = ${300n * MILLION} where level = 'GOLD'`.execute(
    context.db,
  );
  await context.job('judge-levels');
  expect(await levels()).toEqual(['BRONZE', 'SILVER', 'GOLD', 'GOLD', 'GOLD', 'PLATINUM']);
  // A user who is given a level later is excluded as well.
  await sql`update users set level = 'SUPERVISOR' where id = ${people[5]?.userId}`.execute(context.db);
  expect(await effect('GOLD', '301000000')).toEqual([
    'SILVER 1 2',
    'GOLD 3 2',
    'PLATINUM 0 0',
    'SUPERVISOR 2 2',
  ]);
  // Volume older than three months no longer counts.
  context.clock.advance(95 * DAY);
  await context.job('judge-levels');
  expect(await effect('GOLD', '400000000')).toEqual([
    'SILVER 0 0',
    'GOLD 0 0',
    'PLATINUM 0 0',
    'SUPERVISOR 2 2',
  ]);
});

it.each([
  ['BRONZE', '1'],
  ['GOLD', '100000000'],
  ['GOLD', '2000000000'],
  ['SUPERVISOR', '1'],
  ['GOLD', 'many'],
] as const)('refuses %s at %s', async (level, volume) => {
  await expect(computeLevelEffect(context.deps, level, volume)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('counts with index scans, however many users there are', async () => {
  await withLongStatementTimeout(() =>
    sql`insert into level_volumes (user_id, toman_value)
    select gen_random_uuid(), (random() * 90)::int * ${MILLION}::numeric from generate_series(1, 20000)`.execute(
      context.db,
    ),
  );
  await asOwner(context.db, sql`vacuum analyze level_volumes`);
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`explain (analyze, buffers) select count(*) from level_volumes
    where toman_value >= ${100n * MILLION}`.execute(context.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan using level_volumes_by_value/);
  expect(plan).not.toContain('Seq Scan');
});
