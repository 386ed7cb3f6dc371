import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture, TEST_KEY } from '../test/identity.ts';
import { TEST_BOOKS_KEY } from '../test/keys.ts';
import { addPasskey } from '../test/passkey.ts';
import { removeFolder } from '../test/remove-folder.ts';
import { checkAudit, readAudit } from './platform/database/audit-log.ts';
import { embeddedUrls } from './platform/database/embedded.ts';
import { SIGNER_ROLE } from './platform/database/embedded-roles.ts';
import { startPostgres } from './platform/database/postgres.ts';
import { prepareDatabase } from './platform/database/prepare.ts';

let context: IdentityFixture;
const production = {
  MODE: 'production',
  SIGNER_URL: 'unix:/run/signer.sock',
  SIGNER_TOKEN: randomBytes(32).toString('base64url'),
  SEAL_KEY: randomBytes(32).toString('base64'),
  BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
  PUBLIC_URL: 'https://sarraf.test',
  SMTP_URL: 'smtps://mail.test',
  MAIL_FROM: 'sarraf@sarraf.test',
  ZARINPAL_MERCHANT_ID: 'a'.repeat(36),
  FINNOTECH_CLIENT_ID: 'sarraf',
  FINNOTECH_CLIENT_SECRET: 'secret',
  FINNOTECH_NATIONAL_CODE: '0123456789',
  KAVENEGAR_API_KEY: 'a'.repeat(40),
};

beforeAll(async () => {
  context = await createIdentityFixture();
  await context.signUp('ann@sarraf.test');
});
afterAll(() => context.close());

const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'staff-cli.ts'), ...args],
      {
        env: {
          ...process.env,
          MODE: 'sandbox',
          SECRET_KEY: TEST_KEY.toString('base64'),
          BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
          DATABASE_URL: context.url,
          ...env,
        },
      },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

const rolesOf = async (token: string) => (await context.identity.authenticate(token))?.staffRoles;

describe('npm run staff', () => {
  it('says that no user has a role, then lists who has which', async () => {
    expect(await run(['list'])).toMatchObject({ code: 0, out: 'There are no staff members yet.\n' });
    await run(['add', 'ann@sarraf.test', 'support']);
    await run(['add', 'ann@sarraf.test', 'kyc']);
    expect(await run(['list'])).toMatchObject({
      code: 0,
      out: 'ann@sarraf.test  kyc, support  (no authenticator app)\n',
    });
  });

  it('grants a role to an open session within five seconds, and revokes it', async () => {
    const token = await context.signIn('ann@sarraf.test');
    const before = await rolesOf(token);
    const added = await run(['add', ' ANN@sarraf.test', 'treasury']);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toBe(
      'ann@sarraf.test has the role treasury; running servers apply it within 5 seconds.\n',
    );
    context.clock.advance(5_000);
    expect(await rolesOf(token)).toEqual([...(before ?? []), 'treasury']);
    expect((await run(['remove', 'ann@sarraf.test', 'treasury'])).out).toBe(
      'ann@sarraf.test no longer has the role treasury; running servers apply it within 5 seconds.\n',
    );
    context.clock.advance(5_000);
    expect(await rolesOf(token)).toEqual(before);
  });

  it('may be repeated, and logs each change once', async () => {
    await context.signUp('bob@sarraf.test');
    for (const change of ['add', 'add', 'remove', 'remove'])
      expect((await run([change, 'bob@sarraf.test', 'admin'])).code).toBe(0);
    expect((await run(['remove', 'bob@sarraf.test', 'admin'])).out).toBe(
      'bob@sarraf.test does not have the role admin.\n',
    );
    const { rows } = await sql<{ id: string }>`select id from users where email = 'bob@sarraf.test'`.execute(
      context.db,
    );
    const entries = await readAudit(context.db, { subjectId: rows[0]?.id as string, limit: 10 });
    expect(entries.map((entry) => entry.action)).toEqual(['staff role removed', 'staff role added']);
    expect(JSON.parse(entries[0]?.detail ?? '')).toEqual({ role: 'admin', operator: expect.any(String) });
    expect(await checkAudit(context.db)).toBeNull();
  });

  it('refuses an address without an account, and says what to do', async () => {
    expect(await run(['add', 'nobody@sarraf.test', 'admin'])).toEqual({
      code: 1,
      out: '',
      err: 'nobody@sarraf.test has no account here: the person has to sign up first.\n',
    });
  });

  it('says in production that an authenticator app is needed, and a passkey for an admin, until they are set up', async () => {
    const hint = 'The back office opens once they use an authenticator app: Settings, two-step login.\n';
    const first = await run(['add', 'ann@sarraf.test', 'admin'], production);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain(hint);
    const passkey = 'This role also needs a passkey: they add it in Settings and log in with it.\n';
    expect(first.out).toContain(passkey);
    expect((await run(['list'])).out).toContain('(no authenticator app)  (no passkey)');
    expect((await run(['add', 'ann@sarraf.test', 'kyc'], production)).out).not.toContain(passkey);
    await addPasskey(context, await context.signIn('ann@sarraf.test'));
    await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where email = 'ann@sarraf.test'`.execute(
      context.db,
    );
    expect((await run(['add', 'ann@sarraf.test', 'admin'], production)).out).toBe(
      'ann@sarraf.test already has the role admin.\n',
    );
  });

  it('deletes the passkeys of a staff member who has lost them, and logs it', async () => {
    const token = await context.signUp('cyd@sarraf.test');
    await addPasskey(context, token);
    const done = await run(['forget-passkeys', 'cyd@sarraf.test']);
    expect(done.out).toContain('cyd@sarraf.test no longer has a passkey');
    context.clock.advance(5_000);
    expect(await context.identity.authenticate(token)).toBeNull();
    const again = await context.signIn('cyd@sarraf.test');
    expect((await context.call('GET', '/users/passkeys', { token: again })).body.content).toEqual([]);
    expect((await run(['forget-passkeys', 'cyd@sarraf.test'])).out).toBe('cyd@sarraf.test has no passkey.\n');
    expect((await run(['forget-passkeys', 'none@sarraf.test'])).code).toBe(1);
    expect(await checkAudit(context.db)).toBeNull();
  });

  it.each([
    [[]],
    [['forget-passkeys']],
    [['forget-passkeys', 'ann@sarraf.test', 'admin']],
    [['add']],
    [['add', 'ann@sarraf.test']],
    [['add', 'ann@sarraf.test', 'boss']],
    [['add', 'not an address', 'admin']],
    [['add', 'ann@sarraf.test', 'admin', 'kyc']],
    [['give', 'ann@sarraf.test', 'admin']],
    [['list', 'all']],
  ])('prints its usage for the arguments %j', async (args) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('usage: npm run staff add <email> <role>');
    expect(err).toContain('support, kyc, treasury, admin');
  });

  it('names an invalid setting', async () => {
    const { code, err } = await run(['list'], { MODE: 'production', DATABASE_URL: 'x' });
    expect(code).toBe(2);
    expect(err).toContain('DATABASE_URL');
  });

  it('uses the embedded database, whether a server runs or not, and never creates one', async () => {
    const dataDir = mkdtempSync('/tmp/sarraf-staff-');
    const list = () => run(['list'], { DATABASE_URL: '', DATA_DIR: dataDir });
    expect(await list()).toEqual({
      code: 2,
      out: '',
      err: `There is no database in ${dataDir} yet: start the server first.\n`,
    });
    const start = () => startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
    const first = await start();
    await prepareDatabase(embeddedUrls(first), SIGNER_ROLE);
    expect(await list()).toMatchObject({ code: 0, out: 'There are no staff members yet.\n' });
    expect((await start()).adopted).toBe(true);
    await first.stop();
    expect(await list()).toMatchObject({ code: 0, out: 'There are no staff members yet.\n' });
    const again = await start();
    expect(again.adopted).toBe(false);
    await again.stop();
    removeFolder(dataDir);
  });
});
