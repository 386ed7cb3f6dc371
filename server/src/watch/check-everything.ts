import { findViolations, INVARIANTS, type Violation } from '../audit/index.ts';
import { type ChainPoint, verifyBatchChain } from '../ledger/index.ts';
import type { AuditPoint } from '../platform/database/audit-log.ts';
import { type Db, withLongStatementTimeout } from '../platform/database/database.ts';
import { deriveChainKey } from '../platform/secrets/books-keys.ts';
import { findStartPoint, verifyAuditLog } from './acceptances.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Checkpoint } from './ports.ts';

export const CHAIN_LAW = 'each batch carries the MAC of its transfers and of the previous batch';
export const AUDIT_LOG_LAW = 'the audit log is one unbroken chain';

/** Names of everything that `checkEverything` checks. */
export const ALL_LAWS: readonly string[] = [...INVARIANTS.map(({ name }) => name), CHAIN_LAW, AUDIT_LOG_LAW];

/**
 * Checks the laws of the ledger over everything, and both chains from their beginning. `db` was opened with the key
 * of the audit log; each part is one snapshot, next to a working server.
 */
export async function checkEverything(
  db: Db,
  booksKey: Buffer,
  pauseAfter?: (workedMs: number) => Promise<void>,
): Promise<Violation[]> {
  const violations: Violation[] = [...(await findViolations(db, 'all', INVARIANTS, pauseAfter))];
  const chain = await verifyBatchChainInSnapshot(db, deriveChainKey(booksKey), null);
  if (chain.problem !== null) violations.push({ law: CHAIN_LAW, row: { fault: chain.problem } });
  const { problem } = await verifyAuditLog(db, booksKey);
  if (problem !== null) violations.push({ law: AUDIT_LOG_LAW, row: { fault: problem } });
  return violations;
}

/** Checks that the heads that were last found right are still there. */
export async function checkChainHeads(
  db: Db,
  booksKey: Buffer,
  checkpoints: Checkpoints,
): Promise<Violation[]> {
  const [books, log] = [checkpoints.find('books'), checkpoints.find('audit-log')];
  const problems = [
    { law: CHAIN_LAW, problem: books && (await findProblemAfter(db, booksKey, toChainPoint(books))) },
    { law: AUDIT_LOG_LAW, problem: log && (await verifyAuditLog(db, booksKey, toAuditPoint(log))).problem },
  ];
  return problems.flatMap(({ law, problem }) => (problem === null ? [] : [{ law, row: { fault: problem } }]));
}

async function findProblemAfter(db: Db, booksKey: Buffer, checkpoint: ChainPoint): Promise<string | null> {
  const from = await findStartPoint(db, booksKey, checkpoint);
  return (await verifyBatchChainInSnapshot(db, deriveChainKey(booksKey), from)).problem;
}

export const verifyBatchChainInSnapshot = (
  db: Db,
  key: Buffer,
  after: ChainPoint | null,
  maxBatches?: number,
) =>
  withLongStatementTimeout(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => verifyBatchChain(tx, key, after, maxBatches)),
  );

export const toChainPoint = ({ number, mac, transferId = '0', accountId = '0' }: Checkpoint): ChainPoint => ({
  number: BigInt(number),
  transferId: BigInt(transferId),
  accountId: BigInt(accountId),
  mac: Buffer.from(mac, 'hex'),
});

export const toAuditPoint = ({ number, mac }: Checkpoint): AuditPoint => ({
  number: BigInt(number),
  hash: Buffer.from(mac, 'hex'),
});
