import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskCard, maskNationalCode } from '@sarraf/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, type IdentityFixture } from '../identity.ts';
import {
  companyFields,
  createApprovedPerson,
  createPendingPerson,
  createPng,
  createUnidentifiedPerson,
  readAccount,
  submitDocument,
  submitUpdate,
} from '../verification.ts';

let context: IdentityFixture;
let staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const downloadDocument = (id: string, token?: string) =>
  context.http.app.inject({
    url: `/api/users/documents/${id}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const listFiles = () => readdirSync(join(context.dataDir, 'documents')).sort();
describe('S33: documents on disk and in transit', () => {
  it('S16: another user’s document is not found, like an unknown one; a visitor gets nothing', async () => {
    const owner = await createUnidentifiedPerson(context, 'owner@mail.test');
    const other = await createUnidentifiedPerson(context, 'other@mail.test');
    const { image } = await readAccount(context, owner.token);
    const own = await downloadDocument(image, owner.token);
    expect(own.statusCode).toBe(200);
    const missing = [
      await downloadDocument(image, other.token),
      await downloadDocument('00000000-0000-4000-8000-000000000000', owner.token),
      await downloadDocument('1', owner.token),
      await downloadDocument(`${image}%00`, owner.token),
      await downloadDocument('..%2Fsecret.key', owner.token),
    ];
    for (const answer of missing)
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'NOT_FOUND']);
    expect((await downloadDocument(image)).statusCode).toBe(401);
    expect((await downloadDocument(image, 'forged')).statusCode).toBe(401);
  });

  it('S33: is served as a download that no browser executes or caches', async () => {
    const { token } = await createUnidentifiedPerson(context, 'headers@mail.test');
    const { headers, rawPayload } = await downloadDocument((await readAccount(context, token)).image, token);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="document.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await sharp(rawPayload).metadata()).format).toBe('jpeg');
  });

  it('S33: is stored encrypted under a random name that no other system user can read', async () => {
    const { token, userId } = await createUnidentifiedPerson(context, 'disk@mail.test');
    const plain = (await downloadDocument((await readAccount(context, token)).image, token)).rawPayload;
    const folder = join(context.dataDir, 'documents');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of listFiles()) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      expect(name).toMatch(/^[0-9a-f]{48}$/);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(bytes.includes(plain.subarray(0, 16))).toBe(false);
      expect(bytes.includes(Buffer.from('JFIF'))).toBe(false);
      await expect(sharp(bytes).metadata()).rejects.toThrow();
    }
    // The same picture twice is encrypted to different bytes.
    const { rows } = await sql<{
      file: string;
    }>`select file from documents where user_id = ${userId}`.execute(context.db);
    const [first, second] = rows.map(({ file }) => readFileSync(join(folder, file)));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });

  it('S33: is not served when its file was changed or swapped with another', async () => {
    const one = await createUnidentifiedPerson(context, 'swap1@mail.test');
    const two = await createUnidentifiedPerson(context, 'swap2@mail.test');
    const storedFileOf = async (userId: string) => {
      const { rows } = await sql<{ file: string }>`select file from documents
        where user_id = ${userId} and kind = 'image'`.execute(context.db);
      return join(context.dataDir, 'documents', rows[0]?.file ?? '');
    };
    writeFileSync(await storedFileOf(one.userId), readFileSync(await storedFileOf(two.userId)));
    const answer = await downloadDocument((await readAccount(context, one.token)).image, one.token);
    expect([answer.statusCode, answer.json().message]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    expect(answer.body).not.toContain(context.dataDir);
  });

  it('S33: a file whose transaction never committed is removed, one that is being written is not', async () => {
    await createUnidentifiedPerson(context, 'orphan@mail.test');
    const folder = join(context.dataDir, 'documents');
    const now = context.clock.now() / 1000;
    const old = 'a'.repeat(48);
    const young = 'b'.repeat(48);
    for (const [name, age] of [
      [old, 7200],
      [`${old}.part`, 7200],
      [young, 60],
    ] as const) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), now - age, now - age);
    }
    const filesBefore = new Set(listFiles());
    await context.verification.jobs[0]?.run({});
    expect([...filesBefore].filter((name) => !listFiles().includes(name))).toEqual([old, `${old}.part`]);
  });

  it('S33: a replacement is used immediately, and the replaced one is removed after a day', async () => {
    const { token } = await createUnidentifiedPerson(context, 'replaced@mail.test');
    const before = await readAccount(context, token);
    const { body } = await submitDocument(context, token, 'image', await createPng('red'));
    await submitUpdate(context, token, { image: body.baseDTO.id });
    expect((await downloadDocument(before.image, token)).statusCode).toBe(200);
    context.clock.advance(25 * 60 * 60_000);
    await context.verification.jobs[0]?.run({});
    const again = await context.signIn('replaced@mail.test');
    expect((await downloadDocument(before.image, again)).statusCode).toBe(404);
    expect((await downloadDocument(body.baseDTO.id, again)).statusCode).toBe(200);
  });
});

describe('S34: identifiers', () => {
  it('S34: neither a dump of the database nor DATA_DIR shows code, company id, card, Sheba, birthday or address', async () => {
    const address = 'کوچه بی‌مانند، پلاک ۷۷۱';
    const { form, token } = await createApprovedPerson(context, staffId, 'dumped@mail.test', {
      ...companyFields,
      address,
      birthDay: '1977-11-23',
      telephone: '02177991133',
    });
    const [account] = JSON.parse(form.bankAccountsString ?? '') as {
      cardNumber: string;
      shebaCode: string;
    }[];
    const secrets = {
      nationalCode: form.nationalCode ?? '',
      companyId: companyFields.companyNationalId,
      card: account?.cardNumber ?? '',
      sheba: account?.shebaCode ?? '',
      birthDay: '1977-11-23',
      telephone: '02177991133',
      address,
    };
    const dump = await dumpDatabase();
    const disk = readFolder(context.dataDir);
    expect(dump).toContain('dumped@mail.test');
    for (const [name, value] of Object.entries(secrets)) {
      const shapes = [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64')];
      const exposedShapes = shapes.filter((shape) => dump.includes(shape) || disk.includes(shape));
      expect([name, value.length > 5, exposedShapes]).toEqual([name, true, []]);
    }
    const own = await context.call('GET', '/users/account', { token });
    const cards = await context.call('GET', '/users/verified-bank-accounts', { token });
    const repliesText = JSON.stringify([own.body, cards.body]);
    for (const value of [secrets.nationalCode, secrets.card, secrets.sheba])
      expect(repliesText).not.toContain(value);
    expect(own.body.baseDTO.nationalCode).toBe(maskNationalCode(secrets.nationalCode));
    expect(cards.body.content[0].cardNumber).toBe(maskCard(secrets.card));
  });

  it('S34: the same number of two users has the same index, and the index is no plain digest', async () => {
    const { userId, form } = await createPendingPerson(context, 'index@mail.test');
    const { rows } = await sql<{ index: Buffer }>`select national_code_index as index from profiles
      where user_id = ${userId}`.execute(context.db);
    const code = form.nationalCode ?? '';
    const plain = createHash('sha256').update(code).digest('hex');
    expect(rows[0]?.index.toString('hex')).not.toBe(plain);
    expect(rows[0]?.index).toEqual(context.secrets.blindIndex('national code', `IR\n${code}`));
  });
});

/** Returns every row of every table as text, and every bytea as hex, as in a dump. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(context.db);
  let dump = '';
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(schema, name)} t`.execute(
      context.db,
    );
    dump += rows.map(({ row }) => row).join('\n');
  }
  return dump;
}

function readFolder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
