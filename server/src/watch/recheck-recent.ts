import { sql } from 'kysely';
import { findViolations, INVARIANTS, type Violation } from '../audit/index.ts';
import type { ChainPoint } from '../ledger/index.ts';
import { chainKeyFrom } from '../platform/secrets/books-keys.ts';
import { verifyLog } from './acceptances.ts';
import { AUDIT_LOG_LAW, CHAIN_LAW, verifyBatchChainInSnapshot } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';

/** Duration of a round and its pauses, so that an alteration just after its check is found within ten seconds. */
const ROUND_MS = 6_000;
/** Working time of a round: it pauses nine times as long. */
const WORK_MS = ROUND_MS / 10;
const REST_SHARE = 9;
const LEAST = 500;
const MOST = 100_000;
const ENTRIES = 1_000n;

export interface Recent {
  /** Rechecks the newest transfers, with everything they belong to, and the newest entries of the audit log. */
  round(rest: (ms: number) => Promise<void>): Promise<Violation[]>;
  /** Number of transfers that the next round checks. */
  window(): number;
}

/**
 * A full round takes longer as data grows; this one has a constant duration and goes back as far as it can in that
 * time: to as many of the newest transfers as a tenth of a processor allows.
 */
export function createRecent(
  { db, booksKey }: Pick<WatchDeps, 'db' | 'booksKey'>,
  { first = 2_000, entries = ENTRIES, workMs = WORK_MS } = {},
): Recent {
  const key = chainKeyFrom(booksKey);
  let window = first;

  /** Altered earlier MACs don't matter: the key proves whether a batch follows the previous one. */
  async function checkChain(from: bigint): Promise<Violation[]> {
    const { rows } = await sql<ChainPoint>`select number, last_transfer_id as "transferId",
        last_account_id as "accountId", mac from ledger_batches
      where last_transfer_id < ${from} order by number desc limit 1`.execute(db);
    const [before] = rows;
    if (!before) return [];
    const { fault } = await verifyBatchChainInSnapshot(db, key, before);
    return fault === null ? [] : [{ law: CHAIN_LAW, row: { fault } }];
  }

  async function checkLog(): Promise<Violation[]> {
    const { rows } = await sql<{ number: bigint; hash: Buffer }>`select number, hash from audit_log
      where number <= (select number from audit_head) - ${entries} order by number desc limit 1`.execute(db);
    const [before] = rows;
    if (!before) return [];
    const { fault } = await verifyLog(db, booksKey, before);
    return fault === null ? [] : [{ law: AUDIT_LOG_LAW, row: { fault } }];
  }

  return {
    window: () => window,
    async round(rest) {
      const to = await headOf(db);
      if (to === 0n) return [];
      const from = to > BigInt(window) ? to - BigInt(window) + 1n : 1n;
      let worked = 0;
      const most = ROUND_MS / (INVARIANTS.length + 2);
      const timed = async <T>(work: Promise<T>): Promise<T> => {
        const begun = performance.now();
        const result = await work;
        const ms = performance.now() - begun;
        worked += ms;
        await rest(Math.min(REST_SHARE * ms, most));
        return result;
      };
      const found = await timed(checkChain(from));
      found.push(...(await timed(checkLog())));
      found.push(
        ...(await findViolations(db, { from, to }, INVARIANTS, async (ms, laws) => {
          worked += ms;
          await rest(Math.min(REST_SHARE * ms, most * laws));
        })),
      );
      window = nextWindow(window, worked, workMs);
      return found;
    },
  };
}

function nextWindow(window: number, workedMs: number, mayMs: number): number {
  if (workedMs > mayMs) return Math.max(LEAST, window >> 1);
  return workedMs < mayMs / 3 ? Math.min(MOST, window * 2) : window;
}

async function headOf(db: WatchDeps['db']): Promise<bigint> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  return rows[0]?.head ?? 0n;
}
