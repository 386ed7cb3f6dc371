import type { Columns, ColumnType, RowMaker, RowStatement } from './types.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

type Text = (rows: string) => string;

/**
 * Inserts rows into a table: `insertInto('orders', { id: 'uuid', amount: 'numeric' })`. Where there are two ways of it,
 * the second has a name of its own.
 */
export function insertInto<const C extends Columns>(table: string, columns: C, name = table): RowMaker<C> {
  if (!IDENTIFIER.test(table)) throw new Error(`not an identifier: ${table}`);
  const names = Object.keys(columns).join(', ');
  const text: Text = (v) => `insert into ${table} (${names}) select ${names} from ${v}`;
  return made('insert', name, columns, text, { plain: true });
}

/** Inserts rows with SQL of the caller's that reads them from `v`, as `updateWith` does. */
export const insertWith = <const C extends Columns>(name: string, columns: C, text: Text): RowMaker<C> =>
  made('insert', name, columns, text);

/**
 * Updates rows with SQL of the caller's that reads them from `v`:
 * `updateWith('payment_paid', { id: 'uuid' }, (v) => \`update payments p set state = 'PAID' from ${v} where p.id = v.id\`)`.
 */
export const updateWith = <const C extends Columns>(name: string, columns: C, text: Text): RowMaker<C> =>
  made('update', name, columns, text);

/**
 * The same where rows of one batch may be of the same thing, an order that was filled twice: of those with the same
 * values of the columns `latestOf` the last holds.
 */
export const updateLatest = <const C extends Columns>(
  latestOf: readonly (keyof C & string)[],
  name: string,
  columns: C,
  text: Text,
): RowMaker<C> => made('update', name, columns, text, { latestOf });

function made<C extends Columns>(
  phase: RowStatement['phase'],
  name: string,
  given: C,
  text: Text,
  { latestOf, plain }: { latestOf?: readonly string[]; plain?: true } = {},
): RowMaker<C> {
  const columns = Object.keys(given);
  const types = Object.values(given).map((type) => type.replace('?', '') as ColumnType);
  for (const part of [name, ...columns])
    if (!IDENTIFIER.test(part)) throw new Error(`not an identifier: ${part}`);
  const rowsFrom = (first: number) => {
    const arrays = types.map((type, i) => `$${first + i}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as v(${columns.join(', ')})`;
  };
  const statement: RowStatement = {
    name: `${phase}_${name}`,
    phase,
    columns,
    types,
    text: text(rowsFrom(1)),
    ...(plain && {
      part: (first: number, condition: string) => `${text(rowsFrom(first))} where ${condition}`,
    }),
    ...(latestOf && { latestOf }),
  };
  const maker: RowMaker<C> = { ...statement, row: (values) => ({ statement: maker, values }) };
  return maker;
}
