/**
 * Alarm conditions of the ledger, the coins, the prices, background work and the bank, each read from its own
 * source: it is raised, and it clears.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedApi, composeApi } from '../../test/composed-api.ts';
import { type CustodyTestFixture, createCustodyFixture } from '../../test/custody.ts';
import { inOwnersTransaction } from '../../test/owner.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { createSignerProcessFixture } from '../../test/signer.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import { pollUntil } from '../../test/waiting.ts';
import { type Custody, createCustody } from '../custody/index.ts';
import { createMarket } from '../market/index.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { createAlarmChecks } from './alarm-checks.ts';

type Sources = Parameters<typeof createAlarmChecks>[0];

/** Runs a check that remembers its previous state; returns kinds and subjects. */
function lookAt(name: string, sources: Sources): () => Promise<string[]> {
  const check = createAlarmChecks(sources).find((one) => one.name === name);
  let memory: unknown = null;
  return async () => {
    const outcome = await check?.look(memory);
    memory = outcome?.memory ?? null;
    return (outcome?.findings ?? []).map(({ kind, subject }) => `${kind} ${subject}`.trim());
  };
}

describe('alarm checks of the ledger, background work and the bank', () => {
  let composed: ComposedApi;
  let sources: Sources;
  const now = () => new Date();
  beforeAll(async () => {
    composed = await composeApi();
    const { db, config, parts } = composed;
    sources = { db, config, clock: systemClock, parts };
  });
  afterAll(() => composed.close());

  /** Runs statements as the owner without foreign keys, so that a test need not create unrelated rows. */
  const alone = (...statements: ReturnType<typeof sql>[]) =>
    inOwnersTransaction(composed.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const statement of statements) await statement.execute(tx);
    });

  it('writer: no process holds the lease', async () => {
    const look = lookAt('writer', sources);
    expect(await look()).toEqual(['NO_WRITER']);
    const ledger = await startTestLedger(composed.url, { leaseMs: 60_000 });
    expect(await look()).toEqual([]);
    await ledger.stop();
    expect(await look()).toEqual(['NO_WRITER']);
  });

  it('audit: a law is broken, new batches are not checked, the full check is overdue', async () => {
    const look = lookAt('audit', sources);
    const setCheckTimes = (followed: Date, rechecked: Date) =>
      alone(sql`update watch_state set followed_at = ${followed}, rechecked_at = ${rechecked}`);
    await setCheckTimes(now(), now());
    expect(await look()).toEqual([]);
    await alone(sql`insert into violations (id, digest, law, detail, found_at, last_found_at)
      values (${newId()}, ${Buffer.alloc(32)}, 'a law', '{}', ${now()}, ${now()})`);
    expect(await look()).toEqual(['LAW_BROKEN']);
    await alone(sql`delete from violations`);
    expect(await look()).toEqual([]);
    await setCheckTimes(new Date(Date.now() - 3 * MINUTE_MS), now());
    expect(await look()).toEqual(['AUDIT_BLIND']);
    await setCheckTimes(now(), new Date(Date.now() - 25 * HOUR_MS));
    expect(await look()).toEqual(['AUDIT_BLIND']);
    await setCheckTimes(now(), now());
    expect(await look()).toEqual([]);
  });

  it('followers: a follower of the ledger is behind', async () => {
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

  it('webhooks: many store events are being retried', async () => {
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

  it('bank: the balance has differed for three days, a line is unexplained, and money is in suspense', async () => {
    const look = lookAt('bank', sources);
    const old = new Date(Date.now() - 73 * HOUR_MS);
    const count = (difference: number, since: Date | null, lateDeposits: number) =>
      alone(sql`insert into bank_checks (id, at, closing, books, openings, settlements, fees, capital, unexplained,
          unbooked_deposits, unseen_deposits, unseen_returns, unseen_payouts, unbooked_payouts, payouts_back, fractions,
          difference, differs_since, late_deposits, over)
        values (${newId()}, now(), ${difference}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${difference}, ${since},
          ${lateDeposits}, false)`);
    await count(5, now(), 0);
    expect(await look()).toEqual([]);
    await count(5, old, 0);
    expect(await look()).toEqual(['BANK_DIFFERS']);
    await count(0, null, 1);
    expect(await look()).toEqual(['BANK_UNEXPLAINED']);
    await count(0, null, 0);
    expect(await look()).toEqual([]);
    await alone(
      sql`insert into bank_lines (id, statement_id, account_id, number, at, reference, identifier, amount, balance, cause,
          imported_by, created_at)
        values (${newId()}, ${newId()}, ${newId()}, 0, ${old}, 'of nobody', '', 7, 7, 'UNEXPLAINED', ${newId()}, ${old})`,
    );
    expect(await look()).toEqual(['BANK_UNEXPLAINED']);
    await alone(sql`update bank_lines set cause = 'DISCARDED'`);
    expect(await look()).toEqual([]);
    await alone(
      sql`insert into bank_deposits (id, reference, identifier, payer_masked, payer_encrypted, payer_index, payer_name,
          amount, paid_at, paid_day, state, imported_by, created_at)
        values (${newId()}, 'a deposit', '', '', '', '', '', 7, ${old}, ${old}::date, 'UNMATCHED', ${newId()}, ${old})`,
    );
    expect(await look()).toEqual(['SUSPENSE_OLD']);
    await alone(sql`update bank_deposits set state = 'RETURNED'`);
    expect(await look()).toEqual([]);
  });

  it('backups: one is late, and one failed', async () => {
    const records = join(dirname(composed.config.DATA_DIR), `${newId()}-records`);
    const clock = manualClock(Date.now());
    const config = { ...composed.config, BACKUP_JOBS: 'signer', BACKUP_RECORDS: records };
    const look = lookAt('backups', { ...sources, config, clock });
    const record = (kind: 'good' | 'failed') => {
      mkdirSync(join(records, 'signer'), { recursive: true });
      const run = { at: new Date(clock.now()).toISOString(), result: 'exit-code exited 1' };
      writeFileSync(join(records, 'signer', `last-${kind}.json`), JSON.stringify(run));
    };
    record('good');
    expect(await look()).toEqual([]);
    clock.advance(4 * HOUR_MS);
    expect(await look()).toEqual(['BACKUP_LATE signer']);
    record('good');
    expect(await look()).toEqual([]);
    clock.advance(MINUTE_MS);
    record('failed');
    expect(await look()).toEqual(['BACKUP_FAILED signer']);
    clock.advance(MINUTE_MS);
    record('good');
    expect(await look()).toEqual([]);
    removeFolder(records);
  });

  it('prices: one coin has none, and most coins have none', async () => {
    const clock = manualClock();
    const { db, config } = composed;
    const prices = createSandboxPrices({ seed: 2026, clock });
    const market = await createMarket({
      db,
      config,
      clock,
      bus: createBus(),
      log: createLog('silent'),
      sources: prices.sources,
    });
    const look = lookAt('prices', { ...sources, clock, parts: { ...composed.parts, market } });
    expect(await look()).toEqual(['PRICES_HALTED']);
    await market.start();
    await pollUntil(async () => (await look()).length === 0, 30_000);
    prices.multiplyPrice('DASH', 3n, 'second');
    await market.refresh();
    expect(await look()).toEqual(['PRICE_HALTED DASH']);
    prices.clearOverrides();
    await market.refresh();
    expect(await look()).toEqual([]);
    await market.stop();
    clock.advance(5 * MINUTE_MS);
    expect(await look()).toEqual(['PRICES_HALTED']);
  });
});

describe('alarm checks of the coins', () => {
  let fixture: CustodyTestFixture;
  let custody: Custody;
  let sources: Sources;
  beforeAll(async () => {
    fixture = await createCustodyFixture();
    custody = createCustody(fixture.deps);
    const { db, clock } = fixture;
    sources = { db, clock, config: {} as never, parts: { custody } as never };
  });
  afterAll(() => fixture.close());

  it('reports a chain that is not read, is silent, is far behind, or is halted by a fork', async () => {
    const lookerAt = (config: object) => {
      const all = lookAt('chains', { ...sources, config: config as never });
      return async () => (await all()).filter((finding) => finding.endsWith(' LITE_COIN'));
    };
    const look = lookerAt({});
    // A chain that gets blocks only with transactions.
    const lookInSandbox = lookerAt({ sandbox: true });
    await fixture.mineAndScan('LITE_COIN');
    expect(await look()).toEqual([]);
    fixture.clock.advance(6 * MINUTE_MS);
    expect(await look()).toEqual(['CHAIN_UNREAD LITE_COIN']);
    await fixture.scanner.scanOnce('LITE_COIN');
    expect(await look()).toEqual([]);
    const readOn = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5 * MINUTE_MS) {
        expect([await look(), await lookInSandbox()]).toEqual([[], []]);
        fixture.clock.advance(5 * MINUTE_MS);
        await fixture.scanner.scanOnce('LITE_COIN');
      }
    };
    await readOn(2 * HOUR_MS);
    // The chain was off: the age of the newest block counts again once the chain has been read for the usual time.
    fixture.clock.advance(188 * MINUTE_MS);
    expect(await look()).toEqual(['CHAIN_UNREAD LITE_COIN']);
    await fixture.scanner.scanOnce('LITE_COIN');
    await readOn(3 * HOUR_MS);
    fixture.clock.advance(1_000);
    expect(await look()).toEqual(['CHAIN_SILENT LITE_COIN']);
    expect(await lookInSandbox()).toEqual([]);
    await fixture.mineAndScan('LITE_COIN');
    expect(await look()).toEqual([]);
    const change = (to: ReturnType<typeof sql>) =>
      sql`update chain_cursors set ${to} where chain = 'LITE_COIN'`.execute(fixture.db);
    await change(sql`fork = 'HALTED'`);
    expect(await look()).toEqual(['CHAIN_HALTED LITE_COIN']);
    await change(sql`fork = null, head_height = height + 201`);
    expect(await look()).toEqual(['CHAIN_BEHIND LITE_COIN']);
    await fixture.scanner.scanOnce('LITE_COIN');
    expect(await look()).toEqual([]);
  });

  it('signer: its process is gone', async () => {
    const process = await createSignerProcessFixture();
    const { signer } = process;
    const look = lookAt('signer', {
      ...sources,
      parts: { custody: createCustody({ ...fixture.deps, signer }) } as never,
    });
    expect(await look()).toEqual([]);
    await process.end('SIGKILL');
    expect(await look()).toEqual(['SIGNER_AWAY']);
    await process.start();
    expect(await look()).toEqual([]);
    await process.close();
  });

  it('reserves: less is held on the chains than is booked, and the hot part is too small or too large', async () => {
    const look = lookAt('reserves', sources);
    const person = await fixture.person();
    const pay = async (amount: bigint) => {
      await fixture.pay(person, 'LITE_COIN', amount);
      await fixture.mineAndScan('LITE_COIN');
      await fixture.mineAndScan('LITE_COIN', 6);
    };
    expect(await look()).toEqual([]);
    await pay(90_000_000n);
    expect(await look()).toEqual(['HOT_LOW LITE_COIN']);
    const { chains } = await fixture.signer.publicKeys();
    const hot = {
      asset: 'LITE_COIN',
      tokenType: 'LITE_COIN',
      address: chains.LITE_COIN?.hot ?? '',
      tag: null,
    } as const;
    await fixture.chains.sendFromFaucet('LITE_COIN', { ...hot, amount: 9_000_000n });
    await fixture.mineAndScan('LITE_COIN');
    await fixture.mineAndScan('LITE_COIN', 6);
    expect(await look()).toEqual([]);
    const lies = (amount: bigint) =>
      sql`update unspent_outputs set amount = ${amount} where chain = 'LITE_COIN' and amount > 80000000`.execute(
        fixture.db,
      );
    await lies(80_500_000n);
    expect(await look()).toEqual(['RESERVE_SHORT LITE_COIN']);
    await lies(90_000_000n);
    expect(await look()).toEqual([]);
    await fixture.chains.sendFromFaucet('LITE_COIN', { ...hot, amount: 9_000_000n });
    await fixture.mineAndScan('LITE_COIN');
    await fixture.mineAndScan('LITE_COIN', 6);
    expect(await look()).toEqual(['HOT_HIGH LITE_COIN']);
    await pay(80_000_000n);
    expect(await look()).toEqual([]);
  });

  it('signer: it has halted itself', async () => {
    const look = lookAt('signer', sources);
    expect(await look()).toEqual([]);
    await fixture.signer.latch();
    expect(await look()).toEqual(['SIGNER_LATCHED BOOKS']);
    const { latch } = await fixture.signer.operatorView();
    await fixture.runOperatorCommand({ release: latch?.id ?? '' });
    expect(await look()).toEqual([]);
  });
});
