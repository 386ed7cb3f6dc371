import type { Asset, Coin } from '@sarraf/domain';
import { sql } from 'kysely';
import {
  allowHashJoins,
  commitAsynchronously,
  type Db,
  forceIndexScans,
  type Tx,
} from '../platform/database/database.ts';
import { selectAccountsOfTransfers } from '../platform/database/named-accounts.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import { findFirstTransferTime } from './transferred-after.ts';

interface TransferSide {
  owner: string;
  kind: string;
}

/** A settled transfer with its two accounts. */
export interface FollowedTransfer {
  id: bigint;
  debit: TransferSide;
  credit: TransferSide;
  asset: Asset;
  amount: bigint;
  kind: string;
  reference: string;
  at: Date;
  /** Order that a person paid this fee for: the traded coin, and whether the order was on the order book. */
  order: { coin: Coin; type: string; booked: boolean } | null;
}

/**
 * A follower that reads the ledger by transfer number, which has no gaps, and stores its position in a table of one
 * row.
 */
export interface TransferFollower<Name extends string = string> extends Follower<Name> {
  /** Table of its position; the column is `transfer_id`. */
  head: string;
  /**
   * Processes transfers in order; all of one reference come in one call. `before`: the transfer preceding the first
   * one; null: there is none.
   */
  take(tx: Tx, transfers: readonly FollowedTransfer[], before: FollowedTransfer | null): Promise<void>;
  /** Column of its table with the time at which it last reached the end of the ledger. */
  caughtUpAt?: string;
}

/** Transfers read in one transaction. */
const CHUNK_SIZE = 5_000;

export const createTransferFollower = <Name extends string>(
  db: Db,
  options: Pick<TransferFollower<Name>, 'name' | 'head' | 'take' | 'caughtUpAt'>,
): TransferFollower<Name> => ({
  ...options,
  byBatches: true,
  step: () => followTransfers(db, [options]),
  waitingSince: () => findFirstTransferTime(db, sql`(select transfer_id from ${sql.table(options.head)})`),
});

const isTransferFollower = (follower: Follower): follower is TransferFollower => 'take' in follower;

/**
 * Joins all followers that read transfers into one that reads them once, in one transaction. When that fails, each
 * runs separately, so that a failing follower delays none of the others.
 */
export function joinTransferFollowers(db: Db, followers: readonly Follower[]): Follower[] {
  const joined = followers.filter(isTransferFollower);
  const combined: Follower = {
    name: joined.map(({ name }) => name).join(', '),
    byBatches: true,
    step: () => followTransfers(db, joined).catch(() => stepSeparately(joined)),
    waitingSince: async () => null,
  };
  return [...followers.filter((follower) => !isTransferFollower(follower)), combined];
}

async function stepSeparately(followers: readonly Follower[]): Promise<boolean> {
  const results = await Promise.allSettled(followers.map(({ step }) => step()));
  const failed = results.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return results.some((end) => end.status === 'fulfilled' && end.value);
}

type TransferReader = Pick<TransferFollower, 'head' | 'take' | 'caughtUpAt'>;

/**
 * Reads one chunk of transfers for all readers in one transaction, which also advances their positions: no transfer
 * is missed or processed twice, even by concurrent processes or after a crash. False: all is read, or another
 * process holds one of the positions.
 */
export const followTransfers = (
  db: Db,
  readers: readonly TransferReader[],
  chunk = CHUNK_SIZE,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const heads = await lockHeads(tx, readers);
    if (heads === null) return false;
    const { places, last } = heads;
    const from = places.reduce((minimum, position) => (position < minimum ? position : minimum), last);
    if (from === last) {
      await advanceHeads(
        tx,
        readers.filter(({ caughtUpAt }) => caughtUpAt),
        last,
        true,
      );
      return false;
    }
    await forceIndexScans(tx);
    await allowHashJoins(tx);
    await commitAsynchronously(tx);
    const { before, transfers } = await readCompleteChunk(tx, from, last, chunk);
    const to = transfers.at(-1)?.id ?? last;
    const lagging = readers.flatMap((reader, n) => {
      const place = places[n] as bigint;
      return place < to ? [{ reader, place }] : [];
    });
    for (const { reader, place } of lagging) {
      const first = transfers.findIndex(({ id }) => id > place);
      await reader.take(tx, transfers.slice(first), first === 0 ? before : (transfers[first - 1] ?? null));
    }
    await advanceHeads(
      tx,
      lagging.map(({ reader }) => reader),
      to,
      to === last,
    );
    return to < last;
  });

/** Locks the positions of all readers; null: another process holds one of them. */
async function lockHeads(
  tx: Tx,
  readers: readonly TransferReader[],
): Promise<{ places: bigint[]; last: bigint } | null> {
  const tables = sql.join(readers.map(({ head }) => sql.table(head)));
  const positions = sql.join(readers.map(({ head }) => sql.ref(`${head}.transfer_id`)));
  const { rows } = await sql<{ places: string[]; last: bigint }>`
    select array[${positions}]::text[] as places, ledger_head.last_transfer_id as last from ledger_head, ${tables}
    for update of ${tables} skip locked`.execute(tx);
  const [row] = rows;
  return row ? { places: row.places.map(BigInt), last: row.last } : null;
}

async function advanceHeads(
  tx: Tx,
  readers: readonly TransferReader[],
  to: bigint,
  caughtUp: boolean,
): Promise<void> {
  if (readers.length === 0) return;
  const updates = readers.map(({ head, caughtUpAt }) => {
    const time = caughtUp && caughtUpAt ? sql`, ${sql.ref(caughtUpAt)} = now()` : sql``;
    return sql`${sql.id(`moved_${head}`)} as (update ${sql.table(head)} set transfer_id = ${to}${time})`;
  });
  await sql`with ${sql.join(updates)} select`.execute(tx);
}

/** Reads a chunk that doesn't split what belongs together: neither a trade nor a fee and its share. */
async function readCompleteChunk(
  tx: Tx,
  from: bigint,
  last: bigint,
  chunk: number,
): Promise<{ before: FollowedTransfer | null; transfers: FollowedTransfer[] }> {
  // An order without a fee may have more transfers than a chunk holds. Ends when a chunk holds all remaining ones.
  for (let size = chunk; ; size *= 2) {
    const read = await readTransfers(tx, from, last, size + 2);
    const before = read[0]?.id === from ? (read.shift() ?? null) : null;
    // Rows that are lost, or changed by an attacker, would be looked for in ever larger chunks.
    if (read.length === 0) throw new Error(`ledger: no transfer from ${from + 1n} to ${last} is readable`);
    const transfers = cutAtReference(read, size);
    if (transfers.length > 0) return { before, transfers };
  }
}

function cutAtReference(read: FollowedTransfer[], size: number): FollowedTransfer[] {
  if (read.length <= size) return read;
  const next = read[size];
  let end = size;
  while (end > 0 && read[end - 1]?.reference === next?.reference) end -= 1;
  return read.slice(0, end);
}

type Row = Pick<FollowedTransfer, 'id' | 'asset' | 'amount' | 'kind' | 'reference' | 'at'> & {
  debitOwner: string;
  debitKind: string;
  creditOwner: string;
  creditKind: string;
  coin: Coin | null;
  orderType: string | null;
  booked: boolean;
};

/** Returns transfers with ids in [from, to], oldest first, at most `limit`. */
async function readTransfers(tx: Tx, from: bigint, to: bigint, limit: number): Promise<FollowedTransfer[]> {
  const { rows } = await sql<Row>`
    with moved as materialized (
      select * from transfers where id >= ${from} and id <= ${to} order by id limit ${limit}
    ), named as materialized (${selectAccountsOfTransfers(sql`t.id between (select min(id) from moved) and (select max(id) from moved)`)})
    select t.id, d.owner as "debitOwner", d.kind as "debitKind", c.owner as "creditOwner", c.kind as "creditKind",
      d.asset, t.amount, t.kind, t.reference, t.created_at as at, o.coin, o.order_type as "orderType",
      o.sequence is not null as booked
    from moved t join named d on d.id = t.debit_account join named c on c.id = t.credit_account
    left join lateral (
      select coin, order_type, sequence from orders where t.kind = 'fee' and id = t.reference
        and user_id = case when d.kind in ('spendable', 'blocked') then d.owner::uuid end offset 0
    ) o on true
    order by t.id`.execute(tx);
  return rows.map(({ debitOwner, debitKind, creditOwner, creditKind, coin, orderType, booked, ...row }) => ({
    ...row,
    debit: { owner: debitOwner, kind: debitKind },
    credit: { owner: creditOwner, kind: creditKind },
    order: coin === null ? null : { coin, type: orderType ?? '', booked },
  }));
}

/** Returns the person who owns a side; null: the house, a company's till, or the outside world. */
export const getPersonOfSide = ({ owner, kind }: TransferSide): string | null =>
  kind === 'spendable' || kind === 'blocked' ? owner : null;
