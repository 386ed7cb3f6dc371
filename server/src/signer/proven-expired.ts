import type { ChainNode } from '../custody/ports.ts';
import type { JournalRecord } from './journal.ts';

const TIMEOUT_MS = 6_000;

/**
 * Whether the chain can never accept these bytes, as proven by the signer's own node: a final block is past their
 * expiry, and they are in no block, or failed in a final one. Neither a clock nor the requester is trusted. False:
 * not proven.
 */
export async function isProvenExpired(node: ChainNode | undefined, record: JournalRecord): Promise<boolean> {
  if (node === undefined || record.expires === null) return false;
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref());
  return Promise.race([isUnincludable(node, record.txid, record.expires).catch(() => false), timeout]);
}

async function isUnincludable(node: ChainNode, txid: string, expires: number): Promise<boolean> {
  if ((await node.isExpired?.(expires)) !== true) return false;
  // Searched after its expiry: no later block can contain it.
  const found = await node.find(txid);
  if (found.state !== 'INCLUDED') return found.state === 'UNKNOWN';
  const { final } = await node.head();
  return !found.ok && final !== null && found.height <= final;
}
