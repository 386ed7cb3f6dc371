/** Generates types of the tables in schema `public` for the query builder, from the catalog like `readSchema`. */
type Client = { query: (text: string) => Promise<{ rows: Column[] }> };

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  /** Whether the database generates the value: always, by default, or not. */
  made: 'always' | 'default' | null;
  /** Values that its check constraint allows, where that is a list of texts. */
  words: string | null;
}

/** TypeScript type by column type when reading (`platform/database.ts`). */
const READ_TYPES: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  'bytea[]': 'Buffer[]',
  date: 'Date',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'bigint',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  'uuid[]': 'string[]',
};

/** Type when writing, where it differs. */
const WRITE_TYPES: Readonly<Record<string, string>> = {
  bigint: 'bigint | number',
  date: 'Date | string',
  jsonb: 'string',
};

const COLUMNS_QUERY = `select c.relname as table, attname as column, format_type(atttypid, null) as type,
    not attnotnull as "isNullable",
    case when attidentity = 'a' or attgenerated <> '' then 'always'
      when attidentity = 'd' or atthasdef then 'default' end as made,
    (select min(substring(pg_get_constraintdef(k.oid) from '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$'))
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[attnum]) as words
  from pg_attribute join pg_class c on c.oid = attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and attnum > 0 and not attisdropped
  order by c.relname collate "C", attnum`;

/**
 * Returns the module of types, ending in a newline. `npm run schema` writes it to
 * server/src/platform/database/tables.ts.
 */
export async function readTableTypes(client: Client): Promise<string> {
  const { rows } = await client.query(COLUMNS_QUERY);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return [
    '// Printed by "npm run schema" from the migrations. Do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';\n",
    'export interface Tables {',
    ...[...tables].flatMap(([table, columns]) => [
      `  ${table}: {`,
      ...columns.map((column) => `    ${column.column}: ${columnTypeText(column)};`),
      '  };',
    ]),
    '}\n',
  ].join('\n');
}

function columnTypeText({ table, column, type, isNullable, made, words }: Column): string {
  const baseType = READ_TYPES[type];
  if (!baseType) throw new Error(`${table}.${column}: no type for ${type}`);
  const valueType =
    type === 'text' && words ? words.replaceAll('::text', '').replaceAll(', ', ' | ') : baseType;
  const nullSuffix = isNullable ? ' | null' : '';
  const readType = `${valueType}${nullSuffix}`;
  const writeType = `${WRITE_TYPES[type] ?? valueType}${nullSuffix}`;
  if (made === 'always') return `GeneratedAlways<${readType}>`;
  if (readType === writeType) return made === 'default' ? `Generated<${readType}>` : readType;
  return `ColumnType<${readType}, ${writeType}${made === 'default' ? ' | undefined' : ''}, ${writeType}>`;
}
