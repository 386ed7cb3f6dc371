import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Tx, withLongStatementTimeout } from '../platform/database/database.ts';
import { toCsv, toCsvLines } from '../platform/files/csv.ts';
import { exactColumnHeader } from '../platform/files/table-file.ts';
import { formatExactFigures, type SheetRow, Workbook } from '../platform/files/workbook.ts';
import { readLatest } from '../platform/reads/reads.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { isFolded, readFlows } from '../referral/index.ts';
import { fromTehranTime } from '../rules/index.ts';
import type { StatementsContext } from './deps.ts';
import { STATEMENT_TEXTS } from './file-texts.ts';
import {
  type FinishedStatement,
  findStatement,
  markFailed,
  markMaking,
  markReady,
  type StatementRow,
} from './store.ts';
import { type IssuedSummary, type Summary, summarizeFlows } from './summary.ts';
import {
  buildPaperRows,
  buildTradeRow,
  buildTradesHead,
  figureHeadings,
  type StatementHeader,
} from './tables.ts';
import { readTrades } from './trades.ts';
import { yearSpanOf } from './years.ts';

export const MAKE_STATEMENT_JOB = 'make-statement';

/** Trades in memory at a time. */
const CHUNK_SIZE = 1_000;
const MAX_FOLD_TRIES = 40;
const FOLD_PAUSE_MS = 250;
/** Interval of progress updates. */
const PROGRESS_INTERVAL_MS = 400;
const PAPER_WIDTHS = [30, ...Array.from({ length: 16 }, () => 22)];
const TRADE_WIDTHS = [20, 14, 22, 20, 20, 20, 22, 20, 22, 12, 40];

/**
 * Makes a requested statement, or finds that nothing has changed since the existing one. After a crash the job
 * starts again: the row names complete files, and others are cleaned up.
 */
export async function createStatementFiles(context: StatementsContext, id: string): Promise<void> {
  const row = await findStatement(context.db, id);
  if (row === null || row.state === 'READY') return;
  try {
    await markMaking(context.db, id, 0, context.now());
    const statement = await withLongStatementTimeout(() => buildIfChanged(context, row));
    await markReady(context.db, id, statement, context.now());
    if (statement && row.made)
      for (const file of [row.made.xlsxFile, row.made.csvFile]) await context.files.remove(file);
  } catch (err) {
    context.log.error({ area: 'statements', statement: id, err }, 'statement not made');
    await markFailed(context.db, id, context.now());
  }
}

/** Reads numbers and trades in one snapshot. Null: the existing statement has the same content. */
async function buildIfChanged(
  context: StatementsContext,
  row: StatementRow,
): Promise<FinishedStatement | null> {
  const [holder, issuer] = [await context.readHolder(row.userId), await context.readIssuer(row.lang)];
  for (let tries = 0; tries < MAX_FOLD_TRIES; tries += 1) {
    await context.referral.foldTransfers();
    const result = await readLatest(context.db, (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // Another process is folding, or the person has traded since.
          if (!(await isFolded(tx, row.userId))) return 'BEHIND' as const;
          const span = yearSpanOf(row.calendar, row.year);
          const summary = summarizeFlows(holder, await readFlows(tx, row.userId, span));
          const at = context.now();
          const complete = at.getTime() >= fromTehranTime(span.to, 0);
          const digest = context.secrets.blindIndex('statement', JSON.stringify([summary, complete]));
          if (row.made?.digest.equals(digest) && (await hasFiles(context, row.made))) return null;
          const { calendar, year, lang } = row;
          const code = await context.issuedDocuments.issueStatement({
            ...{ ...summary, userId: row.userId, calendar, year, complete },
            ...{ madeAt: at, digest: digest.toString('base64') },
          });
          const header: StatementHeader = { calendar, year, lang, complete, madeAt: at, code, issuer };
          const files = await writeFiles(context, tx, row, header, summary);
          const sealed = context.secrets.encrypt(
            JSON.stringify({ ...summary, code } satisfies IssuedSummary),
            'statements.summary_encrypted',
            toOwnedRowKey(row.id, row.userId),
          );
          return { at, complete, summary: sealed, digest, ...files };
        }),
    );
    if (result !== 'BEHIND') return result;
    await sleep(FOLD_PAUSE_MS);
  }
  throw new Error('the ledger is ahead of what is folded');
}

async function hasFiles(
  { files }: StatementsContext,
  { xlsxFile, csvFile }: FinishedStatement,
): Promise<boolean> {
  return (await files.exists(xlsxFile)) && (await files.exists(csvFile));
}

async function writeFiles(
  context: StatementsContext,
  tx: Tx,
  { id, userId }: StatementRow,
  header: StatementHeader,
  summary: Summary,
): Promise<Pick<FinishedStatement, 'trades' | 'xlsxFile' | 'csvFile'>> {
  const { lang } = header;
  const owner = toOwnedRowKey(id, userId);
  const [excel, text] = [await context.files.create(owner), await context.files.create(owner)];
  try {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    const workbook = new Workbook((bytes) => excel.write(bytes), { rightToLeft: lang === 'fa' });
    const head = buildTradesHead(lang);
    const paperSheetRows = buildPaperRows(header, summary);
    await text.write(Buffer.from(toCsv([...paperSheetRows, { cells: [] }, head].map(toCells))));
    await workbook.addSheet(STATEMENT_TEXTS[lang].paper.paperSheet, {
      widths: PAPER_WIDTHS,
      bites: yieldOnce(paperSheetRows.map((row) => appendExactDigits(row, figureHeadings(lang)))),
    });
    const heads = head.cells.map(String);
    let trades = 0;
    let progressSavedAt = 0;
    const span = yearSpanOf(header.calendar, header.year);
    const timeRange = {
      from: new Date(fromTehranTime(span.from, 0)),
      to: new Date(fromTehranTime(span.to, 0)),
    };
    async function* readRowChunks(): AsyncGenerator<SheetRow[]> {
      for await (const chunk of readTrades(tx, userId, timeRange, CHUNK_SIZE)) {
        const rows = chunk.map((trade) => buildTradeRow(trade, lang));
        await text.write(Buffer.from(toCsvLines(rows.map(toCells))));
        trades += rows.length;
        if (performance.now() - progressSavedAt > PROGRESS_INTERVAL_MS) {
          progressSavedAt = performance.now();
          await markMaking(context.db, id, percentDone(trades, chunk[0]?.total), context.now());
        }
        yield rows.map((row) => appendExactDigits(row, heads));
      }
    }
    await workbook.addSheet(STATEMENT_TEXTS[lang].paper.tradesSheet, {
      head: { ...head, cells: [...heads, exactColumnHeader(lang)] },
      widths: TRADE_WIDTHS,
      bites: readRowChunks(),
    });
    await workbook.finish();
    return { trades, xlsxFile: await excel.finish(), csvFile: await text.finish() };
  } catch (error) {
    await excel.discard();
    await text.discard();
    throw error;
  }
}

/** Repeats a number that a spreadsheet would round as text, at the end of its row. */
function appendExactDigits(row: SheetRow, heads: readonly string[]): SheetRow {
  const exactDigits = formatExactFigures(heads, row.cells);
  return exactDigits === '' ? row : { ...row, cells: [...row.cells, exactDigits] };
}

async function* yieldOnce(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  yield rows;
}

const toCells = ({ cells }: SheetRow) => cells;

/** Returns the progress in whole percents, 99 until it is ready. */
const percentDone = (doneCount: number, total = 1n): number =>
  Math.min(99, Number.parseInt(((BigInt(doneCount) * 100n) / total).toString(), 10));
