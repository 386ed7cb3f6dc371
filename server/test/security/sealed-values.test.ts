/** An attacker with write access to the database copies one user's encrypted values into another's row. */
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD, TEST_KEY } from '../identity.ts';
import { createAppCode, enrolAuthenticator } from '../two-step.ts';

let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
});
afterAll(() => context.close());

const OTHER_PASSWORD = 'Another-9-hill';

async function createPerson(password = PASSWORD): Promise<{ id: string; email: string; token: string }> {
  serial += 1;
  const email = `sealed${serial}@sarraf.test`;
  const token = await context.signUp(email, { password });
  const user = await context.identity.people.findByEmail(email);
  return { id: user?.id ?? '', email, token };
}

/** Encrypts like an older version: bound to no row. */
function sealLikeOldVersion(text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', TEST_KEY, '', 'sarraf encrypt', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

const readPasswordHash = (id: string) => sql`(select password_encrypted from users where id = ${id})`;

describe('an encrypted value in another row', () => {
  it('is no valid password there', async () => {
    const [victim, thief] = [await createPerson(), await createPerson(OTHER_PASSWORD)];
    await sql`update users set password_encrypted = ${readPasswordHash(thief.id)} where id = ${victim.id}`.execute(
      context.db,
    );
    for (const password of [OTHER_PASSWORD, PASSWORD]) {
      const { status, body } = await context.login(victim.email, password);
      expect([status, body.message]).toEqual([400, 'Invalid Username Or Password']);
    }
    expect((await context.login(thief.email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('is no valid password there in an older version’s format, encrypted or not', async () => {
    const [victim, thief] = [await createPerson(), await createPerson(OTHER_PASSWORD)];
    const { rows } = await sql<{ sealed: Buffer }>`select password_encrypted as sealed from users
      where id = ${thief.id}`.execute(context.db);
    const hash = context.secrets.decrypt(rows[0]?.sealed as Buffer, 'users.password_encrypted', thief.id);
    for (const put of [Buffer.from(hash), sealLikeOldVersion(hash)]) {
      await sql`update users set password_encrypted = ${put} where id = ${victim.id}`.execute(context.db);
      expect((await context.login(victim.email, OTHER_PASSWORD)).status).toBe(400);
    }
  });

  it('creates no account with the password of another sign-up', async () => {
    await context.register('first@sarraf.test', { password: OTHER_PASSWORD });
    await context.register('second@sarraf.test');
    await sql`update sign_ups set password_encrypted = (select password_encrypted from sign_ups
        where email = 'first@sarraf.test') where email = 'second@sarraf.test'`.execute(context.db);
    await context.check('second@sarraf.test', await context.codeFor('second@sarraf.test'));
    expect((await context.login('second@sarraf.test', OTHER_PASSWORD)).status).toBe(400);
  });

  it('is no valid authenticator there, nor in an older version’s format', async () => {
    const [victim, thief] = [await createPerson(), await createPerson()];
    await enrolAuthenticator(context, victim.token);
    const { secret } = await enrolAuthenticator(context, thief.token);
    const seeds = sql`(select seed_encrypted from authenticators where user_id = ${thief.id})`;
    for (const put of [seeds, sql`${sealLikeOldVersion(secret)}`]) {
      await sql`update authenticators set seed_encrypted = ${put}, last_step = 0
        where user_id = ${victim.id}`.execute(context.db);
      context.clock.advance(60_000);
      expect((await context.login(victim.email)).status).toBe(200);
      const { status, body } = await context.check(victim.email, createAppCode(context, secret));
      expect([status, body.message, body.token]).toEqual([400, 'Incorrect OTP', undefined]);
    }
  });

  it('is readable as a bank account, card, notice or document only in its own row', async () => {
    const { secrets } = context;
    const places = [
      'bank_accounts.sheba_encrypted',
      'bank_accounts.card_encrypted',
      'notices.about_encrypted',
      'profiles.data_encrypted',
      'company_webhooks.secret_encrypted',
      'withdrawals.address_encrypted',
    ] as const;
    for (const place of places) {
      const sealed = secrets.encrypt('text', place, 'a/b');
      expect(secrets.decrypt(sealed, place, 'a/b')).toBe('text');
      // Another row, another owner of the same row, another column, another text.
      expect(() => secrets.decrypt(sealed, place, 'c/b')).toThrow();
      expect(() => secrets.decrypt(sealed, place, 'a/c')).toThrow();
      expect(() => secrets.decrypt(sealed, 'tickets.subject_encrypted', 'a/b')).toThrow();
      for (const at of [0, 1, 5, 17, 33, sealed.length - 1]) {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        expect(() => secrets.decrypt(changed, place, 'a/b')).toThrow();
      }
    }
    const file = secrets.encryptBytes(Buffer.from('image'), 'documents.file', 'a/b');
    expect(secrets.decryptBytes(file, 'documents.file', 'a/b').toString()).toBe('image');
    expect(() => secrets.decryptBytes(file, 'documents.file', 'a/c')).toThrow();
  });
});
