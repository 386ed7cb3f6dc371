import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRICT_LIMITS, WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { getHashingCount } from '../../src/identity/login/passwords.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../identity.ts';

const QUARTER = 15 * 60_000;

describe('passwords', () => {
  let context: IdentityFixture;
  let serial = 0;
  beforeAll(async () => {
    context = await createIdentityFixture({ limits: WIDE_LIMITS });
  });
  afterAll(() => context.close());
  /** Returns the reply to a registration with this password. */
  const registerWith = async (password: string, email = `judged${serial++}@sarraf.test`) => {
    const { status, body } = await context.register(email, { password });
    return status === 200 ? 'OK' : [body.message, ...body.errors].join(' ');
  };

  it.each([
    ['Short1a', 'WEAK_PASSWORD TOO_SHORT'],
    ['NOLOWERCASE1', 'WEAK_PASSWORD NO_LOWER'],
    ['nouppercase1', 'WEAK_PASSWORD NO_UPPER'],
    ['NoDigitsHere', 'WEAK_PASSWORD NO_DIGIT'],
    [`Aa1${'x'.repeat(254)}`, 'WEAK_PASSWORD TOO_LONG'],
    [`Aa1${'x'.repeat(253)}`, 'OK'],
    ['Quietly-walking-4-miles', 'OK'],
    ['رمزA1aکوهستان', 'OK'],
  ])('S01: %j gets %s', async (password, expected) => {
    expect(await registerWith(password)).toBe(expected);
  });

  it.each([
    'Password1',
    'Iloveyou123!',
    '123Dragon!!',
    'P@ssw0rd',
    '1Qaz2wsx',
    'Sarraf1404!',
    '!!Liverpool2024',
    'Qwerty12345',
  ])('S01: %s is refused as a common password', async (password) => {
    expect(await registerWith(password)).toBe('COMMON_PASSWORD');
  });

  it("S01: the name of the owner's mailbox is refused as their password", async () => {
    expect(await registerWith('Zahra.Moradi88', 'zahra.moradi@sarraf.test')).toBe('COMMON_PASSWORD');
    expect(await registerWith('Zahra.Moradi88', 'somebody@sarraf.test')).toBe('OK');
  });

  it('S01: the last of 256 characters counts, and equivalent Unicode spellings are equal', async () => {
    const long = `Café-1${'x'.repeat(249)}y`;
    await context.signUp('long@sarraf.test', { password: long.normalize('NFD') });
    expect((await context.login('long@sarraf.test', `${long.slice(0, -1)}z`)).status).toBe(400);
    expect((await context.login('long@sarraf.test', long.slice(0, -1))).status).toBe(400);
    expect((await context.login('long@sarraf.test', long.normalize('NFC'))).status).toBe(200);
  });

  it('S01: the database has argon2id with its parameters and a salt per row, and no password', async () => {
    await context.signUp('one@sarraf.test');
    await context.signUp('two@sarraf.test');
    await context.register('three@sarraf.test');
    const { rows } = await sql<{
      id: string;
      sealed: Buffer;
    }>`select id, password_encrypted as sealed from users
      where email in ('one@sarraf.test', 'two@sarraf.test')`.execute(context.db);
    const signUps = await sql<{
      id: string;
      sealed: Buffer;
    }>`select id, password_encrypted as sealed from sign_ups
      where email = 'three@sarraf.test'`.execute(context.db);
    const hashes = [
      ...rows.map(({ id, sealed }) => context.secrets.decrypt(sealed, 'users.password_encrypted', id)),
      ...signUps.rows.map(({ id, sealed }) =>
        context.secrets.decrypt(sealed, 'sign_ups.password_encrypted', id),
      ),
    ];
    expect(hashes).toHaveLength(3);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19464,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(new Set(hashes).size).toBe(3);
    const dump = await sql<{ text: string }>`select u::text as text from users u
      union all select s::text from sign_ups s`.execute(context.db);
    for (const { text } of dump.rows) expect(text).not.toContain(PASSWORD);
  });
});

describe('wrong passwords', () => {
  let context: IdentityFixture;
  beforeAll(async () => {
    context = await createIdentityFixture();
    await context.signUp('ann@sarraf.test');
  });
  afterAll(() => context.close());
  const logInWrongly = (email: string) => context.login(email, 'Wrong-password-1');

  it('S03: the sixth within 15 minutes is refused with Retry-After, and later attempts are accepted again', async () => {
    for (let i = 0; i < 5; i += 1) expect((await logInWrongly('ann@sarraf.test')).status).toBe(400);
    const sixth = await context.login('ann@sarraf.test');
    expect([sixth.status, sixth.body.message, sixth.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '900',
    ]);
    context.clock.advance(QUARTER);
    expect((await context.login('ann@sarraf.test')).status).toBe(200);
  });

  it('S03: after a hundred in a row unknown clients have one attempt instead of five, and the owner is notified once', async () => {
    const token = await context.signUp('closed@sarraf.test');
    for (let i = 0; i < 100; i += 1) {
      if (i % 5 === 0) context.clock.advance(QUARTER);
      if (i === 50) for (const job of context.identity.jobs) await job.run({});
      expect((await logInWrongly('closed@sarraf.test')).status).toBe(400);
    }
    context.clock.advance(QUARTER);
    expect((await logInWrongly('closed@sarraf.test')).status).toBe(400);
    expect((await logInWrongly('closed@sarraf.test')).status).toBe(429);
    expect(await context.notices('closed@sarraf.test')).toHaveLength(1);
    expect((await context.call('GET', '/users/account', { token })).status).toBe(401);

    await context.post('/users/forget-password', { email: 'closed@sarraf.test' });
    const code = await context.codeFor('closed@sarraf.test');
    // A new password resets the count; and so does the right one.
    const password = 'Another-7-valley';
    const reset = { username: 'closed@sarraf.test', code, password };
    expect((await context.post('/users/reset-password', reset)).status).toBe(200);
    expect((await context.login('closed@sarraf.test', password)).status).toBe(200);
  });

  it('S03: the right password resets the count of wrong ones', async () => {
    const own = await createIdentityFixture({ limits: { ...WIDE_LIMITS, failuresInARow: 3 } });
    await own.signUp('row@sarraf.test');
    const failLogins = () => own.login('row@sarraf.test', 'Wrong-password-1');
    for (let round = 0; round < 3; round += 1) {
      await failLogins();
      await failLogins();
      expect((await own.login('row@sarraf.test')).status).toBe(200);
    }
    await Promise.all([failLogins(), failLogins(), failLogins(), failLogins()]);
    expect(await own.notices('row@sarraf.test')).toHaveLength(1);
    // Four attempts fill the window: one is accepted when it is over, and the right password logs in.
    expect((await own.login('row@sarraf.test')).status).toBe(429);
    own.clock.advance(QUARTER);
    expect((await own.login('row@sarraf.test')).status).toBe(200);
    await own.close();
  });
});

/** The other endpoints accept `username` too. */
const EMAIL_ONLY_ENDPOINTS = ['/users/login', '/users/register'];

/** Replaces what differs with each reply: the masked address, and the random challenge by its length. */
const maskOwnParts = ({ challenge, ...others }: { challenge?: string }) => ({
  ...others,
  starTwoStepAuthentication: '',
  challengeLength: challenge?.length,
});

describe('probing for an address', () => {
  let context: IdentityFixture;
  let serial = 0;
  beforeAll(async () => {
    context = await createIdentityFixture({
      limits: { ...STRICT_LIMITS, failedLogins: WIDE_LIMITS.failedLogins },
    });
  });
  afterAll(() => context.close());

  /** Returns status, body and header names of the reply, and the amount of hashing. */
  async function observeReply(path: string, body: object) {
    const before = getHashingCount();
    const answer = await context.post(path, body);
    const headers = Object.keys(answer.headers).sort();
    return { status: answer.status, body: answer.body, headers, hashings: getHashingCount() - before };
  }

  it.each([
    // With the digits of two keyboards.
    ['/users/login', { password: 'Wrong-password-1' }, 2],
    ['/users/register', { password: PASSWORD }, 1],
    ['/users/forget-password', {}, 0],
    ['/users/forget-password', { authenticationType: 'SMS' }, 0],
    ['/users/resend-otp-code', {}, 0],
    ['/users/check-otp-code', { code: '123456' }, 0],
    ['/users/reset-password', { code: '123456', password: PASSWORD }, 1],
    ['/users/forget-password/check', { code: '123456' }, 0],
  ])(
    'S04: POST %s %j has the same reply and work for a known address as for an unknown one',
    async (path, more, hashings) => {
      for (let i = 0; i < 12; i += 1) {
        serial += 1;
        const name = `same${serial}@sarraf.test`;
        await context.signUp(`k${name}`);
        context.clock.advance(121_000);
        // Twice: the reply of a limit reveals nothing either.
        for (const _ of [1, 2]) {
          const loginBody = (email: string) =>
            EMAIL_ONLY_ENDPOINTS.includes(path) ? { email } : { email, username: email };
          const knownReply = await observeReply(path, { ...loginBody(`k${name}`), ...more });
          const unknownReply = await observeReply(path, { ...loginBody(`u${name}`), ...more });
          for (const { body } of [knownReply, unknownReply]) body.baseDTO &&= maskOwnParts(body.baseDTO);
          expect(knownReply).toEqual(unknownReply);
          if (knownReply.status !== 429) expect(knownReply.hashings).toBe(hashings);
        }
      }
    },
  );
});
