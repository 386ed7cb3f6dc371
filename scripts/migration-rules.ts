/**
 * Finds statements in a migration that may break a process of the previous version, which runs next to the new one
 * during an upgrade. Parsed by PostgreSQL's own parser; statements not known to be harmless are reported.
 */
import { type AlterTableCmd, type ColumnDef, loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** Statements that add something, or change rows, which their author has to check. */
const HARMLESS_STATEMENTS: ReadonlySet<string> = new Set([
  'CommentStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CompositeTypeStmt',
  'DeleteStmt',
  'InsertStmt',
  'SelectStmt',
  'UpdateStmt',
  'VariableSetStmt',
  'ViewStmt',
]);

const HARMLESS_CHANGES: ReadonlySet<string> = new Set([
  'AT_DropNotNull',
  'AT_ReplaceRelOptions',
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
]);

/** What the words of `-- expands: why` answer for: the author says why the previous version keeps working. */
const EXPANDS_NOTE = /^-- expands: \S/m;
const CONTRACTS_NOTE = /^-- contracts: /m;

/** Returns one line each, for a file that states neither that it contracts nor why it doesn't. */
export function findBreakingChanges(sql: string): string[] {
  if (EXPANDS_NOTE.test(sql) || CONTRACTS_NOTE.test(sql)) return [];
  const created = new Set<string>();
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) =>
    stmt ? findBreaksInStatement(stmt, created) : [],
  );
}

function findBreaksInStatement(stmt: Node, created: Set<string>): string[] {
  if ('CreateStmt' in stmt) {
    const { relation, partbound } = stmt.CreateStmt;
    created.add(relation?.relname ?? '');
    // Rows that would have gone to another partition go there.
    return partbound ? ['a new part of a table'] : [];
  }
  if ('CreateTableAsStmt' in stmt) {
    created.add(stmt.CreateTableAsStmt.into?.rel?.relname ?? '');
    return [];
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt;
    if (created.has(relation?.relname ?? '')) return [];
    return cmds.flatMap((cmd) =>
      'AlterTableCmd' in cmd ? findBreaksInTableChange(relation?.relname ?? '', cmd.AlterTableCmd) : [],
    );
  }
  if ('IndexStmt' in stmt) {
    const table = stmt.IndexStmt.relation?.relname ?? '';
    if (created.has(table)) return [];
    return [
      `an index on ${table}: writes there wait until it is built${stmt.IndexStmt.unique ? ', and the previous version may write what it forbids' : ''}`,
    ];
  }
  if ('CreateTrigStmt' in stmt) {
    const table = stmt.CreateTrigStmt.relation?.relname ?? '';
    return created.has(table) ? [] : [`a trigger on ${table}: it may refuse what is written`];
  }
  if ('RenameStmt' in stmt)
    return [`${stmt.RenameStmt.subname ?? stmt.RenameStmt.relation?.relname} renamed`];
  if ('DropStmt' in stmt) return [`${formatObjectType(stmt.DropStmt.removeType)} dropped`];
  if ('DoStmt' in stmt) return ['a DO block: what it does can not be read'];
  const [kind = ''] = Object.keys(stmt);
  return HARMLESS_STATEMENTS.has(kind) ? [] : [`${kind}: not known to be harmless`];
}

const formatObjectType = (objectType: string | undefined): string =>
  (objectType ?? '').replace('OBJECT_', '').toLowerCase();

function findBreaksInTableChange(
  table: string,
  { subtype = 'AT_AddColumn', name, def }: AlterTableCmd,
): string[] {
  const column = `${table}.${name}`;
  if (HARMLESS_CHANGES.has(subtype)) return [];
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? findBreaksInColumn(table, def.ColumnDef) : [`${table}: a column`];
    case 'AT_ColumnDefault':
      return def ? [] : [`${column}: no longer has a default`];
    case 'AT_DropColumn':
      return [`${column} dropped`];
    case 'AT_AlterColumnType':
      return [`${column}: another type`];
    case 'AT_SetNotNull':
      return [`${column}: not null`];
    case 'AT_AddConstraint':
      return [`${table}: a constraint, which may refuse what is written`];
    case 'AT_DropConstraint':
      return [`${table}: constraint ${name} dropped, which a statement may name or depend on`];
    default:
      return [`${table}: ${subtype.slice('AT_'.length)}: not known to be harmless`];
  }
}

function findBreaksInColumn(table: string, { colname, constraints = [] }: ColumnDef): string[] {
  const kinds = constraints.flatMap((constraint) =>
    'Constraint' in constraint ? [constraint.Constraint.contype as string | undefined] : [],
  );
  const hasValue = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((kind) =>
    kinds.includes(kind),
  );
  const isNotNull = kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY');
  return isNotNull && !hasValue ? [`${table}.${colname}: not null and without a default`] : [];
}
