import type { Columns, ColumnType, RowMaker, RowStatement } from './types.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

type SqlBuilder = (rows: string) => string;

/**
 * Inserts rows into a table: `insertInto('orders', { id: 'uuid', amount: 'numeric' })`. A second statement for the
 * same table needs a name of its own.
 */
export function insertInto<const C extends Columns>(table: string, columns: C, name = table): RowMaker<C> {
  if (!IDENTIFIER.test(table)) throw new Error(`not an identifier: ${table}`);
  const names = Object.keys(columns).join(', ');
  const text: SqlBuilder = (v) => `insert into ${table} (${names}) select ${names} from ${v}`;
  return createRowMaker('insert', name, columns, text, { plain: true });
}

/** Inserts rows with the caller's SQL, which reads them from `v` as in `updateWith`. */
export const insertWith = <const C extends Columns>(
  name: string,
  columns: C,
  text: SqlBuilder,
): RowMaker<C> => createRowMaker('insert', name, columns, text);

/**
 * Updates rows with the caller's SQL, which reads them from `v`:
 * `updateWith('payment_paid', { id: 'uuid' }, (v) => \`update payments p set state = 'PAID' from ${v} where p.id =
 * v.id\`)`.
 */
export const updateWith = <const C extends Columns>(
  name: string,
  columns: C,
  text: SqlBuilder,
): RowMaker<C> => createRowMaker('update', name, columns, text);

/**
 * Like `updateWith`, for rows that may repeat in a batch, such as an order that was filled twice: of rows with the
 * same values in the columns `latestOf` the last one is written.
 */
export const updateLatest = <const C extends Columns>(
  latestOf: readonly (keyof C & string)[],
  name: string,
  columns: C,
  text: SqlBuilder,
): RowMaker<C> => createRowMaker('update', name, columns, text, { latestOf });

function createRowMaker<C extends Columns>(
  phase: RowStatement['phase'],
  name: string,
  columnTypes: C,
  text: SqlBuilder,
  { latestOf, plain }: { latestOf?: readonly string[]; plain?: true } = {},
): RowMaker<C> {
  const columns = Object.keys(columnTypes);
  const types = Object.values(columnTypes).map((type) => type.replace('?', '') as ColumnType);
  for (const part of [name, ...columns])
    if (!IDENTIFIER.test(part)) throw new Error(`not an identifier: ${part}`);
  const unnestFrom = (first: number) => {
    const arrays = types.map((type, i) => `$${first + i}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as v(${columns.join(', ')})`;
  };
  const statement: RowStatement = {
    name: `${phase}_${name}`,
    phase,
    columns,
    types,
    text: text(unnestFrom(1)),
    ...(plain && {
      part: (first: number, condition: string) => `${text(unnestFrom(first))} where ${condition}`,
    }),
    ...(latestOf && { latestOf }),
  };
  const maker: RowMaker<C> = { ...statement, row: (values) => ({ statement: maker, values }) };
  return maker;
}
