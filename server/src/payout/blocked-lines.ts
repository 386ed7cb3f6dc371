/**
 * Lines of users who were blocked, or froze their account, after the batch was made: they are never paid together
 * with the others.
 */
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { PayoutContext } from './deps.ts';
import { type LineRow, listPayoutLines, lockPayoutLine, markLineHeld, markLineUncertain } from './store.ts';

const CHUNK_SIZE = 500;
const HELD_REASON = 'PERSON_BLOCKED';

/**
 * Locks the blocked users' open lines until the transaction ends: before the batch itself, the lock order of all
 * callers.
 */
export async function lockBlockedLines(context: PayoutContext, tx: Tx, payoutId: string): Promise<LineRow[]> {
  const locked: LineRow[] = [];
  for (let after: string | null = null; ; ) {
    const lines = await listPayoutLines(tx, payoutId, { after, limit: CHUNK_SIZE, waiting: true });
    for (const id of await findBlockedIds(context, lines)) {
      const line = await lockPayoutLine(tx, payoutId, id);
      if (line?.state === 'WAITING') locked.push(line);
    }
    after = lines.at(-1)?.withdrawalId ?? null;
    if (lines.length < CHUNK_SIZE) return locked;
  }
}

async function findBlockedIds(context: PayoutContext, lines: readonly LineRow[]): Promise<string[]> {
  const owners = await context.money.ownersOf(lines.map(({ withdrawalId }) => withdrawalId));
  const owned = [...owners].flatMap(([id, owner]) => (owner === null ? [] : [{ id, owner }]));
  const people = await context.people.findAll([...new Set(owned.map(({ owner }) => owner))]);
  return owned.flatMap(({ id, owner }) => {
    const person = people.get(owner);
    return person?.blockedAt === null && person.frozenAt === null ? [] : [id];
  });
}

/**
 * Removes them from the batch before its file is taken; they wait until the owners are unblocked or the withdrawals
 * refused.
 */
export async function removeBlockedLines(
  context: PayoutContext,
  tx: Tx,
  payoutId: string,
  lines: readonly LineRow[],
): Promise<void> {
  for (const { withdrawalId } of lines) {
    const { userId, receives } = await context.money.takeFromBatch(tx, withdrawalId);
    await markLineHeld(tx, payoutId, { withdrawalId, receives, reason: HELD_REASON });
    await auditLine(context, tx, { payoutId, withdrawalId, userId, action: 'payout line held' });
  }
}

/** Marks them when the file was taken already: staff records for each line separately what the bank did. */
export async function markLinesUncertain(
  context: PayoutContext,
  tx: Tx,
  payoutId: string,
  lines: readonly LineRow[],
): Promise<void> {
  const owners = await context.money.ownersOf(lines.map(({ withdrawalId }) => withdrawalId));
  for (const { withdrawalId } of lines) {
    await markLineUncertain(tx, payoutId, withdrawalId, HELD_REASON);
    const userId = owners.get(withdrawalId) ?? null;
    await auditLine(context, tx, { payoutId, withdrawalId, userId, action: 'payout line left open' });
  }
}

function auditLine(
  context: PayoutContext,
  tx: Tx,
  entry: { payoutId: string; withdrawalId: string; userId: string | null; action: string },
): Promise<void> {
  const { payoutId, withdrawalId, userId, action } = entry;
  const detail = { payout: payoutId, withdrawal: withdrawalId, reason: HELD_REASON };
  return appendAudit(tx, { actorId: null, action, subjectId: userId, detail }, context.now());
}
