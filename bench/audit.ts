/** Cost of the ledger's laws on a ledger of some 100,000s of transfers: of all transfers, and of the newest ones. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, amountOf, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { type AuditScope, findViolations, INVARIANTS, type Invariant } from '../server/src/audit/index.ts';
import { createLedger, houseAccount, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { createBus } from '../server/src/platform/bus/bus.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import type { Rules } from '../server/src/rules/index.ts';
import { placeOrder } from '../server/src/trading/orders/place-order.ts';
import { createOrderRateLimiter } from '../server/src/trading/pace.ts';
import { OrderBooks } from '../server/src/trading/quick/exchange.ts';
import { placeQuickTrade } from '../server/src/trading/quick/place-quick-trade.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { addPerson } from '../server/test/people.ts';
import { fundAccount } from '../server/test/seed.ts';

const TRANSFERS = 400_000n;
const PEOPLE = 500;
const MAX_IN_FLIGHT = 500;
const PRICE = 12_845_200;
const SCOPE_SIZES = [10n, 100n, 1_000n, 10_000n];
const log = createLog('warn');
const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};
const market = {
  coin: () => ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 30n }) as never,
  judge: () => ({ ok: true }) as const,
  orderTerms: (coin: 'BITCOIN', quote: 'TOMAN') => ({
    coin,
    quote,
    tick: parseTrustedDecimal('1000', 6),
    lot: 100n,
    minNotional: parseTrustedDecimal('100000', 6),
    maxAmount: parseTrustedDecimal('100', scaleOf(coin)),
  }),
  summary: () => ({ reference: parseTrustedDecimal(`${PRICE}000`, 6), change: null, lastWeek: [] }),
  tomanValue: (_asset: string, amount: bigint) => amountOf(amount),
};

async function makePeople(db: Db, ledger: Ledger) {
  const ids: string[] = [];
  for (let i = 0; i < PEOPLE; i += 1) ids.push(await addPerson(db, { email: `person${i}@audit.test` }));
  // Every second person was invited by the previous one.
  const pairs = ids.flatMap((id, i) => (i % 2 === 1 ? [[id, ids[i - 1] as string] as const] : []));
  for (const [id, inviter] of pairs)
    await sql`update users set inviter_id = ${inviter} where id = ${id}`.execute(db);
  await fundAccount(ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 14n);
  await fundAccount(ledger, houseAccount('TOMAN', 'inventory'), 10n ** 20n);
  for (const id of ids) {
    await fundAccount(ledger, userAccount(id, 'TOMAN'), 10n ** 19n);
    await fundAccount(ledger, userAccount(id, 'BITCOIN'), 10n ** 12n);
  }
  const inviters = new Map(pairs);
  return ids.map((userId) => createTestCaller({ userId, inviterId: inviters.get(userId) ?? null }));
}

/** Alternates quick trades and orders until the ledger has this many transfers. */
async function fillLedger(
  db: Db,
  ledger: Ledger,
  transferTarget: bigint,
  callers: ReturnType<typeof createTestCaller>[],
) {
  const inviters = new Map(
    callers.map(({ userId, inviterId }) => [userId, { inviterId, invitedBy: inviterId }]),
  );
  const exchange = new OrderBooks({ db, market, findTraders: async () => inviters } as never);
  await ledger.addProjection(exchange);
  const deps = {
    db,
    ledger,
    exchange,
    market,
    rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    getFeeRate: () => 4_000n,
    pace: createOrderRateLimiter(1_000_000_000, systemClock),
    bus: createBus(),
    clock: systemClock,
  } as never;
  let isFull = false;
  const watch = setInterval(async () => {
    isFull ||= (await readHead(db)) >= transferTarget;
  }, 500);
  await Promise.all(
    Array.from({ length: MAX_IN_FLIGHT }, async (_, lane) => {
      for (let turn = lane; !isFull; turn += 1) {
        const caller = callers[(turn * 7) % callers.length] as ReturnType<typeof createTestCaller>;
        const key = { key: newId(), digest: 'bench' };
        if (turn % 2 === 0) {
          const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0010', unitPrice: `${PRICE}000` };
          await placeQuickTrade(deps, caller, turn % 4 === 0 ? 'buy' : 'sell', body, key);
          continue;
        }
        const price = PRICE + ((turn % 5) - 2);
        const orderType = (turn >> 1) % 2 === 0 ? 'LIMITED_BUY' : 'LIMITED_SELL';
        const body = { marketType: 'BITCOIN_TOMAN', orderType, amount: '0.0010', unitPrice: `${price}000` };
        await placeOrder(deps, caller, body as never, key).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
    }),
  );
  clearInterval(watch);
}

async function readHead(db: Db): Promise<bigint> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  return rows[0]?.head ?? 0n;
}

async function timeCheck(db: Db, scope: AuditScope, laws: readonly Invariant[]): Promise<number> {
  const startedAt = performance.now();
  const violations = await findViolations(db, scope, laws);
  if (violations.length > 0) throw new Error(JSON.stringify(violations[0]));
  return performance.now() - startedAt;
}
const formatMs = (time: number) => `${time.toFixed(0).padStart(7)} ms`;

async function measure(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
  const head = await readHead(db);
  const scopes: [string, AuditScope][] = [
    ['all', 'all'],
    ...SCOPE_SIZES.map((count): [string, AuditScope] => [
      `last ${count}`,
      { from: head - count + 1n, to: head },
    ]),
  ];
  process.stdout.write(`\n${head} transfers; each law: ${scopes.map(([name]) => name).join(', ')}\n`);
  for (const law of INVARIANTS) {
    const times: number[] = [];
    for (const [, scope] of scopes) times.push(await timeCheck(db, scope, [law]));
    process.stdout.write(`${times.map(formatMs).join(' ')}  ${law.name}\n`);
  }
  const sums: number[] = [];
  for (const [, scope] of scopes) sums.push(await timeCheck(db, scope, INVARIANTS));
  process.stdout.write(`${sums.map(formatMs).join(' ')}  together\n`);
  const [all, ...parts] = sums;
  process.stdout.write(`${JSON.stringify({ bench: 'audit', transfers: head.toString(), all, parts })}\n`);
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    await migrate(postgres.url);
    const { db, close } = openDatabase(postgres.url, 8);
    const ledger = await createLedger({
      url: postgres.url,
      chainKey: randomBytes(32),
      leaseMs: 5_000,
      clock: systemClock,
      log,
    });
    const callers = await makePeople(db, ledger);
    await fillLedger(db, ledger, TRANSFERS, callers);
    await ledger.stop();
    await measure(db);
    await close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
