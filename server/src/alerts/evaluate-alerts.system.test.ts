import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsFixture, createAlertsFixture } from '../../test/alerts.ts';
import type { SignedInUser } from '../../test/backoffice.ts';
import { asOwner } from '../../test/owner.ts';
import { recipientOf, type User } from '../identity/index.ts';
import { MARKETS } from '../market/index.ts';
import { buildCrossedQuery } from './crossings.ts';
import { createAlerts } from './index.ts';

let context: AlertsFixture;
beforeAll(async () => {
  context = await createAlertsFixture();
});
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(context.db));
afterAll(() => context.close());

const HOUR = 3_600_000;
const states = async (by: SignedInUser) => (await context.list(by)).map(({ state }) => state);
/** Returns the addresses of mails that wait to be sent. */
const waiting = async (): Promise<string[]> =>
  (
    await sql<{ to: string }>`select payload ->> 'to' as "to" from graphile_worker._private_jobs
      where payload -> 'notice' ->> 'kind' = 'PRICE_ALERT' and payload ->> 'way' = 'EMAIL'`.execute(
      context.db,
    )
  ).rows.map(({ to }) => to);

describe('evaluateAlerts', () => {
  it('notifies the person once when the price reaches the threshold, whatever it does then', async () => {
    const who = await context.createUser();
    await context.ask(who, { threshold: '101000' });
    await context.ask(who, { direction: 'BELOW', threshold: '99000' });
    await context.at({ TETHER: '100999' });
    expect(await states(who)).toEqual(['WAITING', 'WAITING']);
    await context.at({ TETHER: '101000' });
    const firedAt = new Date(context.clock.now()).toISOString();
    for (const TETHER of ['101500', '100000', '101500']) await context.at({ TETHER });
    expect((await context.list(who))[1]).toMatchObject({
      state: 'FIRED',
      firedAtDateTime: firedAt,
      firedPrice: '101000',
    });
    expect(await context.listSubjects(who)).toEqual(['قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید']);
    await context.at({ TETHER: '98000' });
    expect(await states(who)).toEqual(['FIRED', 'FIRED']);
    expect(await context.listSubjects(who)).toEqual([
      'قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید',
      'قیمت تتر به ۹۸٬۰۰۰ تومان رسید',
    ]);
    await context.at({ TETHER: '100000' });
  });

  it('uses the displayed reference price, of each market separately', async () => {
    const who = await context.createUser();
    await context.ask(who, { marketType: 'BITCOIN_TETHER', threshold: '101000' });
    await context.ask(who, { marketType: 'BITCOIN_TOMAN', threshold: '10100000000' });
    // A Tether at more Toman raises Bitcoin in Toman, but not in Tether.
    await context.at({ TETHER: '101500' });
    expect(await states(who)).toEqual(['FIRED', 'WAITING']);
    await context.at({ TETHER: '100000', BITCOIN: '101000' });
    expect(await states(who)).toEqual(['FIRED', 'FIRED']);
    expect(context.market.summary('BITCOIN', 'TETHER').reference).toBe(101_000_000_000n);
    await context.at({ BITCOIN: '100000' });
  });

  it('notifies nobody of a halted market, and continues when it is back', async () => {
    const who = await context.createUser();
    await context.ask(who, { threshold: '101000' });
    context.prices.fixPrice('TETHER', '105000', 'first');
    await context.at({});
    expect(context.market.price('TETHER', 'TOMAN')).toBeNull();
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '105000' });
    expect(await states(who)).toEqual(['FIRED']);
    await context.at({ TETHER: '100000' });
  });

  it('notifies once, at the next run, of a threshold that was crossed while it was not running', async () => {
    const who = await context.createUser();
    await context.ask(who, { threshold: '101000' });
    context.prices.fixPrice('TETHER', '102000');
    context.clock.advance(5 * HOUR);
    await context.market.refresh();
    const started = createAlerts(context.deps);
    await started.evaluate();
    await started.evaluate();
    expect(await context.listSubjects(who)).toEqual(['قیمت تتر به ۱۰۲٬۰۰۰ تومان رسید']);
    await context.at({ TETHER: '100000' });
  });
});

describe('a started process', () => {
  it('evaluates alerts only where prices are published', async () => {
    const who = await context.createUser();
    await context.ask(who, { threshold: '101000' });
    context.prices.fixPrice('TETHER', '102000');
    await context.market.refresh();
    let writer = false;
    let requestCount = 0;
    const isWriter = () => {
      requestCount += 1;
      return writer;
    };
    const process = createAlerts({ ...context.deps, ledger: { isWriter } });
    process.start();
    await expect.poll(() => requestCount, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(await states(who)).toEqual(['WAITING']);
    // It becomes the writer.
    writer = true;
    await expect.poll(() => states(who), { timeout: 60_000 }).toEqual(['FIRED']);
    await process.stop();
    await context.at({ TETHER: '100000' });
  });
});

describe('a repeating alert', () => {
  it('pauses, and then waits until the price has gone back', async () => {
    const who = await context.createUser();
    await context.ask(who, { threshold: '101000', repeat: 'HOURLY' });
    await context.at({ TETHER: '101000' });
    const [resting] = await context.list(who);
    expect(resting?.state).toBe('PAUSED');
    expect(Date.parse(resting?.pausedUntilDateTime ?? '')).toBe(context.clock.now() + HOUR);
    // Back and forth within the hour.
    await context.at({ TETHER: '100000' });
    await context.at({ TETHER: '101000' });
    context.clock.advance(HOUR);
    await context.at({ TETHER: '101000' });
    await context.at({ TETHER: '102000' });
    expect(await states(who)).toEqual(['BEYOND']);
    expect(await context.listSubjects(who)).toHaveLength(1);
    await context.at({ TETHER: '100999' });
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '101200' });
    expect(await context.listSubjects(who)).toEqual([
      'قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید',
      'قیمت تتر به ۱۰۱٬۲۰۰ تومان رسید',
    ]);
    await context.at({ TETHER: '100000' });
  });

  it('pauses for a day if configured, also for a falling price', async () => {
    const who = await context.createUser();
    await context.ask(who, { direction: 'BELOW', threshold: '99000', repeat: 'DAILY' });
    await context.at({ TETHER: '99000' });
    await context.at({ TETHER: '100000' });
    context.clock.advance(23 * HOUR);
    await context.at({ TETHER: '100000' });
    expect(await states(who)).toEqual(['PAUSED']);
    context.clock.advance(HOUR);
    await context.at({ TETHER: '100000' });
    // The session has expired in a day.
    who.token = await context.session(who.id);
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '99000' });
    expect(await context.listSubjects(who)).toHaveLength(2);
    await context.at({ TETHER: '100000' });
  });
});

describe('a fired alert that is armed again', () => {
  it('waits again, unless the price is still beyond the threshold', async () => {
    const who = await context.createUser();
    const { id } = (await context.ask(who, { threshold: '101000' })).body.baseDTO;
    await context.at({ TETHER: '101000' });
    const early = await context.act(who, 'POST', `${id}/arm`);
    expect([early.status, early.body.message, early.body.data]).toEqual([
      409,
      'ALERT_ALREADY_REACHED',
      { price: '101000' },
    ]);
    await context.at({ TETHER: '100000' });
    expect((await context.act(who, 'POST', `${id}/arm`)).body.baseDTO).toMatchObject({
      state: 'WAITING',
      firedPrice: '101000',
    });
    // A repeat changes nothing.
    expect((await context.act(who, 'POST', `${id}/arm`)).status).toBe(200);
    await context.at({ TETHER: '101000' });
    expect(await context.listSubjects(who)).toHaveLength(2);
    await context.at({ TETHER: '100000' });
  });

  it('and a concurrent request for the same alert result in one, and both get a reply', async () => {
    const who = await context.createUser();
    const { id } = (await context.ask(who)).body.baseDTO;
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) {
      await sql`update price_alerts set state = 'FIRED', fired_at = now(), fired_price = 1 where id = ${id}`.execute(
        context.db,
      );
      for (const { status } of await Promise.all([context.act(who, 'POST', `${id}/arm`), context.ask(who)]))
        statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    expect(await states(who)).toEqual(['WAITING']);
  });
});

describe('exactly one notice is sent', () => {
  it('with two processes that both believe that they publish prices', async () => {
    const who = await context.createUser();
    await context.insertAlerts(who, { count: 450, from: 101_000 });
    context.prices.fixPrice('TETHER', '102000');
    await context.market.refresh();
    const others = [createAlerts(context.deps), createAlerts(context.deps)];
    await Promise.all([...others, context.alerts].map((one) => one.evaluate()));
    // Alerts that the three processes left to one another.
    await context.alerts.evaluate();
    const { rows } =
      await sql`select 1 from price_alerts where user_id = ${who.id} and state <> 'FIRED'`.execute(
        context.db,
      );
    expect([rows.length, (await waiting()).filter((to) => to === who.email).length]).toEqual([0, 450]);
    await context.at({ TETHER: '100000' });
  });

  it('when a process is killed between marking and notifying', async () => {
    const who = await context.createUser();
    await context.insertAlerts(who, { count: 150, from: 101_000 });
    let bites = 0;
    const falling = createAlerts({
      ...context.deps,
      async notifyAll(tx, notices) {
        bites += 1;
        await context.deps.notifyAll(tx, notices);
        // In the second chunk: terminates the backend, as a killed process would.
        if (bites === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      },
    });
    context.prices.fixPrice('TETHER', '102000');
    await context.market.refresh();
    await expect(falling.evaluate()).rejects.toThrow();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(100);
    await context.alerts.evaluate();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(150);
    await context.alerts.evaluate();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(150);
    await context.at({ TETHER: '100000' });
  });
});

describe('many people notified together', () => {
  it('get their mails after more important ones, even later ones', async () => {
    const [crowd, one] = [await context.createUser(), await context.createUser()];
    await context.insertAlerts(crowd, { count: 20, from: 101_000 });
    await context.at({ TETHER: '102000' });
    const person = (await context.identity.people.find(one.id)) as User;
    await context.db
      .transaction()
      .execute((tx) => context.messaging.notify(tx, recipientOf(person), { kind: 'RECOVERY_CODES_MADE' }));
    const [letter] = await context.notices(one.email);
    await context.listSubjects(crowd);
    const { rows } = await sql<{ recipient: string }>`select recipient from sandbox_outbox
      where recipient in (${crowd.email}, ${one.email}) order by id`.execute(context.db);
    expect([letter?.to, rows[0]?.recipient, rows.length]).toEqual([one.email, one.email, 21]);
    await context.at({ TETHER: '100000' });
  });
});

describe('a million alerts', () => {
  interface Plan {
    'Node Type': string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Shared Hit Blocks': number;
    'Shared Read Blocks': number;
    'Rows Removed by Filter'?: number;
    Plans?: Plan[];
  }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

  /**
   * Returns rows read by a run, and pages of table and index; a plan rounds rows of many markets, so one market is
   * queried.
   */
  async function touched(state: 'WAITING' | 'BEYOND', at: bigint, markets = MARKETS) {
    const prices = markets.map((market) => ({ ...market, price: at }));
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, buffers, format json)
      ${buildCrossedQuery(state, prices, 100)}`.execute(context.db);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
    const scans = nodes(plan).filter(
      (node) => /Scan/.test(node['Node Type']) && /Index|Seq|Heap/.test(node['Node Type']),
    );
    return {
      kinds: [...new Set(scans.map((node) => node['Node Type']))],
      rows: scans.reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      ),
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    };
  }

  it('are not read by a run that crosses none of them, and only the crossed ones are read', async () => {
    const who = await context.createUser();
    await asOwner(context.db, sql`alter table price_alerts disable trigger all`);
    for (let from = 200_000; from < 1_200_000; from += 250_000)
      await context.insertAlerts(who, { count: 250_000, from });
    await asOwner(context.db, sql`alter table price_alerts enable trigger all`);
    // An automatic vacuum could run in the middle of the count.
    await asOwner(context.db, sql`alter table price_alerts set (autovacuum_enabled = off)`);
    const TOMAN = 1_000_000n;
    const one = [{ coin: 'TETHER', quote: 'TOMAN' }] as const;
    const lookAtNone = async () => {
      await asOwner(context.db, sql`vacuum analyze price_alerts`);
      return touched('WAITING', 199_999n * TOMAN);
    };
    // One descent of the index for each market and direction: its height, not its width. While a statistics query
    // of another table holds a snapshot, rows that earlier tests left dead can't be removed.
    await expect
      .poll(async () => (await lookAtNone()).pages, { interval: 500 })
      .toBeLessThanOrEqual(MARKETS.length * 2 * 5);
    const none = await lookAtNone();
    expect(none.kinds.filter((kind) => !kind.startsWith('Index'))).toEqual([]);
    expect((await touched('WAITING', 199_999n * TOMAN, one)).rows).toBe(0);
    expect((await touched('WAITING', 200_002n * TOMAN, one)).rows).toBe(3);
    expect((await touched('WAITING', 200_002n * TOMAN)).pages - none.pages).toBeLessThanOrEqual(4);
    // Far beyond all thresholds: no more than a chunk is read.
    const all = await touched('WAITING', 9_000_000n * TOMAN, one);
    expect([all.rows, all.pages < 120]).toEqual([100, true]);
    expect((await touched('BEYOND', 9_000_000n * TOMAN, one)).rows).toBe(0);
  });
});
