import type { Calendar, Statement } from '@sarraf/domain/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import type { Lang } from '../platform/files/table-file.ts';
import { newId } from '../platform/ids.ts';

export interface StatementRow {
  id: string;
  userId: string;
  calendar: Calendar;
  year: number;
  lang: Lang;
  state: Statement['state'];
  percent: number;
  askedAt: Date;
  touchedAt: Date;
  made: FinishedStatement | null;
}

/** A statement that can be opened: its numbers with their owner, and a keyed digest of them. */
export interface FinishedStatement {
  at: Date;
  complete: boolean;
  trades: number;
  summary: Buffer;
  digest: Buffer;
  xlsxFile: string;
  csvFile: string;
}

type FlatStatementRow = Omit<StatementRow, 'made'> & {
  [K in keyof FinishedStatement]: FinishedStatement[K] | null;
};

const ROW = sql`id, user_id as "userId", calendar, year, language as lang, state, percent, asked_at as "askedAt",
  touched_at as "touchedAt", made_at as at, complete, trades, summary_encrypted as summary, digest, xlsx_file as "xlsxFile",
  csv_file as "csvFile"`;

function toStatementRow(flat: FlatStatementRow): StatementRow {
  const { at, complete, trades, summary, digest, xlsxFile, csvFile, ...row } = flat;
  const finished = { at, complete, trades, summary, digest, xlsxFile, csvFile };
  return { ...row, made: at === null ? null : (finished as FinishedStatement) };
}

export type StatementKey = Pick<StatementRow, 'userId' | 'calendar' | 'year' | 'lang'>;

/**
 * Requests a statement: inserts a row, or marks the existing one to be made again unless it is in progress.
 * `stale`: a process without an update since is no longer working. `begins`: it is to be made.
 */
export async function upsertRequest(
  tx: Queryable,
  { userId, calendar, year, lang }: StatementKey,
  { now, stale }: { now: Date; stale: Date },
): Promise<{ row: StatementRow; begins: boolean }> {
  const started = await sql<FlatStatementRow>`insert into statements as s
      (id, user_id, calendar, year, language, state, percent, asked_at, touched_at)
    values (${newId()}, ${userId}, ${calendar}, ${year}, ${lang}, 'WAITING', 0, ${now}, ${now})
    on conflict (user_id, calendar, year, language) do update
      set state = 'WAITING', percent = 0, asked_at = ${now}, touched_at = ${now}
      where s.state in ('READY', 'FAILED') or s.touched_at < ${stale}
    returning ${ROW}`.execute(tx);
  if (started.rows[0]) return { row: toStatementRow(started.rows[0]), begins: true };
  const { rows } = await sql<FlatStatementRow>`select ${ROW} from statements
    where user_id = ${userId} and calendar = ${calendar} and year = ${year} and language = ${lang}`.execute(
    tx,
  );
  return { row: toStatementRow(rows[0] as FlatStatementRow), begins: false };
}

export async function findStatement(db: Queryable, id: string): Promise<StatementRow | null> {
  const { rows } = await sql<FlatStatementRow>`select ${ROW} from statements where id = ${id}`.execute(db);
  return rows[0] ? toStatementRow(rows[0]) : null;
}

/** Returns a person's statements, newest years first: at most four for each year. */
export async function listStatements(db: Queryable, userId: string): Promise<StatementRow[]> {
  const { rows } = await sql<FlatStatementRow>`select ${ROW} from statements where user_id = ${userId}
    order by asked_at desc, id`.execute(db);
  return rows.map(toStatementRow);
}

export async function markMaking(db: Queryable, id: string, percent: number, now: Date): Promise<void> {
  await sql`update statements set state = 'MAKING', percent = ${percent}, touched_at = ${now} where id = ${id}`.execute(
    db,
  );
}

/** `made` null: the existing one stays. */
export async function markReady(
  db: Queryable,
  id: string,
  finished: FinishedStatement | null,
  now: Date,
): Promise<void> {
  const contentUpdate = finished
    ? sql`, made_at = ${finished.at}, complete = ${finished.complete}, trades = ${finished.trades},
        summary_encrypted = ${finished.summary}, digest = ${finished.digest}, xlsx_file = ${finished.xlsxFile},
        csv_file = ${finished.csvFile}`
    : sql``;
  await sql`update statements set state = 'READY', percent = 100, touched_at = ${now} ${contentUpdate} where id = ${id}`.execute(
    db,
  );
}

export async function markFailed(db: Queryable, id: string, now: Date): Promise<void> {
  await sql`update statements set state = 'FAILED', touched_at = ${now} where id = ${id}`.execute(db);
}

const BATCH = 1_000;

/** Deletes those not requested since; returns their files. */
export async function deleteOldStatements(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ files: string[] }>`delete from statements where id in (
      select id from statements where asked_at < ${before} order by asked_at limit ${BATCH}) and asked_at < ${before}
    returning array_remove(array[xlsx_file, csv_file], null) as files`.execute(db);
  return rows.flatMap(({ files }) => files);
}

/** Returns which of these files have a row. */
export async function findReferencedStatementFiles(
  db: Queryable,
  files: readonly string[],
): Promise<Set<string>> {
  const { rows } = await referencedFilesQuery(files).execute(db);
  return new Set(rows.map(({ file }) => file));
}

/** Looks each name up in an index: there may be a million statements, and as many names. */
export const referencedFilesQuery = (files: readonly string[]): RawBuilder<{ file: string }> =>
  sql`select xlsx_file as file from statements where xlsx_file = any(${files}::text[])
    union all select csv_file from statements where csv_file = any(${files}::text[])`;
