import type { ColumnType, RowStatement } from './types.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

const unnest = (types: readonly ColumnType[]): string =>
  `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})`;

/**
 * Inserts rows into a table: `insertInto('orders', { id: 'uuid', amount: 'numeric' })`, values in that order. Where
 * there are two ways of it, the second has a name of its own.
 */
export function insertInto(table: string, columns: Record<string, ColumnType>, name = table): RowStatement {
  const names = Object.keys(columns);
  for (const part of [table, name, ...names])
    if (!IDENTIFIER.test(part)) throw new Error(`not an identifier: ${part}`);
  const types = Object.values(columns);
  return {
    name: `insert_${name}`,
    phase: 'insert',
    columns: types,
    text: `insert into ${table} (${names.join(', ')}) select * from ${unnest(types)}`,
  };
}

/**
 * Updates rows with SQL of the caller's that reads them from `v`:
 * `updateWith('payment_paid', { id: 'uuid' }, (v) => \`update payments p set state = 'PAID' from ${v} where p.id = v.id\`)`.
 */
export function updateWith(
  name: string,
  columns: Record<string, ColumnType>,
  text: (rows: string) => string,
): RowStatement {
  const names = Object.keys(columns);
  for (const part of [name, ...names])
    if (!IDENTIFIER.test(part)) throw new Error(`not an identifier: ${part}`);
  const types = Object.values(columns);
  return {
    name: `update_${name}`,
    phase: 'update',
    columns: types,
    text: text(`${unnest(types)} as v(${names.join(', ')})`),
  };
}

/**
 * The same where rows of one batch may be of the same thing, an order that was filled twice: of those with the same
 * first `keys` columns the last holds.
 */
export const updateLatest = (keys: number, ...statement: Parameters<typeof updateWith>): RowStatement => ({
  ...updateWith(...statement),
  latestOf: keys,
});
