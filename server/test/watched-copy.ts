/** A copy of an active ledger in which trades are settled continuously, with the continuous audit running on it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Ppm } from '@sarraf/domain';
import { sql } from 'kysely';
import type { CustodyContext } from '../src/custody/deps.ts';
import { engageKillSwitch, readKillSwitch } from '../src/custody/sending/kill-switch.ts';
import type { Clock } from '../src/platform/clock.ts';
import { type Database, openDatabase, type Tx } from '../src/platform/database/database.ts';
import { readInstallationName } from '../src/platform/database/installation.ts';
import { createLog } from '../src/platform/log.ts';
import { readOrders } from '../src/signer/read-orders.ts';
import { createContinuousAudit, openCheckpoints } from '../src/watch/index.ts';
import { createRecentChecker } from '../src/watch/recheck-recent.ts';
import { copyDatabase } from './database.ts';
import { asAttacker } from './forged-books.ts';
import { TEST_BOOKS_KEY } from './keys.ts';
import { openTestDatabase } from './open-database.ts';
import { inOwnersTransaction } from './owner.ts';
import { createQuickTrades } from './quick-trades.ts';
import { removeFolder } from './remove-folder.ts';
import { startTestLedger } from './test-ledger.ts';
import { pollUntil } from './waiting.ts';

const TIMEOUT_MS = 300_000;
/** Several copies share the processors with the audits under test. */
const TRADES_PER_SECOND = 10;
const PAUSE_MS = 100;

export interface BusyTrading {
  database: { name: string };
  clock: Clock;
  /** The trading user. */
  trader: string;
}

const openLedger = (url: string, clock: Clock) => startTestLedger(url, { clock });

async function createTrader(
  db: Database['db'],
  ledger: Awaited<ReturnType<typeof openLedger>>,
  busy: BusyTrading,
) {
  const { rows } = await sql<{
    feeRate: Ppm;
  }>`select wage_ppm as "feeRate" from account_levels limit 1`.execute(db);
  return createQuickTrades(ledger, busy.clock, busy.trader, rows[0]?.feeRate ?? 0n);
}

/** Adds this many trades to a ledger without connections. */
export async function addTrades(url: string, busy: BusyTrading, count: number): Promise<void> {
  const { db, close } = openDatabase(url, 2);
  const ledger = await openLedger(url, busy.clock);
  const trade = await createTrader(db, ledger, busy);
  let left = count;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left-- > 0) await trade();
    }),
  );
  await ledger.stop();
  await close();
}

/** Resolves once everything was found correct; `close` removes the copy. */
export async function createWatchedCopy(busy: BusyTrading, tradesPerSecond = TRADES_PER_SECOND) {
  const { clock } = busy;
  const test = await copyDatabase(busy.database);
  const { db, close } = openTestDatabase(test.url, 4);
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-watched-'));
  const ledger = await openLedger(test.url, clock);
  let latched = false;
  const signer = {
    latch: async () => {
      latched = true;
    },
  };
  const watch = createContinuousAudit({
    db,
    clock,
    log: createLog('silent'),
    ledger,
    booksKey: TEST_BOOKS_KEY,
    checkpoints: openCheckpoints(dataDir, await readInstallationName(db), true),
    witnesses: [],
    followerProgress: async () => [],
    findShortages: async () => [],
    emailsOf: async () => new Map(),
    halt: (reason) =>
      engageKillSwitch({ db, now: () => new Date(clock.now()), signer } as CustodyContext, reason),
    tellStaff: async () => {},
  });

  let trading = true;
  let attacked = false;
  let trades = 0;
  const trade = await createTrader(db, ledger, busy);
  const settleTrade = () =>
    trade().then(
      () => {
        trades += 1;
      },
      (error: unknown) => {
        // The attacker's writes between two batches may cost the writer its next one.
        if (!attacked && !(error instanceof AppError)) throw error;
      },
    );
  const load = (async () => {
    const startedAt = performance.now();
    for (let sent = 0; trading; await sleep(PAUSE_MS)) {
      const due = Math.ceil(((performance.now() - startedAt) / 1_000) * tradesPerSecond);
      await Promise.all(Array.from({ length: due - sent }, settleTrade));
      sent = due;
    }
  })();
  const listViolatedLaws = async () => {
    const { rows } = await sql<{ law: string }>`select distinct law from violations`.execute(db);
    return rows.map(({ law }) => law);
  };
  /**
   * Returns whether withdrawals are possible: at the server, which checks before each step, and at the signer,
   * which checks itself.
   */
  const areWithdrawalsPossible = async () =>
    (await readKillSwitch(db)) === null && !latched && !(await readOrders(db, [])).stopped;

  const startedAt = new Date(clock.now());
  watch.start({ restAfter: () => 0 });
  await pollUntil(async () => {
    const { rows } = await sql`select from watch_state where rechecked_at > ${startedAt}`.execute(db);
    return rows.length > 0 && trades > 0;
  }, TIMEOUT_MS);

  return {
    lawsBroken: listViolatedLaws,
    tradesSettled: () => trades,
    mayLeave: areWithdrawalsPossible,
    /** Runs one round over the newest transfers, including all those under test. */
    newest: () =>
      createRecentChecker({ db, booksKey: TEST_BOOKS_KEY }, { first: 100_000 }).runRound(async () => {}),
    /** Returns the number of transfers, and the duration of checking all of them, milliseconds. */
    async lastRound(): Promise<{ transfers: number; recheckMs: number }> {
      const { rows } = await sql<{ transfers: number; recheckMs: number }>`
        select last_transfer_id::int as transfers, recheck_ms as "recheckMs" from ledger_head, watch_state`.execute(
        db,
      );
      return rows[0] ?? { transfers: 0, recheckMs: 0 };
    },
    /** Runs the alteration in one transaction that commits. After a deadlock with the writer the attacker retries. */
    async commitAlteration(alter: (tx: Tx) => Promise<unknown>): Promise<void> {
      attacked = true;
      for (;;) {
        try {
          await inOwnersTransaction(db, async (tx) => {
            await asAttacker(tx);
            await alter(tx);
          });
          return;
        } catch (error) {
          if ((error as { code?: string }).code !== '40P01') throw error;
        }
      }
    },
    async waitForViolation(law: RegExp): Promise<void> {
      await pollUntil(async () => (await listViolatedLaws()).some((name) => law.test(name)), TIMEOUT_MS);
      await pollUntil(async () => !(await areWithdrawalsPossible()), TIMEOUT_MS);
    },
    async close(): Promise<void> {
      trading = false;
      await load;
      await watch.stop();
      await ledger.stop();
      await close();
      await test.drop();
      removeFolder(dataDir);
    },
  };
}
