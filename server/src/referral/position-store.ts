import { type Asset, type Coin, isAsset } from '@sarraf/domain';
import { sql } from 'kysely';
import { transferredAfter } from '../ledger/index.ts';
import { joinByHash, type Queryable, type Tx } from '../platform/database/database.ts';
import { namedAccounts } from '../platform/database/named-accounts.ts';
import { columnOf, FLOW_KEYS } from './flow.ts';
import {
  type DayEntry,
  type Exit,
  exitKey,
  type Moved,
  type Positions,
  positionKey,
  type Share,
} from './fold-transfers.ts';
import type { Position } from './position.ts';

/** Where the fold stands and where the ledger does; null: another process folds. */
export async function lockHead(tx: Tx): Promise<{ from: bigint; last: bigint } | null> {
  const { rows } = await sql<{ from: bigint; last: bigint }>`
    select p.transfer_id as "from", h.last_transfer_id as last from positions_head p, ledger_head h
    for update of p skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Since when transfers wait to be folded; null: none do. */
export const positionsWaitingSince = (db: Queryable): Promise<Date | null> =>
  transferredAfter(db, sql`(select transfer_id from positions_head)`);

export async function moveHead(tx: Tx, to: bigint): Promise<void> {
  await sql`update positions_head set transfer_id = ${to}`.execute(tx);
}

type MovedRow = Omit<Moved, 'order'> & { coin: Coin | null; orderType: string | null };

/** Transfers with an id in (from, to], oldest first, at most `limit`. */
export async function readMoved(tx: Tx, from: bigint, to: bigint, limit: number): Promise<Moved[]> {
  const person = (account: 'd' | 'c') =>
    sql.raw(`case when ${account}.kind in ('spendable', 'blocked') then ${account}.owner::uuid end`);
  await joinByHash(tx);
  const { rows } = await sql<MovedRow>`
    with moved as materialized (
      select * from transfers where id > ${from} and id <= ${to} order by id limit ${limit}
    ), named as materialized (${namedAccounts(sql`t.id between (select min(id) from moved) and (select max(id) from moved)`)})
    select t.id, ${person('d')} as "from", ${person('c')} as "to", d.kind as debit, d.asset, t.amount, t.kind,
      t.reference, t.created_at as at, o.coin, o.order_type as "orderType"
    from moved t join named d on d.id = t.debit_account join named c on c.id = t.credit_account
    left join lateral (
      select coin, order_type from orders where t.kind = 'fee' and user_id = ${person('d')} and id = t.reference offset 0
    ) o on true
    order by t.id`.execute(tx);
  return rows.map(({ coin, orderType, ...row }) => ({
    ...row,
    order: coin === null ? null : { coin, side: orderType?.endsWith('BUY') ? 'buy' : 'sell' },
  }));
}

interface PositionRow {
  userId: string;
  asset: Asset;
  amount: bigint;
  costToman: bigint;
  costTether: bigint;
  realisedToman: bigint;
  realisedTether: bigint;
}

const toPosition = (row: PositionRow): Position => ({
  amount: row.amount,
  cost: { TOMAN: row.costToman, TETHER: row.costTether },
  realised: { TOMAN: row.realisedToman, TETHER: row.realisedTether },
});

export async function readPositions(
  db: Queryable,
  userIds: readonly string[],
): Promise<{ userId: string; asset: Asset; position: Position }[]> {
  const { rows } =
    await sql<PositionRow>`select user_id as "userId", asset, amount, cost_toman as "costToman",
      cost_tether as "costTether", realised_toman as "realisedToman", realised_tether as "realisedTether"
    from positions where user_id = any(${[...userIds]}::uuid[])`.execute(db);
  return rows
    .filter(({ asset }) => isAsset(asset))
    .map((row) => ({ userId: row.userId, asset: row.asset, position: toPosition(row) }));
}

export async function readExits(tx: Tx, references: readonly string[]): Promise<Map<string, Exit>> {
  const { rows } = await sql<Omit<Exit, 'cost'> & { toman: bigint; tether: bigint }>`
    select reference, user_id as "userId", asset, amount, cost_toman as toman, cost_tether as tether
    from position_exits where reference = any(${[...references]}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ toman, tether, ...exit }) => [
      exitKey(exit),
      { ...exit, cost: { TOMAN: toman, TETHER: tether } },
    ]),
  );
}

/** Everything that a fold has changed. */
export async function savePositions(tx: Tx, folded: Positions): Promise<void> {
  const changed = [...folded.changed].map((key) => {
    const [userId = '', asset = ''] = key.split(' ') as [string, Asset];
    return { userId, asset, ...folded.get(userId, asset as Asset) };
  });
  await sql`insert into positions (user_id, asset, amount, cost_toman, cost_tether, realised_toman, realised_tether)
    select * from unnest(${changed.map(({ userId }) => userId)}::uuid[], ${changed.map(({ asset }) => asset)}::text[],
      ${changed.map(({ amount }) => amount)}::numeric[], ${changed.map(({ cost }) => cost.TOMAN)}::numeric[],
      ${changed.map(({ cost }) => cost.TETHER)}::numeric[],
      ${changed.map(({ realised }) => realised.TOMAN)}::numeric[],
      ${changed.map(({ realised }) => realised.TETHER)}::numeric[])
    on conflict (user_id, asset) do update set amount = excluded.amount, cost_toman = excluded.cost_toman,
      cost_tether = excluded.cost_tether, realised_toman = excluded.realised_toman,
      realised_tether = excluded.realised_tether`.execute(tx);
  await saveDays(tx, [...folded.days.values()]);
  await saveExits(tx, folded);
  await addShares(tx, folded.shares);
}

const FLOW_COLUMNS = FLOW_KEYS.map(columnOf);

/** The last balance and cost of a day stay; what went on is added to what was folded of it before. */
async function saveDays(tx: Tx, days: readonly DayEntry[]): Promise<void> {
  const flows = sql.join(FLOW_KEYS.map((key) => sql`${days.map(({ flow }) => flow[key])}::numeric[]`));
  const added = FLOW_COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`);
  await sql`insert into daily_balances as d (user_id, asset, day, balance, cost_toman, ${sql.raw(FLOW_COLUMNS.join(', '))})
    select * from unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ asset }) => asset)}::text[],
      ${days.map(({ day }) => day)}::date[], ${days.map(({ balance }) => balance)}::numeric[],
      ${days.map(({ cost }) => cost)}::numeric[], ${flows})
    on conflict (user_id, asset, day) do update set balance = excluded.balance, cost_toman = excluded.cost_toman,
      ${sql.raw(added.join(', '))}`.execute(tx);
}

async function saveExits(tx: Tx, folded: Positions): Promise<void> {
  const exits = [...folded.changedExits].map((key) => folded.exit(key) as Exit);
  const gone = exits.filter(({ amount }) => amount === 0n);
  if (gone.length > 0)
    await sql`delete from position_exits x using unnest(${gone.map(({ reference }) => reference)}::uuid[],
        ${gone.map(({ userId }) => userId)}::uuid[], ${gone.map(({ asset }) => asset)}::text[])
        as g (reference, user_id, asset)
      where (x.reference, x.user_id, x.asset) = (g.reference, g.user_id, g.asset)`.execute(tx);
  const there = exits.filter(({ amount }) => amount > 0n);
  if (there.length > 0)
    await sql`insert into position_exits (reference, user_id, asset, amount, cost_toman, cost_tether)
      select * from unnest(${there.map(({ reference }) => reference)}::uuid[],
        ${there.map(({ userId }) => userId)}::uuid[], ${there.map(({ asset }) => asset)}::text[],
        ${there.map(({ amount }) => amount)}::numeric[], ${there.map(({ cost }) => cost.TOMAN)}::numeric[],
        ${there.map(({ cost }) => cost.TETHER)}::numeric[])
      on conflict (reference, user_id, asset) do update set amount = excluded.amount,
        cost_toman = excluded.cost_toman, cost_tether = excluded.cost_tether`.execute(tx);
}

async function addShares(tx: Tx, shares: readonly Share[]): Promise<void> {
  if (shares.length === 0) return;
  const fresh = sql`unnest(${shares.map(({ inviterId }) => inviterId)}::uuid[],
    ${shares.map(({ inviteeId }) => inviteeId)}::uuid[], ${shares.map(({ asset }) => asset)}::text[],
    ${shares.map(({ amount }) => amount)}::numeric[], ${shares.map(({ tomanValue }) => tomanValue)}::numeric[])
    as s (inviter_id, invitee_id, asset, amount, toman_value)`;
  await sql`insert into referral_totals (inviter_id, asset, amount, toman_value)
    select inviter_id, asset, sum(amount), sum(toman_value) from ${fresh} group by inviter_id, asset
    on conflict (inviter_id, asset) do update set amount = referral_totals.amount + excluded.amount,
      toman_value = referral_totals.toman_value + excluded.toman_value`.execute(tx);
  await sql`insert into referral_sums (inviter_id, invitee_id, toman_value)
    select inviter_id, invitee_id, sum(toman_value) from ${fresh} group by inviter_id, invitee_id
    on conflict (inviter_id, invitee_id) do update
      set toman_value = referral_sums.toman_value + excluded.toman_value`.execute(tx);
}

export const keyed = (rows: readonly { userId: string; asset: Asset; position: Position }[]) =>
  new Map(rows.map(({ userId, asset, position }) => [positionKey(userId, asset), position]));
