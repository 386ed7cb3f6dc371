import { findViolations, type Violation } from '../audit/index.ts';
import { beginChainAnew } from '../ledger/index.ts';
import { appendAudit, auditDigest, beginAuditAnew } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import { chainKeyFrom } from '../platform/secrets/books-keys.ts';
import { type Acceptance, keepAcceptance, verifyLog } from './acceptances.ts';
import { AUDIT_LOG_LAW, CHAIN_LAW, checkHeads, verifyBatchChainInSnapshot } from './check-everything.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { HashChainName } from './ports.ts';
import { isAcknowledged, listViolations, MAX_STORED, type StoredViolation } from './store.ts';

export type { Acceptance } from './acceptances.ts';

export interface AcceptDeps {
  /** The owner's connection, and its address: the server's role may not write acceptances. */
  db: Db;
  url: string;
  booksKey: Buffer;
  checkpoints: Checkpoints;
  now: Date;
}

export interface Accepted {
  /** Reasons for a refusal; nothing was done then. */
  refusals: string[];
  accepted: Acceptance[];
}

/**
 * Accepts broken chains from now on: for an operator, once the cause is known. An admin must have acknowledged each
 * of their violations, under the key, and whatever else is broken; no server may be the writer in the meantime.
 */
export async function acceptChains(deps: AcceptDeps): Promise<Accepted> {
  const { db, booksKey } = deps;
  const stored = await listViolations(db, MAX_STORED);
  const acknowledged = stored.filter((violation) => isAcknowledged(booksKey, violation));
  const faults = await faultsOf(deps);
  const open = [...faults.map(({ violation }) => violation), ...(await findViolations(db, 'all'))].filter(
    (violation) => !acknowledged.some((known) => isSame(known, violation)),
  );
  if (open.length > 0)
    return {
      refusals: open.map(({ law, row }) => `no admin has acknowledged: ${law}: ${JSON.stringify(row)}`),
      accepted: [],
    };
  const accepted: Acceptance[] = [];
  for (const chain of new Set(faults.map((fault) => fault.chain))) {
    const { violation } = faults.find((fault) => fault.chain === chain) as Fault;
    const by = acknowledged.find((known) => isSame(known, violation)) as StoredViolation;
    accepted.push(await accept(deps, chain, violation, by));
  }
  return { refusals: [], accepted };
}

interface Fault {
  chain: HashChainName;
  violation: Violation;
}

async function faultsOf({ db, booksKey, checkpoints }: AcceptDeps): Promise<Fault[]> {
  const books = await verifyBatchChainInSnapshot(db, chainKeyFrom(booksKey), null);
  const log = await verifyLog(db, booksKey);
  const whole = [
    { law: CHAIN_LAW, fault: books.fault },
    { law: AUDIT_LOG_LAW, fault: log.fault },
  ].flatMap(({ law, fault }) => (fault === null ? [] : [{ law, row: { fault } }]));
  return [...whole, ...(await checkHeads(db, booksKey, checkpoints))].map((violation) => ({
    chain: violation.law === CHAIN_LAW ? 'books' : 'audit-log',
    violation,
  }));
}

const isSame = (known: StoredViolation, { law, row }: Violation): boolean =>
  known.law === law && JSON.stringify(sorted(known.detail)) === JSON.stringify(sorted(row));

/** The database doesn't preserve the order of keys. */
const sorted = (row: object): unknown[] => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

async function accept(
  { db, url, booksKey, checkpoints, now }: AcceptDeps,
  chain: HashChainName,
  { row }: Violation,
  { acknowledgedBy, reason }: StoredViolation,
): Promise<Acceptance> {
  const said = {
    chain,
    fault: String(row.fault),
    acknowledgedBy: acknowledgedBy ?? '',
    reason: reason ?? '',
  };
  const at = now.toISOString();
  const write = async (acceptance: Acceptance): Promise<Acceptance> => {
    await db.transaction().execute(async (tx) => {
      await keepAcceptance(tx, booksKey, acceptance);
      const { fault, number } = acceptance;
      const detail = { chain, number: `${number}`, fault, acknowledgedBy };
      await appendAudit(tx, { actorId: null, action: 'chain accepted', subjectId: null, detail }, now);
    });
    return acceptance;
  };
  if (chain === 'books') {
    const point = await beginChainAnew(url, chainKeyFrom(booksKey), now);
    const { number, mac, transferId, accountId } = point;
    const done = await write({ ...said, number, mac, digest: Buffer.alloc(32), acceptedAt: now });
    const ids = { transferId: `${transferId}`, accountId: `${accountId}` };
    checkpoints.keep({ chain, number: `${number}`, mac: mac.toString('hex'), ...ids, at });
    return done;
  }
  const { number, hash } = await beginAuditAnew(db);
  const digest = await auditDigest(db, number);
  const done = await write({ ...said, number, mac: hash, digest, acceptedAt: now });
  checkpoints.keep({ chain, number: `${number}`, mac: hash.toString('hex'), at });
  return done;
}
