import { MINUTE_MS } from '@sarraf/domain';
import type { LedgerCheck } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { ALL_LAWS } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { readWatchState } from './state.ts';

const NO_RESULT: LedgerCheck = { checkedAt: null, transfers: null, laws: null };
/** After this time without a check the state is unknown. */
const UNKNOWN_AFTER_MS = 5 * MINUTE_MS;
const CACHE_MS = 5_000;

/**
 * Returns what the public may know of the audit: only that everything was right, and when. Queried at most once in
 * five seconds.
 */
export function createPublicCheck(
  deps: Pick<WatchDeps, 'db' | 'booksKey' | 'clock'>,
): () => Promise<LedgerCheck> {
  let cached: Promise<LedgerCheck> = Promise.resolve(NO_RESULT);
  let cachedUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const now = deps.clock.now();
    if (now >= cachedUntil) {
      cachedUntil = now + CACHE_MS;
      cached = readPublicCheck(deps, now);
      cached.catch(() => {
        cachedUntil = Number.NEGATIVE_INFINITY;
      });
    }
    return cached;
  };
}

async function readPublicCheck(deps: Pick<WatchDeps, 'db' | 'booksKey'>, now: number): Promise<LedgerCheck> {
  const { followedAt, open } = await readWatchState(deps);
  if (open > 0 || followedAt === null || now - followedAt.getTime() > UNKNOWN_AFTER_MS) return NO_RESULT;
  const { rows } = await sql<{ transfers: bigint }>`select b.last_transfer_id as transfers from watch_state w
    join ledger_batches b on b.number = w.batch`.execute(deps.db);
  const [row] = rows;
  if (!row) return NO_RESULT;
  return {
    checkedAt: followedAt.toISOString(),
    transfers: Number.parseInt(row.transfers.toString(), 10),
    laws: ALL_LAWS.length,
  };
}
