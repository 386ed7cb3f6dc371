import { type Asset, isAsset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { columnOf, FLOW_KEYS } from './flow.ts';
import {
  type DayEntry,
  exitKey,
  type Positions,
  positionKey,
  type ReferralShare,
  type WithdrawnCost,
} from './fold-transfers.ts';
import type { Position } from './position.ts';

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

export async function readExits(tx: Tx, references: readonly string[]): Promise<Map<string, WithdrawnCost>> {
  const { rows } = await sql<Omit<WithdrawnCost, 'cost'> & { toman: bigint; tether: bigint }>`
    select reference, user_id as "userId", asset, amount, cost_toman as toman, cost_tether as tether
    from position_exits where reference = any(${[...references]}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ toman, tether, ...exit }) => [
      exitKey(exit),
      { ...exit, cost: { TOMAN: toman, TETHER: tether } },
    ]),
  );
}

/** Saves all changes of a chunk. */
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

/** Overwrites a day's closing balance and cost; adds its flow to that of earlier chunks. */
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
  const exits = [...folded.changedExits].map((key) => folded.exit(key) as WithdrawnCost);
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

async function addShares(tx: Tx, shares: readonly ReferralShare[]): Promise<void> {
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

export const indexPositions = (rows: readonly { userId: string; asset: Asset; position: Position }[]) =>
  new Map(rows.map(({ userId, asset, position }) => [positionKey(userId, asset), position]));
