import type { BusinessRowKind, FieldText, RowValues } from '@sarraf/domain';
import { fieldsOf, splitRowKey } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../database/database.ts';
import type { Page } from '../database/rows.ts';

/** Table of a kind of rows, as declared by the capability that owns it. */
export interface RowTable {
  kind: BusinessRowKind;
  table: string;
  /** Columns of the parts of the key; empty: the table has one row, whose key is `ALL`. */
  keys: readonly string[];
  /** Filter and order of the table's rows. */
  where?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  /** Columns whose names differ from those of their fields. */
  columns?: Readonly<Record<string, string>>;
  /** Reloads the rows into this process. Unset: they are queried at each use. */
  reload?(): Promise<void>;
}

export interface StoredRow {
  key: string;
  version: number;
  values: RowValues;
}

const SINGLE_ROW_KEY = 'ALL';
const columnRef = ({ columns }: RowTable, field: string) =>
  sql.ref(columns?.[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const keyExpression = ({ keys }: RowTable) =>
  keys.length === 0
    ? sql`${SINGLE_ROW_KEY}::text`
    : sql.join(
        keys.map((key) => sql.ref(key)),
        sql` || '.' || `,
      );

/** Returns all rows of a kind; `lock`: locks them until the transaction ends. */
export async function readRows(db: Queryable, table: RowTable, { lock = false } = {}): Promise<StoredRow[]> {
  const fields = Object.entries(fieldsOf(table.kind));
  const columns = fields.map(([field, { type }]) => {
    const column = columnRef(table, field);
    return sql`${type === 'switch' ? sql`${column}::int` : column}::numeric as ${sql.ref(field)}`;
  });
  const { rows } = await sql<{ key: string; version: number } & RowValues>`
    select ${keyExpression(table)} as key, version, ${sql.join(columns)} from ${sql.table(table.table)}
    where ${table.where ?? sql`true`} order by ${table.order ?? sql`1`} ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return rows.map(({ key, version, ...values }) => ({ key, version, values }) as StoredRow);
}

/** Writes fields of a row that is locked. */
export async function writeRow(tx: Tx, table: RowTable, key: string, changes: RowValues): Promise<void> {
  const fields = fieldsOf(table.kind);
  const assignments = Object.entries(changes).map(([field, value]) => {
    const columnValue = fields[field]?.type === 'switch' ? value === 1n : value;
    return sql`${columnRef(table, field)} = ${columnValue}`;
  });
  const parts = splitRowKey(key);
  const keyConditions = table.keys.map((column, i) => sql`${sql.ref(column)} = ${parts[i] ?? ''}`);
  await sql`update ${sql.table(table.table)} set ${sql.join(assignments)}
    where ${keyConditions.length === 0 ? sql`true` : sql.join(keyConditions, sql` and `)}`.execute(tx);
}

export type FieldTexts = Record<string, FieldText>;
export type ChangeState = 'WAITING' | 'DONE' | 'CANCELLED' | 'OVERTAKEN';

export interface ChangeRow {
  id: string;
  kind: BusinessRowKind;
  key: string;
  version: number;
  before: FieldTexts;
  after: FieldTexts;
  reason: string;
  state: ChangeState;
  fourEyes: boolean;
  askedBy: string;
  askedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
}

const CHANGE_COLUMNS = sql`id, kind, key, version, before, after, reason, state, four_eyes as "fourEyes",
  asked_by as "askedBy", asked_at as "askedAt", decided_by as "decidedBy", decided_at as "decidedAt"`;

/** False: another change of this row is already pending. */
export async function insertChange(tx: Tx, c: ChangeRow): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into row_changes (id, kind, key, version, before, after, reason, state,
      four_eyes, asked_by, asked_at, decided_by, decided_at)
    values (${c.id}, ${c.kind}, ${c.key}, ${c.version}, ${JSON.stringify(c.before)}::jsonb,
      ${JSON.stringify(c.after)}::jsonb, ${c.reason}, ${c.state}, ${c.fourEyes}, ${c.askedBy}, ${c.askedAt},
      ${c.decidedBy}, ${c.decidedAt})
    on conflict (kind, key) where state = 'WAITING' do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** `lock`: locks the change until the transaction ends. */
export async function findChange(
  db: Queryable,
  id: string,
  { lock = false } = {},
): Promise<ChangeRow | null> {
  const { rows } = await sql<ChangeRow>`select ${CHANGE_COLUMNS} from row_changes where id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

export interface ChangeDecision {
  state: ChangeState;
  by: string;
  at: Date;
}

export async function decideChange(tx: Tx, id: string, { state, by, at }: ChangeDecision): Promise<void> {
  await sql`update row_changes set state = ${state}, decided_by = ${by}, decided_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Marks pending changes of a row as overtaken, since the row they were requested for has just changed. */
export async function markChangesOvertaken(
  tx: Tx,
  { kind, key }: { kind: string; key: string },
  { by, at }: Omit<ChangeDecision, 'state'>,
): Promise<void> {
  await sql`update row_changes set state = 'OVERTAKEN', decided_by = ${by}, decided_at = ${at}
    where kind = ${kind} and key = ${key} and state = 'WAITING'`.execute(tx);
}

/** Returns the latest and the pending change of each row of a kind. */
export async function readLatestChanges(db: Queryable, kind: BusinessRowKind): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    (select distinct on (key) ${CHANGE_COLUMNS} from row_changes where kind = ${kind} and state = 'DONE' order by key, id desc)
    union all select ${CHANGE_COLUMNS} from row_changes where kind = ${kind} and state = 'WAITING'`.execute(
    db,
  );
  return rows;
}

/** Counts the changes pending for a second admin: of coins and related rows, and of levels and limits. */
export async function countPendingChanges(
  db: Queryable,
): Promise<{ coinChanges: number; limitChanges: number }> {
  const coinKinds: BusinessRowKind[] = ['coin', 'network', 'market', 'quote', 'bank'];
  const { rows } = await sql<{ coins: number; all: number }>`
    select count(*)::int as all, count(*) filter (where kind = any(${coinKinds}::text[]))::int as coins
    from row_changes where state = 'WAITING'`.execute(db);
  const { coins = 0, all = 0 } = rows[0] ?? {};
  return { coinChanges: coins, limitChanges: all - coins };
}

export interface ChangeFilter {
  state?: ChangeState;
  kinds?: readonly BusinessRowKind[];
}

/** Newest first. */
export async function listChanges(
  db: Queryable,
  { state, kinds }: ChangeFilter,
  page: Page,
): Promise<ChangeRow[]> {
  const conditions = [
    sql`true`,
    ...(page.before === null ? [] : [sql`id < ${page.before}::uuid`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(kinds === undefined ? [] : [sql`kind = any(${[...kinds]}::text[])`]),
  ];
  const { rows } = await sql<ChangeRow>`select ${CHANGE_COLUMNS} from row_changes
    where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
