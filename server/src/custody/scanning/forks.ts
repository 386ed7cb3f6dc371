/** Chains that forked below everything we remember: they stand still until they are as they were, or somebody decides. */
import { AppError, type Chain, isChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { type ChainCursor, readBlocks } from './cursor-store.ts';

/** What is behind such a fork is more often a wrong node than a wrong chain: nothing is taken back by itself. */
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
    'a fork below everything that is remembered: nothing comes in or leaves until staff decides',
  );
}

export async function isHalted(db: Queryable, chain: Chain): Promise<boolean> {
  const { rows } = await sql`select from chain_cursors where chain = ${chain} and fork = 'HALTED'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Chains that stand still, and how far they were read. */
export async function listHalted(db: Queryable): Promise<{ chain: string; height: number }[]> {
  const { rows } = await sql<{ chain: string; height: number }>`select chain, height::int as height
    from chain_cursors where fork = 'HALTED' order by chain`.execute(db);
  return rows;
}

/** Whether the block we stand at is the chain's again: then all goes on as if nothing had been. */
export async function resumeIfForkResolved(
  context: CustodyContext,
  node: ChainNode,
  { height }: ChainCursor,
): Promise<boolean> {
  const ours = (await readBlocks(context.db, node.chain, height, height)).get(height);
  const [theirs] = (await node.blocks(height, height)).slice(-1);
  if (ours === undefined || theirs?.height !== height || theirs.hash !== ours) return false;
  await sql`update chain_cursors set fork = null where chain = ${node.chain} and fork = 'HALTED'`.execute(
    context.db,
  );
  context.log.error(
    { area: 'custody', event: 'chain back', chain: node.chain, height },
    'the chain is as it was',
  );
  return true;
}

/**
 * The new chain is the one to follow, says an admin: whatever it doesn't have is taken out of the books.
 * NOT_FOUND: no such chain; FORBIDDEN: no admin; CONFLICT: it doesn't stand still.
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
