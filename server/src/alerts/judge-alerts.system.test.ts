import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsFixture, alertsFixture } from '../../test/alerts.ts';
import type { Signed } from '../../test/backoffice.ts';
import { asOwner } from '../../test/owner.ts';
import { recipientOf, type User } from '../identity/index.ts';
import { MARKETS } from '../market/index.ts';
import { crossedQuery } from './crossings.ts';
import { createAlerts } from './index.ts';

let context: AlertsFixture;
beforeAll(async () => {
  context = await alertsFixture();
});
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(context.db));
afterAll(() => context.shut());

const HOUR = 3_600_000;
const states = async (by: Signed) => (await context.list(by)).map(({ state }) => state);
/** Letters that wait to be sent, by address. */
const waiting = async (): Promise<string[]> =>
  (
    await sql<{ to: string }>`select payload ->> 'to' as "to" from graphile_worker._private_jobs
      where payload -> 'notice' ->> 'kind' = 'PRICE_ALERT' and payload ->> 'way' = 'EMAIL'`.execute(
      context.db,
    )
  ).rows.map(({ to }) => to);

describe('a price', () => {
  it('that comes to a threshold tells its person once, whatever it does then', async () => {
    const who = await context.somebody();
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
    expect(await context.subjectsTo(who)).toEqual(['قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید']);
    await context.at({ TETHER: '98000' });
    expect(await states(who)).toEqual(['FIRED', 'FIRED']);
    expect(await context.subjectsTo(who)).toEqual([
      'قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید',
      'قیمت تتر به ۹۸٬۰۰۰ تومان رسید',
    ]);
    await context.at({ TETHER: '100000' });
  });

  it('is the reference price that pages show, in each market of its own', async () => {
    const who = await context.somebody();
    await context.ask(who, { marketType: 'BITCOIN_TETHER', threshold: '101000' });
    await context.ask(who, { marketType: 'BITCOIN_TOMAN', threshold: '10100000000' });
    // More Toman for a Tether is more Toman for a Bitcoin, and as much Tether.
    await context.at({ TETHER: '101500' });
    expect(await states(who)).toEqual(['FIRED', 'WAITING']);
    await context.at({ TETHER: '100000', BITCOIN: '101000' });
    expect(await states(who)).toEqual(['FIRED', 'FIRED']);
    expect(context.market.summary('BITCOIN', 'TETHER').reference).toBe(101_000_000_000n);
    await context.at({ BITCOIN: '100000' });
  });

  it('of a halted market tells nobody anything, and tells them when it is back', async () => {
    const who = await context.somebody();
    await context.ask(who, { threshold: '101000' });
    context.prices.set('TETHER', '105000', 'first');
    await context.at({});
    expect(context.market.price('TETHER', 'TOMAN')).toBeNull();
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '105000' });
    expect(await states(who)).toEqual(['FIRED']);
    await context.at({ TETHER: '100000' });
  });

  it('that was crossed while nobody looked tells its person once at the next look', async () => {
    const who = await context.somebody();
    await context.ask(who, { threshold: '101000' });
    context.prices.set('TETHER', '102000');
    context.clock.advance(5 * HOUR);
    await context.market.refresh();
    const started = createAlerts(context.deps);
    await started.judge();
    await started.judge();
    expect(await context.subjectsTo(who)).toEqual(['قیمت تتر به ۱۰۲٬۰۰۰ تومان رسید']);
    await context.at({ TETHER: '100000' });
  });
});

describe('a started process', () => {
  it('tells people by itself where prices are published, and nowhere else', async () => {
    const who = await context.somebody();
    await context.ask(who, { threshold: '101000' });
    context.prices.set('TETHER', '102000');
    await context.market.refresh();
    let writer = false;
    let asked = 0;
    const isWriter = () => {
      asked += 1;
      return writer;
    };
    const process = createAlerts({ ...context.deps, ledger: { isWriter } });
    process.start();
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(await states(who)).toEqual(['WAITING']);
    // It takes over.
    writer = true;
    await expect.poll(() => states(who), { timeout: 60_000 }).toEqual(['FIRED']);
    await process.stop();
    await context.at({ TETHER: '100000' });
  });
});

describe('a repeating alert', () => {
  it('rests for its pause, and then until the price has gone back', async () => {
    const who = await context.somebody();
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
    expect(await context.subjectsTo(who)).toHaveLength(1);
    await context.at({ TETHER: '100999' });
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '101200' });
    expect(await context.subjectsTo(who)).toEqual([
      'قیمت تتر به ۱۰۱٬۰۰۰ تومان رسید',
      'قیمت تتر به ۱۰۱٬۲۰۰ تومان رسید',
    ]);
    await context.at({ TETHER: '100000' });
  });

  it('rests a day where that was asked for, and downwards too', async () => {
    const who = await context.somebody();
    await context.ask(who, { direction: 'BELOW', threshold: '99000', repeat: 'DAILY' });
    await context.at({ TETHER: '99000' });
    await context.at({ TETHER: '100000' });
    context.clock.advance(23 * HOUR);
    await context.at({ TETHER: '100000' });
    expect(await states(who)).toEqual(['PAUSED']);
    context.clock.advance(HOUR);
    await context.at({ TETHER: '100000' });
    // The session has ended with the day.
    who.token = await context.session(who.id);
    expect(await states(who)).toEqual(['WAITING']);
    await context.at({ TETHER: '99000' });
    expect(await context.subjectsTo(who)).toHaveLength(2);
    await context.at({ TETHER: '100000' });
  });
});

describe('an alert that is switched on again', () => {
  it('waits anew, unless the price is still there', async () => {
    const who = await context.somebody();
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
    // Once more changes nothing.
    expect((await context.act(who, 'POST', `${id}/arm`)).status).toBe(200);
    await context.at({ TETHER: '101000' });
    expect(await context.subjectsTo(who)).toHaveLength(2);
    await context.at({ TETHER: '100000' });
  });

  it('while the same is asked for is one, and both are answered', async () => {
    const who = await context.somebody();
    const { id } = (await context.ask(who)).body.baseDTO;
    const seen = new Set<number>();
    for (let n = 0; n < 40; n += 1) {
      await sql`update price_alerts set state = 'FIRED', fired_at = now(), fired_price = 1 where id = ${id}`.execute(
        context.db,
      );
      for (const { status } of await Promise.all([context.act(who, 'POST', `${id}/arm`), context.ask(who)]))
        seen.add(status);
    }
    expect([...seen]).toEqual([200]);
    expect(await states(who)).toEqual(['WAITING']);
  });
});

describe('exactly once', () => {
  it('with two processes that both believe they publish', async () => {
    const who = await context.somebody();
    await context.many(who, { count: 450, from: 101_000 });
    context.prices.set('TETHER', '102000');
    await context.market.refresh();
    const others = [createAlerts(context.deps), createAlerts(context.deps)];
    await Promise.all([...others, context.alerts].map((one) => one.judge()));
    // What the three have left to one another.
    await context.alerts.judge();
    const { rows } =
      await sql`select 1 from price_alerts where user_id = ${who.id} and state <> 'FIRED'`.execute(
        context.db,
      );
    expect([rows.length, (await waiting()).filter((to) => to === who.email).length]).toEqual([0, 450]);
    await context.at({ TETHER: '100000' });
  });

  it('when a process falls between marking and telling', async () => {
    const who = await context.somebody();
    await context.many(who, { count: 150, from: 101_000 });
    let bites = 0;
    const falling = createAlerts({
      ...context.deps,
      async notifyAll(tx, sent) {
        bites += 1;
        await context.deps.notifyAll(tx, sent);
        // In the second bite: what the database hears of a killed process.
        if (bites === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      },
    });
    context.prices.set('TETHER', '102000');
    await context.market.refresh();
    await expect(falling.judge()).rejects.toThrow();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(100);
    await context.alerts.judge();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(150);
    await context.alerts.judge();
    expect((await waiting()).filter((to) => to === who.email)).toHaveLength(150);
    await context.at({ TETHER: '100000' });
  });
});

describe('a crowd that is told at once', () => {
  it('waits behind letters that matter more, though they came later', async () => {
    const [crowd, one] = [await context.somebody(), await context.somebody()];
    await context.many(crowd, { count: 20, from: 101_000 });
    await context.at({ TETHER: '102000' });
    const person = (await context.identity.people.find(one.id)) as User;
    await context.db
      .transaction()
      .execute((tx) => context.messaging.notify(tx, recipientOf(person), { kind: 'RECOVERY_CODES_MADE' }));
    const [letter] = await context.notices(one.email);
    await context.subjectsTo(crowd);
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

  /** Rows that a look reads, and pages of table and index; a plan rounds rows of many markets, so that one is asked about. */
  async function touched(state: 'WAITING' | 'BEYOND', at: bigint, markets = MARKETS) {
    const prices = markets.map((market) => ({ ...market, price: at }));
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, buffers, format json)
      ${crossedQuery(state, prices, 100)}`.execute(context.db);
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

  it('are not read by a look that crosses none of them, and only those that it crosses are', async () => {
    const who = await context.somebody();
    await asOwner(context.db, sql`alter table price_alerts disable trigger all`);
    for (let from = 200_000; from < 1_200_000; from += 250_000)
      await context.many(who, { count: 250_000, from });
    await asOwner(context.db, sql`alter table price_alerts enable trigger all`);
    // By itself it would come in the middle of what is counted.
    await asOwner(context.db, sql`alter table price_alerts set (autovacuum_enabled = off)`);
    const TOMAN = 1_000_000n;
    const one = [{ coin: 'TETHER', quote: 'TOMAN' }] as const;
    const lookAtNone = async () => {
      await asOwner(context.db, sql`vacuum analyze price_alerts`);
      return touched('WAITING', 199_999n * TOMAN);
    };
    // A walk down the index for each market and direction: its height, not its width. As long as whoever looks at the
    // statistics of another table holds a snapshot, rows that earlier tests left dead can't be cleared out of the way.
    await expect
      .poll(async () => (await lookAtNone()).pages, { interval: 500 })
      .toBeLessThanOrEqual(MARKETS.length * 2 * 5);
    const none = await lookAtNone();
    expect(none.kinds.filter((kind) => !kind.startsWith('Index'))).toEqual([]);
    expect((await touched('WAITING', 199_999n * TOMAN, one)).rows).toBe(0);
    expect((await touched('WAITING', 200_002n * TOMAN, one)).rows).toBe(3);
    expect((await touched('WAITING', 200_002n * TOMAN)).pages - none.pages).toBeLessThanOrEqual(4);
    // Far beyond all of them: no more than a bite.
    const all = await touched('WAITING', 9_000_000n * TOMAN, one);
    expect([all.rows, all.pages < 120]).toEqual([100, true]);
    expect((await touched('BEYOND', 9_000_000n * TOMAN, one)).rows).toBe(0);
  }, 240_000);
});
