import { type Asset, isAsset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { columnNameOf, FLOW_KEYS } from './flow.ts';
import {
  type DayEntry,
  exitKeyOf,
  type Positions,
  positionKeyOf,
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
      exitKeyOf(exit),
      { ...exit, cost: { TOMAN: toman, TETHER: tether } },
    ]),
  );
}

/** Saves all changes of a chunk. */
export async function savePositions(tx: Tx, folded: Positions): Promise<void> {
  const changedPositions = [...folded.changedKeys].map((key) => {
    const [userId = '', asset = ''] = key.split(' ') as [string, Asset];
    return { userId, asset, ...folded.get(userId, asset as Asset) };
  });
  await sql`insert into positions (user_id, asset, amount, cost_toman, cost_tether, realised_toman, realised_tether)
    select * from unnest(${changedPositions.map(({ userId }) => userId)}::uuid[], ${changedPositions.map(({ asset }) => asset)}::text[],
      ${changedPositions.map(({ amount }) => amount)}::numeric[], ${changedPositions.map(({ cost }) => cost.TOMAN)}::numeric[],
      ${changedPositions.map(({ cost }) => cost.TETHER)}::numeric[],
      ${changedPositions.map(({ realised }) => realised.TOMAN)}::numeric[],
      ${changedPositions.map(({ realised }) => realised.TETHER)}::numeric[])
    on conflict (user_id, asset) do update set amount = excluded.amount, cost_toman = excluded.cost_toman,
      cost_tether = excluded.cost_tether, realised_toman = excluded.realised_toman,
      realised_tether = excluded.realised_tether`.execute(tx);
  await saveDays(tx, [...folded.days.values()]);
  await saveExits(tx, folded);
  await addShares(tx, folded.shares);
}

const FLOW_COLUMNS = FLOW_KEYS.map(columnNameOf);

/** Overwrites a day's closing balance and cost; adds its flow to that of earlier chunks. */
async function saveDays(tx: Tx, days: readonly DayEntry[]): Promise<void> {
  const flows = sql.join(FLOW_KEYS.map((key) => sql`${days.map(({ flow }) => flow[key])}::numeric[]`));
  const flowUpdates = FLOW_COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`);
  await sql`insert into daily_balances as d (user_id, asset, day, balance, cost_toman, ${sql.raw(FLOW_COLUMNS.join(', '))})
    select * from unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ asset }) => asset)}::text[],
      ${days.map(({ day }) => day)}::date[], ${days.map(({ balance }) => balance)}::numeric[],
      ${days.map(({ cost }) => cost)}::numeric[], ${flows})
    on conflict (user_id, asset, day) do update set balance = excluded.balance, cost_toman = excluded.cost_toman,
      ${sql.raw(flowUpdates.join(', '))}`.execute(tx);
}

async function saveExits(tx: Tx, folded: Positions): Promise<void> {
  const exits = [...folded.changedExits].map((key) => folded.getExit(key) as WithdrawnCost);
  const emptied = exits.filter(({ amount }) => amount === 0n);
  if (emptied.length > 0)
    await sql`delete from position_exits x using unnest(${emptied.map(({ reference }) => reference)}::uuid[],
        ${emptied.map(({ userId }) => userId)}::uuid[], ${emptied.map(({ asset }) => asset)}::text[])
        as g (reference, user_id, asset)
      where (x.reference, x.user_id, x.asset) = (g.reference, g.user_id, g.asset)`.execute(tx);
  const remaining = exits.filter(({ amount }) => amount > 0n);
  if (remaining.length > 0)
    await sql`insert into position_exits (reference, user_id, asset, amount, cost_toman, cost_tether)
      select * from unnest(${remaining.map(({ reference }) => reference)}::uuid[],
        ${remaining.map(({ userId }) => userId)}::uuid[], ${remaining.map(({ asset }) => asset)}::text[],
        ${remaining.map(({ amount }) => amount)}::numeric[], ${remaining.map(({ cost }) => cost.TOMAN)}::numeric[],
        ${remaining.map(({ cost }) => cost.TETHER)}::numeric[])
      on conflict (reference, user_id, asset) do update set amount = excluded.amount,
        cost_toman = excluded.cost_toman, cost_tether = excluded.cost_tether`.execute(tx);
}

async function addShares(tx: Tx, shares: readonly ReferralShare[]): Promise<void> {
  if (shares.length === 0) return;
  const newShares = sql`unnest(${shares.map(({ inviterId }) => inviterId)}::uuid[],
    ${shares.map(({ inviteeId }) => inviteeId)}::uuid[], ${shares.map(({ asset }) => asset)}::text[],
    ${shares.map(({ amount }) => amount)}::numeric[], ${shares.map(({ tomanValue }) => tomanValue)}::numeric[])
    as s (inviter_id, invitee_id, asset, amount, toman_value)`;
  await sql`insert into referral_totals (inviter_id, asset, amount, toman_value)
    select inviter_id, asset, sum(amount), sum(toman_value) from ${newShares} group by inviter_id, asset
    on conflict (inviter_id, asset) do update set amount = referral_totals.amount + excluded.amount,
      toman_value = referral_totals.toman_value + excluded.toman_value`.execute(tx);
  await sql`insert into referral_sums (inviter_id, invitee_id, toman_value)
    select inviter_id, invitee_id, sum(toman_value) from ${newShares} group by inviter_id, invitee_id
    on conflict (inviter_id, invitee_id) do update
      set toman_value = referral_sums.toman_value + excluded.toman_value`.execute(tx);
}

export const mapPositionsByKey = (rows: readonly { userId: string; asset: Asset; position: Position }[]) =>
  new Map(rows.map(({ userId, asset, position }) => [positionKeyOf(userId, asset), position]));
