import type pg from 'pg';
import { createClient } from '../platform/database/connect.ts';
import { FORCE_INDEX_SCANS, pgTypes } from '../platform/database/database.ts';

/** The lease as its holder knows it, and the ids from which the next batch numbers its rows. */
export interface Lease {
  readonly epoch: bigint;
  batch: bigint;
  transferId: bigint;
  accountId: bigint;
  /** The time of the last batch; null: there is none. */
  at: Date | null;
  /** MAC of the last batch (chain.ts); null: the chain is not open yet. */
  mac: Buffer | null;
}

const ACQUIRED = `epoch, batch, last_transfer_id as "transferId", last_account_id as "accountId", mac,
  (select at from ledger_batches b where b.number = ledger_head.batch) as at`;

/** Whether the lease was refused because a feature in use needs a later version. */
export const isOfEarlierVersion = (error: unknown): boolean => (error as { code?: string }).code === 'SL003';

/**
 * Acquires the lease if it is free or expired. Null: another process is the writer. Throws when this version may
 * not hold it.
 */
export async function acquireLease(
  client: pg.Client,
  holder: string,
  leaseMs: number,
): Promise<Lease | null> {
  const { rows } = await client.query<Lease>(
    `update ledger_head set epoch = epoch + 1, holder = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'
     where lease_until < clock_timestamp() returning ${ACQUIRED}`,
    [holder, leaseMs],
  );
  return rows[0] ?? null;
}

/**
 * Reacquires the writer's own lease under a new epoch: everything sent under the old one has either committed by
 * now (the row's lock waits for it) or never will. Null: another process took it in the meantime.
 */
export async function reacquireLease(
  client: pg.Client,
  epoch: bigint,
  leaseMs: number,
): Promise<Lease | null> {
  const { rows } = await client.query<Lease>(
    `update ledger_head set epoch = epoch + 1, lease_until = clock_timestamp() + $2 * interval '1 ms'
     where epoch = $1 returning ${ACQUIRED}`,
    [epoch, leaseMs],
  );
  return rows[0] ?? null;
}

/** Renews the lease; false: it is lost. */
export async function renewLease(client: pg.Client, epoch: bigint, leaseMs: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update ledger_head set lease_until = clock_timestamp() + $2 * interval '1 ms' where epoch = $1`,
    [epoch, leaseMs],
  );
  return rowCount === 1;
}

export async function releaseLease(client: pg.Client, epoch: bigint): Promise<void> {
  await client.query(`update ledger_head set lease_until = '-infinity' where epoch = $1`, [epoch]);
}

/** Opens a connection that pipelines its queries, so that a batch is one round trip. */
export async function connectWriterClient(
  url: string,
  leaseMs: number,
  onLost: () => void,
): Promise<pg.Client> {
  const client = createClient({
    connectionString: url,
    pipeline: true,
    types: pgTypes,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    // A writer that froze in the middle of a batch holds the lock of the head; the next writer must not wait for it
    // longer.
    idle_in_transaction_session_timeout: leaseMs,
    application_name: 'sarraf-ledger',
  });
  client.on('error', onLost);
  await client.connect();
  await client.query(FORCE_INDEX_SCANS);
  return client;
}
