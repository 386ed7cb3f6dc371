import { openChain } from './chain.ts';
import { acquireLease, connectWriterClient, releaseLease } from './lease.ts';
import type { ChainPoint } from './verify-chain.ts';

/** The opening of large books reads all transfers; the lease is renewed meanwhile. */
const LEASE_MS = 60_000;

/**
 * Opens the chain once more, over everything that is in the books: for an operator who knows why it was broken. The new row
 * and the head become true together. Throws where a server settles.
 */
export async function beginChainAnew(url: string, key: Buffer, at: Date): Promise<ChainPoint> {
  const client = await connectWriterClient(url, LEASE_MS, () => {});
  try {
    await client.query('begin');
    const lease = await acquireLease(client, 'audit accept', LEASE_MS);
    if (lease === null) throw new Error('A server settles the books: stop all servers first.');
    const { epoch, transferId, accountId } = lease;
    const batch = lease.batch + 1n;
    await client.query('update ledger_head set batch = $1 where epoch = $2', [batch, epoch]);
    const mac = await openChain(client, key, { epoch, batch, transferId, accountId }, at);
    await releaseLease(client, epoch);
    await client.query('commit');
    return { number: batch, transferId, accountId, mac };
  } finally {
    await client.end();
  }
}
