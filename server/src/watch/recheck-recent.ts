import { sql } from 'kysely';
import { findViolations, INVARIANTS, type Violation } from '../audit/index.ts';
import type { ChainPoint } from '../ledger/index.ts';
import { deriveChainKey } from '../platform/secrets/books-keys.ts';
import { verifyAuditLog } from './acceptances.ts';
import { AUDIT_LOG_LAW, CHAIN_LAW, verifyBatchChainInSnapshot } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';

/** Duration of a round and its pauses, so that an alteration just after its check is found within ten seconds. */
const ROUND_MS = 6_000;
/** Working time of a round: it pauses nine times as long. */
const WORK_MS = ROUND_MS / 10;
const PAUSE_FACTOR = 9;
const MIN_WINDOW = 500;
const MAX_WINDOW = 100_000;
const AUDIT_ENTRIES = 1_000n;

export interface RecentChecker {
  /** Rechecks the newest transfers, with everything they belong to, and the newest entries of the audit log. */
  runRound(rest: (ms: number) => Promise<void>): Promise<Violation[]>;
  /** Number of transfers that the next round checks. */
  windowSize(): number;
}

/**
 * A full round takes longer as data grows; this one has a constant duration and goes back as far as it can in that
 * time: to as many of the newest transfers as a tenth of a processor allows.
 */
export function createRecentChecker(
  { db, booksKey }: Pick<WatchDeps, 'db' | 'booksKey'>,
  { first = 2_000, entries = AUDIT_ENTRIES, workMs = WORK_MS } = {},
): RecentChecker {
  const key = deriveChainKey(booksKey);
  let window = first;

  /** Altered earlier MACs don't matter: the key proves whether a batch follows the previous one. */
  async function checkChain(from: bigint): Promise<Violation[]> {
    const { rows } = await sql<ChainPoint>`select number, last_transfer_id as "transferId",
        last_account_id as "accountId", mac from ledger_batches
      where last_transfer_id < ${from} order by number desc limit 1`.execute(db);
    const [previousBatch] = rows;
    if (!previousBatch) return [];
    const { problem } = await verifyBatchChainInSnapshot(db, key, previousBatch);
    return problem === null ? [] : [{ law: CHAIN_LAW, row: { fault: problem } }];
  }

  async function checkAuditLog(): Promise<Violation[]> {
    const { rows } = await sql<{ number: bigint; hash: Buffer }>`select number, hash from audit_log
      where number <= (select number from audit_head) - ${entries} order by number desc limit 1`.execute(db);
    const [previousEntry] = rows;
    if (!previousEntry) return [];
    const { problem } = await verifyAuditLog(db, booksKey, previousEntry);
    return problem === null ? [] : [{ law: AUDIT_LOG_LAW, row: { fault: problem } }];
  }

  return {
    windowSize: () => window,
    async runRound(pauseFor) {
      const to = await readLedgerHead(db);
      if (to === 0n) return [];
      const from = to > BigInt(window) ? to - BigInt(window) + 1n : 1n;
      let workedMs = 0;
      const maxPauseMs = ROUND_MS / (INVARIANTS.length + 2);
      const runTimed = async <T>(work: Promise<T>): Promise<T> => {
        const startedAt = performance.now();
        const result = await work;
        const ms = performance.now() - startedAt;
        workedMs += ms;
        await pauseFor(Math.min(PAUSE_FACTOR * ms, maxPauseMs));
        return result;
      };
      const found = await runTimed(checkChain(from));
      found.push(...(await runTimed(checkAuditLog())));
      found.push(
        ...(await findViolations(db, { from, to }, INVARIANTS, async (ms, laws) => {
          workedMs += ms;
          await pauseFor(Math.min(PAUSE_FACTOR * ms, maxPauseMs * laws));
        })),
      );
      window = computeNextWindow(window, workedMs, workMs);
      return found;
    },
  };
}

function computeNextWindow(window: number, workedMs: number, budgetMs: number): number {
  if (workedMs > budgetMs) return Math.max(MIN_WINDOW, window >> 1);
  return workedMs < budgetMs / 3 ? Math.min(MAX_WINDOW, window * 2) : window;
}

async function readLedgerHead(db: WatchDeps['db']): Promise<bigint> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  return rows[0]?.head ?? 0n;
}
