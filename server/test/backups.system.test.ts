/**
 * Failures of a backup unit, the WAL archive and stream, and restic runs raise alarms, which clear once they
 * succeed again.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '@sarraf/domain';
import { ALARM_CHANNELS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '../../scripts/debian.ts';
import { escalateDueAlarms } from '../src/alarms/escalate.ts';
import { runAlarmCheck } from '../src/alarms/run-check.ts';
import { sendDueMessages } from '../src/alarms/send.ts';
import { listAlarms } from '../src/alarms/store.ts';
import { createAlarmChecks } from '../src/app/alarm-checks.ts';
import { readBackups } from '../src/app/backups.ts';
import { checkBackups, evaluateBackups } from '../src/drill/index.ts';
import { manualClock } from '../src/platform/clock.ts';
import { listSecretKeys, loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { newId } from '../src/platform/ids.ts';
import { openSecrets } from '../src/platform/secrets/open-secrets.ts';
import { toOwnedRowKey } from '../src/platform/secrets/secrets.ts';
import { createEntropy, writeSealedSeed } from '../src/signer/seed-file.ts';
import { openDocumentFiles } from '../src/verification/documents/document-files.ts';
import { fileDigestOf, insertDocument } from '../src/verification/documents/document-store.ts';
import { type AlarmFixture, createAlarmFixture } from './alarms.ts';
import { type Archive, canArchive, startArchive } from './archive.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addPerson } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import { runUnit } from './units.ts';
import { pollUntil } from './waiting.ts';

const JOBS = ['database-full', 'archive', 'stream', 'documents', 'signer'];
const PASSPHRASE = 'of a test and of nothing else';

describe.skipIf(!canArchive() || !findTool('restic'))('alarms about failing backups', () => {
  let dir: string;
  let archive: Archive;
  let database: Database;
  let alarms: AlarmFixture;
  let config: never;
  let document: string;
  const resolveFolder = (name: string) => join(dir, name);

  const repositoryEnv = (part: string) => ({
    RESTIC_REPOSITORY: resolveFolder(`${part}-copies`),
    RESTIC_PASSWORD: 'of-a-test-and-nothing-else',
    RESTIC_CACHE_DIR: resolveFolder(`${part}-cache`),
    CACHE_DIRECTORY: resolveFolder(`${part}-cache`),
  });
  const mapFolders = () => ({
    '/var/lib/sarraf-backup': resolveFolder('sarraf-backup'),
    '/var/lib/sarraf-server': resolveFolder('server'),
    '/var/lib/sarraf-signer': resolveFolder('signer'),
    '/var/backups/sarraf/wal': archive.wal,
    '/var/cache/sarraf-documents-restore': resolveFolder('documents-restore'),
    '/var/cache/sarraf-signer-restore': resolveFolder('signer-restore'),
  });
  const settings = () => ({
    MODE: 'sandbox',
    DATABASE_URL: archive.postgres.url,
    DATA_DIR: resolveFolder('server'),
  });
  const restore = (part: 'documents' | 'signer', more: Record<string, string> = {}) =>
    runUnit(`sarraf-${part}-restore`, {
      folders: mapFolders(),
      env: {
        ...settings(),
        ...repositoryEnv(part),
        SIGNER_DIR: resolveFolder('signer'),
        SIGNER_PASSPHRASE: PASSPHRASE,
        LOG_LEVEL: 'silent',
        ...more,
      },
    });
  const runCopy = (part: 'documents' | 'signer') =>
    runUnit(`sarraf-${part}-backup`, { folders: mapFolders(), env: repositoryEnv(part) });
  const backUpDatabase = () =>
    runUnit('sarraf-backup@full', {
      folders: mapFolders(),
      env: {
        PGBACKREST_CONFIG: archive.config,
        PGPASSWORD: decodeURIComponent(new URL(archive.postgres.url).password),
      },
      asPostgres: true,
    });
  /** Closes a WAL segment, and waits until archiving it has ended. */
  const archiveLog = async (failing: boolean) => {
    await sql`select pg_switch_wal()`.execute(database.db);
    await pollUntil(async () => {
      const { rows } = await sql<{ fails: boolean | null }>`select
        last_failed_time > coalesce(last_archived_time, '-infinity') as fails
        from pg_stat_archiver`.execute(database.db);
      return (rows[0]?.fails ?? false) === failing;
    }, 30_000);
  };

  /** Runs what a worker does in a minute. */
  async function runMinute(): Promise<void> {
    alarms.clock.advance(MINUTE_MS);
    const check = createAlarmChecks({
      config,
      db: database.db,
      clock: alarms.clock,
      parts: {} as never,
    }).find(({ name }) => name === 'backups');
    if (check) await runAlarmCheck(alarms.deps, check);
    await escalateDueAlarms(alarms.deps);
    await Promise.all(ALARM_CHANNELS.map((way) => sendDueMessages(alarms.deps, way)));
  }
  async function runMinutes(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await runMinute();
  }
  const listOpenAlarms = async () =>
    (await listAlarms(database.db, { over: false, limit: 50 }))
      .map(({ kind, subject }) => `${kind} ${subject}`)
      .sort();
  const readStates = async () =>
    Object.fromEntries(
      (await readBackups({ config, db: database.db, clock: alarms.clock })).map(({ name, state }) => [
        name,
        state,
      ]),
    );

  /** Encrypts a document like the server does; returns its id. */
  async function addDocument(userId: string): Promise<string> {
    const id = newId();
    const secrets = await openSecrets(database.db, listSecretKeys(loadConfig(settings())));
    const bytes = secrets.encryptBytes(Buffer.from('a paper'), 'documents.file', toOwnedRowKey(id, userId));
    const file = await openDocumentFiles(join(resolveFolder('server'), 'documents')).write(bytes);
    const row = { id, userId, kind: 'image', file, digest: fileDigestOf(bytes) } as never;
    await database.db.transaction().execute((tx) => insertDocument(tx, row, new Date()));
    return id;
  }

  beforeAll(async () => {
    dir = mkdtempSync('/tmp/sarraf-backups-');
    chmodSync(dir, 0o755);
    for (const name of ['server', 'signer', 'sarraf-backup', 'documents-cache', 'signer-cache'])
      mkdirSync(resolveFolder(name));
    writeFileSync(join(resolveFolder('signer'), 'journal.jsonl'), 'a line\n');
    writeSealedSeed(join(resolveFolder('signer'), 'seed.json'), createEntropy(), PASSPHRASE);
    for (const part of ['documents', 'signer'])
      execFileSync('restic', ['init', '--quiet'], { env: { ...process.env, ...repositoryEnv(part) } });
    archive = await startArchive();
    await migrate(archive.postgres.url);
    database = openDatabase(archive.postgres.url, 4, TEST_AUDIT_KEY);
    const admin = { email: 'admin@sarraf.test', mobile: '+989120000001' };
    const userId = await addPerson(database.db, { email: admin.email, roles: ['admin'] });
    document = await addDocument(userId);
    config = { BACKUP_JOBS: JOBS.join(','), BACKUP_RECORDS: resolveFolder('sarraf-backup') } as never;
    alarms = createAlarmFixture(
      database.db,
      [{ to: { userId, ...admin, language: 'en' }, admin: true }],
      // Records have the machine's time, which the minutes below must not leave far behind.
      manualClock(Date.now() - 30 * MINUTE_MS),
    );
  });
  afterAll(async () => {
    await database?.close();
    await archive?.stop();
    removeFolder(dir);
  });

  it('expect backups from the first check on, and are silent once each was made', async () => {
    await runMinute();
    expect(await readStates()).toMatchObject({
      'database-full': 'NONE',
      documents: 'NONE',
      signer: 'NONE',
    });
    expect([backUpDatabase(), runCopy('documents'), runCopy('signer')]).toEqual([true, true, true]);
    await archiveLog(false);
    await runMinutes(10);
    expect(await readStates()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'GOOD'])));
    expect(await listOpenAlarms()).toEqual([]);
  });

  it('reach e-mail, SMS and webhook, one for each backup', async () => {
    for (const part of ['documents', 'signer'])
      renameSync(resolveFolder(`${part}-copies`), resolveFolder(`${part}-elsewhere`));
    renameSync(archive.config, `${archive.config}.away`);
    await archive.endReceiving();
    const ways = [backUpDatabase(), runCopy('documents'), runCopy('signer')];
    expect(ways).toEqual([false, false, false]);
    await archiveLog(true);
    await runMinutes(30);
    expect(await listOpenAlarms()).toEqual(JOBS.map((name) => `BACKUP_FAILED ${name}`).sort());
    expect(await readStates()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'FAILED'])));
    const all = JOBS.map(() => 'BACKUP_FAILED').join('+');
    const reached = new Set(alarms.sentLines);
    expect(reached).toContain(`EMAIL admin@sarraf.test ${all}`);
    expect(reached).toContain(`SMS +989120000001 ${all}`);
    expect(reached).toContain('WEBHOOK - BACKUP_FAILED');
    expect(alarms.sentLines.filter((line) => line.startsWith('WEBHOOK'))).toHaveLength(JOBS.length);
  });

  it('clear once the backups succeed again', async () => {
    for (const part of ['documents', 'signer'])
      renameSync(resolveFolder(`${part}-elsewhere`), resolveFolder(`${part}-copies`));
    renameSync(`${archive.config}.away`, archive.config);
    await archive.receive();
    expect([backUpDatabase(), runCopy('documents'), runCopy('signer')]).toEqual([true, true, true]);
    await archiveLog(false);
    await runMinutes(5);
    expect(await listOpenAlarms()).toEqual([]);
    expect(await readStates()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'GOOD'])));
  });

  it('include a restore drill, which detects a changed document, a journal of another history and a seed that can’t be opened', async () => {
    const restoreAll = () => [restore('documents'), restore('signer')];
    expect(restoreAll()).toEqual([true, true]);
    const alterDigest = (change: string) =>
      sql`update documents set digest = sha256(digest || ${change}::bytea) where id = ${document}`.execute(
        database.db,
      );
    const { rows } = await sql<{
      digest: Buffer;
    }>`select digest from documents where id = ${document}`.execute(database.db);
    await alterDigest('x');
    expect(restore('documents')).toBe(false);
    await sql`update documents set digest = ${rows[0]?.digest} where id = ${document}`.execute(database.db);
    appendFileSync(join(resolveFolder('signer'), 'journal.jsonl'), 'another line\n');
    expect(restoreAll()).toEqual([true, true]);
    expect(restore('signer', { SIGNER_PASSPHRASE: 'another' })).toBe(false);
    writeFileSync(join(resolveFolder('signer'), 'journal.jsonl'), 'another past\n');
    expect(restore('signer')).toBe(false);
    const trials = {
      BACKUP_JOBS: 'documents-restore,signer-restore',
      BACKUP_RECORDS: resolveFolder('sarraf-backup'),
    };
    const now = new Date();
    const checkResult = await checkBackups(database.db, trials, null, now);
    expect(evaluateBackups(trials, checkResult, now).map(({ state }) => state)).toEqual(['GOOD', 'FAILED']);
    expect(readdirSync(resolveFolder('signer-restore'))).toEqual([]);
  });
});
