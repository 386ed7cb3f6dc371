import type { ColumnType, RowStatement, Value } from './types.ts';

/** Throws on values that the statement's columns can't hold; `add` takes the others. */
export function checkRow({ columns, name }: RowStatement, values: readonly Value[]): void {
  if (values.length !== columns.length) throw new Error(`ledger: ${name} takes ${columns.length} values`);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value !== 'string' || TEXTS.has(columns[i] as ColumnType) || INTEGER.test(value)) continue;
    throw new Error(`ledger: ${columns[i]} from "${value}"`);
  }
}

const TEXTS: ReadonlySet<ColumnType> = new Set(['text', 'jsonb', 'uuid', 'timestamptz']);
const INTEGER = /^-?\d+$/;

/**
 * Rows of one statement, gathered by column as PostgreSQL array text. The driver's own array encoding escapes
 * every element with regular expressions; here numbers and ids go in as they are.
 */
export class ColumnArrays {
  readonly statement: RowStatement;
  readonly #columns: string[][];
  /** Where the row of a key is, for statements that take the latest. */
  readonly #places = new Map<string, number>();
  count = 0;

  constructor(statement: RowStatement) {
    this.statement = statement;
    this.#columns = statement.columns.map(() => []);
  }

  /** Values that `checkRow` let pass. */
  add(values: readonly Value[]): void {
    const { columns } = this.statement;
    const place = this.#placeOf(values);
    for (let i = 0; i < values.length; i += 1)
      (this.#columns[i] as string[])[place] = element(columns[i] as ColumnType, values[i] as Value);
    if (place === this.count) this.count += 1;
  }

  /** One parameter for each column. */
  parameters(): string[] {
    return this.#columns.map((column) => `{${column.join(',')}}`);
  }

  #placeOf(values: readonly Value[]): number {
    const { latestOf } = this.statement;
    if (latestOf === undefined) return this.count;
    const key = values.slice(0, latestOf).join(',');
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.count);
    return this.count;
  }
}

const NEEDS_QUOTES = /[^A-Za-z0-9_-]/;
const ESCAPED = /["\\]/g;

function element(type: ColumnType, value: Value): string {
  if (value === null) return 'NULL';
  if (type === 'text' || type === 'jsonb' || type === 'uuid') return quoted(String(value));
  if (type === 'timestamptz')
    return value instanceof Date ? `"${value.toISOString()}"` : quoted(String(value));
  return String(value);
}

/** A word that an array may hold as it stands; everything else, and whatever looks like NULL or nothing, is quoted. */
export function quoted(text: string): string {
  // Most texts are the same few words over and over, or ids.
  if (text !== '' && !NEEDS_QUOTES.test(text) && text.length > 4) return text;
  return `"${text.replace(ESCAPED, '\\$&')}"`;
}
