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
import { ALARM_WAYS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '../../scripts/debian.ts';
import { escalate } from '../src/alarms/escalate.ts';
import { runAlarmCheck } from '../src/alarms/look.ts';
import { sendAll } from '../src/alarms/send.ts';
import { listAlarms } from '../src/alarms/store.ts';
import { readBackups } from '../src/app/backups.ts';
import { createAlarmChecks } from '../src/app/look-for-alarms.ts';
import { checkBackups, judgeBackups } from '../src/drill/index.ts';
import { manualClock } from '../src/platform/clock.ts';
import { loadConfig, secretKeys } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { newId } from '../src/platform/ids.ts';
import { openSecrets } from '../src/platform/secrets/open-secrets.ts';
import { ownedRow } from '../src/platform/secrets/secrets.ts';
import { makeEntropy, sealSeed } from '../src/signer/seed-file.ts';
import { openDocumentFiles } from '../src/verification/documents/document-files.ts';
import { fileDigest, insertDocument } from '../src/verification/documents/document-store.ts';
import { type AlarmFixture, alarmFixture } from './alarms.ts';
import { type Archive, canArchive, startArchive } from './archive.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addPerson } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import { runUnit } from './units.ts';
import { until } from './waiting.ts';

const LONG = 120_000;
const JOBS = ['database-full', 'archive', 'stream', 'documents', 'signer'];
const PASSPHRASE = 'of a test and of nothing else';

describe.skipIf(!canArchive() || !findTool('restic'))(
  'alarms about failing backups',
  { timeout: LONG },
  () => {
    let dir: string;
    let archive: Archive;
    let database: Database;
    let alarms: AlarmFixture;
    let config: never;
    let document: string;
    const folder = (name: string) => join(dir, name);

    const repositoryEnv = (part: string) => ({
      RESTIC_REPOSITORY: folder(`${part}-copies`),
      RESTIC_PASSWORD: 'of-a-test-and-nothing-else',
      RESTIC_CACHE_DIR: folder(`${part}-cache`),
      CACHE_DIRECTORY: folder(`${part}-cache`),
    });
    const folders = () => ({
      '/var/lib/sarraf-backup': folder('sarraf-backup'),
      '/var/lib/sarraf-server': folder('server'),
      '/var/lib/sarraf-signer': folder('signer'),
      '/var/backups/sarraf/wal': archive.wal,
      '/var/cache/sarraf-documents-restore': folder('documents-restore'),
      '/var/cache/sarraf-signer-restore': folder('signer-restore'),
    });
    const settings = () => ({
      MODE: 'sandbox',
      DATABASE_URL: archive.postgres.url,
      DATA_DIR: folder('server'),
    });
    const restore = (part: 'documents' | 'signer', more: Record<string, string> = {}) =>
      runUnit(`sarraf-${part}-restore`, {
        folders: folders(),
        env: {
          ...settings(),
          ...repositoryEnv(part),
          SIGNER_DIR: folder('signer'),
          SIGNER_PASSPHRASE: PASSPHRASE,
          LOG_LEVEL: 'silent',
          ...more,
        },
      });
    const copy = (part: 'documents' | 'signer') =>
      runUnit(`sarraf-${part}-backup`, { folders: folders(), env: repositoryEnv(part) });
    const backUpDatabase = () =>
      runUnit('sarraf-backup@full', {
        folders: folders(),
        env: {
          PGBACKREST_CONFIG: archive.config,
          PGPASSWORD: decodeURIComponent(new URL(archive.postgres.url).password),
        },
        asPostgres: true,
      });
    /** Closes a WAL segment, and waits until archiving it has ended. */
    const archiveLog = async (failing: boolean) => {
      await sql`select pg_switch_wal()`.execute(database.db);
      await until(async () => {
        const { rows } = await sql<{ fails: boolean | null }>`select
        last_failed_time > coalesce(last_archived_time, '-infinity') as fails
        from pg_stat_archiver`.execute(database.db);
        return (rows[0]?.fails ?? false) === failing;
      }, 30_000);
    };

    /** Runs what a worker does in a minute. */
    async function minute(): Promise<void> {
      alarms.clock.advance(MINUTE_MS);
      const check = createAlarmChecks({
        config,
        db: database.db,
        clock: alarms.clock,
        parts: {} as never,
      }).find(({ name }) => name === 'backups');
      if (check) await runAlarmCheck(alarms.deps, check);
      await escalate(alarms.deps);
      await Promise.all(ALARM_WAYS.map((way) => sendAll(alarms.deps, way)));
    }
    async function minutes(count: number): Promise<void> {
      for (let n = 0; n < count; n += 1) await minute();
    }
    const open = async () =>
      (await listAlarms(database.db, { over: false, limit: 50 }))
        .map(({ kind, subject }) => `${kind} ${subject}`)
        .sort();
    const states = async () =>
      Object.fromEntries(
        (await readBackups({ config, db: database.db, clock: alarms.clock })).map(({ name, state }) => [
          name,
          state,
        ]),
      );

    /** Encrypts a document like the server does; returns its id. */
    async function addDocument(userId: string): Promise<string> {
      const id = newId();
      const secrets = await openSecrets(database.db, secretKeys(loadConfig(settings())));
      const bytes = secrets.encryptBytes(Buffer.from('a paper'), 'documents.file', ownedRow(id, userId));
      const file = await openDocumentFiles(join(folder('server'), 'documents')).write(bytes);
      const row = { id, userId, kind: 'image', file, digest: fileDigest(bytes) } as never;
      await database.db.transaction().execute((tx) => insertDocument(tx, row, new Date()));
      return id;
    }

    beforeAll(async () => {
      dir = mkdtempSync('/tmp/sarraf-backups-');
      chmodSync(dir, 0o755);
      for (const name of ['server', 'signer', 'sarraf-backup', 'documents-cache', 'signer-cache'])
        mkdirSync(folder(name));
      writeFileSync(join(folder('signer'), 'journal.jsonl'), 'a line\n');
      sealSeed(join(folder('signer'), 'seed.json'), makeEntropy(), PASSPHRASE);
      for (const part of ['documents', 'signer'])
        execFileSync('restic', ['init', '--quiet'], { env: { ...process.env, ...repositoryEnv(part) } });
      archive = await startArchive();
      await migrate(archive.postgres.url);
      database = openDatabase(archive.postgres.url, 4, TEST_AUDIT_KEY);
      const admin = { email: 'admin@sarraf.test', mobile: '+989120000001' };
      const userId = await addPerson(database.db, { email: admin.email, roles: ['admin'] });
      document = await addDocument(userId);
      config = { BACKUP_JOBS: JOBS.join(','), BACKUP_RECORDS: folder('sarraf-backup') } as never;
      alarms = alarmFixture(
        database.db,
        [{ to: { userId, ...admin, language: 'en' }, admin: true }],
        // Records have the machine's time, which the minutes below must not leave far behind.
        manualClock(Date.now() - 30 * MINUTE_MS),
      );
    }, LONG);
    afterAll(async () => {
      await database?.close();
      await archive?.stop();
      removeFolder(dir);
    }, LONG);

    it('expect backups from the first check on, and are silent once each was made', async () => {
      await minute();
      expect(await states()).toMatchObject({ 'database-full': 'NONE', documents: 'NONE', signer: 'NONE' });
      expect([backUpDatabase(), copy('documents'), copy('signer')]).toEqual([true, true, true]);
      await archiveLog(false);
      await minutes(10);
      expect(await states()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'GOOD'])));
      expect(await open()).toEqual([]);
    });

    it('reach e-mail, SMS and webhook, one for each backup', async () => {
      for (const part of ['documents', 'signer'])
        renameSync(folder(`${part}-copies`), folder(`${part}-elsewhere`));
      renameSync(archive.config, `${archive.config}.away`);
      await archive.endReceiving();
      const ways = [backUpDatabase(), copy('documents'), copy('signer')];
      expect(ways).toEqual([false, false, false]);
      await archiveLog(true);
      await minutes(30);
      expect(await open()).toEqual(JOBS.map((name) => `BACKUP_FAILED ${name}`).sort());
      expect(await states()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'FAILED'])));
      const all = JOBS.map(() => 'BACKUP_FAILED').join('+');
      const reached = new Set(alarms.sent);
      expect(reached).toContain(`EMAIL admin@sarraf.test ${all}`);
      expect(reached).toContain(`SMS +989120000001 ${all}`);
      expect(reached).toContain('WEBHOOK - BACKUP_FAILED');
      expect(alarms.sent.filter((line) => line.startsWith('WEBHOOK'))).toHaveLength(JOBS.length);
    });

    it('clear once the backups succeed again', async () => {
      for (const part of ['documents', 'signer'])
        renameSync(folder(`${part}-elsewhere`), folder(`${part}-copies`));
      renameSync(`${archive.config}.away`, archive.config);
      await archive.receive();
      expect([backUpDatabase(), copy('documents'), copy('signer')]).toEqual([true, true, true]);
      await archiveLog(false);
      await minutes(5);
      expect(await open()).toEqual([]);
      expect(await states()).toEqual(Object.fromEntries(JOBS.map((name) => [name, 'GOOD'])));
    });

    it('include a restore drill, which detects a changed document, a journal of another history and a seed that can’t be opened', async () => {
      const held = () => [restore('documents'), restore('signer')];
      expect(held()).toEqual([true, true]);
      const digest = (change: string) =>
        sql`update documents set digest = sha256(digest || ${change}::bytea) where id = ${document}`.execute(
          database.db,
        );
      const { rows } = await sql<{
        digest: Buffer;
      }>`select digest from documents where id = ${document}`.execute(database.db);
      await digest('x');
      expect(restore('documents')).toBe(false);
      await sql`update documents set digest = ${rows[0]?.digest} where id = ${document}`.execute(database.db);
      appendFileSync(join(folder('signer'), 'journal.jsonl'), 'another line\n');
      expect(held()).toEqual([true, true]);
      expect(restore('signer', { SIGNER_PASSPHRASE: 'another' })).toBe(false);
      writeFileSync(join(folder('signer'), 'journal.jsonl'), 'another past\n');
      expect(restore('signer')).toBe(false);
      const trials = {
        BACKUP_JOBS: 'documents-restore,signer-restore',
        BACKUP_RECORDS: folder('sarraf-backup'),
      };
      const now = new Date();
      const seen = await checkBackups(database.db, trials, null, now);
      expect(judgeBackups(trials, seen, now).map(({ state }) => state)).toEqual(['GOOD', 'FAILED']);
      expect(readdirSync(folder('signer-restore'))).toEqual([]);
    });
  },
);
