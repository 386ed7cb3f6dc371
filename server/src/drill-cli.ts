// `npm run drill`: restores the last backup into a folder of its own, to the requested second or as far as
// possible, runs the audit on it, and reports how much would have been lost and how long it took. Decision 73.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type DrillRecord,
  HEADS_LAW,
  lastBatch,
  type RestoredCopy,
  restoreToSecond,
  verifyCopy,
  writeDrillRecord,
} from './drill/index.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { auditKeyFrom } from './platform/secrets/books-keys.ts';
import { runCommand } from './platform/start/command-line.ts';

const HELP = `npm run drill -- [--at <time>] [--into <folder>] [--wal <folder>] [--checkpoints <folder>]
                 [--live <database>] [--stanza <name>] [--most-lost <seconds>]

Restores pgbackrest's last backup and its log, to --at (2026-11-23T19:00:00Z; without it, all that there is), into a new folder
of --into, which is removed again. --wal is where pg_receivewal writes (sarraf-wal.service). The heads of the books are
compared with checkpoints.json of --checkpoints (DATA_DIR), or with the database of --live (DATABASE_URL; "none" when it is
gone). Exit code 0 when every law holds, the heads are right, and no more than --most-lost seconds (5) are missing; 1 when
not; 2 when it could not be done. The outcome is in last-drill.json of --into as well.
`;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      at: { type: 'string' },
      into: { type: 'string', default: 'drill' },
      wal: { type: 'string' },
      checkpoints: { type: 'string' },
      live: { type: 'string' },
      stanza: { type: 'string', default: 'sarraf' },
      'most-lost': { type: 'string', default: '5' },
      help: { type: 'boolean' },
    },
  });
  const mostLostMs = Number.parseInt(values['most-lost'], 10) * 1000;
  const at = values.at === undefined ? null : new Date(values.at);
  if (values.help || !(mostLostMs >= 0) || (at !== null && Number.isNaN(at.getTime()))) {
    process.stderr.write(HELP);
    return 2;
  }
  const config = loadConfig(process.env);
  const real = values.live === 'none' ? null : (values.live ?? config.DATABASE_URL ?? null);
  const likeUrl = real ?? config.DATABASE_URL;
  if (!likeUrl) throw new Error('DATABASE_URL: an embedded database has no archive; see `npm run backup`.');
  const into = resolve(values.into);
  const begun = new Date();
  const live = await openLive(config, real);
  try {
    // Read before the copy is made: what is settled in the meantime is no loss.
    const expected = live && (await lastBatch(live.db, at ?? begun));
    const wal = values.wal === undefined ? null : resolve(values.wal);
    const copy = await restoreToSecond({
      stanza: values.stanza,
      into,
      at,
      wal,
      likeUrl,
    });
    try {
      const checkpointsDir = resolve(values.checkpoints ?? config.DATA_DIR);
      const outcome = await judge(config, copy, { live, expected, begun, at, mostLostMs, checkpointsDir });
      writeDrillRecord(join(into, 'last-drill.json'), outcome);
      tell(outcome);
      return outcome.held ? 0 : 1;
    } finally {
      await copy.remove();
    }
  } finally {
    await live?.close();
  }
}

/** Connects to the live database; null when the operator declares it gone, or it doesn't respond. */
async function openLive(config: Config, url: string | null): Promise<Database | null> {
  if (url === null) return null;
  const live = openDatabase(url, 1, auditKeyFrom(config.BOOKS_KEY));
  try {
    await lastBatch(live.db, null);
    return live;
  } catch (error) {
    say(`The real database does not answer (${(error as Error).message}): the copy is judged without it.`);
    await live.close();
    return null;
  }
}

interface Asked {
  live: Database | null;
  expected: Awaited<ReturnType<typeof lastBatch>>;
  begun: Date;
  at: Date | null;
  mostLostMs: number;
  checkpointsDir: string;
}

async function judge(config: Config, copy: RestoredCopy, asked: Asked): Promise<DrillRecord> {
  const { live, expected, begun, at, mostLostMs, checkpointsDir } = asked;
  const { db, close } = openDatabase(copy.url, 2, auditKeyFrom(config.BOOKS_KEY));
  try {
    const last = await lastBatch(db, null);
    const started = performance.now();
    const { violations, heads } = await verifyCopy(db, live?.db ?? null, {
      booksKey: config.BOOKS_KEY,
      checkpointsDir,
    });
    // Without the live database it is unknown whether anything was settled between the last transaction and then.
    const wanted = expected?.at ?? at ?? begun;
    const reached = expected ? last?.at : (copy.lastTransactionAt ?? last?.at);
    const lostMs = Math.max(0, wanted.getTime() - (reached?.getTime() ?? 0));
    const faults = violations.map(({ law, row }) => `${law}: ${JSON.stringify(row, bigints)}`);
    if (lostMs > mostLostMs && (live || at)) faults.push(`${HEADS_LAW}: ${seconds(lostMs)} are missing`);
    return {
      held: faults.length === 0,
      begunAt: begun.toISOString(),
      asked: at?.toISOString() ?? null,
      recoveryPoint: (copy.lastTransactionAt ?? last?.at)?.toISOString() ?? null,
      batch: last && { number: String(last.number), at: last.at.toISOString() },
      lostMs,
      recoveryMs: copy.copyMs + copy.replayMs,
      copyMs: copy.copyMs,
      replayMs: copy.replayMs,
      auditMs: Math.round(performance.now() - started),
      heads,
      faults,
    };
  } finally {
    await close();
  }
}

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function tell(outcome: DrillRecord): void {
  const { batch, recoveryPoint, lostMs, recoveryMs, copyMs, replayMs, auditMs, heads, faults } = outcome;
  say(
    `recovery point  ${recoveryPoint ?? 'none'}, batch ${batch?.number ?? 'none'}: ${seconds(lostMs)} missing`,
  );
  say(`recovery time   ${seconds(recoveryMs)}: files ${seconds(copyMs)}, log ${seconds(replayMs)}`);
  say(`audit           ${seconds(auditMs)}; heads compared with: ${heads}`);
  for (const fault of faults) say(`Does not hold: ${fault}`);
  say(outcome.held ? 'The backup holds.' : 'The backup does not hold.');
}

await runCommand(() => main(process.argv.slice(2)));
