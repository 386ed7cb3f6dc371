import type { Holiday, RuleSet } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';

export interface RulesRow {
  id: string;
  validFrom: Date;
  body: RuleSet;
  reason: string;
  setBy: string | null;
}

const RULES_COLUMNS = sql`id, valid_from as "validFrom", body, reason, set_by as "setBy"`;

/** Returns rules, newest first: all future ones, the one in force, and `limit` earlier ones. */
export async function listRules(db: Queryable, limit: number): Promise<RulesRow[]> {
  const { rows } = await sql<RulesRow>`select ${RULES_COLUMNS} from rules order by valid_from desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns the rules in force at a time and all later ones, newest first. */
export async function listRulesFrom(db: Queryable, now: Date, limit: number): Promise<RulesRow[]> {
  const { rows } = await sql<RulesRow>`
    (select ${RULES_COLUMNS} from rules where valid_from > ${now} order by valid_from desc, id desc limit ${limit})
    union all
    (select ${RULES_COLUMNS} from rules where valid_from <= ${now} order by valid_from desc, id desc limit 1)`.execute(
    db,
  );
  return rows;
}

export async function countUpcomingRules(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from rules
    where valid_from > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertRules(tx: Tx, row: RulesRow): Promise<void> {
  await sql`insert into rules (id, valid_from, body, reason, set_by)
    values (${row.id}, ${row.validFrom}, ${JSON.stringify(row.body)}::jsonb, ${row.reason}, ${row.setBy})`.execute(
    tx,
  );
}

/** Returns the holidays within [from, to]. */
export async function readHolidays(db: Queryable, from: string, to: string): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`select day::text as day, title, provisional from bank_holidays
    where day between ${from}::date and ${to}::date order by day`.execute(db);
  return rows;
}

/** Returns whether the batch of a day (2026-11-21) has been made. */
export async function isPayoutDayMade(db: Queryable, day: string): Promise<boolean> {
  const { rows } = await sql`select from payout_days where day = ${day}::date`.execute(db);
  return rows.length > 0;
}

export async function insertPayoutDay(tx: Tx, day: string, now: Date): Promise<void> {
  await sql`insert into payout_days (day, made_at) values (${day}::date, ${now})`.execute(tx);
}

export async function saveHoliday(tx: Tx, { day, title, provisional }: Holiday): Promise<void> {
  await sql`insert into bank_holidays (day, title, provisional) values (${day}::date, ${title}, ${provisional})
    on conflict (day) do update set title = excluded.title, provisional = excluded.provisional`.execute(tx);
}

/** Returns its title; null: it was none. */
export async function removeHoliday(tx: Tx, day: string): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`delete from bank_holidays where day = ${day}::date
    returning title`.execute(tx);
  return rows[0]?.title ?? null;
}
