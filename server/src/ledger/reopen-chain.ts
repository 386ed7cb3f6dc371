import { openChain } from './chain.ts';
import { acquireLease, connectWriterClient, releaseLease } from './lease.ts';
import type { ChainPoint } from './verify-chain.ts';

/** Opening the chain of a large ledger reads all transfers; the lease is renewed in the meantime. */
const LEASE_MS = 60_000;

/**
 * Reopens the chain over everything in the ledger, for an operator who knows why it was broken. The new row and the
 * head are committed together. Throws while a server holds the writer's lease.
 */
export async function reopenChain(url: string, key: Buffer, at: Date): Promise<ChainPoint> {
  const client = await connectWriterClient(url, LEASE_MS, () => {});
  try {
    await client.query('begin');
    const lease = await acquireLease(client, 'audit accept', LEASE_MS);
    if (lease === null) throw new Error('A server is writing the ledger: stop all servers first.');
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
