// `npm run drill`: restores the last backup, or the one before it, into a folder of its own, to the requested second or
// as far as possible, runs the audit on it, and reports how much would have been lost and how long it took. Decision 73.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type DrillRecord,
  describeFailedDrill,
  findLastBatch,
  findPreviousBackup,
  HEADS_LAW,
  type RestoredCopy,
  restoreToSecond,
  verifyCopy,
  writeDrillRecord,
} from './drill/index.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { deriveAuditKey } from './platform/secrets/books-keys.ts';
import { runCommand } from './platform/start/command-line.ts';

const HELP = `npm run drill -- [--at <time> | --previous] [--into <folder>] [--wal <folder>] [--checkpoints <folder>]
                 [--live <database>] [--stanza <name>] [--most-lost <seconds>]

Restores pgbackrest's last backup and its log, to --at (2026-11-23T19:00:00Z; default: as far as possible), into a new folder
of --into, which is removed again. --previous restores the backup before the last one, and so reads all of the log between
them; it does nothing while there is only one. --wal is where pg_receivewal writes (sarraf-wal.service). The head of the
ledger is compared with checkpoints.json of --checkpoints (DATA_DIR), or with the database of --live (DATABASE_URL; "none"
when it is gone). Exit code 0 when every law holds, the heads match, and no more than --most-lost seconds (5) are missing; 1
otherwise; 2 when nothing could be restored. The outcome is in last-drill.json of --into as well.
`;

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);
const formatSeconds = (ms: number | null): string =>
  ms === null ? 'unknown' : `${(ms / 1000).toFixed(1)} s`;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      at: { type: 'string' },
      previous: { type: 'boolean', default: false },
      into: { type: 'string', default: 'drill' },
      wal: { type: 'string' },
      checkpoints: { type: 'string' },
      live: { type: 'string' },
      stanza: { type: 'string', default: 'sarraf' },
      'most-lost': { type: 'string', default: '5' },
      help: { type: 'boolean' },
    },
  });
  const maxLostMs = Number.parseInt(values['most-lost'], 10) * 1000;
  const at = values.at === undefined ? null : new Date(values.at);
  const isAtInvalid = at !== null && (values.previous || Number.isNaN(at.getTime()));
  if (values.help || !(maxLostMs >= 0) || isAtInvalid) {
    process.stderr.write(HELP);
    return 2;
  }
  const config = loadConfig(process.env);
  const liveDatabaseUrl = values.live === 'none' ? null : (values.live ?? config.DATABASE_URL ?? null);
  const likeUrl = liveDatabaseUrl ?? config.DATABASE_URL;
  if (!likeUrl) throw new Error('DATABASE_URL: an embedded database has no archive; see `npm run backup`.');
  const into = resolve(values.into);
  const recordFile = join(into, 'last-drill.json');
  const startedAt = new Date();
  const live = await openLive(config, liveDatabaseUrl);
  try {
    const backup = values.previous ? await findPreviousBackup(values.stanza) : 'latest';
    if (backup === null) {
      printLine('There is no previous backup.');
      return 0;
    }
    // Read before the copy is made: what is settled in the meantime is no loss.
    const expected = live && (await findLastBatch(live.db, at ?? startedAt));
    const wal = values.wal === undefined ? null : resolve(values.wal);
    const copy = await restoreToSecond({
      stanza: values.stanza,
      backup,
      into,
      at,
      wal,
      likeUrl,
    });
    try {
      const checkpointsDir = resolve(values.checkpoints ?? config.DATA_DIR);
      const outcome = await evaluateCopy(config, copy, {
        live,
        expected,
        begun: startedAt,
        at,
        mostLostMs: maxLostMs,
        checkpointsDir,
      });
      writeDrillRecord(recordFile, outcome);
      printOutcome(outcome);
      return outcome.held ? 0 : 1;
    } finally {
      await copy.remove();
    }
  } catch (error) {
    writeDrillRecord(recordFile, describeFailedDrill(startedAt, at, error as Error));
    throw error;
  } finally {
    await live?.close();
  }
}

/** Connects to the live database; null when the operator declares it gone, or it doesn't respond. */
async function openLive(config: Config, url: string | null): Promise<Database | null> {
  if (url === null) return null;
  const live = openDatabase(url, 1, deriveAuditKey(config.BOOKS_KEY));
  try {
    await findLastBatch(live.db, null);
    return live;
  } catch (error) {
    printLine(
      `The live database does not respond (${(error as Error).message}): the copy is checked without it.`,
    );
    await live.close();
    return null;
  }
}

interface DrillParams {
  live: Database | null;
  expected: Awaited<ReturnType<typeof findLastBatch>>;
  begun: Date;
  at: Date | null;
  mostLostMs: number;
  checkpointsDir: string;
}

async function evaluateCopy(config: Config, copy: RestoredCopy, params: DrillParams): Promise<DrillRecord> {
  const { live, expected, begun, at, mostLostMs, checkpointsDir } = params;
  const { db, close } = openDatabase(copy.url, 2, deriveAuditKey(config.BOOKS_KEY));
  try {
    const lastOfCopy = await findLastBatch(db, null);
    const started = performance.now();
    const { violations, heads } = await verifyCopy(db, live?.db ?? null, {
      booksKey: config.BOOKS_KEY,
      checkpointsDir,
    });
    // Without the live database it is unknown whether anything was settled between the last transaction and then.
    const expectedAt = expected?.at ?? at ?? begun;
    const reachedAt = expected ? lastOfCopy?.at : (copy.lastTransactionAt ?? lastOfCopy?.at);
    const lostMs = Math.max(0, expectedAt.getTime() - (reachedAt?.getTime() ?? 0));
    const problems = violations.map(({ law, row }) => `${law}: ${JSON.stringify(row, bigintToString)}`);
    // The log was complete, but only because pg_receivewal still has the files that the archive did not deliver.
    problems.push(...copy.archiveErrors.map((error) => `the archive delivers each file: ${error}`));
    if (lostMs > mostLostMs && (live || at))
      problems.push(`${HEADS_LAW}: ${formatSeconds(lostMs)} are missing`);
    return {
      held: problems.length === 0,
      begunAt: begun.toISOString(),
      asked: at?.toISOString() ?? null,
      recoveryPoint: (copy.lastTransactionAt ?? lastOfCopy?.at)?.toISOString() ?? null,
      batch: lastOfCopy && { number: String(lastOfCopy.number), at: lastOfCopy.at.toISOString() },
      lostMs,
      recoveryMs: copy.copyMs + copy.replayMs,
      copyMs: copy.copyMs,
      replayMs: copy.replayMs,
      auditMs: Math.round(performance.now() - started),
      heads,
      faults: problems,
    };
  } finally {
    await close();
  }
}

const bigintToString = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function printOutcome(outcome: DrillRecord): void {
  const {
    batch,
    recoveryPoint,
    lostMs,
    recoveryMs,
    copyMs,
    replayMs,
    auditMs,
    heads,
    faults: problems,
  } = outcome;
  printLine(
    `recovery point  ${recoveryPoint ?? 'none'}, batch ${batch?.number ?? 'none'}: ${formatSeconds(lostMs)} missing`,
  );
  printLine(
    `recovery time   ${formatSeconds(recoveryMs)}: files ${formatSeconds(copyMs)}, log ${formatSeconds(replayMs)}`,
  );
  printLine(`audit           ${formatSeconds(auditMs)}; heads compared with: ${heads}`);
  for (const problem of problems) printLine(`Does not hold: ${problem}`);
  printLine(outcome.held ? 'The backup holds.' : 'The backup does not hold.');
}

await runCommand(() => main(process.argv.slice(2)));
