/** Reservations in the limits, and the keys of requests that await their reply. */
import type { Asset, UserLevel } from '@sarraf/domain';
import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { PlanText } from './plan.ts';

const firstRow = async <R>(rows: Promise<{ rows: R[] }>): Promise<R | null> => (await rows).rows[0] ?? null;

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────

export interface RequestKeyOwner {
  owner: string;
  key: string;
}

/** The key with the digest of its request. */
export interface RequestKey extends RequestKeyOwner {
  digest: string;
}

/** Returns false if the key is taken. Waits while another transaction holds it. */
export async function claimRequestKey(
  tx: Tx,
  { owner, key }: RequestKeyOwner,
  digest: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into idempotency (key, owner, digest, reply)
    values (${key}, ${owner}, ${digest}, '') on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the key; its reply is empty until the ledger has decided. */
export const findRequestKey = (
  db: Queryable,
  { owner, key }: RequestKeyOwner,
): Promise<{ digest: string; reply: string } | null> =>
  firstRow(
    sql<{ digest: string; reply: string }>`select digest, reply from idempotency
      where key = ${key} and owner = ${owner}`.execute(db),
  );

export async function deleteRequestKey(tx: Tx, { owner, key }: RequestKeyOwner): Promise<void> {
  await sql`delete from idempotency where key = ${key} and owner = ${owner} and reply = ''`.execute(tx);
}

/** Written by the ledger, with the withdrawal. */
export const STORE_KEY_REPLY = updateWith(
  'withdrawal_key_answered',
  { key: 'text', owner: 'text', reply: 'text' },
  (rows) => `update idempotency i set reply = v.reply from ${rows}
    where i.key = v.key and i.owner = v.owner and i.reply = ''`,
);

/** Written by the ledger together with the refusal: the same key may be tried again. */
export const RELEASE_KEY = updateWith(
  'withdrawal_key_released',
  { key: 'text', owner: 'text' },
  (rows) =>
    `delete from idempotency i using ${rows} where i.key = v.key and i.owner = v.owner and i.reply = ''`,
);

// ── Reservations ────────────────────────────────────────────────────────────────────────────────

/** A reservation as it is inserted, and as a process that continues it reads it. */
export interface Reservation {
  /** Id of the withdrawal. */
  id: string;
  userId: string;
  key: string | null;
  plan: PlanText;
  /** Toman: the Sheba. The plan has its digest. */
  addressEncrypted: Buffer | null;
  /** Keyed digest of id, owner, key and plan. */
  planMac: Buffer;
}

export interface NewReservation extends Reservation {
  asset: Asset;
  amount: bigint;
  tomanValue: bigint;
  reviewed: boolean;
  createdAt: Date;
}

export async function insertReservation(tx: Tx, p: NewReservation): Promise<void> {
  await tx
    .insertInto('withdrawal_places')
    .values({
      id: p.id,
      user_id: p.userId,
      asset: p.asset,
      amount: p.amount,
      toman_value: p.tomanValue,
      reviewed: p.reviewed,
      idempotency_key: p.key,
      plan: JSON.stringify(p.plan),
      plan_mac: p.planMac,
      address_encrypted: p.addressEncrypted,
      state: 'TAKEN',
      created_at: p.createdAt,
    })
    .execute();
}

const OPEN_RESERVATION = sql`id, user_id as "userId", idempotency_key as key, plan, plan_mac as "planMac",
  address_encrypted as "addressEncrypted"`;

/** Returns the reservation of a request with this key that the ledger has not decided yet. */
export const findOpenReservation = (
  db: Queryable,
  { owner, key }: RequestKeyOwner,
): Promise<Reservation | null> =>
  firstRow(
    sql<Reservation>`select ${OPEN_RESERVATION} from withdrawal_places
      where user_id = ${owner} and idempotency_key = ${key} and state = 'TAKEN'
      order by id desc limit 1`.execute(db),
  );

/** Returns undecided reservations from before a time, oldest first. */
export async function findStaleReservations(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`select ${OPEN_RESERVATION} from withdrawal_places
    where state = 'TAKEN' and created_at < ${before} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Returns reservations in any state. */
export async function findReservations(db: Queryable, ids: readonly string[]): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`select ${OPEN_RESERVATION} from withdrawal_places
    where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Returns whether the ledger has released it. */
export async function isReservationReleased(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select from withdrawal_places
    where id = ${id} and state in ('RELEASED', 'FAILED')`.execute(db);
  return rows.length > 0;
}

/** Frees an open reservation that the ledger has refused. */
export async function freeReservation(db: Queryable, id: string): Promise<void> {
  await sql`update withdrawal_places set state = 'RELEASED' where id = ${id} and state = 'TAKEN'`.execute(db);
}

export const SETTLE_RESERVATION = updateWith(
  'withdrawal_place',
  { id: 'uuid', state: 'text' },
  (rows) => `update withdrawal_places p set state = v.state from ${rows} where p.id = v.id`,
);

// ── Limits ──────────────────────────────────────────────────────────────────────────────────────

/** Locks a coin's sums until the transaction ends. `assertLimitsExist` has checked that the row exists. */
export async function lockCoinLimits(tx: Tx, asset: Asset): Promise<void> {
  const { rows } = await sql`select from withdrawal_locks where asset = ${asset} for update`.execute(tx);
  if (rows.length === 0) throw new Error(`withdrawal_locks has no row for ${asset}`);
}

/** Returns the value in Toman that one user reserved since each of two times. */
export async function sumUserReservations(
  db: Queryable,
  userId: string,
  { day, month }: { day: Date; month: Date },
): Promise<{ day: bigint; month: bigint }> {
  const { rows } = await sql<{ day: bigint; month: bigint }>`select coalesce(sum(toman_value), 0) as month,
      coalesce(sum(toman_value) filter (where created_at > ${day}), 0) as day
    from withdrawal_places
    where user_id = ${userId} and created_at > ${month} and state <> 'RELEASED'`.execute(db);
  return rows[0] ?? { day: 0n, month: 0n };
}

/** Returns the value in Toman that an API key of a user reserved since a time. */
export async function sumKeyReservations(
  tx: Tx,
  userId: string,
  keyId: string,
  since: Date,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(toman_value), 0) as sum
    from withdrawal_places
    where user_id = ${userId} and created_at > ${since} and state <> 'RELEASED'
      and plan ->> 'programKeyId' = ${keyId}`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** Returns the value in Toman of a coin that was or will be sent automatically since each of two times. */
export async function sumCoinReservations(
  tx: Tx,
  asset: Asset,
  { hour, day }: { hour: Date; day: Date },
): Promise<{ hour: bigint; day: bigint }> {
  const { rows } = await sql<{ hour: bigint; day: bigint }>`select coalesce(sum(toman_value), 0) as day,
      coalesce(sum(toman_value) filter (where created_at > ${hour}), 0) as hour
    from withdrawal_places
    where asset = ${asset} and created_at > ${day} and state <> 'RELEASED' and not reviewed`.execute(tx);
  return rows[0] ?? { hour: 0n, day: 0n };
}

export interface LevelLimits {
  perDay: bigint;
  perMonth: bigint;
}

/** `assertLimitsExist` has checked that each level has its row. */
export async function readLevelLimits(db: Queryable, level: UserLevel): Promise<LevelLimits> {
  const { rows } = await sql<LevelLimits>`select per_day as "perDay", per_month as "perMonth"
    from withdrawal_level_limits where level = ${level}`.execute(db);
  if (!rows[0]) throw new Error(`withdrawal_level_limits has no row for ${level}`);
  return rows[0];
}

/** A coin without a row is sent only after staff review. */
export async function readCoinLimits(
  db: Queryable,
  asset: Asset,
): Promise<{ perHour: bigint; perDay: bigint }> {
  const { rows } = await sql<{
    perHour: bigint;
    perDay: bigint;
  }>`select per_hour as "perHour", per_day as "perDay"
    from withdrawal_coin_limits where asset = ${asset}`.execute(db);
  return rows[0] ?? { perHour: 0n, perDay: 0n };
}

/** Values in Toman from which one or two approvals, or an SMS code in addition to an e-mail, are required. */
export interface Thresholds {
  review: bigint;
  fourEyes: bigint;
  sms: bigint;
}

export async function readThresholds(db: Queryable): Promise<Thresholds> {
  const { rows } = await sql<Thresholds>`select review, four_eyes as "fourEyes", sms
    from withdrawal_thresholds`.execute(db);
  return rows[0] ?? { review: 0n, fourEyes: 0n, sms: 0n };
}
