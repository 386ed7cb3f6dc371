/**
 * Lines of users who were blocked, or froze their account, after the batch was made: they are never paid together
 * with the others.
 */
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import type { PayoutContext } from './deps.ts';
import { type LineRow, listLines, lockLine, markHeld, markUnsure } from './store.ts';

const CHUNK = 500;
const REASON = 'PERSON_BLOCKED';

/**
 * Locks the blocked users' open lines until the transaction ends: before the batch itself, the lock order of all
 * callers.
 */
export async function lockBlocked(context: PayoutContext, tx: Tx, payoutId: string): Promise<LineRow[]> {
  const locked: LineRow[] = [];
  for (let after: string | null = null; ; ) {
    const lines = await listLines(tx, payoutId, { after, limit: CHUNK, waiting: true });
    for (const id of await blockedOf(context, lines)) {
      const line = await lockLine(tx, payoutId, id);
      if (line?.state === 'WAITING') locked.push(line);
    }
    after = lines.at(-1)?.withdrawalId ?? null;
    if (lines.length < CHUNK) return locked;
  }
}

async function blockedOf(context: PayoutContext, lines: readonly LineRow[]): Promise<string[]> {
  const owners = await context.money.ownersOf(lines.map(({ withdrawalId }) => withdrawalId));
  const ofPeople = [...owners].flatMap(([id, owner]) => (owner === null ? [] : [{ id, owner }]));
  const people = await context.people.findAll([...new Set(ofPeople.map(({ owner }) => owner))]);
  return ofPeople.flatMap(({ id, owner }) => {
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
    await markHeld(tx, payoutId, { withdrawalId, receives, reason: REASON });
    await audit(context, tx, { payoutId, withdrawalId, userId, action: 'payout line held' });
  }
}

/** Marks them when the file was taken already: staff records for each line separately what the bank did. */
export async function markLinesUnsure(
  context: PayoutContext,
  tx: Tx,
  payoutId: string,
  lines: readonly LineRow[],
): Promise<void> {
  const owners = await context.money.ownersOf(lines.map(({ withdrawalId }) => withdrawalId));
  for (const { withdrawalId } of lines) {
    await markUnsure(tx, payoutId, withdrawalId, REASON);
    const userId = owners.get(withdrawalId) ?? null;
    await audit(context, tx, { payoutId, withdrawalId, userId, action: 'payout line left open' });
  }
}

function audit(
  context: PayoutContext,
  tx: Tx,
  about: { payoutId: string; withdrawalId: string; userId: string | null; action: string },
): Promise<void> {
  const { payoutId, withdrawalId, userId, action } = about;
  const detail = { payout: payoutId, withdrawal: withdrawalId, reason: REASON };
  return appendAudit(tx, { actorId: null, action, subjectId: userId, detail }, context.now());
}
