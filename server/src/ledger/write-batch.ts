import type pg from 'pg';
import type { BatchPlan } from './batch.ts';
import type { ColumnArrays } from './column-arrays.ts';
import type { Lease } from './lease.ts';
import { partsInOrder, wholeBatchOf } from './whole-batch.ts';

const SETTLE = 'select settle($1, $2, $3, $4, $5, $6, $7::interval, $8::bigint[], $9::numeric[])';

/**
 * Writes a batch in one transaction, sent in one piece: inserts, then the head and the balances, then updates. The
 * inserts run while the previous batch still commits; `settle` waits for it.
 * Rejects with the first error of the database; the caller has to find out whether the batch committed.
 */
export async function writeBatch(
  client: pg.Client,
  plan: BatchPlan,
  before: Pick<Lease, 'epoch' | 'batch'>,
  mac: Buffer,
  leaseMs: number,
): Promise<void> {
  const settled = await Promise.allSettled(atOnce(client, () => send(client, plan, before, mac, leaseMs)));
  const failed = settled.find((answer) => answer.status === 'rejected');
  if (failed) throw failed.reason;
}

const runRows = (client: pg.Client, rows: ColumnArrays) =>
  client.query({ name: rows.statement.name, text: rows.statement.text, values: [...rows.parameters()] });

function send(
  client: pg.Client,
  plan: BatchPlan,
  before: Pick<Lease, 'epoch' | 'batch'>,
  mac: Buffer,
  leaseMs: number,
): Promise<unknown>[] {
  const settling = [
    before.epoch,
    before.batch,
    plan.cursor.transferId,
    plan.cursor.accountId,
    plan.at,
    mac,
    `${leaseMs} milliseconds`,
    plan.accountIds,
    plan.balances,
  ];
  const sent: Promise<unknown>[] = [];
  const whole = wholeBatchOf(plan.inserts);
  // A single statement is a transaction.
  const isAlone = whole !== null && plan.updates.length === 0;
  if (!isAlone) sent.push(client.query('begin'));
  if (whole) {
    const rows = partsInOrder(plan.inserts).flatMap((inserts) => inserts.parameters());
    sent.push(client.query({ ...whole, values: [...settling, ...rows] }));
  } else {
    sent.push(
      client.query({ name: 'begin_batch', text: 'select begin_batch($1)', values: [before.batch] }),
      ...plan.inserts.map((rows) => runRows(client, rows)),
      client.query({ name: 'settle', text: SETTLE, values: settling }),
    );
  }
  sent.push(...plan.updates.map((rows) => runRows(client, rows)));
  if (!isAlone) sent.push(client.query('commit'));
  return sent;
}

/** Corks the socket while `ask` runs, so that its queries go out in one packet. */
function atOnce<T>({ connection: { stream } }: pg.Client, ask: () => T): T {
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}
