import { findUnconfirmedDeposits, orphanDeposits } from '../deposits/deposit-store.ts';
import { publishWalletChanges } from '../deposits/publish-deposits.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';

/** A transaction may hang for long; so often it is asked whether the chain still knows it, so many at a time. */
const PAUSE_MS = 60_000;
const AT_ONCE = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** What one process remembers of a chain between two looks. */
export interface ScanMemory {
  /** When those that are in no block are looked for again, milliseconds. */
  unminedAt: number;
  /** Id of the last one that was looked for. */
  unminedAfter: string | null;
}

export const newMemory = (): ScanMemory => ({ unminedAt: 0, unminedAfter: null });

/** What is in no block, and unknown to the chain: it was replaced, or a fork dropped it. */
export async function recheckUnconfirmedDeposits(
  context: CustodyContext,
  node: ChainNode,
  memory: ScanMemory,
): Promise<void> {
  const now = context.clock.now();
  if (now < memory.unminedAt) return;
  const some = await findUnconfirmedDeposits(context.db, node.chain, memory.unminedAfter ?? FIRST, AT_ONCE);
  memory.unminedAfter = some.length === AT_ONCE ? (some.at(-1)?.id ?? null) : null;
  memory.unminedAt = now + PAUSE_MS;
  const gone: string[] = [];
  const known = new Map<string, boolean>();
  for (const { id, txid } of some) {
    if (!known.has(txid)) known.set(txid, (await node.transaction(txid)) !== null);
    if (!known.get(txid)) gone.push(id);
  }
  if (gone.length > 0) publishWalletChanges(context, await orphanDeposits(context.db, gone));
}
