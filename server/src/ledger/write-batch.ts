import type pg from 'pg';
import type { BatchPlan } from './batch.ts';
import type { ColumnArrays } from './column-arrays.ts';
import type { Lease } from './lease.ts';
import { buildWholeBatch, sortInserts } from './whole-batch.ts';

const SETTLE_STATEMENT = 'select settle($1, $2, $3, $4, $5, $6, $7::interval, $8::bigint[], $9::numeric[])';

/**
 * Writes a batch in one transaction, sent in one piece: inserts, then the head and the balances, then updates. The
 * inserts run while the previous batch still commits; `settle` waits for it.
 * Rejects with the first error of the database; the caller has to find out whether the batch committed.
 */
export async function writeBatch(
  client: pg.Client,
  plan: BatchPlan,
  lease: Pick<Lease, 'epoch' | 'batch'>,
  mac: Buffer,
  leaseMs: number,
): Promise<void> {
  const results = await Promise.allSettled(
    corked(client, () => sendStatements(client, plan, lease, mac, leaseMs)),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

const queryRows = (client: pg.Client, rows: ColumnArrays) =>
  client.query({ name: rows.statement.name, text: rows.statement.text, values: [...rows.parameters()] });

function sendStatements(
  client: pg.Client,
  plan: BatchPlan,
  lease: Pick<Lease, 'epoch' | 'batch'>,
  mac: Buffer,
  leaseMs: number,
): Promise<unknown>[] {
  const settleParameters = [
    lease.epoch,
    lease.batch,
    plan.cursor.transferId,
    plan.cursor.accountId,
    plan.at,
    mac,
    `${leaseMs} milliseconds`,
    plan.accountIds,
    plan.balances,
  ];
  const sent: Promise<unknown>[] = [];
  const wholeBatch = buildWholeBatch(plan.inserts);
  // A single statement is a transaction.
  const isAlone = wholeBatch !== null && plan.updates.length === 0;
  if (!isAlone) sent.push(client.query('begin'));
  if (wholeBatch) {
    const rows = sortInserts(plan.inserts).flatMap((inserts) => inserts.parameters());
    sent.push(client.query({ ...wholeBatch, values: [...settleParameters, ...rows] }));
  } else {
    sent.push(
      client.query({ name: 'begin_batch', text: 'select begin_batch($1)', values: [lease.batch] }),
      ...plan.inserts.map((rows) => queryRows(client, rows)),
      client.query({ name: 'settle', text: SETTLE_STATEMENT, values: settleParameters }),
    );
  }
  sent.push(...plan.updates.map((rows) => queryRows(client, rows)));
  if (!isAlone) sent.push(client.query('commit'));
  return sent;
}

/** Corks the socket while `ask` runs, so that its queries go out in one packet. */
function corked<T>({ connection: { stream } }: pg.Client, sendAll: () => T): T {
  stream.cork();
  try {
    return sendAll();
  } finally {
    stream.uncork();
  }
}
