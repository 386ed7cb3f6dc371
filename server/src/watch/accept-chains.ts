import { findViolations, type Violation } from '../audit/index.ts';
import { reopenChain } from '../ledger/index.ts';
import { appendAudit, computeAuditDigest, resetAuditHead } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import { deriveChainKey } from '../platform/secrets/books-keys.ts';
import { type Acceptance, insertAcceptance, verifyAuditLog } from './acceptances.ts';
import { AUDIT_LOG_LAW, CHAIN_LAW, checkChainHeads, verifyBatchChainInSnapshot } from './check-everything.ts';
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

export interface AcceptanceResult {
  /** Reasons for a refusal; nothing was done then. */
  refusals: string[];
  accepted: Acceptance[];
}

/**
 * Accepts broken chains from now on: for an operator, once the cause is known. An admin must have acknowledged each
 * of their violations, under the key, and whatever else is broken; no server may be the writer in the meantime.
 */
export async function acceptChains(deps: AcceptDeps): Promise<AcceptanceResult> {
  const { db, booksKey } = deps;
  const stored = await listViolations(db, MAX_STORED);
  const acknowledged = stored.filter((violation) => isAcknowledged(booksKey, violation));
  const problems = await findChainProblems(deps);
  const unacknowledged = [
    ...problems.map(({ violation }) => violation),
    ...(await findViolations(db, 'all')),
  ].filter((violation) => !acknowledged.some((candidate) => isSameViolation(candidate, violation)));
  if (unacknowledged.length > 0)
    return {
      refusals: unacknowledged.map(
        ({ law, row }) => `no admin has acknowledged: ${law}: ${JSON.stringify(row)}`,
      ),
      accepted: [],
    };
  const accepted: Acceptance[] = [];
  for (const chain of new Set(problems.map((problem) => problem.chain))) {
    const { violation } = problems.find((problem) => problem.chain === chain) as ChainProblem;
    const acknowledgement = acknowledged.find((stored) =>
      isSameViolation(stored, violation),
    ) as StoredViolation;
    accepted.push(await acceptChain(deps, chain, violation, acknowledgement));
  }
  return { refusals: [], accepted };
}

interface ChainProblem {
  chain: HashChainName;
  violation: Violation;
}

async function findChainProblems({ db, booksKey, checkpoints }: AcceptDeps): Promise<ChainProblem[]> {
  const books = await verifyBatchChainInSnapshot(db, deriveChainKey(booksKey), null);
  const log = await verifyAuditLog(db, booksKey);
  const fullChecks = [
    { law: CHAIN_LAW, problem: books.problem },
    { law: AUDIT_LOG_LAW, problem: log.problem },
  ].flatMap(({ law, problem }) => (problem === null ? [] : [{ law, row: { fault: problem } }]));
  return [...fullChecks, ...(await checkChainHeads(db, booksKey, checkpoints))].map((violation) => ({
    chain: violation.law === CHAIN_LAW ? 'books' : 'audit-log',
    violation,
  }));
}

const isSameViolation = (stored: StoredViolation, { law, row }: Violation): boolean =>
  stored.law === law && JSON.stringify(sortEntries(stored.detail)) === JSON.stringify(sortEntries(row));

/** The database doesn't preserve the order of keys. */
const sortEntries = (row: object): unknown[] => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

async function acceptChain(
  { db, url, booksKey, checkpoints, now }: AcceptDeps,
  chain: HashChainName,
  { row }: Violation,
  { acknowledgedBy, reason }: StoredViolation,
): Promise<Acceptance> {
  const fields = {
    chain,
    fault: String(row.fault),
    acknowledgedBy: acknowledgedBy ?? '',
    reason: reason ?? '',
  };
  const at = now.toISOString();
  const saveAcceptance = async (acceptance: Acceptance): Promise<Acceptance> => {
    await db.transaction().execute(async (tx) => {
      await insertAcceptance(tx, booksKey, acceptance);
      const { fault: problem, number } = acceptance;
      const detail = { chain, number: `${number}`, fault: problem, acknowledgedBy };
      await appendAudit(tx, { actorId: null, action: 'chain accepted', subjectId: null, detail }, now);
    });
    return acceptance;
  };
  if (chain === 'books') {
    const point = await reopenChain(url, deriveChainKey(booksKey), now);
    const { number, mac, transferId, accountId } = point;
    const done = await saveAcceptance({ ...fields, number, mac, digest: Buffer.alloc(32), acceptedAt: now });
    const ids = { transferId: `${transferId}`, accountId: `${accountId}` };
    checkpoints.save({ chain, number: `${number}`, mac: mac.toString('hex'), ...ids, at });
    return done;
  }
  const { number, hash } = await resetAuditHead(db);
  const digest = await computeAuditDigest(db, number);
  const done = await saveAcceptance({ ...fields, number, mac: hash, digest, acceptedAt: now });
  checkpoints.save({ chain, number: `${number}`, mac: hash.toString('hex'), at });
  return done;
}
