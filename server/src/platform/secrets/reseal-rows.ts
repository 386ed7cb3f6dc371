import { type Db, withLongStatementTimeout } from '../database/database.ts';
import {
  listSealedColumns,
  readSealed,
  replaceSealed,
  type SealedColumnInfo,
  type SealedValue,
} from './sealed-columns.ts';
import type { Secrets, Unsealer } from './secrets.ts';

/** Re-encryption of all sealed values and files of a database in use. */
export interface ResealRun {
  db: Db;
  /** Opens existing values. */
  opener: Unsealer;
  /** Seals them again. */
  secrets: Secrets;
  /** Whether a value, or the beginning of a file, already has the target format and key. */
  isDone(sealed: Buffer): boolean;
  /** Counts a re-encrypted value. */
  count(): void;
  /** Reports a value that can't be opened: it belongs to another row, or its key is missing. It is left unchanged. */
  reportUnopened(place: string, row: string): void;
}

const PAGE_SIZE = 200;

/**
 * Processes page by page and value by value, replacing only the value that was read: if killed nothing is lost, and
 * the next run continues. Values written meanwhile are up to date already.
 */
export const resealRows = ({
  db,
  opener,
  secrets,
  isDone,
  count,
  reportUnopened,
}: ResealRun): Promise<void> =>
  forEachValue(db, async (column, value) => {
    if (isDone(value.sealed)) return;
    const { place } = column;
    const text = openOrNull(() => opener.decrypt(value.sealed, place, value.row));
    if (text === null) reportUnopened(place, value.row);
    else if (await replaceSealed(db, column, value, secrets.encrypt(text, place, value.row))) count();
  });

/** Opens every value and reports those that fail. */
export const checkRows = (
  db: Db,
  opener: Unsealer,
  reportUnopened: (place: string, value: SealedValue) => void,
): Promise<void> =>
  forEachValue(db, async ({ place }, value) => {
    if (openOrNull(() => opener.decrypt(value.sealed, place, value.row)) === null)
      reportUnopened(place, value);
  });

const forEachValue = (
  db: Db,
  work: (column: SealedColumnInfo, value: SealedValue) => Promise<void>,
): Promise<void> =>
  withLongStatementTimeout(async () => {
    for (const column of await listSealedColumns(db)) {
      let page: SealedValue[];
      let after: string | null = null;
      do {
        page = await readSealed(db, column, after, PAGE_SIZE);
        for (const value of page) await work(column, value);
        after = page.at(-1)?.id ?? null;
      } while (page.length === PAGE_SIZE);
    }
  });

function openOrNull(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}
