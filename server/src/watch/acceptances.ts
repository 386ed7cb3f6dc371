/** Points from which a chain that was broken is accepted again, after an investigation: rows sealed by BOOKS_KEY. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ChainPoint } from '../ledger/index.ts';
import {
  type AuditPoint,
  type AuditVerdict,
  computeAuditDigest,
  verifyAudit,
} from '../platform/database/audit-log.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { deriveKey } from '../platform/secrets/secrets.ts';
import type { HashChainName } from './ports.ts';

export interface Acceptance {
  chain: HashChainName;
  number: bigint;
  mac: Buffer;
  /** Digest of all entries of the log up to it; zeros for the ledger. */
  digest: Buffer;
  fault: string;
  acknowledgedBy: string;
  reason: string;
  acceptedAt: Date;
}

type StoredAcceptance = Acceptance & { seal: Buffer };

const ACCEPTANCE_COLUMNS = sql`chain, number, mac, digest, fault, acknowledged_by as "acknowledgedBy", reason,
  accepted_at as "acceptedAt", seal`;

/** Returns the newest acceptance that the key has sealed; null: there is none. */
export async function findAcceptance(
  db: Queryable,
  booksKey: Buffer,
  chain: HashChainName,
): Promise<Acceptance | null> {
  const { rows } =
    await sql<StoredAcceptance>`select ${ACCEPTANCE_COLUMNS} from chain_acceptances where chain = ${chain}
    order by number desc`.execute(db);
  return rows.find((row) => timingSafeEqual(row.seal, computeSeal(booksKey, row))) ?? null;
}

export async function insertAcceptance(db: Queryable, booksKey: Buffer, row: Acceptance): Promise<void> {
  const { chain, number, mac, digest, fault, acknowledgedBy, reason, acceptedAt } = row;
  await sql`insert into chain_acceptances (chain, number, mac, digest, fault, acknowledged_by, reason, accepted_at, seal)
    values (${chain}, ${number}, ${mac}, ${digest}, ${fault}, ${acknowledgedBy}, ${reason}, ${acceptedAt},
      ${computeSeal(booksKey, row)})`.execute(db);
}

const computeSeal = (booksKey: Buffer, row: Acceptance): Buffer => {
  const { chain, number, mac, digest, fault, acknowledgedBy, reason, acceptedAt } = row;
  const fields = [
    chain,
    `${number}`,
    mac.toString('hex'),
    digest.toString('hex'),
    fault,
    acknowledgedBy,
    reason,
  ];
  return createHmac('sha256', deriveKey(booksKey, 'acceptances'))
    .update(JSON.stringify([...fields, acceptedAt.toISOString()]))
    .digest();
};

/** Returns the point from which the ledger is followed: this process's checkpoint, or a later acceptance. */
export async function findStartPoint(
  db: Queryable,
  booksKey: Buffer,
  checkpoint: ChainPoint | null,
): Promise<ChainPoint | null> {
  const accepted = checkpoint && (await findAcceptance(db, booksKey, 'books'));
  if (!accepted || accepted.number <= checkpoint.number) return checkpoint;
  const { rows } = await sql<Omit<ChainPoint, 'mac'>>`select number, last_transfer_id as "transferId",
      last_account_id as "accountId" from ledger_batches where number = ${accepted.number}`.execute(db);
  // Deleting the row is detected: the chain doesn't continue from the checkpoint.
  return rows[0] ? { ...rows[0], mac: accepted.mac } : checkpoint;
}

/** Verifies the audit log after a point, or all of it; accepted entries must be as they were then. */
export async function verifyAuditLog(
  db: Db,
  booksKey: Buffer,
  checkpoint?: AuditPoint,
): Promise<AuditVerdict> {
  const accepted = await findAcceptance(db, booksKey, 'audit-log');
  if (!accepted || (checkpoint && checkpoint.number >= accepted.number)) return verifyAudit(db, checkpoint);
  const point = { number: accepted.number, hash: accepted.mac };
  if (!(await computeAuditDigest(db, accepted.number)).equals(accepted.digest))
    return { point, problem: `audit log: what was accepted up to entry ${accepted.number} was changed` };
  return verifyAudit(db, point);
}
