/** Points from which a chain that was broken is accepted again, after an investigation: rows sealed by BOOKS_KEY. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ChainPoint } from '../ledger/index.ts';
import {
  type AuditPoint,
  type AuditVerdict,
  auditDigest,
  verifyAudit,
} from '../platform/database/audit-log.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { derive } from '../platform/secrets/secrets.ts';
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

type Stored = Acceptance & { seal: Buffer };

const ROW = sql`chain, number, mac, digest, fault, acknowledged_by as "acknowledgedBy", reason,
  accepted_at as "acceptedAt", seal`;

/** Returns the newest acceptance that the key has sealed; null: there is none. */
export async function acceptedOf(
  db: Queryable,
  booksKey: Buffer,
  chain: HashChainName,
): Promise<Acceptance | null> {
  const { rows } = await sql<Stored>`select ${ROW} from chain_acceptances where chain = ${chain}
    order by number desc`.execute(db);
  return rows.find((row) => timingSafeEqual(row.seal, sealOf(booksKey, row))) ?? null;
}

export async function keepAcceptance(db: Queryable, booksKey: Buffer, row: Acceptance): Promise<void> {
  const { chain, number, mac, digest, fault, acknowledgedBy, reason, acceptedAt } = row;
  await sql`insert into chain_acceptances (chain, number, mac, digest, fault, acknowledged_by, reason, accepted_at, seal)
    values (${chain}, ${number}, ${mac}, ${digest}, ${fault}, ${acknowledgedBy}, ${reason}, ${acceptedAt},
      ${sealOf(booksKey, row)})`.execute(db);
}

const sealOf = (booksKey: Buffer, row: Acceptance): Buffer => {
  const { chain, number, mac, digest, fault, acknowledgedBy, reason, acceptedAt } = row;
  const said = [
    chain,
    `${number}`,
    mac.toString('hex'),
    digest.toString('hex'),
    fault,
    acknowledgedBy,
    reason,
  ];
  return createHmac('sha256', derive(booksKey, 'acceptances'))
    .update(JSON.stringify([...said, acceptedAt.toISOString()]))
    .digest();
};

/** Returns the point from which the ledger is followed: this process's checkpoint, or a later acceptance. */
export async function booksFrom(
  db: Queryable,
  booksKey: Buffer,
  known: ChainPoint | null,
): Promise<ChainPoint | null> {
  const accepted = known && (await acceptedOf(db, booksKey, 'books'));
  if (!accepted || accepted.number <= known.number) return known;
  const { rows } = await sql<Omit<ChainPoint, 'mac'>>`select number, last_transfer_id as "transferId",
      last_account_id as "accountId" from ledger_batches where number = ${accepted.number}`.execute(db);
  // Deleting the row is detected: the chain doesn't continue from the checkpoint.
  return rows[0] ? { ...rows[0], mac: accepted.mac } : known;
}

/** Verifies the audit log after a point, or all of it; accepted entries must be as they were then. */
export async function verifyLog(db: Db, booksKey: Buffer, known?: AuditPoint): Promise<AuditVerdict> {
  const accepted = await acceptedOf(db, booksKey, 'audit-log');
  if (!accepted || (known && known.number >= accepted.number)) return verifyAudit(db, known);
  const point = { number: accepted.number, hash: accepted.mac };
  if (!(await auditDigest(db, accepted.number)).equals(accepted.digest))
    return { point, fault: `audit log: what was accepted up to entry ${accepted.number} was changed` };
  return verifyAudit(db, point);
}
