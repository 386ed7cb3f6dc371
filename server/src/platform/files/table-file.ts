import { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { FastifyReply } from 'fastify';
import enFile from '../../../../messages/server/en/table-file.json' with { type: 'json' };
import faFile from '../../../../messages/server/fa/table-file.json' with { type: 'json' };
import { isOutage } from '../database/database.ts';
import { type Cell, toCsv, toCsvLines } from './csv.ts';
import { streamFromProducer } from './produced.ts';
import { reserveFileSlot } from './running-files.ts';
import { formatExactFigures, type SheetRow, Workbook } from './workbook.ts';

export type Lang = 'fa' | 'en';
type Cells = readonly Cell[];

/** A table to download. */
export interface TableFile {
  /** File name without extension. */
  name: string;
  /** Lines above the table. */
  above?: readonly Cells[];
  head: readonly string[];
  /** Amounts may have more digits than a spreadsheet keeps: a column repeats these as text. */
  exact?: boolean;
  /** Rows in chunks, read as they are sent; the last row may report what is missing. */
  rows: AsyncIterable<readonly Cells[]>;
}

export interface TableFormat {
  format: 'csv' | 'xlsx';
  lang: Lang;
}

/** Maximum rows of one table; the producer reports if there are more. */
export const MAX_ROWS = 250_000;

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const TEXTS: Record<Lang, typeof faFile> = { fa: faFile, en: enFile };
/** Header of the column with `formatExactFigures`. */
export const exactColumnHeader = (lang: Lang): string => TEXTS[lang].exact;
const COLUMN_WIDTH = 20;
/** A client that reads nothing for this long is gone, or blocks a slot. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Sends a table while it is read, whatever its length, until the client is gone.
 * EXCEL_NOT_GENERATED: it failed at the start; TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE: see `reserveFileSlot`.
 */
export async function sendTable(
  reply: FastifyReply,
  userId: string,
  table: TableFile,
  { format, lang }: TableFormat,
): Promise<FastifyReply> {
  const releaseSlot = reserveFileSlot(userId);
  const rows = await peekFirstPage(table.rows).catch((err: unknown) => {
    releaseSlot();
    if (err instanceof AppError || isOutage(err)) throw err;
    reply.log.error({ err, file: table.name }, 'file generation failed');
    throw new AppError('EXCEL_NOT_GENERATED');
  });
  const stallTimer = setTimeout(
    () => content.destroy(new Error('the client does not read the file')),
    STALL_TIMEOUT_MS,
  ).unref();
  const watchedRows = withPageCallback(rows, () => stallTimer.refresh());
  const content = createTableStream({ ...table, rows: watchedRows }, { format, lang });
  content.once('error', (err) => reply.log.warn({ err, file: table.name }, 'file cut off'));
  content.once('close', () => {
    clearTimeout(stallTimer);
    releaseSlot();
  });
  return reply
    .type(CONTENT_TYPES[format])
    .header('content-disposition', `attachment; filename="${table.name}.${format}"`)
    .send(content);
}

/** Returns the bytes of the file, produced as they are read. */
export const createTableStream = (table: TableFile, { format, lang }: TableFormat): Readable =>
  format === 'csv' ? createCsvStream(table) : createWorkbookStream(table, lang);

type Pages = AsyncIterable<readonly Cells[]>;

/** Reads the first page, so that a failure can still be reported as an error. */
async function peekFirstPage(rows: Pages): Promise<Pages> {
  const pages = rows[Symbol.asyncIterator]();
  let next = await pages.next();
  return (async function* () {
    try {
      for (; !next.done; next = await pages.next()) yield next.value;
    } finally {
      await pages.return?.();
    }
  })();
}

async function* withPageCallback(rows: Pages, onPage: () => void): AsyncGenerator<readonly Cells[]> {
  for await (const page of rows) {
    onPage();
    yield page;
  }
}

function createCsvStream({ above = [], head, rows }: TableFile): Readable {
  async function* generateText() {
    yield toCsv([...above, head]);
    for await (const page of rows) yield toCsvLines(page);
  }
  return Readable.from(generateText(), { objectMode: false });
}

/** Numbers that a spreadsheet would round are repeated as text at the end of their row. */
function createWorkbookStream({ above = [], head, exact = false, rows }: TableFile, lang: Lang): Readable {
  const headRow: SheetRow = { cells: exact ? [...head, exactColumnHeader(lang)] : head, bold: true };
  const toSheetRow = (cells: Cells): SheetRow => {
    const figures = formatExactFigures(head, cells);
    return { cells: figures === '' ? cells : [...padCells(cells, head.length), figures] };
  };
  async function* generateChunks(): AsyncGenerator<readonly SheetRow[]> {
    if (above.length > 0) yield [...above.map(toSheetRow), headRow];
    for await (const page of rows) yield page.map(toSheetRow);
  }
  return streamFromProducer(async (write) => {
    const workbook = new Workbook(write, { rightToLeft: lang === 'fa' });
    const widths = headRow.cells.map(() => COLUMN_WIDTH);
    await workbook.addSheet(TEXTS[lang].sheet, {
      ...(above.length === 0 && { head: headRow }),
      widths,
      bites: generateChunks(),
    });
    await workbook.finish();
  });
}

const padCells = (cells: Cells, length: number): Cell[] => [
  ...cells,
  ...Array.from({ length: Math.max(0, length - cells.length) }, () => ''),
];
