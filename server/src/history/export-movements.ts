import { AppError } from '@sarraf/domain';
import type { exportHistory, Movement, QueryOf } from '@sarraf/domain/contracts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { formatTehranMinute } from '../rules/index.ts';
import type { HistoryDeps } from './deps.ts';
import { columnHeadingOf, type ExportLanguage, formatCode, formatCutNote } from './file-texts.ts';
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
export function assertNoMovementFilters(query: Query): void {
  const errors = FILTERS.filter((name) => query[name] !== undefined);
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors });
}

/**
 * Exports all selected movements, newest first; a last line says what is missing. BAD_REQUEST (relatedCoin, from,
 * to).
 */
export async function buildMovementsTable(
  deps: HistoryDeps,
  userId: string,
  query: Query,
): Promise<TableFile> {
  // Read once before the file starts, so that an invalid request is refused instead of breaking off the file.
  await readPage(deps, userId, query, null, 1);
  return {
    name: 'movements',
    head: COLUMNS.map((column) => columnHeadingOf(column, query.lang)),
    exact: true,
    rows: readRows(deps, userId, query),
  };
}

const readPage = (deps: HistoryDeps, userId: string, query: Query, cursor: string | null, size: number) =>
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

async function* readRows(deps: HistoryDeps, userId: string, query: Query): AsyncGenerator<Cell[][]> {
  let writtenCount = 0;
  for (let cursor: string | null = null; ; ) {
    const { content, nextCursor } = await readPage(deps, userId, query, cursor, CHUNK);
    const included = content.slice(0, MAX_ROWS - writtenCount);
    writtenCount += included.length;
    yield included.map((row) => toCells(row, query.lang));
    if (included.length < content.length) return yield [[formatCutNote('ROWS', writtenCount, query.lang)]];
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

function toCells(row: Movement, lang: ExportLanguage): Cell[] {
  const amountCell = (number: string | null): Cell =>
    number === null ? '' : { number, toman: row.relatedCoin === 'TOMAN' };
  return [
    formatTehranMinute(row.createdAtDateTime, lang),
    formatCode(row.kind, lang),
    formatCode(row.cause, lang),
    row.relatedCoin,
    amountCell(row.creditChange),
    amountCell(row.blockedChange),
    amountCell(row.credit),
    amountCell(row.blockedCredit),
    row.causeId ?? '',
  ];
}
