/** Security checklist S47, its part about the hash chain. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { asOwner } from '../../../test/owner.ts';
import { newId } from '../ids.ts';
import { deriveAuditKey } from '../secrets/books-keys.ts';
import { appendAudit, checkAudit, readAudit } from './audit-log.ts';
import { type Db, openDatabase } from './database.ts';

let test: TestDatabase;
let db: Db;
let close: () => Promise<void>;
const now = new Date('2026-01-02T03:04:05.678Z');
const person = newId();
const BOOKS_KEY = Buffer.alloc(32, 3);

beforeEach(async () => {
  test = await createTestDatabase();
  ({ db, close } = openDatabase(test.url, 10, deriveAuditKey(BOOKS_KEY)));
});
afterEach(async () => {
  await close();
  await test.drop();
});

const append = (action: string, detail: Record<string, string | number> = {}) =>
  db
    .transaction()
    .execute((tx) => appendAudit(tx, { actorId: person, action, subjectId: person, detail }, now));

async function fill(count: number): Promise<void> {
  for (let i = 1; i <= count; i += 1) await append('document read', { number: i });
}

/** Modifies the log as an owner of the database could, who can remove its triggers. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await asOwner(db, sql`alter table audit_log disable trigger user`);
  await asOwner(db, statement);
  await asOwner(db, sql`alter table audit_log enable trigger user`);
}

describe('S47 hash chain', () => {
  it('S47: verifies an empty log and one with entries', async () => {
    expect(await checkAudit(db)).toBeNull();
    await fill(5);
    expect(await checkAudit(db)).toBeNull();
    const rows = await readAudit(db, { limit: 10 });
    expect(rows.map((row) => row.number)).toEqual([5n, 4n, 3n, 2n, 1n]);
    expect(rows[0]).toEqual({
      number: 5n,
      at: now,
      actorId: person,
      action: 'document read',
      subjectId: person,
      detail: '{"number":5}',
    });
    expect((await readAudit(db, { limit: 2, before: 4n })).map((row) => row.number)).toEqual([3n, 2n]);
    expect(await readAudit(db, { subjectId: newId(), limit: 10 })).toEqual([]);
  });

  it.each([
    ['action', sql`update audit_log set action = 'nothing' where number = 3`],
    ['detail', sql`update audit_log set detail = '{"number":30}' where number = 3`],
    ['actor', sql`update audit_log set actor_id = null where number = 3`],
    ['subject', sql`update audit_log set subject_id = null where number = 3`],
    ['time', sql`update audit_log set at = at + interval '1 millisecond' where number = 3`],
    ['hash', sql`update audit_log set hash = sha256('x') where number = 3`],
  ])('S47: detects a changed %s', async (_, statement) => {
    await fill(5);
    await tamper(statement);
    expect(await checkAudit(db)).toBe('audit log: entry 3 was changed');
  });

  it('S47: detects a removed entry, also if the numbers of the following ones were closed up', async () => {
    await fill(5);
    await tamper(sql`delete from audit_log where number = 3`);
    expect(await checkAudit(db)).toBe('audit log: entry 3 is missing');
    await tamper(sql`update audit_log set number = number - 1 where number > 3`);
    expect(await checkAudit(db)).toBe('audit log: entry 3 was changed');
  });

  it('S47: detects an inserted entry, in the middle or at the end', async () => {
    await fill(5);
    await tamper(sql`insert into audit_log select 6, at, actor_id, action, subject_id, detail, hash
      from audit_log where number = 5`);
    expect(await checkAudit(db)).toBe('audit log: entry 6 was changed');
    await tamper(sql`delete from audit_log where number = 6`);
    await tamper(sql`update audit_log set number = number + 1 where number = 5`);
    await tamper(sql`update audit_log set number = number + 1 where number = 4`);
    await tamper(sql`insert into audit_log select 4, at, actor_id, 'approved', subject_id, detail, hash
      from audit_log where number = 3`);
    expect(await checkAudit(db)).toBe('audit log: entry 4 was changed');
  });

  it('S47: detects a truncated log and a changed or missing head', async () => {
    await fill(5);
    await tamper(sql`delete from audit_log where number > 3`);
    expect(await checkAudit(db)).toBe('audit log: it ends with entry 3 and not with its head');
    await sql`update audit_head set number = 3`.execute(db);
    expect(await checkAudit(db)).toBe('audit log: its head was changed');
    await sql`delete from audit_head`.execute(db);
    expect(await checkAudit(db)).toBe('audit log: its head is gone');
    await expect(append('one more')).rejects.toThrow('no head');
  });

  it('S47: stays one chain under concurrent appends and while it is verified', async () => {
    const checks: (string | null)[] = [];
    await Promise.all([
      ...Array.from({ length: 100 }, (_, i) => append('document read', { number: i })),
      ...Array.from({ length: 10 }, async () => checks.push(await checkAudit(db))),
    ]);
    expect(checks).toEqual(Array(10).fill(null));
    expect(await checkAudit(db)).toBeNull();
    expect((await readAudit(db, { limit: 200 })).length).toBe(100);
  });

  it('S47: contains nothing of a rolled-back transaction', async () => {
    await fill(2);
    const failed = db.transaction().execute(async (tx) => {
      await appendAudit(tx, { actorId: null, action: 'never', subjectId: null }, now);
      throw new Error('after all not');
    });
    await expect(failed).rejects.toThrow('after all not');
    await fill(1);
    expect((await readAudit(db, { limit: 10 })).map((row) => row.action)).not.toContain('never');
    expect(await checkAudit(db)).toBeNull();
  });
});

describe('S47 MAC key', () => {
  /** Recomputes the hashes, as an attacker can who has the log but not the key. */
  const rewrite = sql`do $$
    declare
      entry record;
      before bytea := decode(repeat('00', 32), 'hex');
    begin
      for entry in select * from audit_log order by number loop
        before := sha256(before || convert_to(entry.detail, 'UTF8'));
        update audit_log set hash = before where number = entry.number;
      end loop;
      update audit_head set hash = before;
    end $$`;

  it('S47: detects a log that was rewritten without its key', async () => {
    await fill(3);
    await tamper(rewrite);
    expect(await checkAudit(db)).toBe('audit log: entry 1 was changed');
  });

  it('S47: verifies the log only under its own key', async () => {
    await fill(3);
    const other = openDatabase(test.url, 1, deriveAuditKey(Buffer.alloc(32, 4)));
    expect(await checkAudit(other.db)).toBe('audit log: entry 1 was changed');
    await other.close();
    const without = openDatabase(test.url, 1);
    await expect(checkAudit(without.db)).rejects.toThrow('without the key');
    await without.close();
  });

  it('S47: refuses an entry with a plain digest instead of a MAC', async () => {
    await tamper(sql`with entry as (
        insert into audit_log (number, at, action, detail, hash)
        values (1, ${now}, 'text saved', '{}', sha256(decode(repeat('00', 32), 'hex') || convert_to(${JSON.stringify(
          ['1', now.toISOString(), null, 'text saved', null, '{}'],
        )}, 'UTF8'))) returning hash
      ) update audit_head set number = 1, hash = entry.hash from entry`);
    expect(await checkAudit(db)).toBe('audit log: entry 1 was changed');
  });
});

describe('S47 append-only', () => {
  it.each([
    ['update', sql`update audit_log set action = 'x'`],
    ['update of nothing', sql`update audit_log set action = 'x' where number = 99`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
    ['truncate with its head', sql`truncate audit_log, audit_head`],
  ])('S47: the database refuses %s', async (_, statement) => {
    await fill(2);
    await expect(statement.execute(db)).rejects.toThrow('permission denied');
    await expect(asOwner(db, statement)).rejects.toThrow('the audit log is append-only');
    expect(await checkAudit(db)).toBeNull();
  });
});

describe('S47 log injection', () => {
  it.each([
    'approved\n{"level":"info","actorId":"admin","action":"approved"}',
    'a"}\r\n,"action":"document deleted","x":"',
    "x'); delete from audit_log; --",
    '\u2028\u2029\u0007\u001b[31m',
    '$1 %s %n',
  ])('S47: %j stays within one entry, unchanged', async (text) => {
    await append('reason given', { text });
    await append('document read');
    const rows = await readAudit(db, { limit: 10 });
    expect(rows.map((row) => row.action)).toEqual(['document read', 'reason given']);
    const { detail } = rows[1] as { detail: string };
    expect(JSON.parse(detail)).toEqual({ text });
    expect(detail).not.toMatch(/[\r\n]/);
    expect(await checkAudit(db)).toBeNull();
  });
});

describe('npm run audit', () => {
  const run = () =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [join(import.meta.dirname, '../../audit-cli.ts')],
        {
          env: {
            ...process.env,
            MODE: 'sandbox',
            DATABASE_URL: test.url,
            DATA_DIR: '/tmp/sarraf-none',
            SECRET_KEY: Buffer.alloc(32).toString('base64'),
            BOOKS_KEY: BOOKS_KEY.toString('base64'),
          },
        },
        (_error, out) => resolve({ code: child.exitCode ?? -1, out }),
      );
    });

  it('S47: checks the audit log together with the ledger; on tampering exits with 1 and names the entry', async () => {
    await fill(3);
    const whole = await run();
    expect(whole.code).toBe(0);
    expect(whole.out).toContain('holds   the audit log is one unbroken chain');
    expect(whole.out).toContain('No violation was found.');
    await tamper(sql`update audit_log set detail = '{}' where number = 2`);
    const broken = await run();
    expect(broken.code).toBe(1);
    expect(broken.out).toContain('BROKEN  the audit log is one unbroken chain');
    expect(broken.out).toContain('audit log: entry 2 was changed');
    expect(broken.out).not.toContain('No violation was found.');
  });
});
