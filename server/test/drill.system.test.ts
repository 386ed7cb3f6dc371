/** The database folder is deleted under load, and the promised data is restored: decision 73. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, canArchive, startArchive } from './archive.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  findFreePort,
  type RunningServer,
  readPublishedPrice,
  signIn,
  startServer,
} from './running-server.ts';
import { pollUntil } from './waiting.ts';

const CLI = join(import.meta.dirname, '../src/drill-cli.ts');
const MAX_LOST_MS = 5_000;
const LONG = 240_000;
const toSecond = (ms: number): number => Math.floor(ms / 1_000);

describe.skipIf(!canArchive())('a restore on trial', () => {
  const t = {} as {
    archive: Archive;
    backedUp: number;
    server: RunningServer;
    dataDir: string;
    into: string;
    token: string;
  };
  /** When each trade that was answered was. */
  const replyTimes: number[] = [];
  /** Number of trades that ended, answered or not. */
  let ended = 0;
  let trading = true;
  let load: Promise<unknown>;

  /** Trades back and forth, so that the money lasts for the whole test. */
  async function tradeContinuously(): Promise<void> {
    for (let n = 0; trading; n += 1) {
      const side = n % 2 === 0 ? 'buy' : 'sell';
      try {
        const unitPrice = await readPublishedPrice(t.server.url, 'BITCOIN', side);
        const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
        const { token } = t;
        const { status } = await callServer(t.server.url, 'POST', `/exchange/${side}`, { token, body });
        if (status === 200) replyTimes.push(Date.now());
      } finally {
        ended += 1;
      }
    }
  }

  const drillEnvironment = () => ({
    DATABASE_URL: t.archive.postgres.url,
    DATA_DIR: t.dataDir,
    MARKET_MAKERS: 'off',
  });

  const runDrill = (...args: string[]) => runDrillOfArchive('--wal', t.archive.wal, ...args);

  async function runDrillOfArchive(...args: string[]) {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CLI, '--into', t.into, ...args],
      {
        env: {
          ...process.env,
          ...drillEnvironment(),
          MODE: 'sandbox',
          LOG_LEVEL: 'silent',
          PGBACKREST_CONFIG: t.archive.config,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
    const [code] = await once(child, 'close');
    const outcome = JSON.parse(readFileSync(join(t.into, 'last-drill.json'), 'utf8'));
    return { code: code as number, output, outcome };
  }

  /** Runs `work` while only the first half of a file is there. */
  async function withDamagedFile<T>(file: string, work: () => Promise<T>): Promise<T> {
    const content = readFileSync(file);
    truncateSync(file, Math.floor(content.length / 2));
    try {
      return await work();
    } finally {
      writeFileSync(file, content);
    }
  }

  /** Finds the WAL file with which the replay after the first backup begins. */
  function findFirstArchivedLog(): string {
    const cwd = join(t.archive.repository, 'archive/sarraf');
    const files = globSync('*/*/*', { cwd }).sort();
    const backup = files.find((name) => name.endsWith('.backup')) as string;
    const segment = backup.slice(0, backup.indexOf('.', backup.lastIndexOf('/')));
    return join(cwd, files.find((name) => name.startsWith(`${segment}-`)) as string);
  }

  beforeAll(async () => {
    t.dataDir = mkdtempSync(join(tmpdir(), 'sarraf-drill-data-'));
    t.into = mkdtempSync('/tmp/sarraf-drill-into-');
    // PostgreSQL's user needs access to it.
    chmodSync(t.into, 0o755);
    t.archive = await startArchive();
    t.server = await startServer({
      ...drillEnvironment(),
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'fatal',
    });
    t.token = await signIn(t.server.url, 'demo@sarraf.test');
    await t.archive.backUp();
    t.backedUp = Date.now();
    load = Promise.all(
      [tradeContinuously(), tradeContinuously(), tradeContinuously()].map((one) => one.catch(() => {})),
    );
    await pollUntil(async () => replyTimes.length >= 50, LONG);
  }, LONG);
  afterAll(async () => {
    trading = false;
    await t.server?.kill('SIGKILL');
    await load;
    await t.archive?.stop();
    for (const dir of [t.dataDir, t.into]) if (dir) removeFolder(dir);
  }, LONG);

  it(
    'restores to the requested second and no further, while the exchange works',
    async () => {
      // pgbackrest restores to a second after the one in which the backup ended.
      await pollUntil(async () => toSecond(Date.now()) > toSecond(t.backedUp), LONG);
      const at = new Date();
      // Three trades at most were under way, so that most of these come after it.
      const before = replyTimes.length;
      await pollUntil(async () => replyTimes.length >= before + 10, LONG);
      const { code, output, outcome } = await runDrill('--at', at.toISOString());
      expect(output).toContain('The backup holds.');
      expect(code).toBe(0);
      const { asked: requestedTime, recoveryPoint, batch, lostMs, heads } = outcome;
      expect(requestedTime).toBe(at.toISOString());
      expect(Date.parse(recoveryPoint)).toBeLessThanOrEqual(at.getTime());
      expect(Date.parse(batch.at)).toBeLessThanOrEqual(at.getTime());
      expect(lostMs).toBeLessThanOrEqual(MAX_LOST_MS);
      expect(['CHECKPOINTS', 'LIVE']).toContain(heads);
    },
    LONG,
  );

  it(
    'restores from the archive alone',
    async () => {
      const { code, output } = await runDrillOfArchive('--most-lost', '600');
      expect(output).toContain('The backup holds.');
      expect(code).toBe(0);
    },
    LONG,
  );

  it(
    'reports a damaged file of the archive, although pg_receivewal still has it',
    async () => {
      const { streamed, archivedOnly } = await withDamagedFile(findFirstArchivedLog(), async () => ({
        streamed: await runDrill(),
        archivedOnly: await runDrillOfArchive(),
      }));
      expect(streamed.output).toMatch(/Does not hold: the archive delivers each file: \[\d+\]/);
      expect(streamed.code).toBe(1);
      expect(archivedOnly.output).toMatch(/required checkpoint record; pgbackrest: \[\d+\]/);
      expect(archivedOnly.code).toBe(2);
      // It restored nothing: an older record of a success would be taken for the state of the backups.
      expect(archivedOnly.outcome).toMatchObject({ held: false, recoveryPoint: null, recoveryMs: null });
      expect(archivedOnly.outcome.faults).toEqual([archivedOnly.output.trim()]);
    },
    LONG,
  );

  it(
    'reads the log before the last backup when it restores the previous one',
    async () => {
      const early = await runDrill('--previous');
      expect(early.output.trim()).toBe('There is no previous backup.');
      expect(early.code).toBe(0);
      await t.archive.backUp();
      const { last, previous } = await withDamagedFile(findFirstArchivedLog(), async () => ({
        last: await runDrill(),
        previous: await runDrill('--previous'),
      }));
      expect(last.output).toContain('The backup holds.');
      expect(previous.output).toMatch(/Does not hold: the archive delivers each file: \[\d+\]/);
      expect(previous.code).toBe(1);
      const mended = await runDrillOfArchive('--previous', '--most-lost', '600');
      expect(mended.output).toContain('The backup holds.');
      expect(mended.code).toBe(0);
    },
    LONG,
  );

  it(
    'reports when the separately stored heads belong to another ledger',
    async () => {
      const file = join(t.dataDir, 'checkpoints.json');
      const other = mkdtempSync(join(tmpdir(), 'sarraf-drill-heads-'));
      const checkpoints = JSON.parse(readFileSync(file, 'utf8'));
      checkpoints.heads.books.mac = 'ab'.repeat(32);
      writeFileSync(join(other, 'checkpoints.json'), JSON.stringify(checkpoints));
      const { code, output, outcome } = await runDrill('--checkpoints', other);
      expect(output).toMatch(/Does not hold: each batch carries the MAC/);
      expect(code).toBe(1);
      expect(outcome.held).toBe(false);
      removeFolder(other);
    },
    LONG,
  );

  it(
    'restores everything settled up to the loss of the disk, and reports the ledger as correct',
    async () => {
      const before = replyTimes.length;
      await pollUntil(async () => replyTimes.length > before + 50, LONG);
      const endedBefore = ended;
      // Not `removeFolder`: trades go on meanwhile, and are answered when they are, not when all files are gone.
      await rm(t.archive.postgres.cluster, { recursive: true, force: true, maxRetries: 10 });
      await pollUntil(async () => ended > endedBefore, LONG);
      t.archive.postgres.kill();
      trading = false;
      await load;
      await t.server.kill('SIGKILL');
      const { code, output, outcome } = await runDrill('--live', 'none');
      expect(output).toContain('The backup holds.');
      expect(code).toBe(0);
      const { recoveryPoint, heads, held, recoveryMs } = outcome;
      expect(held).toBe(true);
      expect(heads).toBe('CHECKPOINTS');
      const lastAnswer = replyTimes.at(-1) as number;
      const lost = lastAnswer - Date.parse(recoveryPoint);
      console.log(`answered ${replyTimes.length}, missing at the end ${lost} ms, back in ${recoveryMs} ms`);
      expect(lost).toBeLessThanOrEqual(MAX_LOST_MS);
    },
    LONG,
  );

  it('is refused where there is nothing to restore', async () => {
    const { code, output, outcome } = await runDrill('--live', 'none', '--stanza', 'other');
    expect(output).toMatch(/pgbackrest/);
    expect(code).toBe(2);
    expect(outcome).toMatchObject({ held: false, faults: [output.trim()] });
  });
});
