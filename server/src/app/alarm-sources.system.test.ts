/** Conditions of the books, the coins, the prices, the work and the bank, each read from its own source: it rises, and it falls. */
import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedApi, composeApi } from '../../test/composed-api.ts';
import { type CustodyTestFixture, custodyFixture } from '../../test/custody.ts';
import { TEST_CHAIN_KEY } from '../../test/keys.ts';
import { inOwnersTransaction } from '../../test/owner.ts';
import { until } from '../../test/waiting.ts';
import { type Custody, createCustody } from '../custody/index.ts';
import { createLedger } from '../ledger/index.ts';
import { createMarket } from '../market/index.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { checksOf } from './look-for-alarms.ts';

type Sources = Parameters<typeof checksOf>[0];

/** A look that remembers what the last one left, and answers with kinds and subjects. */
function lookAt(name: string, sources: Sources): () => Promise<string[]> {
  const check = checksOf(sources).find((one) => one.name === name);
  let memory: unknown = null;
  return async () => {
    const seen = await check?.look(memory);
    memory = seen?.memory ?? null;
    return (seen?.findings ?? []).map(({ kind, subject }) => `${kind} ${subject}`.trim());
  };
}

describe('of the books, the work and the bank', () => {
  let composed: ComposedApi;
  let sources: Sources;
  const now = () => new Date();
  beforeAll(async () => {
    composed = await composeApi();
    const { db, config, parts } = composed;
    sources = { db, config, clock: systemClock, parts };
  });
  afterAll(() => composed.close());

  /** As the owner, past what the tables refer to: the rows of a test that needs none of the rest. */
  const alone = (...statements: ReturnType<typeof sql>[]) =>
    inOwnersTransaction(composed.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const statement of statements) await statement.execute(tx);
    });

  it('writer: nobody holds the lease', async () => {
    const look = lookAt('writer', sources);
    expect(await look()).toEqual(['NO_WRITER']);
    const ledger = await createLedger({
      url: composed.url,
      chainKey: TEST_CHAIN_KEY,
      leaseMs: 60_000,
      clock: systemClock,
      log: createLog('silent'),
    });
    expect(await look()).toEqual([]);
    await ledger.stop();
    expect(await look()).toEqual(['NO_WRITER']);
  });

  it('audit: a law is broken, new batches are not followed, everything is not checked', async () => {
    const look = lookAt('audit', sources);
    const seen = (followed: Date, rechecked: Date) =>
      alone(sql`update watch_state set followed_at = ${followed}, rechecked_at = ${rechecked}`);
    await seen(now(), now());
    expect(await look()).toEqual([]);
    await alone(sql`insert into violations (id, digest, law, detail, found_at, last_found_at)
      values (${newId()}, ${Buffer.alloc(32)}, 'a law', '{}', ${now()}, ${now()})`);
    expect(await look()).toEqual(['LAW_BROKEN']);
    await alone(sql`delete from violations`);
    expect(await look()).toEqual([]);
    await seen(new Date(Date.now() - 3 * MINUTE_MS), now());
    expect(await look()).toEqual(['AUDIT_BLIND']);
    await seen(now(), new Date(Date.now() - 25 * HOUR_MS));
    expect(await look()).toEqual(['AUDIT_BLIND']);
    await seen(now(), now());
    expect(await look()).toEqual([]);
  });

  it('followers: what follows the books is behind', async () => {
    const look = lookAt('followers', sources);
    expect(await look()).toEqual([]);
    await alone(
      sql`update trade_totals set folded_until = ${new Date(Date.now() - 2 * MINUTE_MS)}`,
      sql`insert into level_checks (user_id) values (${newId()})`,
    );
    expect(await look()).toEqual(['FOLLOWER_BEHIND levels']);
    await alone(sql`delete from level_checks`);
    expect(await look()).toEqual([]);
  });

  it('jobs: one is late, one was given up, and notices fail', async () => {
    const look = lookAt('jobs', sources);
    expect(await look()).toEqual([]);
    const add = (name: string, count = 1) =>
      sql`select graphile_worker.add_job(${name}, '{}'::json, run_at := now() - interval '11 minutes')
        from generate_series(1, ${count}::int)`.execute(composed.db);
    await add('send-notice', 5);
    expect(await look()).toEqual(['JOBS_LATE send-notice']);
    await alone(
      sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'`,
    );
    expect(await look()).toEqual(['MESSAGES_FAIL']);
    await alone(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
    expect(await look()).toEqual(['JOBS_GIVEN_UP send-notice']);
    await alone(sql`delete from graphile_worker._private_jobs`);
    expect(await look()).toEqual([]);
  });

  it('webhooks: many events of stores are tried again', async () => {
    const look = lookAt('webhooks', sources);
    const add = (count: number) =>
      alone(sql`insert into company_events (id, company_id, kind, body, created_at, next_try_at, tries)
        select gen_random_uuid(), ${newId()}, 'webhook.test', '{}', now(), now(), 2
        from generate_series(1, ${count}::int)`);
    await add(19);
    expect(await look()).toEqual([]);
    await add(1);
    expect(await look()).toEqual(['WEBHOOKS_FAIL']);
    await alone(sql`update company_events set next_try_at = null, delivered_at = now()`);
    expect(await look()).toEqual([]);
  });

  it('bank: a settlement of a gateway is open for three days', async () => {
    const look = lookAt('bank', sources);
    const day = new Date(Date.now() - 4 * 24 * HOUR_MS);
    const add = (createdAt: Date) =>
      alone(sql`insert into gateway_settlements (id, gateway, reference, paid_day, from_day, to_day, gross, fee, way,
          state, imported_by, created_at)
        values (${newId()}, 'zarinpal', ${newId()}, ${day}::date, ${day}::date, ${day}::date, 100, 1, 'DAYS', 'OPEN',
          ${newId()}, ${createdAt})`);
    await add(now());
    expect(await look()).toEqual([]);
    await add(day);
    expect(await look()).toEqual(['SETTLEMENTS_OPEN']);
    await alone(sql`update gateway_settlements set state = 'DONE'`);
    expect(await look()).toEqual([]);
  });

  it('prices: most coins have none', async () => {
    const clock = manualClock();
    const { db, config } = composed;
    const market = await createMarket({
      db,
      config,
      clock,
      bus: createBus(),
      log: createLog('silent'),
      sources: createSandboxPrices({ seed: 2026, clock }).sources,
    });
    const look = lookAt('prices', { ...sources, clock, parts: { ...composed.parts, market } });
    expect(await look()).toEqual(['PRICES_HALTED']);
    await market.start();
    await until(async () => (await look()).length === 0, 30_000);
    await market.stop();
    clock.advance(5 * MINUTE_MS);
    expect(await look()).toEqual(['PRICES_HALTED']);
  });
});

describe('of the coins', () => {
  let fixture: CustodyTestFixture;
  let custody: Custody;
  let sources: Sources;
  beforeAll(async () => {
    fixture = await custodyFixture();
    custody = createCustody(fixture.deps);
    const { db, clock } = fixture;
    sources = { db, clock, config: {} as never, parts: { custody } as never };
  });
  afterAll(() => fixture.close());

  it('chains: one is unread, silent, far behind, or halted by a fork', async () => {
    const lookerAt = (config: object) => {
      const all = lookAt('chains', { ...sources, config: config as never });
      return async () => (await all()).filter((found) => found.endsWith(' LITE_COIN'));
    };
    const look = lookerAt({});
    // Whose blocks come with transactions alone.
    const lookInSandbox = lookerAt({ sandbox: true });
    await fixture.mine('LITE_COIN');
    expect(await look()).toEqual([]);
    fixture.clock.advance(6 * MINUTE_MS);
    expect(await look()).toEqual(['CHAIN_UNREAD LITE_COIN']);
    await fixture.scanner.step('LITE_COIN');
    expect(await look()).toEqual([]);
    const readOn = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5 * MINUTE_MS) {
        expect([await look(), await lookInSandbox()]).toEqual([[], []]);
        fixture.clock.advance(5 * MINUTE_MS);
        await fixture.scanner.step('LITE_COIN');
      }
    };
    await readOn(2 * HOUR_MS);
    // It was off: how old the newest block is, is known once the chain has been read for as long as at any other time.
    fixture.clock.advance(188 * MINUTE_MS);
    expect(await look()).toEqual(['CHAIN_UNREAD LITE_COIN']);
    await fixture.scanner.step('LITE_COIN');
    await readOn(3 * HOUR_MS);
    fixture.clock.advance(1_000);
    expect(await look()).toEqual(['CHAIN_SILENT LITE_COIN']);
    expect(await lookInSandbox()).toEqual([]);
    await fixture.mine('LITE_COIN');
    expect(await look()).toEqual([]);
    const change = (to: ReturnType<typeof sql>) =>
      sql`update chain_cursors set ${to} where chain = 'LITE_COIN'`.execute(fixture.db);
    await change(sql`fork = 'HALTED'`);
    expect(await look()).toEqual(['CHAIN_HALTED LITE_COIN']);
    await change(sql`fork = null, head_height = height + 201`);
    expect(await look()).toEqual(['CHAIN_BEHIND LITE_COIN']);
    await fixture.scanner.step('LITE_COIN');
    expect(await look()).toEqual([]);
  });

  // That it doesn't answer is walked with a real process of its own: `npm run operators-day`.
  it('signer: it has stopped itself', async () => {
    const look = lookAt('signer', sources);
    expect(await look()).toEqual([]);
    await fixture.signer.latch();
    expect(await look()).toEqual(['SIGNER_LATCHED BOOKS']);
    const { latch } = await fixture.signer.operatorView();
    await fixture.operate({ release: latch?.id ?? '' });
    expect(await look()).toEqual([]);
  });
});
