/**
 * A user signs up, verifies their identity, resets a password, uses an authenticator and is approved by staff, on a
 * server with its most detailed log level. No secret that they typed, received or submitted may be found afterwards
 * in that log, in any table, or in a file.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createForm, createIdentifiers, createPhoto, sendForm } from '../account-form.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { TEST_AUDIT_KEY } from '../keys.ts';
import { programPath } from '../programs.ts';
import { removeFolder } from '../remove-folder.ts';
import { callServer, findFreePort, signIn } from '../running-server.ts';

const EMAIL = 'negar@traces.test';
const PASSWORD = 'Pomegranate-41-garden';
const NEW_PASSWORD = 'Quince-58-orchard';
const WRONG_PASSWORD = 'Medlar-63-hedge';
const OWN = createIdentifiers();
const ACCOUNT_FORM = createForm(EMAIL, OWN);
const MOBILE = OWN.mobileNumber.slice(1);

/** Values that must not be found, by name. */
const secrets = new Map<string, string>(
  Object.entries({
    password: PASSWORD,
    'new password': NEW_PASSWORD,
    'wrong password': WRONG_PASSWORD,
    'national code': OWN.nationalCode,
    card: OWN.cardNumber,
    Sheba: OWN.shebaCode,
    birthday: ACCOUNT_FORM.birthDay as string,
    address: ACCOUNT_FORM.address as string,
    'postal code': ACCOUNT_FORM.postalCode as string,
    telephone: ACCOUNT_FORM.telephone as string,
  }),
);
const rememberSecret = (name: string, value: string): string => {
  secrets.set(`${name} ${secrets.size}`, value);
  return value;
};

let test: TestDatabase;
let database: Database;
let server: ChildProcess;
let url = '';
let log = '';
const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-traces-'));

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  server = spawn(process.execPath, [programPath('server/test/server-process.ts')], {
    env: {
      ...process.env,
      MODE: 'sandbox',
      LOG_LEVEL: 'debug',
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (data) => {
      log += data;
    });
  url = await vi.waitFor(
    () => {
      const ready = /^ready (.+)$/m.exec(log)?.[1];
      if (ready === undefined) throw new Error(`not ready: ${log}`);
      return ready;
    },
    { timeout: 200_000 },
  );
  await runJourney();
  await vi.waitFor(waitUntilNoticesSent, { timeout: 60_000 });
  const stopped = once(server, 'exit');
  server.kill('SIGTERM');
  await stopped;
}, 400_000);

afterAll(async () => {
  server.kill('SIGKILL');
  await database.close();
  await test.drop();
  removeFolder(dataDir);
});

/** Checks every reply, so that no secret stays unused because an earlier step failed. */
async function expectCall(
  status: number,
  ...[method, path, options]: [string, string, { body?: unknown; token?: string }?]
) {
  const answer = await callServer(url, method, path, options);
  expect([path, answer.status, answer.body.message]).toEqual([path, status, expect.any(String)]);
  return answer.body;
}

async function codeFor(to: string): Promise<string> {
  const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return rememberSecret('code', body.find(({ code }: { code: string | null }) => code !== null).code);
}

async function logIn(password: string): Promise<string> {
  await expectCall(200, 'POST', '/users/login', { body: { email: EMAIL, password } });
  return enterWithCode(await codeFor(EMAIL));
}

async function enterWithCode(code: string): Promise<string> {
  const { token } = await expectCall(200, 'POST', '/users/check-otp-code', { body: { email: EMAIL, code } });
  return rememberSecret('token', token);
}

async function runJourney(): Promise<void> {
  await expectCall(200, 'POST', '/users/register', { body: { email: EMAIL, password: PASSWORD } });
  const signedUp = await enterWithCode(await codeFor(EMAIL));
  await expectCall(400, 'POST', '/users/login', { body: { email: EMAIL, password: WRONG_PASSWORD } });
  await resetPassword();
  const token = await useAuthenticator(await logIn(NEW_PASSWORD));
  await proveIdentity(token);
  await approvePerson();
  await expectCall(200, 'GET', '/users/verified-bank-accounts', { token });
  await expectCall(200, 'GET', '/users/logout', { token });
  await expectCall(401, 'GET', '/users/account', { token: signedUp });
}

/** Waits, since a pending notice contains the number it goes to, as the user's row does. */
async function waitUntilNoticesSent(): Promise<void> {
  const { rows } =
    await sql`select 1 from graphile_worker.jobs where task_identifier = 'send-notice'`.execute(database.db);
  if (rows.length > 0) throw new Error(`${rows.length} notices wait`);
}

async function resetPassword(): Promise<void> {
  await expectCall(200, 'POST', '/users/forget-password', { body: { email: EMAIL } });
  const code = await codeFor(EMAIL);
  const { baseDTO } = await expectCall(200, 'POST', '/users/forget-password/check', {
    body: { email: EMAIL, code },
  });
  const body = { username: EMAIL, code: rememberSecret('ticket', baseDTO.ticket), password: NEW_PASSWORD };
  await expectCall(200, 'POST', '/users/reset-password', { body });
}

/** Returns the token of the confirmed session. */
async function useAuthenticator(signedIn: string): Promise<string> {
  const change = 'TWO_STEP';
  await expectCall(200, 'POST', '/users/step-up/send-code', { token: signedIn, body: { change } });
  const proof = { password: NEW_PASSWORD, code: await codeFor(EMAIL), change };
  const proved = await expectCall(200, 'POST', '/users/step-up', { token: signedIn, body: proof });
  const token = rememberSecret('token', proved.token);
  const method = 'twoStepAuthorization=GOOGLE_AUTHENTICATOR';
  const { baseDTO } = await expectCall(200, 'POST', `/users/send-verification-code?${method}`, { token });
  const totp = new TOTP({ secret: Secret.fromBase32(rememberSecret('seed', baseDTO.secret)) });
  const code = rememberSecret('code', totp.generate());
  const changed = await expectCall(200, 'POST', `/users/change-otp?${method}&code=${code}`, { token });
  for (const one of changed.baseDTO.recoveryCodes) rememberSecret('recovery code', one);
  const next = rememberSecret('code', totp.generate({ timestamp: Date.now() + 30_000 }));
  const confirmed = await expectCall(200, 'POST', '/users/step-up', {
    token,
    body: { password: NEW_PASSWORD, code: next },
  });
  await expectCall(200, 'POST', '/users/login', { body: { email: EMAIL, password: NEW_PASSWORD } });
  await enterWithCode(changed.baseDTO.recoveryCodes[0]);
  return rememberSecret('token', confirmed.token);
}

async function proveIdentity(token: string): Promise<void> {
  await expectCall(200, 'POST', '/users/set-country', { token, body: { countryName: 'Iran' } });
  const picture = await createPhoto();
  const reply = await sendForm(url, '/users/account', token, ACCOUNT_FORM, {
    image: picture,
    backImage: picture,
  });
  expect([reply.status, reply.body.message]).toEqual([200, 'Verification Needed']);
  // The specification's GETs have the code in the query.
  const email = encodeURIComponent(EMAIL);
  await expectCall(200, 'GET', `/finnotech/send-sms-to-customer?email=${email}`, { token });
  const otp = await codeFor(OWN.mobileNumber);
  await expectCall(200, 'GET', `/finnotech/otp?otp=${otp}&email=${email}`, { token });
}

async function approvePerson(): Promise<void> {
  const staff = rememberSecret('token', await signIn(url, 'staff@sarraf.test'));
  const { content } = await expectCall(200, 'GET', '/backoffice/reviews', { token: staff });
  const { id } = content[0];
  const person = await expectCall(200, 'GET', `/backoffice/people/${id}?reason=review`, { token: staff });
  expect(person.baseDTO.account.nationalCode).toBe(OWN.nationalCode);
  const document = await fetch(`${url}/api/backoffice/people/${id}/documents/image?reason=review`, {
    headers: { authorization: `Bearer ${staff}` },
  });
  expect(document.status).toBe(200);
  const body = { decision: 'APPROVE' };
  await expectCall(200, 'POST', `/backoffice/people/${id}/decision`, { token: staff, body });
}

/**
 * Returns the secrets in these bytes. A short code counts only as a separate number: some digits of an id are no
 * code.
 */
function findSecrets(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  return [...secrets].flatMap(([name, secret]) => {
    const there = /^\d{5,6}$/.test(secret)
      ? new RegExp(`(?<![0-9A-Za-z.+-])${secret}(?![0-9A-Za-z.+-])`).test(text)
      : bytes.includes(secret) ||
        (name.startsWith('token') && bytes.includes(Buffer.from(secret, 'base64url')));
    return there ? [name] : [];
  });
}

describe('secrets typed, sent or submitted', () => {
  it('include all expected values', () => {
    const kinds = [...secrets.keys()].map((name) => name.replace(/ \d+$/, ''));
    for (const kind of ['code', 'token', 'ticket', 'seed', 'recovery code']) expect(kinds).toContain(kind);
    expect(findSecrets(Buffer.from(`{"otp":"${[...secrets.values()][10]}","p":"${PASSWORD}"}`))).toHaveLength(
      2,
    );
  });

  it('are not in the log: S24, S34, S47', () => {
    expect(log).toContain('"contract":"GET /finnotech/otp"');
    expect(log).toContain('"contract":"POST /users/change-otp"');
    expect(log.split('\n').length).toBeGreaterThan(30);
    expect(findSecrets(Buffer.from(log))).toEqual([]);
    expect(log).not.toContain(MOBILE);
    expect(log).not.toContain('reason=');
  });

  it('are not in any table: S02, S05, S08, S34', async () => {
    const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
      select c.table_schema as schema, c.table_name as "table", c.column_name as "column"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'bytea', 'json', 'jsonb', 'ARRAY', 'character varying')`.execute(
      database.db,
    );
    const traces: string[] = [];
    let read = 0;
    for (const { schema, table, column } of columns) {
      // The sandbox's own outbox and provider simulate external systems.
      if (table.startsWith('sandbox_')) continue;
      const { rows } = await sql<{ value: Buffer | string | object | null }>`
        select ${sql.ref(column)} as value from ${sql.table(`${schema}.${table}`)}`.execute(database.db);
      for (const { value } of rows) {
        if (value === null) continue;
        read += 1;
        const bytes = Buffer.isBuffer(value)
          ? value
          : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
        traces.push(...findSecrets(bytes).map((name) => `${table}.${column}: ${name}`));
        // The number is needed to contact the user: it is stored with the e-mail address, and nowhere else.
        if (bytes.includes(MOBILE) && `${table}.${column}` !== 'users.mobile')
          traces.push(`${table}.${column}: mobile`);
      }
    }
    expect(read).toBeGreaterThan(200);
    expect(traces).toEqual([]);
  });

  it('are not in any file of DATA_DIR: S33', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    expect(contents.length).toBeGreaterThanOrEqual(2);
    for (const bytes of contents) {
      expect(findSecrets(bytes)).toEqual([]);
      expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
      expect(bytes.includes('PNG')).toBe(false);
    }
    expect(files.map(({ name }) => name).join(' ')).not.toMatch(/image|negar|\.(jpe?g|png)/i);
  });
});
