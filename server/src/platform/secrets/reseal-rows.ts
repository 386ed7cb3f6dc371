import { type Db, withLongStatementTimeout } from '../database/database.ts';
import {
  type FoundColumn,
  listSealedColumns,
  readSealed,
  replaceSealed,
  type SealedValue,
} from './sealed-columns.ts';
import type { Secrets, Unsealer } from './secrets.ts';

/** Sealing all values and files of a database anew, while others read and write them. */
export interface ResealRun {
  db: Db;
  /** Opens what is there. */
  opener: Unsealer;
  /** Seals it anew. */
  secrets: Secrets;
  /** Whether a value, or the beginning of a file, is as it shall be. */
  isDone(sealed: Buffer): boolean;
  /** One was sealed anew. */
  count(): void;
  /** One that nothing here opens: it is another row's, or a key is missing. It stays as it is. */
  fault(place: string, row: string): void;
}

const PAGE = 200;

/**
 * Page by page, each value for itself and only over the one that was read: killed at any moment nothing is lost, and the
 * next run goes on with what is left. What is written meanwhile is sealed as it shall be already.
 */
export const resealRows = ({ db, opener, secrets, isDone, count, fault }: ResealRun): Promise<void> =>
  eachValue(db, async (column, value) => {
    if (isDone(value.sealed)) return;
    const { place } = column;
    const text = opened(() => opener.decrypt(value.sealed, place, value.row));
    if (text === null) fault(place, value.row);
    else if (await replaceSealed(db, column, value, secrets.encrypt(text, place, value.row))) count();
  });

/** Opens every value there is, and tells those that don't open. */
export const checkRows = (
  db: Db,
  opener: Unsealer,
  fault: (place: string, value: SealedValue) => void,
): Promise<void> =>
  eachValue(db, async ({ place }, value) => {
    if (opened(() => opener.decrypt(value.sealed, place, value.row)) === null) fault(place, value);
  });

const eachValue = (db: Db, work: (column: FoundColumn, value: SealedValue) => Promise<void>): Promise<void> =>
  withLongStatementTimeout(async () => {
    for (const column of await listSealedColumns(db)) {
      let page: SealedValue[];
      let after: string | null = null;
      do {
        page = await readSealed(db, column, after, PAGE);
        for (const value of page) await work(column, value);
        after = page.at(-1)?.id ?? null;
      } while (page.length === PAGE);
    }
  });

function opened(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}
