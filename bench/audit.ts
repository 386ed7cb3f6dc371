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
import { createPace } from '../server/src/trading/pace.ts';
import { OrderBooks } from '../server/src/trading/quick/exchange.ts';
import { placeQuickTrade } from '../server/src/trading/quick/place-quick-trade.ts';
import { testCaller } from '../server/test/caller.ts';
import { addPerson } from '../server/test/people.ts';
import { fundAccount } from '../server/test/seed.ts';

const TRANSFERS = 400_000n;
const PEOPLE = 500;
const IN_THE_AIR = 500;
const PRICE = 12_845_200;
const PARTS = [10n, 100n, 1_000n, 10_000n];
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
  return ids.map((userId) => testCaller({ userId, inviterId: inviters.get(userId) ?? null }));
}

/** Alternates quick trades and orders until the ledger has this many transfers. */
async function fill(db: Db, ledger: Ledger, most: bigint, callers: ReturnType<typeof testCaller>[]) {
  const inviters = new Map(
    callers.map(({ userId, inviterId }) => [userId, { inviterId, invitedBy: inviterId }]),
  );
  const exchange = new OrderBooks({ db, market, findTraders: async () => inviters } as never);
  await ledger.keep(exchange);
  const deps = {
    db,
    ledger,
    exchange,
    market,
    rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    wageOf: () => 4_000n,
    pace: createPace(1_000_000_000, systemClock),
    bus: createBus(),
    clock: systemClock,
  } as never;
  let full = false;
  const watch = setInterval(async () => {
    full ||= (await headOf(db)) >= most;
  }, 500);
  await Promise.all(
    Array.from({ length: IN_THE_AIR }, async (_, lane) => {
      for (let turn = lane; !full; turn += 1) {
        const caller = callers[(turn * 7) % callers.length] as ReturnType<typeof testCaller>;
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

async function headOf(db: Db): Promise<bigint> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  return rows[0]?.head ?? 0n;
}

async function timed(db: Db, scope: AuditScope, laws: readonly Invariant[]): Promise<number> {
  const began = performance.now();
  const found = await findViolations(db, scope, laws);
  if (found.length > 0) throw new Error(JSON.stringify(found[0]));
  return performance.now() - began;
}
const ms = (time: number) => `${time.toFixed(0).padStart(7)} ms`;

async function measure(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
  const head = await headOf(db);
  const scopes: [string, AuditScope][] = [
    ['all', 'all'],
    ...PARTS.map((count): [string, AuditScope] => [`last ${count}`, { from: head - count + 1n, to: head }]),
  ];
  process.stdout.write(`\n${head} transfers; each law: ${scopes.map(([name]) => name).join(', ')}\n`);
  for (const law of INVARIANTS) {
    const times: number[] = [];
    for (const [, scope] of scopes) times.push(await timed(db, scope, [law]));
    process.stdout.write(`${times.map(ms).join(' ')}  ${law.name}\n`);
  }
  const sums: number[] = [];
  for (const [, scope] of scopes) sums.push(await timed(db, scope, INVARIANTS));
  process.stdout.write(`${sums.map(ms).join(' ')}  together\n`);
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
    await fill(db, ledger, TRANSFERS, callers);
    await ledger.stop();
    await measure(db);
    await close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
