import { publishWalletChanges } from '../deposits/publish-deposits.ts';
import { findUnconfirmedDeposits, orphanDeposits } from '../deposits/scanned-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';

/** Interval and batch size for rechecking transactions that stay unconfirmed. */
const PAUSE_MS = 60_000;
const BATCH_SIZE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** State of a chain that one process keeps in memory between two scans. */
export interface ScanMemory {
  /** When unconfirmed deposits are rechecked, milliseconds. */
  unminedAt: number;
  /** Id of the last deposit that was rechecked. */
  unminedAfter: string | null;
}

export const createScanMemory = (): ScanMemory => ({ unminedAt: 0, unminedAfter: null });

/** Rechecks unconfirmed deposits; those unknown to the chain were replaced, or dropped by a fork. */
export async function recheckUnconfirmedDeposits(
  context: CustodyContext,
  node: ChainNode,
  memory: ScanMemory,
): Promise<void> {
  const now = context.clock.now();
  if (now < memory.unminedAt) return;
  const unconfirmed = await findUnconfirmedDeposits(
    context.db,
    node.chain,
    memory.unminedAfter ?? FIRST_ID,
    BATCH_SIZE,
  );
  memory.unminedAfter = unconfirmed.length === BATCH_SIZE ? (unconfirmed.at(-1)?.id ?? null) : null;
  memory.unminedAt = now + PAUSE_MS;
  const goneIds: string[] = [];
  const knownByTxid = new Map<string, boolean>();
  for (const { id, txid } of unconfirmed) {
    if (!knownByTxid.has(txid)) knownByTxid.set(txid, (await node.transaction(txid)) !== null);
    if (!knownByTxid.get(txid)) goneIds.push(id);
  }
  if (goneIds.length > 0) publishWalletChanges(context, await orphanDeposits(context.db, goneIds));
}
