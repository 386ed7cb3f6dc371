import { AppError } from '@sarraf/domain';
import type { exportHistory, Movement, QueryOf } from '@sarraf/domain/contracts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { minuteText } from '../rules/index.ts';
import type { HistoryDeps } from './deps.ts';
import { cutText, type ExportLanguage, headOf, valueText } from './file-texts.ts';
import { readMovements } from './read-movements.ts';

type Query = QueryOf<typeof exportHistory>;

const CHUNK = 500;
const COLUMNS = [
  'date',
  'movement',
  'cause',
  'coin',
  'change',
  'held',
  'available',
  'onHold',
  'reference',
] as const;
const FILTERS = ['relatedCoin', 'movement', 'from', 'to'] as const;

/** Refuses filters that only apply to movements. BAD_REQUEST (each of them that came with another kind). */
export function refuseMovementFilters(query: Query): void {
  const errors = FILTERS.filter((name) => query[name] !== undefined);
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors });
}

/**
 * Exports all selected movements, newest first; a last line says what is missing. BAD_REQUEST (relatedCoin, from,
 * to).
 */
export async function movementsTable(deps: HistoryDeps, userId: string, query: Query): Promise<TableFile> {
  // Read once before the file starts, so that an invalid request is refused instead of breaking off the file.
  await page(deps, userId, query, null, 1);
  return {
    name: 'movements',
    head: COLUMNS.map((column) => headOf(column, query.lang)),
    exact: true,
    rows: rowsOf(deps, userId, query),
  };
}

const page = (deps: HistoryDeps, userId: string, query: Query, cursor: string | null, size: number) =>
  readForUser(deps.db, userId, (db) =>
    readMovements(db, userId, {
      size,
      ...(cursor !== null && { cursor }),
      ...(query.relatedCoin !== undefined && { relatedCoin: query.relatedCoin }),
      ...(query.movement !== undefined && { kind: query.movement }),
      ...(query.from !== undefined && { from: query.from }),
      ...(query.to !== undefined && { to: query.to }),
    }),
  );

async function* rowsOf(deps: HistoryDeps, userId: string, query: Query): AsyncGenerator<Cell[][]> {
  let written = 0;
  for (let cursor: string | null = null; ; ) {
    const { content, nextCursor } = await page(deps, userId, query, cursor, CHUNK);
    const some = content.slice(0, MAX_ROWS - written);
    written += some.length;
    yield some.map((row) => cellsOf(row, query.lang));
    if (some.length < content.length) return yield [[cutText('ROWS', written, query.lang)]];
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

function cellsOf(row: Movement, lang: ExportLanguage): Cell[] {
  const amount = (number: string | null): Cell =>
    number === null ? '' : { number, toman: row.relatedCoin === 'TOMAN' };
  return [
    minuteText(row.createdAtDateTime, lang),
    valueText(row.kind, lang),
    valueText(row.cause, lang),
    row.relatedCoin,
    amount(row.creditChange),
    amount(row.blockedChange),
    amount(row.credit),
    amount(row.blockedCredit),
    row.causeId ?? '',
  ];
}
