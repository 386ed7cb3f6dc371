/**
 * Business rows that staff edits. Each capability registers its tables; what they share is here: permissions,
 * versions, confirmation by a second admin, the audit log, and making every process use the new row.
 */
import {
  AppError,
  BUSINESS_ROW_KINDS,
  type BusinessRowKind,
  fieldsOf,
  formatField,
  isLoosening,
  isSwitchingOffOnly,
  parseField,
  type RowValues,
  validateBusinessRow,
} from '@sarraf/domain';
import type {
  BodyOf,
  BusinessRow,
  changeBusinessRow,
  QueryOf,
  RowChange,
  rowChanges,
} from '@sarraf/domain/contracts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import { appendAudit } from '../database/audit-log.ts';
import type { Db, Tx } from '../database/database.ts';
import { parsePage, toPage } from '../database/rows.ts';
import type { Caller } from '../http/http.ts';
import { isId, newId } from '../ids.ts';
import {
  type ChangeRow,
  decideChange,
  type FieldTexts,
  findChange,
  insertChange,
  listChanges,
  markChangesOvertaken,
  type RowTable,
  readLatestChanges,
  readRows,
  type StoredRow,
  writeRow,
} from './store.ts';

export { type RowTable, readRows } from './store.ts';

export interface BusinessRowDeps {
  db: Db;
  clock: Clock;
  bus: Bus;
  tables: readonly RowTable[];
  /** E-mail addresses of staff by id; unknown ids are absent. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>>;
  /** Resolves when all commands decided before are committed or refused. */
  settled(): Promise<void>;
}

type RowChangeBody = BodyOf<typeof changeBusinessRow>;

/** All rows of a kind. */
export async function listBusinessRows(
  deps: BusinessRowDeps,
  callerId: string,
  kind: BusinessRowKind,
): Promise<BusinessRow[]> {
  const table = getRowTable(deps, kind);
  const [rows, latest] = await Promise.all([readRows(deps.db, table), readLatestChanges(deps.db, kind)]);
  const changes = await toRowChanges(deps, callerId, latest);
  return rows.map(({ key, version, values }) => {
    const findChangeOf = (isPending: boolean) =>
      changes.find((change) => change.key === key && (change.state === 'WAITING') === isPending) ?? null;
    return {
      key,
      version,
      values: formatValues(kind, key, values),
      last: findChangeOf(false),
      waiting: findChangeOf(true),
    };
  });
}

/**
 * Changes a row immediately, or records the change for confirmation by a second admin if it weakens a protection.
 *
 * NOT_FOUND: no such row; CONFLICT: it was changed since it was read, or another change of it is pending;
 * FORBIDDEN: the caller is no admin and the change does more than switch off; SAME_VALUE: nothing changes;
 * BAD_REQUEST (`field.FAULT`).
 */
export async function changeRow(
  deps: BusinessRowDeps,
  caller: Caller,
  kind: BusinessRowKind,
  key: string,
  request: RowChangeBody,
): Promise<RowChange> {
  const table = getRowTable(deps, kind);
  const at = new Date(deps.clock.now());
  const change = await deps.db.transaction().execute(async (tx): Promise<ChangeRow> => {
    const { row, others } = await lockRow(tx, table, key);
    const after = { ...row.values, ...readChanges(kind, key, request.changes) };
    if (!caller.staffRoles.includes('admin') && !isSwitchingOffOnly(kind, row.values, after))
      throw new AppError('FORBIDDEN');
    if (row.version !== request.version) throw new AppError('CONFLICT');
    const changed = Object.keys(after).filter((name) => after[name] !== row.values[name]);
    if (changed.length === 0) throw new AppError('SAME_VALUE');
    validateRow(kind, key, after, row.values, others);
    const needsSecondPerson = isLoosening(kind, row.values, after);
    const pickChanged = (values: RowValues): FieldTexts =>
      formatValues(kind, key, Object.fromEntries(changed.map((name) => [name, values[name] ?? 0n])));
    const newChange: ChangeRow = {
      id: newId(),
      kind,
      key,
      version: row.version,
      before: pickChanged(row.values),
      after: pickChanged(after),
      reason: request.reason.trim(),
      state: needsSecondPerson ? 'WAITING' : 'DONE',
      fourEyes: needsSecondPerson,
      askedBy: caller.userId,
      askedAt: at,
      decidedBy: needsSecondPerson ? null : caller.userId,
      decidedAt: needsSecondPerson ? null : at,
    };
    if (!needsSecondPerson) await writeChange(tx, table, newChange, caller.userId, at);
    if (!(await insertChange(tx, newChange))) throw new AppError('CONFLICT');
    await auditChange(
      tx,
      needsSecondPerson ? 'row change asked' : 'row changed',
      newChange,
      caller.userId,
      at,
    );
    return newChange;
  });
  if (change.state === 'DONE') await publishRows(deps, table);
  return toRowChange(deps, caller.userId, change);
}

/**
 * Confirms a pending change. NOT_FOUND; CONFLICT: it is no longer pending, or the row has changed since;
 * SECOND_PERSON_NEEDED: the caller requested it; BAD_REQUEST: it is no longer valid together with the other rows.
 */
export async function confirmChange(deps: BusinessRowDeps, caller: Caller, id: string): Promise<RowChange> {
  const at = new Date(deps.clock.now());
  const found = isId(id) ? await findChange(deps.db, id) : null;
  if (found === null) throw new AppError('NOT_FOUND');
  if (found.askedBy === caller.userId) throw new AppError('SECOND_PERSON_NEEDED');
  const table = getRowTable(deps, found.kind);
  await deps.db.transaction().execute(async (tx) => {
    // Locks the row before the change, in the same order as `changeRow`.
    const { row, others } = await lockRow(tx, table, found.key);
    const change = await findChange(tx, id, { lock: true });
    if (change?.state !== 'WAITING' || change.version !== row.version) throw new AppError('CONFLICT');
    const after = { ...row.values, ...readChanges(change.kind, change.key, change.after) };
    validateRow(change.kind, change.key, after, row.values, others);
    await decideChange(tx, id, { state: 'DONE', by: caller.userId, at });
    await writeChange(tx, table, change, caller.userId, at);
    await auditChange(tx, 'row change confirmed', change, caller.userId, at);
  });
  await publishRows(deps, table);
  return loadRowChange(deps, caller.userId, id);
}

/** Cancels a pending change. NOT_FOUND; CONFLICT: it is no longer pending. */
export async function cancelChange(deps: BusinessRowDeps, caller: Caller, id: string): Promise<RowChange> {
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    const change = isId(id) ? await findChange(tx, id, { lock: true }) : null;
    if (change === null) throw new AppError('NOT_FOUND');
    if (change.state !== 'WAITING') throw new AppError('CONFLICT');
    await decideChange(tx, id, { state: 'CANCELLED', by: caller.userId, at });
    await auditChange(tx, 'row change cancelled', change, caller.userId, at);
  });
  return loadRowChange(deps, caller.userId, id);
}

/** BAD_REQUEST: unknown kind. */
export async function listChangePage(
  deps: BusinessRowDeps,
  callerId: string,
  { kinds, state, ...query }: QueryOf<typeof rowChanges>,
): Promise<{ content: RowChange[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const kindFilter = kinds?.split(',').map((kind) => {
    const knownKind = BUSINESS_ROW_KINDS.find((one) => one === kind);
    if (knownKind === undefined) throw new AppError('BAD_REQUEST', { errors: ['kinds'] });
    return knownKind;
  });
  const filter = {
    ...(state !== undefined && { state }),
    ...(kindFilter !== undefined && { kinds: kindFilter }),
  };
  const { rows, nextCursor } = toPage(await listChanges(deps.db, filter, page), page);
  return { content: await toRowChanges(deps, callerId, rows), nextCursor };
}

function getRowTable({ tables }: BusinessRowDeps, kind: BusinessRowKind): RowTable {
  const table = tables.find((candidate) => candidate.kind === kind);
  if (!table) throw new Error(`no capability has rows of kind ${kind}`);
  return table;
}

/** Levels are validated against each other, so all rows of the kind are locked, always in the same order. NOT_FOUND. */
async function lockRow(
  tx: Tx,
  table: RowTable,
  key: string,
): Promise<{ row: StoredRow; others: Record<string, RowValues> }> {
  const rows = await readRows(tx, table, { lock: true });
  const row = rows.find((candidate) => candidate.key === key);
  if (!row) throw new AppError('NOT_FOUND');
  return { row, others: Object.fromEntries(rows.map((other) => [other.key, other.values])) };
}

/** BAD_REQUEST: a field that the kind doesn't have, or a value that can't be parsed. */
function readChanges(
  kind: BusinessRowKind,
  key: string,
  changes: RowChangeBody['changes'],
): Record<string, bigint> {
  const fields = fieldsOf(kind);
  const errors: string[] = [];
  const values: Record<string, bigint> = {};
  for (const [name, text] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = field ? parseField(kind, key, field, text) : null;
    if (value === null) errors.push(`${name}.UNREADABLE`);
    else values[name] = value;
  }
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors });
  return values;
}

function validateRow(
  kind: BusinessRowKind,
  key: string,
  after: RowValues,
  before: RowValues,
  others: Record<string, RowValues>,
): void {
  const errors = Object.entries(validateBusinessRow(kind, key, after, { before, others }));
  // Errors of the changed fields are preferred; otherwise a changed field made another one invalid. Switching off
  // is always allowed.
  const changedFieldErrors = errors.filter(([name]) => after[name] !== before[name]);
  const reportedErrors =
    changedFieldErrors.length > 0 || isSwitchingOffOnly(kind, before, after) ? changedFieldErrors : errors;
  if (reportedErrors.length > 0)
    throw new AppError('BAD_REQUEST', { errors: reportedErrors.map(([name, error]) => `${name}.${error}`) });
}

async function writeChange(tx: Tx, table: RowTable, change: ChangeRow, by: string, at: Date): Promise<void> {
  await writeRow(tx, table, change.key, readChanges(change.kind, change.key, change.after));
  await markChangesOvertaken(tx, change, { by, at });
}

async function auditChange(tx: Tx, action: string, change: ChangeRow, by: string, at: Date): Promise<void> {
  const { id, kind, key, before, after, reason } = change;
  const detail = {
    kind,
    row: key,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    reason,
    change: id,
  };
  await appendAudit(tx, { actorId: by, action, subjectId: null, detail }, at);
}

/**
 * Writes and publishes the row. This process, the ledger writer, uses the new row before the change is confirmed to
 * anyone, and all that was decided by the old row is committed by then, so that nothing is decided by it after the
 * reply. The other processes are notified by the bus.
 */
async function publishRows(
  { bus, clock, settled }: BusinessRowDeps,
  { kind, reload: reloadRows }: RowTable,
): Promise<void> {
  await reloadRows?.();
  bus.publish('rows', { kind, at: clock.now() });
  await settled();
}

const formatValues = (kind: BusinessRowKind, key: string, values: RowValues): FieldTexts => {
  const fields = fieldsOf(kind);
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const [field, value] = [fields[name], values[name]];
      return field === undefined || value === undefined ? [] : [[name, formatField(kind, key, field, value)]];
    }),
  );
};

async function toRowChanges(
  deps: BusinessRowDeps,
  callerId: string,
  rows: readonly ChangeRow[],
): Promise<RowChange[]> {
  const ids = rows.flatMap(({ askedBy, decidedBy }) =>
    decidedBy === null ? [askedBy] : [askedBy, decidedBy],
  );
  const emails = await deps.emailsOf([...new Set(ids)]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    key: row.key,
    before: row.before,
    after: row.after,
    reason: row.reason,
    state: row.state,
    askedBy: emails.get(row.askedBy) ?? '',
    askedAtDateTime: row.askedAt.toISOString(),
    decidedBy: row.decidedBy === null ? null : (emails.get(row.decidedBy) ?? ''),
    decidedAtDateTime: row.decidedAt?.toISOString() ?? null,
    mayConfirm: row.state === 'WAITING' && row.askedBy !== callerId,
  }));
}

async function toRowChange(deps: BusinessRowDeps, callerId: string, row: ChangeRow): Promise<RowChange> {
  const [change] = await toRowChanges(deps, callerId, [row]);
  return change as RowChange;
}

async function loadRowChange(deps: BusinessRowDeps, callerId: string, id: string): Promise<RowChange> {
  return toRowChange(deps, callerId, (await findChange(deps.db, id)) as ChangeRow);
}
