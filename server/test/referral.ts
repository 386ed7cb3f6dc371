/**
 * Levels, shares and positions on their own database: trades, ledger and users are real, prices are set by the
 * test.
 */
import { type Asset, type Coin, pow10, scaleOf, type UserLevel } from '@sarraf/domain';
import { sql } from 'kysely';
import { createFoundations } from '../src/app/foundations.ts';
import type { Notice } from '../src/messaging/index.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Caller } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { createReferral, type ReferralDeps } from '../src/referral/index.ts';
import { createSandboxOutbox } from '../src/sandbox/sandbox-outbox.ts';
import { createOrdersFixture } from './orders.ts';
import { asOwner } from './owner.ts';
import { addPerson } from './people.ts';

export const PUBLIC_URL = 'http://sarraf.test:8080';

export type ReferralFixture = Awaited<ReturnType<typeof createReferralFixture>>;

/** Toman for one whole coin. */
export type PriceLookup = (coin: Coin, at: number) => bigint | null;

const SPREAD = 4_000n;

export function createReferralMarket(marketInputs: {
  price: PriceLookup;
  now(): number;
}): ReferralDeps['market'] {
  const now = (coin: Coin) => marketInputs.price(coin, marketInputs.now());
  return {
    closes: async (interval, moments) =>
      interval === '1m'
        ? []
        : moments.flatMap((at) =>
            COINS_PRICED.flatMap((coin) => {
              const close = marketInputs.price(coin, at);
              return close === null ? [] : [{ coin, at, close }];
            }),
          ),
    coin: () => ({ spread: SPREAD }) as ReturnType<ReferralDeps['market']['coin']>,
    summary: (coin) => ({ reference: now(coin), change: null, lastWeek: [] }),
    tomanValue(asset: Asset, amount: bigint) {
      if (asset === 'TOMAN') return amount;
      const price = now(asset as Coin);
      return price === null ? null : (amount * price) / pow10(scaleOf(asset));
    },
  };
}
const COINS_PRICED: readonly Coin[] = ['BITCOIN', 'TETHER', 'DOGE_COIN'];

/** Prices of all coins are constant unless the test changes them. */
export async function createReferralFixture(options: Parameters<typeof createOrdersFixture>[0] = {}) {
  const orders = await createOrdersFixture(options);
  const { db, bus, clock } = orders;
  const log = createLog('silent');
  const config = {
    PUBLIC_URL,
    SECRET_KEY: Buffer.alloc(32, 7),
    SECRET_KEYS_OTHER: [] as readonly Buffer[],
    sandbox: true,
  } as Config;
  const { messaging, identity, brand, volumeOf, volumesOf } = await createFoundations(
    { config, db, bus, clock, log },
    { outbox: createSandboxOutbox({ db, clock }) },
  );
  const marketInputs: { price: PriceLookup; now(): number } = {
    price: (coin) =>
      (coin === 'BITCOIN' ? 10_000_000_000n : coin === 'TETHER' ? 100_000n : 20_000n) * 1_000_000n,
    now: clock.now,
  };
  const notices: { email: string | null; notice: Notice }[] = [];
  const deps: ReferralDeps = {
    db,
    config,
    clock,
    bus,
    log,
    ledger: orders.deps.ledger,
    market: createReferralMarket(marketInputs),
    people: identity.people,
    levels: identity.levels,
    notify: async (tx, to, notice) => {
      notices.push({ email: to.email, notice });
      await messaging.notify(tx, to, notice);
    },
    volumeOf,
    volumesOf,
    async balancesOf(userId) {
      const { rows } = await sql<{
        asset: Asset;
        total: bigint;
      }>`select asset, sum(balance) as total from accounts
        where owner = ${userId} and kind in ('spendable', 'blocked') group by asset`.execute(db);
      return rows;
    },
  };
  const referral = createReferral(deps);
  let people = 0;
  return {
    orders,
    db,
    deps,
    marketInputs,
    clock,
    notices,
    referral,
    identity,
    messaging,
    /** Adds a user with an account. */
    async person(more: { inviterId?: string; level?: UserLevel; email?: string } = {}): Promise<Caller> {
      people += 1;
      const email = more.email ?? `person${people}@referral.test`;
      const userId = await addPerson(db, { email, state: 'AUTHORIZED' });
      const inviterId = more.inviterId ?? null;
      const level = more.level ?? 'BRONZE';
      await sql`update users set inviter_id = ${inviterId}::uuid, level = ${level} where id = ${userId}`.execute(
        db,
      );
      return orders.person({ userId, inviterId, level, supervisor: level === 'SUPERVISOR' });
    },
    job: (name: string) => {
      const job = referral.jobs.find((one) => one.name === name);
      if (!job) throw new Error(`no job ${name}`);
      return job.run({});
    },
    levelOf: async (id: string) => (await identity.people.find(id))?.level,
    async close(): Promise<void> {
      await referral.stop();
      identity.stop();
      brand.stop();
      await messaging.stop();
      await orders.close();
    },
  };
}

/** Gives the transfers of a test other times, as if it had lasted for months; transfers of one batch keep one time. */
export async function moveTransfers(context: Pick<ReferralFixture, 'db'>, next: () => Date): Promise<void> {
  const { rows } = await sql<{ id: bigint; batch: bigint }>`select t.id, b.number as batch from transfers t
    cross join lateral (select number from ledger_batches where last_transfer_id >= t.id order by number limit 1) b
    order by t.id`.execute(context.db);
  let at = next();
  const times = rows.map(({ batch }, i) => {
    if (i > 0 && rows[i - 1]?.batch !== batch) at = next();
    return at;
  });
  await asOwner(context.db, sql`alter table transfers disable trigger transfers_append_only`);
  const dated = sql`update transfers t set created_at = v.at from unnest(${rows.map(({ id }) => id)}::bigint[],
    ${times}::timestamptz[]) as v (id, at) where t.id = v.id`;
  await asOwner(context.db, dated);
  await asOwner(context.db, sql`alter table transfers enable trigger transfers_append_only`);
}
