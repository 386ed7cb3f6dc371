/**
 * Business rows that staff edits. Each capability registers its tables; what they share is here: permissions,
 * versions, confirmation by a second admin, the audit log, and making every process use the new row.
 */
import {
  AppError,
  BUSINESS_ROW_KINDS,
  type BusinessRowKind,
  fieldsOf,
  fieldText,
  loosens,
  onlySwitchesOff,
  type RowValues,
  readField,
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
import { asPage, readPage } from '../database/rows.ts';
import type { Caller } from '../http/http.ts';
import { isId, newId } from '../ids.ts';
import {
  type ChangeRow,
  decideChange,
  findChange,
  insertChange,
  listChanges,
  overtakeChanges,
  type RowTable,
  readLatestChanges,
  readRows,
  type StoredRow,
  type Texts,
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

type RowChangeRequest = BodyOf<typeof changeBusinessRow>;

/** All rows of a kind. */
export async function listBusinessRows(
  deps: BusinessRowDeps,
  callerId: string,
  kind: BusinessRowKind,
): Promise<BusinessRow[]> {
  const table = tableOf(deps, kind);
  const [rows, latest] = await Promise.all([readRows(deps.db, table), readLatestChanges(deps.db, kind)]);
  const changes = await shown(deps, callerId, latest);
  return rows.map(({ key, version, values }) => {
    const of = (waiting: boolean) =>
      changes.find((change) => change.key === key && (change.state === 'WAITING') === waiting) ?? null;
    return { key, version, values: texts(kind, key, values), last: of(false), waiting: of(true) };
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
  asked: RowChangeRequest,
): Promise<RowChange> {
  const table = tableOf(deps, kind);
  const at = new Date(deps.clock.now());
  const change = await deps.db.transaction().execute(async (tx): Promise<ChangeRow> => {
    const { row, others } = await lockRow(tx, table, key);
    const after = { ...row.values, ...readChanges(kind, key, asked.changes) };
    if (!caller.staffRoles.includes('admin') && !onlySwitchesOff(kind, row.values, after))
      throw new AppError('FORBIDDEN');
    if (row.version !== asked.version) throw new AppError('CONFLICT');
    const changed = Object.keys(after).filter((name) => after[name] !== row.values[name]);
    if (changed.length === 0) throw new AppError('SAME_VALUE');
    judge(kind, key, after, row.values, others);
    const fourEyes = loosens(kind, row.values, after);
    const pick = (values: RowValues): Texts =>
      texts(kind, key, Object.fromEntries(changed.map((name) => [name, values[name] ?? 0n])));
    const made: ChangeRow = {
      id: newId(),
      kind,
      key,
      version: row.version,
      before: pick(row.values),
      after: pick(after),
      reason: asked.reason.trim(),
      state: fourEyes ? 'WAITING' : 'DONE',
      fourEyes,
      askedBy: caller.userId,
      askedAt: at,
      decidedBy: fourEyes ? null : caller.userId,
      decidedAt: fourEyes ? null : at,
    };
    if (!fourEyes) await write(tx, table, made, caller.userId, at);
    if (!(await insertChange(tx, made))) throw new AppError('CONFLICT');
    await audit(tx, fourEyes ? 'row change asked' : 'row changed', made, caller.userId, at);
    return made;
  });
  if (change.state === 'DONE') await apply(deps, table);
  return one(deps, caller.userId, change);
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
  const table = tableOf(deps, found.kind);
  await deps.db.transaction().execute(async (tx) => {
    // Locks the row before the change, in the same order as `changeRow`.
    const { row, others } = await lockRow(tx, table, found.key);
    const change = await findChange(tx, id, { lock: true });
    if (change?.state !== 'WAITING' || change.version !== row.version) throw new AppError('CONFLICT');
    const after = { ...row.values, ...readChanges(change.kind, change.key, change.after) };
    judge(change.kind, change.key, after, row.values, others);
    await decideChange(tx, id, { state: 'DONE', by: caller.userId, at });
    await write(tx, table, change, caller.userId, at);
    await audit(tx, 'row change confirmed', change, caller.userId, at);
  });
  await apply(deps, table);
  return reread(deps, caller.userId, id);
}

/** Cancels a pending change. NOT_FOUND; CONFLICT: it is no longer pending. */
export async function cancelChange(deps: BusinessRowDeps, caller: Caller, id: string): Promise<RowChange> {
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    const change = isId(id) ? await findChange(tx, id, { lock: true }) : null;
    if (change === null) throw new AppError('NOT_FOUND');
    if (change.state !== 'WAITING') throw new AppError('CONFLICT');
    await decideChange(tx, id, { state: 'CANCELLED', by: caller.userId, at });
    await audit(tx, 'row change cancelled', change, caller.userId, at);
  });
  return reread(deps, caller.userId, id);
}

/** BAD_REQUEST: unknown kind. */
export async function pageOfChanges(
  deps: BusinessRowDeps,
  callerId: string,
  { kinds, state, ...query }: QueryOf<typeof rowChanges>,
): Promise<{ content: RowChange[]; nextCursor: string | null }> {
  const page = readPage(query);
  const wanted = kinds?.split(',').map((kind) => {
    const known = BUSINESS_ROW_KINDS.find((one) => one === kind);
    if (known === undefined) throw new AppError('BAD_REQUEST', { errors: ['kinds'] });
    return known;
  });
  const filter = { ...(state !== undefined && { state }), ...(wanted !== undefined && { kinds: wanted }) };
  const { rows, nextCursor } = asPage(await listChanges(deps.db, filter, page), page);
  return { content: await shown(deps, callerId, rows), nextCursor };
}

function tableOf({ tables }: BusinessRowDeps, kind: BusinessRowKind): RowTable {
  const table = tables.find((known) => known.kind === kind);
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
  const row = rows.find((known) => known.key === key);
  if (!row) throw new AppError('NOT_FOUND');
  return { row, others: Object.fromEntries(rows.map((other) => [other.key, other.values])) };
}

/** BAD_REQUEST: a field that the kind doesn't have, or a value that can't be parsed. */
function readChanges(
  kind: BusinessRowKind,
  key: string,
  changes: RowChangeRequest['changes'],
): Record<string, bigint> {
  const fields = fieldsOf(kind);
  const errors: string[] = [];
  const values: Record<string, bigint> = {};
  for (const [name, text] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = field ? readField(kind, key, field, text) : null;
    if (value === null) errors.push(`${name}.UNREADABLE`);
    else values[name] = value;
  }
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors });
  return values;
}

function judge(
  kind: BusinessRowKind,
  key: string,
  after: RowValues,
  before: RowValues,
  others: Record<string, RowValues>,
): void {
  const faults = Object.entries(validateBusinessRow(kind, key, after, { before, others }));
  // Errors of the changed fields are preferred; otherwise a changed field made another one invalid. Switching off
  // is always allowed.
  const mine = faults.filter(([name]) => after[name] !== before[name]);
  const blamed = mine.length > 0 || onlySwitchesOff(kind, before, after) ? mine : faults;
  if (blamed.length > 0)
    throw new AppError('BAD_REQUEST', { errors: blamed.map(([name, fault]) => `${name}.${fault}`) });
}

async function write(tx: Tx, table: RowTable, change: ChangeRow, by: string, at: Date): Promise<void> {
  await writeRow(tx, table, change.key, readChanges(change.kind, change.key, change.after));
  await overtakeChanges(tx, change, { by, at });
}

async function audit(tx: Tx, action: string, change: ChangeRow, by: string, at: Date): Promise<void> {
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
async function apply(
  { bus, clock, settled }: BusinessRowDeps,
  { kind, reread: read }: RowTable,
): Promise<void> {
  await read?.();
  bus.publish('rows', { kind, at: clock.now() });
  await settled();
}

const texts = (kind: BusinessRowKind, key: string, values: RowValues): Texts => {
  const fields = fieldsOf(kind);
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const [field, value] = [fields[name], values[name]];
      return field === undefined || value === undefined ? [] : [[name, fieldText(kind, key, field, value)]];
    }),
  );
};

async function shown(
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

async function one(deps: BusinessRowDeps, callerId: string, row: ChangeRow): Promise<RowChange> {
  const [change] = await shown(deps, callerId, [row]);
  return change as RowChange;
}

async function reread(deps: BusinessRowDeps, callerId: string, id: string): Promise<RowChange> {
  return one(deps, callerId, (await findChange(deps.db, id)) as ChangeRow);
}
