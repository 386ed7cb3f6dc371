import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Tx, withLongStatementTimeout } from '../platform/database/database.ts';
import { csv, csvLines } from '../platform/files/csv.ts';
import { exactHead } from '../platform/files/table-file.ts';
import { exactFigures, type SheetRow, Workbook } from '../platform/files/workbook.ts';
import { readLatest } from '../platform/reads/reads.ts';
import { ownedRow } from '../platform/secrets/secrets.ts';
import { isFolded, readFlows } from '../referral/index.ts';
import { atTehran } from '../rules/index.ts';
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
import { type IssuedSummary, type Summary, summaryOf } from './summary.ts';
import { figureHeads, paperRows, type StatementHeader, tradeRow, tradesHead } from './tables.ts';
import { readTrades } from './trades.ts';
import { yearSpan } from './years.ts';

export const MAKE_STATEMENT_JOB = 'make-statement';

/** Trades in memory at a time. */
const CHUNK_SIZE = 1_000;
const FOLD_TRIES = 40;
const FOLD_PAUSE_MS = 250;
/** Interval of progress updates. */
const SIGN_MS = 400;
const PAPER_WIDTHS = [30, ...Array.from({ length: 16 }, () => 22)];
const TRADE_WIDTHS = [20, 14, 22, 20, 20, 20, 22, 20, 22, 12, 40];

/**
 * Makes a requested statement, or finds that nothing has changed since the existing one. After a crash the job
 * starts again: the row names complete files, and others are cleaned up.
 */
export async function makeStatement(context: StatementsContext, id: string): Promise<void> {
  const row = await findStatement(context.db, id);
  if (row === null || row.state === 'READY') return;
  try {
    await markMaking(context.db, id, 0, context.now());
    const made = await withLongStatementTimeout(() => fresh(context, row));
    await markReady(context.db, id, made, context.now());
    if (made && row.made)
      for (const file of [row.made.xlsxFile, row.made.csvFile]) await context.files.remove(file);
  } catch (err) {
    context.log.error({ area: 'statements', statement: id, err }, 'statement not made');
    await markFailed(context.db, id, context.now());
  }
}

/** Reads numbers and trades in one snapshot. Null: the existing statement has the same content. */
async function fresh(context: StatementsContext, row: StatementRow): Promise<FinishedStatement | null> {
  const [holder, issuer] = [await context.holder(row.userId), await context.issuer(row.lang)];
  for (let tries = 0; tries < FOLD_TRIES; tries += 1) {
    await context.referral.fold();
    const made = await readLatest(context.db, (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // Another process is folding, or the person has traded since.
          if (!(await isFolded(tx, row.userId))) return 'BEHIND' as const;
          const span = yearSpan(row.calendar, row.year);
          const summary = summaryOf(holder, await readFlows(tx, row.userId, span));
          const at = context.now();
          const complete = at.getTime() >= atTehran(span.to, 0);
          const digest = context.secrets.blindIndex('statement', JSON.stringify([summary, complete]));
          if (row.made?.digest.equals(digest) && (await isThere(context, row.made))) return null;
          const { calendar, year, lang } = row;
          const code = await context.issuedDocuments.issueStatement({
            ...{ ...summary, userId: row.userId, calendar, year, complete },
            ...{ madeAt: at, digest: digest.toString('base64') },
          });
          const about: StatementHeader = { calendar, year, lang, complete, madeAt: at, code, issuer };
          const files = await writeFiles(context, tx, row, about, summary);
          const sealed = context.secrets.encrypt(
            JSON.stringify({ ...summary, code } satisfies IssuedSummary),
            'statements.summary_encrypted',
            ownedRow(row.id, row.userId),
          );
          return { at, complete, summary: sealed, digest, ...files };
        }),
    );
    if (made !== 'BEHIND') return made;
    await sleep(FOLD_PAUSE_MS);
  }
  throw new Error('the ledger is ahead of what is folded');
}

async function isThere(
  { files }: StatementsContext,
  { xlsxFile, csvFile }: FinishedStatement,
): Promise<boolean> {
  return (await files.exists(xlsxFile)) && (await files.exists(csvFile));
}

async function writeFiles(
  context: StatementsContext,
  tx: Tx,
  { id, userId }: StatementRow,
  about: StatementHeader,
  summary: Summary,
): Promise<Pick<FinishedStatement, 'trades' | 'xlsxFile' | 'csvFile'>> {
  const { lang } = about;
  const owner = ownedRow(id, userId);
  const [excel, text] = [await context.files.create(owner), await context.files.create(owner)];
  try {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    const book = new Workbook((bytes) => excel.write(bytes), { rightToLeft: lang === 'fa' });
    const head = tradesHead(lang);
    const paper = paperRows(about, summary);
    await text.write(Buffer.from(csv([...paper, { cells: [] }, head].map(cellsOf))));
    await book.sheet(STATEMENT_TEXTS[lang].paper.paperSheet, {
      widths: PAPER_WIDTHS,
      bites: oneBite(paper.map((row) => withDigits(row, figureHeads(lang)))),
    });
    const heads = head.cells.map(String);
    let trades = 0;
    let signed = 0;
    const span = yearSpan(about.calendar, about.year);
    const within = { from: new Date(atTehran(span.from, 0)), to: new Date(atTehran(span.to, 0)) };
    async function* bites(): AsyncGenerator<SheetRow[]> {
      for await (const bite of readTrades(tx, userId, within, CHUNK_SIZE)) {
        const rows = bite.map((trade) => tradeRow(trade, lang));
        await text.write(Buffer.from(csvLines(rows.map(cellsOf))));
        trades += rows.length;
        if (performance.now() - signed > SIGN_MS) {
          signed = performance.now();
          await markMaking(context.db, id, percentOf(trades, bite[0]?.total), context.now());
        }
        yield rows.map((row) => withDigits(row, heads));
      }
    }
    await book.sheet(STATEMENT_TEXTS[lang].paper.tradesSheet, {
      head: { ...head, cells: [...heads, exactHead(lang)] },
      widths: TRADE_WIDTHS,
      bites: bites(),
    });
    await book.end();
    return { trades, xlsxFile: await excel.finish(), csvFile: await text.finish() };
  } catch (error) {
    await excel.discard();
    await text.discard();
    throw error;
  }
}

/** Repeats a number that a spreadsheet would round as text, at the end of its row. */
function withDigits(row: SheetRow, heads: readonly string[]): SheetRow {
  const figures = exactFigures(heads, row.cells);
  return figures === '' ? row : { ...row, cells: [...row.cells, figures] };
}

async function* oneBite(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  yield rows;
}

const cellsOf = ({ cells }: SheetRow) => cells;

/** Returns the progress in whole percents, 99 until it is ready. */
const percentOf = (done: number, of = 1n): number =>
  Math.min(99, Number.parseInt(((BigInt(done) * 100n) / of).toString(), 10));
