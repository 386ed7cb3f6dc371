import { sql } from 'kysely';
import { findViolations, INVARIANTS, type Violation } from '../audit/index.ts';
import type { ChainPoint } from '../ledger/index.ts';
import { chainKeyFrom } from '../platform/secrets/books-keys.ts';
import { booksFrom, verifyLog } from './acceptances.ts';
import {
  AUDIT_LOG_LAW,
  auditPointOf,
  CHAIN_LAW,
  pointOf,
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
const TOLD_EVERY_MS = 10_000;

export interface HashChainCheck {
  violations: readonly Violation[];
  /** There is more to read. */
  behind: boolean;
}

/** Verifies both chains from their checkpoints on, and the laws for the new transfers. */
export function createHashChainChecker(deps: WatchDeps) {
  const { db, checkpoints, clock } = deps;
  const key = chainKeyFrom(deps.booksKey);
  const told = { books: Number.NEGATIVE_INFINITY, 'audit-log': Number.NEGATIVE_INFINITY };

  async function atOnce(from: ChainPoint | null): Promise<number> {
    const { rows } = await sql<{ batches: number }>`select count(*)::int as batches from (
        select last_transfer_id from ledger_batches where number > ${from?.number ?? -1n} order by number
        limit ${BATCHES_PER_QUERY}) b
      where last_transfer_id <= ${(from?.transferId ?? 0n) + BigInt(TRANSFERS_PER_QUERY)}`.execute(db);
    return Math.max(1, rows[0]?.batches ?? 0);
  }

  async function followBooks(rest: (workedMs: number) => Promise<void>): Promise<HashChainCheck> {
    const known = checkpoints.of('books');
    const from = await booksFrom(db, deps.booksKey, known && pointOf(known));
    const { point, fault, complete } = await verifyBatchChainInSnapshot(db, key, from, await atOnce(from));
    const violations: Violation[] = fault === null ? [] : [{ law: CHAIN_LAW, row: { fault } }];
    if (point === null || point.number === from?.number) return { violations, behind: false };
    const scope = { from: (from?.transferId ?? 0n) + 1n, to: point.transferId };
    if (scope.to >= scope.from) violations.push(...(await findViolations(db, scope, INVARIANTS, rest)));
    keep({
      chain: 'books',
      number: `${point.number}`,
      mac: point.mac.toString('hex'),
      transferId: `${point.transferId}`,
      accountId: `${point.accountId}`,
      at: new Date(clock.now()).toISOString(),
    });
    return { violations, behind: fault === null && !complete };
  }

  async function followAuditLog(): Promise<HashChainCheck> {
    const known = checkpoints.of('audit-log');
    const from = known ? auditPointOf(known) : undefined;
    const { point, fault } = await verifyLog(db, deps.booksKey, from);
    if (point.number > (from?.number ?? 0n))
      keep({
        chain: 'audit-log',
        number: `${point.number}`,
        mac: point.hash.toString('hex'),
        at: new Date(clock.now()).toISOString(),
      });
    return { violations: fault === null ? [] : [{ law: AUDIT_LOG_LAW, row: { fault } }], behind: false };
  }

  function keep(checkpoint: Checkpoint): void {
    checkpoints.keep(checkpoint);
    if (clock.now() - told[checkpoint.chain] < TOLD_EVERY_MS) return;
    told[checkpoint.chain] = clock.now();
    notifyWitnesses(deps, { kind: 'checkpoint', ...checkpoint });
  }

  return { followBooks, followAuditLog };
}
