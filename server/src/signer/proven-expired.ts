import type { ChainNode } from '../custody/ports.ts';
import type { JournalRecord } from './journal.ts';

const PATIENCE_MS = 6_000;

/**
 * Whether the chain can never take these bytes any more, as the signer's own node shows it: a block that can't be undone
 * is past their end, and they are in none, or failed in one that can't be undone. No clock is asked, and no word of whoever
 * asks for a signature. False: nobody knows, for whatever reason.
 */
export async function isProvenExpired(node: ChainNode | undefined, old: JournalRecord): Promise<boolean> {
  if (node === undefined || old.expires === null) return false;
  const late = new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref());
  return Promise.race([look(node, old.txid, old.expires).catch(() => false), late]);
}

async function look(node: ChainNode, txid: string, expires: number): Promise<boolean> {
  if ((await node.isExpired?.(expires)) !== true) return false;
  // Looked up after its end: no later block has it.
  const found = await node.find(txid);
  if (found.state !== 'INCLUDED') return found.state === 'UNKNOWN';
  const { final } = await node.head();
  return !found.ok && final !== null && found.height <= final;
}
