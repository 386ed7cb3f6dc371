import { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { FastifyReply } from 'fastify';
import enFile from '../../../../messages/server/en/table-file.json' with { type: 'json' };
import faFile from '../../../../messages/server/fa/table-file.json' with { type: 'json' };
import { isOutage } from '../database/database.ts';
import { type Cell, csv, csvLines } from './csv.ts';
import { streamFromProducer } from './produced.ts';
import { takeFileSlot } from './running-files.ts';
import { exactFigures, type SheetRow, Workbook } from './workbook.ts';

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

export interface TableForm {
  format: 'csv' | 'xlsx';
  lang: Lang;
}

/** Maximum rows of one table; the producer reports if there are more. */
export const MAX_ROWS = 250_000;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const TEXTS: Record<Lang, typeof faFile> = { fa: faFile, en: enFile };
/** Header of the column with `exactFigures`. */
export const exactHead = (lang: Lang): string => TEXTS[lang].exact;
const WIDTH = 20;
/** A client that reads nothing for this long is gone, or blocks a slot. */
const STALLED_MS = 60_000;

/**
 * Sends a table while it is read, whatever its length, until the client is gone.
 * EXCEL_NOT_GENERATED: it failed at the start; TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE: see `takeFileSlot`.
 */
export async function sendTable(
  reply: FastifyReply,
  userId: string,
  table: TableFile,
  { format, lang }: TableForm,
): Promise<FastifyReply> {
  const leave = takeFileSlot(userId);
  const rows = await peekFirstPage(table.rows).catch((err: unknown) => {
    leave();
    if (err instanceof AppError || isOutage(err)) throw err;
    reply.log.error({ err, file: table.name }, 'file generation failed');
    throw new AppError('EXCEL_NOT_GENERATED');
  });
  const stalled = setTimeout(
    () => content.destroy(new Error('the client does not read the file')),
    STALLED_MS,
  ).unref();
  const watched = eachPage(rows, () => stalled.refresh());
  const content = tableContent({ ...table, rows: watched }, { format, lang });
  content.once('error', (err) => reply.log.warn({ err, file: table.name }, 'file cut off'));
  content.once('close', () => {
    clearTimeout(stalled);
    leave();
  });
  return reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${table.name}.${format}"`)
    .send(content);
}

/** Returns the bytes of the file, produced as they are read. */
export const tableContent = (table: TableFile, { format, lang }: TableForm): Readable =>
  format === 'csv' ? asCsv(table) : asWorkbook(table, lang);

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

async function* eachPage(rows: Pages, note: () => void): AsyncGenerator<readonly Cells[]> {
  for await (const page of rows) {
    note();
    yield page;
  }
}

function asCsv({ above = [], head, rows }: TableFile): Readable {
  async function* text() {
    yield csv([...above, head]);
    for await (const page of rows) yield csvLines(page);
  }
  return Readable.from(text(), { objectMode: false });
}

/** Numbers that a spreadsheet would round are repeated as text at the end of their row. */
function asWorkbook({ above = [], head, exact = false, rows }: TableFile, lang: Lang): Readable {
  const first: SheetRow = { cells: exact ? [...head, exactHead(lang)] : head, bold: true };
  const withDigits = (cells: Cells): SheetRow => {
    const figures = exactFigures(head, cells);
    return { cells: figures === '' ? cells : [...padded(cells, head.length), figures] };
  };
  async function* bites(): AsyncGenerator<readonly SheetRow[]> {
    if (above.length > 0) yield [...above.map(withDigits), first];
    for await (const page of rows) yield page.map(withDigits);
  }
  return streamFromProducer(async (write) => {
    const book = new Workbook(write, { rightToLeft: lang === 'fa' });
    const widths = first.cells.map(() => WIDTH);
    await book.sheet(TEXTS[lang].sheet, {
      ...(above.length === 0 && { head: first }),
      widths,
      bites: bites(),
    });
    await book.end();
  });
}

const padded = (cells: Cells, length: number): Cell[] => [
  ...cells,
  ...Array.from({ length: Math.max(0, length - cells.length) }, () => ''),
];
