/** Forks below all saved blocks: the chain is halted until the fork is resolved or an admin accepts it. */
import { AppError, type Chain, isChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { type ChainCursor, readBlockHashes } from './cursor-store.ts';

/** Such a fork is more often caused by a wrong node than by the chain: nothing is reversed automatically. */
export async function haltChain(context: CustodyContext, chain: Chain, oldest: number): Promise<void> {
  const now = context.now();
  const halted = await context.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update chain_cursors set fork = 'HALTED', scanned_at = ${now}
      where chain = ${chain} and fork is null`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    const detail = { chain, below: oldest };
    await appendAudit(tx, { actorId: null, action: 'chain halted', subjectId: null, detail }, now);
    return true;
  });
  if (!halted) return;
  context.log.error(
    { area: 'custody', event: 'chain halted', chain, below: oldest },
    'fork below all saved blocks: deposits and withdrawals of the chain are halted until staff decides',
  );
}

export async function isHalted(db: Queryable, chain: Chain): Promise<boolean> {
  const { rows } = await sql`select from chain_cursors where chain = ${chain} and fork = 'HALTED'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the halted chains and the heights to which they were scanned. */
export async function listHaltedChains(db: Queryable): Promise<{ chain: string; height: number }[]> {
  const { rows } = await sql<{ chain: string; height: number }>`select chain, height::int as height
    from chain_cursors where fork = 'HALTED' order by chain`.execute(db);
  return rows;
}

/** Resumes scanning if our last block is canonical again. */
export async function resumeIfForkResolved(
  context: CustodyContext,
  node: ChainNode,
  { height }: ChainCursor,
): Promise<boolean> {
  const ourBlock = (await readBlockHashes(context.db, node.chain, height, height)).get(height);
  const [nodeBlock] = (await node.blocks(height, height)).slice(-1);
  if (ourBlock === undefined || nodeBlock?.height !== height || nodeBlock.hash !== ourBlock) return false;
  await sql`update chain_cursors set fork = null where chain = ${node.chain} and fork = 'HALTED'`.execute(
    context.db,
  );
  context.log.error(
    { area: 'custody', event: 'chain back', chain: node.chain, height },
    'the fork is resolved: scanning resumes',
  );
  return true;
}

/**
 * Accepts the new chain on an admin's decision: deposits that it lacks are reversed in the ledger. NOT_FOUND: no
 * such chain; FORBIDDEN: the caller is no admin; CONFLICT: the chain isn't halted.
 */
export async function acceptFork(
  context: CustodyContext,
  caller: Caller,
  chain: string,
  reason: string,
): Promise<void> {
  if (!isChain(chain)) throw new AppError('NOT_FOUND');
  if (!caller.staffRoles.includes('admin')) throw new AppError('FORBIDDEN');
  await context.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update chain_cursors set fork = 'FOLLOW'
      where chain = ${chain} and fork = 'HALTED'`.execute(tx);
    if (numAffectedRows !== 1n) throw new AppError('CONFLICT');
    const detail = { chain, reason };
    const entry = { actorId: caller.userId, action: 'chain followed', subjectId: null, detail };
    await appendAudit(tx, entry, context.now());
  });
  context.log.error({ area: 'custody', event: 'chain followed', chain, by: caller.userId }, reason);
}
