/**
 * Recurring purchases behind HTTP, on a real ledger with real e-mails; prices, pauses and limits are set by the
 * test.
 */
import { AppError, amountOf, type Coin, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { RecurringPlan, RecurringTurn } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { houseAccount, type Ledger, userAccount } from '../src/ledger/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import type { RecurringDeps } from '../src/trading/recurring/deps.ts';
import { createRecurringPurchases } from '../src/trading/recurring/index.ts';
import { runRecurring } from '../src/trading/recurring/run-recurring.ts';
import { readPendingTether, readStablecoinPurchases } from '../src/trading/totals-store.ts';
import { type BackofficeFixture, createBackofficeFixture, type SignedInUser } from './backoffice.ts';
import { checkInvariants } from './invariants.ts';
import { UNLIMITED } from './orders.ts';
import { fundAccount } from './seed.ts';
import { startTestLedger } from './test-ledger.ts';

const LEASE_MS = 3_000;

/** Settings of a test. */
export interface RecurringSettings {
  /** Toman for one coin, decimal text; null: halted. */
  prices: Map<Coin, string | null>;
  /** Maximum amount of a coin per purchase, smallest units. */
  most: bigint;
  /** `FEATURE QUICK_TRADE`. */
  paused: Set<string>;
  rules: typeof UNLIMITED;
  closed: boolean;
}

export const defaultSettings = (): RecurringSettings => ({
  prices: new Map<Coin, string | null>([
    ['BITCOIN', '10000000000'],
    ['TETHER', '100000'],
  ]),
  most: parseTrustedDecimal('1000', 8),
  paused: new Set(),
  rules: { ...UNLIMITED },
  closed: false,
});

/** With the fixture's users and e-mails, and all settings of the test. */
export function createRecurringDeps(
  { db, bus, identity, messaging }: Pick<BackofficeFixture, 'db' | 'bus' | 'identity' | 'messaging'>,
  { ledger, clock, of }: { ledger: Ledger; clock: Clock; of: RecurringSettings },
): RecurringDeps {
  return {
    db,
    bus,
    clock,
    ledger,
    log: createLog('silent'),
    people: identity.people,
    notifyAll: messaging.notifyAll,
    findTraders: identity.findTraders,
    getFeeRate: (level, quote) => identity.levels.feeRateOf(level, quote),
    rules: { current: () => of.rules, tradingOpensAt: () => null },
    refusePaused(needs) {
      for (const { scope, name } of needs)
        if (of.paused.has(`${scope} ${name}`)) throw new AppError('PAUSED', { data: { scope, name } });
    },
    market: {
      coin: (coin: string) =>
        ({
          minExchange: coin === 'TETHER' ? parseTrustedDecimal('1', scaleOf('TETHER')) : 1_000n,
          maxExchange: of.most,
          maxInventory: 10n ** 30n,
        }) as never,
      judge: () => ({ ok: true }),
      price(coin) {
        const text = of.prices.get(coin) ?? null;
        if (text === null) return null;
        const price = parseTrustedDecimal(text, scaleOf('TOMAN'));
        return { buy: price, sell: price };
      },
      tomanValue: (_asset, amount) => amountOf(amount),
    },
    isClosed: () => of.closed,
    stablecoinsBought: (userId) => readStablecoinPurchases(db, userId),
    tetherComing: (userId) => readPendingTether(db, userId),
  };
}

/** Gives the house coins to sell. */
export async function stockHouse(ledger: Ledger): Promise<void> {
  await fundAccount(ledger, houseAccount('BITCOIN', 'inventory'), parseTrustedDecimal('1000', 8));
  await fundAccount(
    ledger,
    houseAccount('TETHER', 'inventory'),
    parseTrustedDecimal('100000000', scaleOf('TETHER')),
  );
}

export type RecurringFixture = Awaited<ReturnType<typeof createRecurringFixture>>;

export async function createRecurringFixture() {
  const context = await createBackofficeFixture();
  const { clock, db } = context;
  const of = defaultSettings();
  const ledger = await startTestLedger(context.url, { leaseMs: LEASE_MS, clock });
  await stockHouse(ledger);
  const deps = createRecurringDeps(context, { ledger, clock, of });
  createRecurringPurchases(deps).routes(context.http);
  let people = 0;

  /** A verified user with this much Toman. */
  async function createCustomer(toman: string): Promise<SignedInUser> {
    people += 1;
    const who = await context.person({ email: `buys${people}@sarraf.test`, state: 'AUTHORIZED' });
    if (toman !== '0')
      await fundAccount(ledger, userAccount(who.id, 'TOMAN'), parseTrustedDecimal(toman, scaleOf('TOMAN')));
    return who;
  }
  /** A new session of theirs: the previous one has expired with its day. */
  const createSession = (by: SignedInUser) => context.session(by.id);
  const createPlan = async (by: SignedInUser, more: object = {}) =>
    context.call('POST', '/recurring', {
      token: await createSession(by),
      body: { coin: 'BITCOIN', amount: '1000000', rhythm: 'DAILY', day: 0, hour: 10, ...more },
    });

  return {
    ...context,
    deps,
    of,
    ledger,
    createCustomer,
    ask: createPlan,
    async plan(by: SignedInUser, more: object = {}): Promise<RecurringPlan> {
      const { status, body } = await createPlan(by, more);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.baseDTO;
    },
    act: async (by: SignedInUser, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      context.call(method, `/recurring/${path}`, { token: await createSession(by), ...(body && { body }) }),
    plans: async (by: SignedInUser): Promise<RecurringPlan[]> =>
      (await context.call('GET', '/recurring', { token: await createSession(by) })).body.content,
    /** Newest first. */
    turns: async (by: SignedInUser): Promise<RecurringTurn[]> =>
      (await context.call('GET', '/recurring/turns?size=100', { token: await createSession(by) })).body
        .content,
    run: () => runRecurring(deps),
    /** Advances the time, without running jobs in the meantime. */
    async moveTo(iso: string): Promise<void> {
      clock.advance(Date.parse(iso) - clock.now());
    },
    async balance(by: SignedInUser, asset: 'TOMAN' | 'BITCOIN' | 'TETHER'): Promise<bigint> {
      return readBalance(db, by.id, asset);
    },
    /** Kinds of the notices in the user's inbox, oldest first. */
    async listNoticeKinds(by: SignedInUser): Promise<string[]> {
      const { rows } = await sql<{ kind: string }>`select kind from notices where user_id = ${by.id}
        order by id`.execute(db);
      return rows.map(({ kind }) => kind);
    },
    async expectSound(): Promise<void> {
      const broken = await checkInvariants(db);
      if (broken !== null) throw new Error(broken);
    },
    async close(): Promise<void> {
      await ledger.stop();
      await context.close();
    },
  };
}

export async function readBalance(db: Db, owner: string, asset: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`select balance from accounts
    where owner = ${owner} and asset = ${asset} and kind = 'spendable'`.execute(db);
  return rows[0]?.balance ?? 0n;
}
