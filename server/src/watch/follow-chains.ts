import { sql } from 'kysely';
import { findViolations, INVARIANTS, type Violation } from '../audit/index.ts';
import type { ChainPoint } from '../ledger/index.ts';
import { deriveChainKey } from '../platform/secrets/books-keys.ts';
import { findStartPoint, verifyAuditLog } from './acceptances.ts';
import {
  AUDIT_LOG_LAW,
  CHAIN_LAW,
  toAuditPoint,
  toChainPoint,
  verifyBatchChainInSnapshot,
} from './check-everything.ts';
import type { WatchDeps } from './deps.ts';
import type { Checkpoint } from './ports.ts';
import { notifyWitnesses } from './raise-violations.ts';

/**
 * Maximum number of batches and approximate number of transfers per read: a reader that is behind pauses in
 * between. One batch may contain more.
 */
const BATCHES_PER_QUERY = 2_000;
const TRANSFERS_PER_QUERY = 10_000;
/** Remote witnesses get a head at this interval. */
const WITNESS_INTERVAL_MS = 10_000;

export interface HashChainCheck {
  violations: readonly Violation[];
  /** There is more to read. */
  behind: boolean;
}

/** Verifies both chains from their checkpoints on, and the laws for the new transfers. */
export function createHashChainChecker(deps: WatchDeps) {
  const { db, checkpoints, clock } = deps;
  const key = deriveChainKey(deps.booksKey);
  const lastSentAt = { books: Number.NEGATIVE_INFINITY, 'audit-log': Number.NEGATIVE_INFINITY };

  async function countBatchesToRead(from: ChainPoint | null): Promise<number> {
    const { rows } = await sql<{ batches: number }>`select count(*)::int as batches from (
        select last_transfer_id from ledger_batches where number > ${from?.number ?? -1n} order by number
        limit ${BATCHES_PER_QUERY}) b
      where last_transfer_id <= ${(from?.transferId ?? 0n) + BigInt(TRANSFERS_PER_QUERY)}`.execute(db);
    return Math.max(1, rows[0]?.batches ?? 0);
  }

  async function followBooks(pauseAfter: (workedMs: number) => Promise<void>): Promise<HashChainCheck> {
    const checkpoint = checkpoints.find('books');
    const from = await findStartPoint(db, deps.booksKey, checkpoint && toChainPoint(checkpoint));
    const { point, problem, complete } = await verifyBatchChainInSnapshot(
      db,
      key,
      from,
      await countBatchesToRead(from),
    );
    const violations: Violation[] = problem === null ? [] : [{ law: CHAIN_LAW, row: { fault: problem } }];
    if (point === null || point.number === from?.number) return { violations, behind: false };
    const scope = { from: (from?.transferId ?? 0n) + 1n, to: point.transferId };
    if (scope.to >= scope.from) violations.push(...(await findViolations(db, scope, INVARIANTS, pauseAfter)));
    saveCheckpoint({
      chain: 'books',
      number: `${point.number}`,
      mac: point.mac.toString('hex'),
      transferId: `${point.transferId}`,
      accountId: `${point.accountId}`,
      at: new Date(clock.now()).toISOString(),
    });
    return { violations, behind: problem === null && !complete };
  }

  async function followAuditLog(): Promise<HashChainCheck> {
    const checkpoint = checkpoints.find('audit-log');
    const from = checkpoint ? toAuditPoint(checkpoint) : undefined;
    const { point, problem } = await verifyAuditLog(db, deps.booksKey, from);
    if (point.number > (from?.number ?? 0n))
      saveCheckpoint({
        chain: 'audit-log',
        number: `${point.number}`,
        mac: point.hash.toString('hex'),
        at: new Date(clock.now()).toISOString(),
      });
    return {
      violations: problem === null ? [] : [{ law: AUDIT_LOG_LAW, row: { fault: problem } }],
      behind: false,
    };
  }

  function saveCheckpoint(checkpoint: Checkpoint): void {
    checkpoints.save(checkpoint);
    if (clock.now() - lastSentAt[checkpoint.chain] < WITNESS_INTERVAL_MS) return;
    lastSentAt[checkpoint.chain] = clock.now();
    notifyWitnesses(deps, { kind: 'checkpoint', ...checkpoint });
  }

  return { followBooks, followAuditLog };
}
