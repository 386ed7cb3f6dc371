/** Price alerts behind HTTP, with published prices of a market whose sources the test controls. */
import { randomBytes } from 'node:crypto';
import { parseMarket } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { type AlertDeps, createAlerts } from '../src/alerts/index.ts';
import { createMarket } from '../src/market/index.ts';
import { createLog } from '../src/platform/log.ts';
import { createSandboxPrices } from '../src/sandbox/sandbox-prices.ts';
import { createBackofficeFixture, type SignedInUser } from './backoffice.ts';

export type AlertsFixture = Awaited<ReturnType<typeof createAlertsFixture>>;

/** TETHER costs 100,000 Toman and BITCOIN 100,000 USDT, as mid prices. */
export async function createAlertsFixture() {
  const context = await createBackofficeFixture();
  const { db, bus, clock, secrets } = context;
  const log = createLog('silent');
  const prices = createSandboxPrices({ seed: 2026, clock });
  const market = await createMarket({
    db,
    config: { sandbox: true },
    clock,
    bus,
    log,
    sources: prices.sources,
  });
  const deps: AlertDeps = {
    config: { sandbox: true },
    db,
    clock,
    log,
    secrets,
    market,
    ledger: { isWriter: () => true },
    people: context.identity.people,
    notifyAll: context.messaging.notifyAll,
  };
  const alerts = createAlerts(deps);
  alerts.routes(context.http);
  prices.fixPrice('TETHER', '100000');
  prices.fixPrice('BITCOIN', '100000');
  await market.refresh();
  let people = 0;

  /** Runs one second of the server at these prices. */
  async function runAtPrices(now: Partial<Record<'TETHER' | 'BITCOIN', string>>): Promise<void> {
    for (const [coin, price] of Object.entries(now)) prices.fixPrice(coin as 'TETHER', price);
    clock.advance(1_000);
    await market.refresh();
    await alerts.evaluate();
  }

  return {
    ...context,
    deps,
    prices,
    market,
    alerts,
    at: runAtPrices,
    createUser(): Promise<SignedInUser> {
      people += 1;
      return context.person({ email: `waits${people}@sarraf.test` });
    },
    ask: (by: SignedInUser, more: object = {}) =>
      context.call('POST', '/alerts', {
        token: by.token,
        body: {
          marketType: 'TETHER_TOMAN',
          direction: 'ABOVE',
          threshold: '101000',
          repeat: 'ONCE',
          ...more,
        },
      }),
    async list(by: SignedInUser): Promise<PriceAlert[]> {
      return (await context.call('GET', '/alerts', { token: by.token })).body.content;
    },
    act: (by: SignedInUser, method: 'POST' | 'DELETE', path: string) =>
      context.call(method, `/alerts/${path}`, { token: by.token }),
    /** Subjects of the e-mails about prices, oldest first. */
    async listSubjects(by: SignedInUser): Promise<string[]> {
      return (await context.notices(by.email))
        .filter(({ channel }) => channel === 'EMAIL')
        .map(({ subject }) => subject)
        .reverse();
    },
    /** Inserts many alerts directly into the table: their thresholds from `from` on, a Toman apart. */
    async insertAlerts(
      by: SignedInUser,
      { count, from, marketType = 'TETHER_TOMAN' }: { count: number; from: number; marketType?: string },
    ): Promise<void> {
      const { coin, quote } = parseMarket(marketType) ?? {};
      // Ascending ids: a million insertions at random positions of an index take long.
      const head = randomBytes(8).toString('hex');
      await db.transaction().execute(async (tx) => {
        // Longer than a user's request may take.
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`insert into price_alerts (id, user_id, coin, quote, direction, threshold, created_at)
          select (${head} || lpad(to_hex(n), 16, '0'))::uuid, ${by.id}, ${coin}, ${quote}, 'ABOVE', (${from}::bigint + n) * 1000000, now()
          from generate_series(0, ${count}::int - 1) n`.execute(tx);
      });
    },
    async close(): Promise<void> {
      await alerts.stop();
      await market.stop();
      await context.close();
    },
  };
}
