import { MINUTE_MS } from '@sarraf/domain';
import type { BooksCheck } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { ALL_LAWS } from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import { readWatchState } from './state.ts';

const NOTHING: BooksCheck = { checkedAt: null, transfers: null, laws: null };
/** After this time without a check the state is unknown. */
const BLIND_MS = 5 * MINUTE_MS;
const KEPT_MS = 5_000;

/**
 * Returns what the public may know of the audit: only that everything was right, and when. Queried at most once in
 * five seconds.
 */
export function createBooksCheck(
  deps: Pick<WatchDeps, 'db' | 'booksKey' | 'clock'>,
): () => Promise<BooksCheck> {
  let kept: Promise<BooksCheck> = Promise.resolve(NOTHING);
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const now = deps.clock.now();
    if (now >= until) {
      until = now + KEPT_MS;
      kept = readCheck(deps, now);
      kept.catch(() => {
        until = Number.NEGATIVE_INFINITY;
      });
    }
    return kept;
  };
}

async function readCheck(deps: Pick<WatchDeps, 'db' | 'booksKey'>, now: number): Promise<BooksCheck> {
  const { followedAt, open } = await readWatchState(deps);
  if (open > 0 || followedAt === null || now - followedAt.getTime() > BLIND_MS) return NOTHING;
  const { rows } = await sql<{ transfers: bigint }>`select b.last_transfer_id as transfers from watch_state w
    join ledger_batches b on b.number = w.batch`.execute(deps.db);
  const [row] = rows;
  if (!row) return NOTHING;
  return {
    checkedAt: followedAt.toISOString(),
    transfers: Number.parseInt(row.transfers.toString(), 10),
    laws: ALL_LAWS.length,
  };
}
