import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createIdentityFixture,
  createWrongCode,
  type IdentityFixture,
  PASSWORD,
} from '../../../test/identity.ts';
import { newId } from '../../platform/ids.ts';

let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture();
  await context.signUp('ann@sarraf.test');
});
afterAll(() => context.close());

const QUARTER = 15 * 60_000;

describe('login', () => {
  it('requires a code, valid for 120 s, after the right password', async () => {
    context.clock.advance(QUARTER);
    const { status, body } = await context.post('/users/login', {
      email: 'ANN@sarraf.test',
      password: PASSWORD,
      osType: 'Linux',
    });
    expect([status, body]).toEqual([
      200,
      {
        status: 'OK',
        message: 'Verification Code Sent',
        baseDTO: {
          starTwoStepAuthentication: 'a***@sarraf.test',
          twoStepAuthenticationType: 'EMAIL',
          expiresIn: 120,
          challenge: expect.any(String),
        },
      },
    ]);
    expect(body.token).toBeUndefined();
    const [mail] = await context.outbox('ann@sarraf.test');
    expect((await context.check('ann@sarraf.test', mail?.code ?? '')).status).toBe(200);
  });

  it('responds alike to an unknown address, a wrong password and a malformed address', async () => {
    const answers = [
      await context.login('ann@sarraf.test', 'Wrong-password-1'),
      await context.login('nobody@sarraf.test', 'Wrong-password-1'),
      await context.login('not an address', 'Wrong-password-1'),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        400,
        { status: 'BAD_REQUEST', message: 'Invalid Username Or Password', errors: [] },
      ]);
    }
  });

  it.each(['ann@sarraf.test', 'ghost@sarraf.test'])(
    'refuses %s a sixth attempt within 15 minutes, even with the right password, and accepts it afterwards',
    async (email) => {
      context.clock.advance(QUARTER);
      for (let i = 0; i < 5; i += 1)
        expect((await context.login(email, `Wrong-password-${i}`)).status).toBe(400);
      context.clock.advance(60_000);
      const sixth = await context.login(email);
      expect([sixth.status, sixth.body]).toEqual([
        429,
        {
          status: 'TOO_MANY_REQUESTS',
          message: 'TOO_MANY_REQUESTS',
          errors: [],
          data: { retryAfter: 14 * 60 },
        },
      ]);
      expect(sixth.headers['retry-after']).toBe(String(14 * 60));
      context.clock.advance(14 * 60_000);
      expect((await context.login(email)).status).toBe(email.startsWith('ann') ? 200 : 400);
    },
  );

  it('counts a hundred concurrent attempts individually', async () => {
    await context.signUp('parallel@sarraf.test');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => context.login('parallel@sarraf.test', `Wrong-password-${i}`)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(400), count(429)]).toEqual([5, 95]);
  });

  it('sends no second code while the first is valid, nor within 120 s of an unused one', async () => {
    await context.signUp('pause@sarraf.test');
    await context.login('pause@sarraf.test');
    context.clock.advance(50_000);
    const again = await context.login('pause@sarraf.test');
    expect([again.status, again.body.baseDTO.expiresIn]).toEqual([200, 70]);
    expect(await context.outbox('pause@sarraf.test')).toHaveLength(2);
    const wrong = createWrongCode(await context.codeFor('pause@sarraf.test'));
    const { challenge } = again.body.baseDTO;
    for (let i = 0; i < 5; i += 1) await context.check('pause@sarraf.test', wrong, { challenge });
    expect((await context.login('pause@sarraf.test')).status).toBe(429);
    context.clock.advance(70_000);
    expect((await context.login('pause@sarraf.test')).body.baseDTO.expiresIn).toBe(120);
  });

  it('sends the next code immediately after the last was used', async () => {
    await context.signUp('quick@sarraf.test');
    await context.signIn('quick@sarraf.test');
    await context.signIn('quick@sarraf.test');
    expect(await context.outbox('quick@sarraf.test')).toHaveLength(3);
  });

  it('sign-ups of other clients for the address do not lock out its owner', async () => {
    await context.signUp('calm@sarraf.test');
    for (let i = 0; i < 6; i += 1) {
      context.clock.advance(121_000);
      await context.register('calm@sarraf.test', { password: 'Stranger-pass-1' });
    }
    expect((await context.login('calm@sarraf.test')).status).toBe(200);
  });

  it('sends the sign-up code again if the address was never confirmed', async () => {
    await context.register('slow@sarraf.test');
    const first = await context.codeFor('slow@sarraf.test');
    context.clock.advance(400_000);
    expect((await context.check('slow@sarraf.test', first)).body.message).toBe('Code Expired');
    expect((await context.login('slow@sarraf.test', 'Wrong-password-1')).body.message).toBe(
      'Invalid Username Or Password',
    );
    expect((await context.login('slow@sarraf.test')).body.baseDTO.expiresIn).toBe(300);
    const checked = await context.check('slow@sarraf.test', await context.codeFor('slow@sarraf.test'));
    expect(checked.status).toBe(200);
    expect((await context.login('slow@sarraf.test')).body.baseDTO.expiresIn).toBe(120);
  });

  it('reveals that an account is blocked only after the right password, and ends its sessions', async () => {
    const token = await context.signUp('blocked@sarraf.test');
    await context.login('blocked@sarraf.test');
    const code = await context.codeFor('blocked@sarraf.test');
    await sql`update users set blocked_at = now(), blocked_reason = 'fraud'
      where email = 'blocked@sarraf.test'`.execute(context.db);
    expect((await context.login('blocked@sarraf.test', 'Wrong-password-1')).body.message).toBe(
      'Invalid Username Or Password',
    );
    const { status, body } = await context.login('blocked@sarraf.test');
    expect([status, body.message]).toEqual([403, 'You Are Not Allowed To Login!']);
    expect((await context.check('blocked@sarraf.test', code)).body.message).toBe(
      'You Are Not Allowed To Login!',
    );
    context.clock.advance(5_000);
    expect((await context.call('GET', '/users/account', { token })).status).toBe(401);
  });

  it('rehashes a password that was hashed with older parameters', async () => {
    await context.signUp('old@sarraf.test');
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { id } = (await context.identity.people.findByEmail('old@sarraf.test')) as { id: string };
    const sealed = context.secrets.encrypt(old, 'users.password_encrypted', id);
    await sql`update users set password_encrypted = ${sealed} where id = ${id}`.execute(context.db);
    expect((await context.login('old@sarraf.test')).status).toBe(200);
    const { rows } = await sql<{ sealed: Buffer }>`select password_encrypted as sealed from users
      where id = ${id}`.execute(context.db);
    const renewed = context.secrets.decrypt(rows[0]?.sealed as Buffer, 'users.password_encrypted', id);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19464,t=2,p=1\$/);
    context.clock.advance(QUARTER);
    expect((await context.login('old@sarraf.test')).status).toBe(200);
  });

  it('accepts a password in another Unicode normalisation, and uses long ones in full', async () => {
    const long = `Café-1${'x'.repeat(200)}`;
    await context.signUp('unicode@sarraf.test', { password: long.normalize('NFD') });
    expect((await context.login('unicode@sarraf.test', long.normalize('NFC').slice(0, -1))).status).toBe(400);
    expect((await context.login('unicode@sarraf.test', long.normalize('NFC'))).status).toBe(200);
  });

  it('accepts digits of any script, also if the hash was made of the ones typed', async () => {
    const spelled = [
      'Copper-River-48',
      'Copper-River-۴۸',
      'Copper-River-٤٨',
      'Copper-River-４８',
      'Copper-River-४८',
    ];
    for (const [i, chosen] of spelled.entries()) {
      const email = `keyboard${i}@sarraf.test`;
      await context.signUp(email, { password: chosen });
      for (const typed of spelled) expect((await context.login(email, typed)).status).toBe(200);
      expect((await context.login(email, 'Copper-River-84')).status).toBe(400);
    }
    const { id } = (await context.identity.people.findByEmail('keyboard0@sarraf.test')) as { id: string };
    const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const keep = async (password: string) => {
      const before = context.secrets.encrypt(
        await hash(password, parameters),
        'users.password_encrypted',
        id,
      );
      await sql`update users set password_encrypted = ${before} where id = ${id}`.execute(context.db);
    };
    for (const typed of ['Copper-River-48', 'Copper-River-۴۸', 'Copper-River-٤٨']) {
      await keep('Copper-River-۴۸');
      expect((await context.login('keyboard0@sarraf.test', typed)).status).toBe(200);
      // It was rehashed in the normal form.
      expect((await context.login('keyboard0@sarraf.test', 'Copper-River-٤٨')).status).toBe(200);
    }
    await keep('Copper-River-٤٨');
    expect((await context.login('keyboard0@sarraf.test', 'Copper-River-84')).status).toBe(400);
    expect((await context.login('keyboard0@sarraf.test', 'Copper-River-٤٨')).status).toBe(200);
    expect((await context.login('keyboard0@sarraf.test', 'Copper-River-48')).status).toBe(200);
  });

  it('records who attempted to sign in, and from where', async () => {
    await context.signUp('history@sarraf.test');
    await context.post('/users/login', {
      email: 'history@sarraf.test',
      password: 'Wrong-password-1',
      browser: 'Firefox',
    });
    const { rows } =
      await sql`select successful, browser, ip from login_attempts a join users u on u.id = a.user_id
      where email = 'history@sarraf.test' order by a.id`.execute(context.db);
    expect(rows).toEqual([
      { successful: true, browser: '', ip: '127.0.0.1' },
      { successful: false, browser: 'Firefox', ip: '127.0.0.1' },
    ]);
  });
});

describe('a device named only in the first step', () => {
  const PHONE = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'FIREFOX' };
  const TABLET = { osType: 'IOS', deviceType: 'TABLET', browser: 'SAFARI' };
  const readLatestLogin = async (token: string) => {
    const [session] = (await context.call('GET', '/users/sessions', { token })).body.content;
    const [login] = (await context.call('GET', '/users/login-history', { token })).body.content;
    return [session, login];
  };
  const codeStep = async (email: string, device: object = {}) =>
    (await context.check(email, (await context.outbox(email))[0]?.code ?? '', device)).body.token;

  it('is stored with session and history, after a login and after a sign-up', async () => {
    const email = 'first-step@sarraf.test';
    await context.post('/users/register', { email, password: PASSWORD, ...PHONE });
    expect(await readLatestLogin(await codeStep(email))).toMatchObject([PHONE, PHONE]);
    context.clock.advance(QUARTER);
    await context.post('/users/login', { email, password: PASSWORD, ...TABLET });
    expect(await readLatestLogin(await codeStep(email))).toMatchObject([TABLET, TABLET]);
  });

  it('is that of the last client to request the code, also after a resend', async () => {
    const email = 'asked-last@sarraf.test';
    await context.signUp(email);
    context.clock.advance(QUARTER);
    await context.post('/users/login', { email, password: PASSWORD, ...PHONE });
    const { body } = await context.post('/users/login', { email, password: PASSWORD, ...TABLET });
    context.clock.advance(121_000);
    const { challenge } = body.baseDTO;
    expect((await context.post('/users/resend-otp-code', { username: email, challenge })).status).toBe(200);
    expect(await readLatestLogin(await codeStep(email))).toMatchObject([TABLET, TABLET]);
  });

  it('is overridden by the second step', async () => {
    const email = 'second-step@sarraf.test';
    await context.signUp(email);
    context.clock.advance(QUARTER);
    await context.post('/users/login', { email, password: PASSWORD, ...PHONE });
    expect(await readLatestLogin(await codeStep(email, TABLET))).toMatchObject([TABLET, TABLET]);
  });
});

describe('a sign-in with a new device', () => {
  const ANDROID = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' };
  const DESKTOP = { osType: 'WINDOWS', deviceType: 'DESKTOP', browser: 'FIREFOX' };
  const inEnglish = (email: string) =>
    sql`update users set language = 'en', language_chosen = true where email = ${email}`.execute(context.db);
  const notices = async (email: string) =>
    (await context.notices(email)).filter(({ subject }) => subject === 'Login from a new device');

  it('notifies the user once per kind of device, but not of the first sign-in', async () => {
    const email = 'devices@sarraf.test';
    await context.signUp(email);
    await inEnglish(email);
    await sql`update login_attempts set os_type = 'ANDROID', device_type = 'MOBILE', browser = 'CHROME'
      where user_id = (select id from users where email = ${email})`.execute(context.db);
    for (const device of [ANDROID, DESKTOP, DESKTOP, ANDROID]) {
      context.clock.advance(QUARTER);
      await context.signIn(email, device);
    }
    const letters = await notices(email);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain('Firefox · Windows');
  });

  it('notifies again if the device was last used a thousand sign-ins ago', async () => {
    const email = 'long-ago@sarraf.test';
    const signIn = async () => {
      context.clock.advance(QUARTER);
      await context.signIn(email, DESKTOP);
    };
    const others = (count: number) =>
      sql`insert into login_attempts (id, user_id, successful, created_at, os_type, device_type, browser, ip)
        select n.id, u.id, true, now(), 'ANDROID', 'MOBILE', 'CHROME', '127.0.0.1'
        from users u, unnest(${Array.from({ length: count }, newId)}::uuid[]) as n (id)
        where u.email = ${email}`.execute(context.db);
    await context.signUp(email);
    await inEnglish(email);
    await signIn();
    await others(999);
    await signIn();
    expect(await notices(email)).toHaveLength(1);
    await others(1_000);
    await signIn();
    expect(await notices(email)).toHaveLength(2);
  });

  it('leaves an unknown device name out of the new-device notice', async () => {
    const email = 'made-up@sarraf.test';
    await context.signUp(email);
    await inEnglish(email);
    context.clock.advance(QUARTER);
    await context.signIn(email, { osType: 'call 0912', deviceType: 'MOBILE', browser: 'constructor' });
    const [letter] = await notices(email);
    expect(letter?.text).toMatch(/seen before: \d/);
  });
});

describe('preferences', () => {
  it('are stored with the account; a chosen language is not changed by sign-ins in another', async () => {
    const email = 'chooser@sarraf.test';
    const token = await context.signUp(email);
    const signInEnglish = async (): Promise<string> => {
      context.clock.advance(QUARTER);
      await context.call('POST', '/users/login', { body: { email, password: PASSWORD }, language: 'en' });
      const body = { email, code: await context.codeFor(email) };
      return (await context.call('POST', '/users/check-otp-code', { body, language: 'en' })).body.token;
    };
    const account = async (by: string) =>
      (await context.call('GET', '/users/account', { token: by })).body.baseDTO.preferences;
    const language = async () => (await context.identity.people.findByEmail(email))?.language;
    expect(await account(token)).toEqual({ language: null, theme: null });
    await signInEnglish();
    expect(await language()).toBe('en');

    const put = (body: object) => context.call('PUT', '/users/preferences', { token, body });
    expect((await put({ theme: 'light' })).body.baseDTO).toEqual({ language: null, theme: 'light' });
    expect((await put({ language: 'fa' })).body.baseDTO).toEqual({ language: 'fa', theme: 'light' });
    expect((await put({})).body.baseDTO).toEqual({ language: 'fa', theme: 'light' });
    const other = await signInEnglish();
    expect(await language()).toBe('fa');
    expect(await account(other)).toEqual({ language: 'fa', theme: 'light' });
    for (const body of [{ language: 'de' }, { theme: 'pink' }, { theme: null }])
      expect((await put(body)).status).toBe(400);
    expect(await account(token)).toEqual({ language: 'fa', theme: 'light' });
  });
});
