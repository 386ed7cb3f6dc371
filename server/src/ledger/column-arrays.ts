import type { ColumnType, RowStatement, Value } from './types.ts';

/**
 * Rows of one statement, gathered by column as PostgreSQL array text. The driver's own array encoding escapes
 * every element with regular expressions; here numbers and ids go in as they are.
 */
export class ColumnArrays {
  readonly statement: RowStatement;
  readonly #columns: string[][];
  count = 0;

  constructor(statement: RowStatement) {
    this.statement = statement;
    this.#columns = statement.columns.map(() => []);
  }

  add(values: readonly Value[]): void {
    const { columns, name } = this.statement;
    if (values.length !== columns.length) throw new Error(`ledger: ${name} takes ${columns.length} values`);
    for (let i = 0; i < values.length; i += 1) {
      (this.#columns[i] as string[]).push(element(columns[i] as ColumnType, values[i] as Value));
    }
    this.count += 1;
  }

  /** One parameter for each column. */
  parameters(): string[] {
    return this.#columns.map((column) => `{${column.join(',')}}`);
  }
}

const NEEDS_QUOTES = /[^A-Za-z0-9_-]/;
const ESCAPED = /["\\]/g;

function element(type: ColumnType, value: Value): string {
  if (value === null) return 'NULL';
  if (type === 'text' || type === 'jsonb' || type === 'uuid') return quoted(String(value));
  if (type === 'timestamptz')
    return value instanceof Date ? `"${value.toISOString()}"` : quoted(String(value));
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) throw new Error(`ledger: ${type} from "${value}"`);
  return String(value);
}

/** A word that an array may hold as it stands; everything else, and whatever looks like NULL or nothing, is quoted. */
function quoted(text: string): string {
  // Most texts are the same few words over and over, or ids.
  if (text !== '' && !NEEDS_QUOTES.test(text) && text.length > 4) return text;
  return `"${text.replace(ESCAPED, '\\$&')}"`;
}
