/** Trades and orders made by the product's own code, and the database cost of each follower afterwards. */
import { sql } from 'kysely';
import { findViolations } from '../src/audit/index.ts';
import { createMovementsFollower } from '../src/history/fold-movements.ts';
import { joinTransferFollowers } from '../src/ledger/index.ts';
import { foldCandles } from '../src/market-data/fold-candles.ts';
import type { Caller } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createPositionsFollower } from '../src/referral/fold-positions.ts';
import { updateSomeLevels } from '../src/referral/update-levels.ts';
import { createFiguresFollower } from '../src/reports/fold-money.ts';
import { foldOwnFills } from '../src/trading/fills/fold-own-fills.ts';
import { notifyFilledOrders } from '../src/trading/orders/notify-filled.ts';
import { placeQuickTrade } from '../src/trading/quick/place-quick-trade.ts';
import { foldTrades } from '../src/trading/totals-store.ts';
import { notifyTriggered } from '../src/trading/triggers/notify-triggered.ts';
import { createSumsFollower } from '../src/wallet/fold-sums.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type DatabaseCost, openCostMeter } from './database-cost.ts';
import { createReferralFixture, type ReferralFixture } from './referral.ts';

const PEOPLE = 20;
export const UNIT_PRICE = '10000000000';

/**
 * Run by the owner of the tables before anything is counted. Blocks are counted for the whole database, so autovacuum, which
 * visits a busy machine's test at any moment, would add its own: 1,662 of them for one visit to 20,000 orders.
 */
export const STOP_AUTOVACUUM = sql`do $$ declare name regclass; begin
  for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  loop execute format('alter table %s set (autovacuum_enabled = off)', name); end loop; end $$`;

export type LedgerWithFollowers = Awaited<ReturnType<typeof createLedgerWithFollowers>>;

/** Users with money of both kinds, who trade with the house and with each other. */
export async function createLedgerWithFollowers(own?: Pick<TestDatabase, 'url' | 'ownerUrl' | 'drop'>) {
  const database = own ?? (await createTestDatabase());
  const meter = await openCostMeter(database.ownerUrl);
  const context = await createReferralFixture({ own: database });
  await context.referral.stop();
  const people: Caller[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await context.person(n > PEOPLE / 2 ? { inviterId: people[0]?.userId ?? '' } : {});
    people.push(person);
    await context.orders.give(person, 'TOMAN', '50000000000');
    await context.orders.give(person, 'BITCOIN', '10');
  }
  const personByNumber = (n: number) => people[n % PEOPLE] as Caller;
  /** Of orders and of quick trades, whose price is always right. */
  const tradeDeps = {
    ...context.orders.deps,
    market: {
      ...context.orders.deps.market,
      coin: () => ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 30n }) as never,
      judge: () => ({ ok: true }) as const,
    },
  };
  return {
    ...context,
    meter,
    people: people as readonly Caller[],
    tradeDeps,
    async close(): Promise<void> {
      await meter.close();
      await context.close();
    },
    /**
     * Adds orders that were processed before, half of them old and half recent, so that tables are read as on a
     * busy exchange. They have no transfers, as the laws of the ledger require.
     */
    async addPast(count: number): Promise<void> {
      await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
          notional, fee, total, toman_value, created_at)
        select ${people[0]?.userId}::uuid, (left(id_from(at)::text, 13) || substr(gen_random_uuid()::text, 14))::uuid,
          'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 1, 1, 1, 1, 0, 1, 1, at
        from generate_series(1, ${count}::int) n cross join lateral (
          select now() - case n % 2 when 0 then interval '1 year' else interval '2 minutes' end as at) made`.execute(
        context.db,
      );
    },
    async removePast(): Promise<void> {
      await sql`delete from orders where idempotency_key is null`.execute(context.db);
    },
    /** Alternately sells and buys. */
    async quickTrades(count: number): Promise<void> {
      const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice: UNIT_PRICE };
      await Promise.all(
        Array.from({ length: count }, (_, n) =>
          placeQuickTrade(tradeDeps, personByNumber(n), n % 2 ? 'buy' : 'sell', body, {
            key: newId(),
            digest: 'a trade',
          }),
        ),
      );
    },
    /** Alternately places an order and one that takes it. */
    async limitOrders(count: number): Promise<void> {
      for (const side of ['sell', 'buy'] as const)
        await Promise.all(
          Array.from({ length: count / 2 }, (_, n) =>
            context.orders.place(
              personByNumber(side === 'sell' ? n : n + 1),
              {
                marketType: 'BITCOIN_TOMAN',
                orderType: side === 'sell' ? 'LIMITED_SELL' : 'LIMITED_BUY',
                amount: '0.0001',
                unitPrice: UNIT_PRICE,
              },
              newId(),
            ),
          ),
        );
    },
    followers: createFollowers(context),
  };
}

/** Followers by name; each returns whether more is left. */
function createFollowers({
  db,
  deps,
  identity,
  messaging,
}: ReferralFixture): Map<string, () => Promise<boolean>> {
  const telling = { db, people: identity.people, notifyAll: messaging.notifyAll };
  let audited = 0n;
  return new Map<string, () => Promise<boolean>>([
    ['trades', () => foldTrades(db).then(() => false)],
    ['own-fills', () => foldOwnFills(db)],
    ['levels', () => updateSomeLevels(deps)],
    ['filled-orders', () => notifyFilledOrders(telling)],
    ['triggered-orders', () => notifyTriggered(telling)],
    ...joinTransferFollowers(db, [
      createPositionsFollower(deps),
      createSumsFollower(deps),
      createFiguresFollower(deps),
      createMovementsFollower(db),
    ]).map(({ name, step }) => [name, step] as const),
    ['candles', () => foldCandles(db).then(() => false)],
    [
      'audit',
      async () => {
        const { rows } = await sql<{ to: bigint }>`select last_transfer_id as to from ledger_head`.execute(
          db,
        );
        const to = rows[0]?.to ?? 0n;
        const violations = to > audited ? await findViolations(db, { from: audited + 1n, to }) : [];
        if (violations.length > 0) throw new Error(`the audit found ${JSON.stringify(violations[0]?.law)}`);
        audited = to;
        return false;
      },
    ],
  ]);
}

/** Runs all followers to the end, and returns the cost of each. No other queries may run in the meantime. */
export async function runAllFollowers({
  meter,
  followers,
}: LedgerWithFollowers): Promise<Map<string, DatabaseCost>> {
  const costs = new Map<string, DatabaseCost>();
  for (const [name, step] of followers)
    costs.set(
      name,
      await meter.measure(async () => {
        while (await step());
      }),
    );
  return costs;
}
