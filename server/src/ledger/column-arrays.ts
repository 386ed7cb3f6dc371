import type { ColumnType, ColumnValue, Row, RowStatement } from './types.ts';

/**
 * Encodes a row's values as array elements, in the order of its columns. Throws on values that the columns can't
 * hold.
 */
export function encodeRow({ statement: { name, columns, types }, values }: Row): string[] {
  const elements: string[] = [];
  for (let i = 0; i < columns.length; i += 1) {
    const value = values[columns[i] as string];
    if (value === undefined) throw new Error(`ledger: ${name} without ${columns[i]}`);
    elements.push(formatElement(types[i] as ColumnType, value));
  }
  return elements;
}

/**
 * Rows of one statement, gathered by column as PostgreSQL array text. The driver's own array encoding escapes every
 * element with regular expressions; here numbers and ids go in as they are.
 */
export class ColumnArrays {
  readonly statement: RowStatement;
  readonly #columns: string[][];
  /** Index of the row with a key, for statements that write only the latest row of a key. */
  readonly #indexByKey = new Map<string, number>();
  #parameters: readonly string[] | undefined;
  count = 0;

  constructor(statement: RowStatement) {
    this.statement = statement;
    this.#columns = statement.columns.map(() => []);
  }

  /** Adds a row of elements that `encodeRow` returned. */
  add(elements: readonly string[]): void {
    const index = this.#indexFor(elements);
    for (let i = 0; i < elements.length; i += 1)
      (this.#columns[i] as string[])[index] = elements[i] as string;
    if (index === this.count) this.count += 1;
  }

  /** Returns one parameter for each column; no rows may be added afterwards. */
  parameters(): readonly string[] {
    this.#parameters ??= this.#columns.map((column) => `{${column.join(',')}}`);
    return this.#parameters;
  }

  #indexFor(elements: readonly string[]): number {
    const { latestOf, columns } = this.statement;
    if (latestOf === undefined) return this.count;
    const key = latestOf.map((column) => elements[columns.indexOf(column)]).join(',');
    const knownIndex = this.#indexByKey.get(key);
    if (knownIndex !== undefined) return knownIndex;
    this.#indexByKey.set(key, this.count);
    return this.count;
  }
}

const NEEDS_QUOTES = /[^A-Za-z0-9_-]/;
const ESCAPED_CHARACTERS = /["\\]/g;

const INTEGER = /^-?\d+$/;

function formatElement(type: ColumnType, value: ColumnValue): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return formatTime(value);
  if (typeof value !== 'string') return String(value);
  if (type === 'text' || type === 'uuid' || type === 'jsonb') return quoteArrayElement(value);
  if (!INTEGER.test(value)) throw new Error(`ledger: ${type} from "${value}"`);
  return value;
}

let lastTime = Number.NaN;
let lastText = '';

/**
 * Caches the last time's text: most rows of a batch have the same time, and formatting it takes longer than the
 * rest of a row.
 */
function formatTime(date: Date): string {
  if (date.getTime() !== lastTime) {
    lastTime = date.getTime();
    lastText = `"${date.toISOString()}"`;
  }
  return lastText;
}

/** Quotes an array element unless it may be written unquoted; text that looks like NULL or is empty is quoted. */
export function quoteArrayElement(text: string): string {
  // Most texts are ids or a few short words that repeat.
  if (text !== '' && !NEEDS_QUOTES.test(text) && text.length > 4) return text;
  return `"${text.replace(ESCAPED_CHARACTERS, '\\$&')}"`;
}
