import { CompiledQuery } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import {
  ACCOUNT_ARRAYS,
  type ChainSource,
  computeBatchMac,
  NO_MAC,
  readContentUpTo,
  TRANSFER_ARRAYS,
} from './chain.ts';

/** A batch up to which the chain was verified. */
export interface ChainPoint {
  readonly number: bigint;
  readonly transferId: bigint;
  readonly accountId: bigint;
  readonly mac: Buffer;
}

/** How far the chain is valid, and the violation in the next batch; null: none. */
export interface ChainVerdict {
  readonly point: ChainPoint | null;
  readonly problem: string | null;
  /** The point is the head of the ledger. */
  readonly complete: boolean;
}

interface BatchRow {
  number: bigint;
  opening: boolean;
  at: Date;
  transferId: bigint;
  accountId: bigint;
  mac: Buffer;
}

/** Columns of `ledger_head`. */
interface HeadRow {
  number: bigint;
  transferId: bigint;
  accountId: bigint;
  mac: Buffer | null;
  /** There are rows beyond the head. */
  beyond: boolean;
}

const BATCH_COLUMNS = `number, opening, at, last_transfer_id as "transferId", last_account_id as "accountId", mac`;

const READ_BATCHES = `select b.number, b.opening, b.at, b."transferId", b."accountId", b.mac, t.texts as transfers, a.texts as accounts
  from (
    select ${BATCH_COLUMNS}, coalesce(lag(last_transfer_id) over w, $3) as after_transfer,
      coalesce(lag(last_account_id) over w, $4) as after_account
    from ledger_batches where number > $1 and number <= $2 window w as (order by number)
  ) b,
  lateral (select ${TRANSFER_ARRAYS} as texts from transfers
    where id > b.after_transfer and id <= b."transferId") t,
  lateral (select ${ACCOUNT_ARRAYS} as texts from accounts
    where id > b.after_account and id <= b."accountId") a
  order by b.number`;

/** Batches read per query. */
const BATCH_SIZE = 500n;

/** Returns the last opening row, where verification without a point begins. Null: the chain is not open. */
async function findLastOpening(source: ChainSource): Promise<BatchRow | null> {
  const { rows } = await source.query<BatchRow>(
    `select ${BATCH_COLUMNS} from ledger_batches where opening order by number desc limit 1`,
    [],
  );
  return rows[0] ?? null;
}

/**
 * Recomputes the chain from `after` up to the head, or at most `most` batches; without a point, from the last
 * opening, which reads all transfers. `db` should be one snapshot: a repeatable-read transaction.
 */
export async function verifyBatchChain(
  db: Queryable,
  key: Buffer,
  after: ChainPoint | null,
  maxBatches = Number.POSITIVE_INFINITY,
): Promise<ChainVerdict> {
  const source = toChainSource(db);
  const { rows } = await source.query<HeadRow>(
    `select batch as number, last_transfer_id as "transferId", last_account_id as "accountId", mac,
      -- By the end of each index. For EXISTS the planner would expect an early hit, and read whole tables for none.
      coalesce((select max(id) from transfers) > last_transfer_id, false)
        or coalesce((select max(id) from accounts) > last_account_id, false)
        or coalesce((select max(number) from ledger_batches) > batch, false) as beyond
      from ledger_head`,
    [],
  );
  const head = rows[0];
  if (!head) return { point: after, problem: 'the head of the ledger is missing', complete: false };
  let point = after;
  // Nothing has been settled yet.
  const isNew = head.number === 0n && head.mac === null && !head.beyond;
  if (point === null && isNew) return { point, problem: null, complete: true };
  if (point === null) {
    const opened = await verifyOpening(source, key);
    if (opened.problem !== null) return { ...opened, complete: false };
    point = opened.point;
  } else if (!(await isStored(source, point))) {
    return { point, problem: `batch ${point.number} was changed or taken out`, complete: false };
  }
  const end = point.number + BigInt(Math.min(maxBatches, 1e9));
  while (point.number < head.number && point.number < end) {
    const next = await verifyNextPage(source, key, point, end < head.number ? end : head.number);
    if ('problem' in next) return { point, problem: next.problem, complete: false };
    point = next;
  }
  if (point.number < head.number) return { point, problem: null, complete: false };
  const isHeadValid =
    !head.beyond &&
    head.number === point.number &&
    head.transferId === point.transferId &&
    head.accountId === point.accountId &&
    head.mac?.equals(point.mac);
  return isHeadValid
    ? { point, problem: null, complete: true }
    : { point, problem: 'rows or a head beyond the last batch', complete: false };
}

async function verifyOpening(
  source: ChainSource,
  key: Buffer,
): Promise<{ point: ChainPoint; problem: null } | { point: null; problem: string }> {
  const opening = await findLastOpening(source);
  if (opening === null) return { point: null, problem: 'the chain of batches is not open' };
  const mac = computeBatchMac(key, NO_MAC, await readContentUpTo(source, opening));
  return mac.equals(opening.mac)
    ? { point: opening, problem: null }
    : {
        point: null,
        problem: `what was there when the chain was opened at batch ${opening.number} was changed`,
      };
}

async function isStored(
  source: ChainSource,
  { number, mac, transferId, accountId }: ChainPoint,
): Promise<boolean> {
  const { rows } = await source.query<BatchRow>(
    `select ${BATCH_COLUMNS} from ledger_batches where number = $1`,
    [number],
  );
  const [row] = rows;
  return row?.mac.equals(mac) === true && row.transferId === transferId && row.accountId === accountId;
}

/** Verifies one page of batches after a point, up to number `to`. */
async function verifyNextPage(
  source: ChainSource,
  key: Buffer,
  from: ChainPoint,
  to: bigint,
): Promise<ChainPoint | { problem: string }> {
  const last = from.number + BATCH_SIZE < to ? from.number + BATCH_SIZE : to;
  const { rows } = await source.query<BatchRow & { transfers: string[]; accounts: string[] }>(READ_BATCHES, [
    from.number,
    last,
    from.transferId,
    from.accountId,
  ]);
  let point = from;
  for (const row of rows) {
    if (row.number !== point.number + 1n) break;
    if (!computeBatchMac(key, point.mac, row).equals(row.mac))
      return {
        problem: `batch ${row.number} (transfers ${point.transferId + 1n} to ${row.transferId}) was changed`,
      };
    point = row;
  }
  return point.number === last ? point : { problem: `batch ${point.number + 1n} is missing` };
}

const toChainSource = (db: Queryable): ChainSource => ({
  query: <R>(text: string, values: readonly unknown[]) =>
    db.executeQuery<R>(CompiledQuery.raw(text, [...values])),
});
