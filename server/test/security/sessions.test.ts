/** Security checklist S12 and S13: sessions and their tokens. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, type IdentityFixture } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const INVALID_TOKEN_REPLY = { status: 'UNAUTHORIZED', message: 'Invalid Token', errors: [] };

let context: IdentityFixture;
let people = 0;
let email: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
});
afterAll(() => context.close());
beforeEach(async () => {
  people += 1;
  email = `person${people}@sarraf.test`;
  const token = await context.signUp(email);
  await context.call('POST', '/users/logout', { token });
});

const readStatus = async (token: string) => (await context.call('GET', '/users/account', { token })).status;
const listSessions = async (token: string) =>
  (await context.call('GET', '/users/sessions', { token })).body.content;
const deviceName = (browser: string) => ({ osType: 'Linux', deviceType: 'desktop', browser });

describe('S12 session lifetime', () => {
  it('S12: a session ends after 30 idle minutes', async () => {
    const token = await context.signIn(email);
    context.clock.advance(30 * MINUTE - 1);
    expect(await readStatus(token)).toBe(200);
    context.clock.advance(30 * MINUTE);
    expect(await readStatus(token)).toBe(401);
  });

  it('S12: a session ends after 24 hours however much it is used', async () => {
    const token = await context.signIn(email);
    for (let at = 0; at < DAY - 20 * MINUTE; at += 20 * MINUTE) {
      context.clock.advance(20 * MINUTE);
      expect(await readStatus(token)).toBe(200);
    }
    context.clock.advance(20 * MINUTE);
    expect(await readStatus(token)).toBe(401);
  });

  it('S12: a remembered session ends after 30 days', async () => {
    const token = await context.signIn(email, { remember: true });
    context.clock.advance(30 * DAY - 1);
    expect(await readStatus(token)).toBe(200);
    context.clock.advance(1);
    expect(await readStatus(token)).toBe(401);
  });
});

describe('S12 session tokens', () => {
  it('S12: each login has a new token of 256 random bits, of which the database stores a digest', async () => {
    const tokens = [await context.signIn(email), await context.signIn(email), await context.signIn(email)];
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ text: string }>`select s::text as text from sessions s`.execute(context.db);
    for (const token of tokens) {
      const hex = Buffer.from(token, 'base64url').toString('hex');
      expect(rows.some(({ text }) => text.includes(token) || text.includes(hex))).toBe(false);
    }
  });

  it('S12: after a logout the token gets 401 everywhere, also in concurrent replays', async () => {
    const token = await context.signIn(email);
    expect((await context.call('POST', '/users/logout', { token })).status).toBe(200);
    const calls = ['/users/account', '/users/sessions', '/users/login-history', '/users/logout'];
    const replays = await Promise.all(
      Array.from({ length: 40 }, (_, i) => context.call('GET', calls[i % 4] as string, { token })),
    );
    for (const { status, body } of replays) expect([status, body]).toEqual([401, INVALID_TOKEN_REPLY]);
  });
});

describe('S12 listing and revoking sessions', () => {
  it('S12: shows active sessions only, newest first, and which one is the caller’s', async () => {
    const old = await context.signIn(email, deviceName('Old'));
    context.clock.advance(20 * MINUTE);
    const remembered = await context.signIn(email, { ...deviceName('Kept'), remember: true });
    context.clock.advance(20 * MINUTE);
    const out = await context.signIn(email, deviceName('Out'));
    await context.call('POST', '/users/logout', { token: out });
    const token = await context.signIn(email, deviceName('Here'));
    const now = new Date(context.clock.now()).toISOString();
    const rows = await listSessions(token);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        ...deviceName('Here'),
        ipAddress: '127.0.0.1',
        countryCode: null,
        createdAtDateTime: now,
        lastSeenDateTime: now,
        remember: false,
        current: true,
      },
      expect.objectContaining({ browser: 'Kept', remember: true, current: false }),
    ]);
    expect(await readStatus(old)).toBe(401);
    expect((await listSessions(remembered)).map((row: { current: boolean }) => row.current)).toEqual([
      false,
      true,
    ]);
  });

  it('S12: names the country of an address', async () => {
    const token = await context.signIn(email);
    // 8.8.8.8 is Google's in the United States, 78.38.0.0/15 Iran's TCI (RIPE).
    const addresses = ['78.38.255.9', '::ffff:8.8.8.8', '10.1.2.3', '2001:4860:4860::8888', 'unknown'];
    for (const ip of addresses) {
      await sql`update sessions set ip = ${ip} where user_id = (select id from users where email = ${email})`.execute(
        context.db,
      );
      const [row] = await listSessions(token);
      const country = { '78.38.255.9': 'IR', '::ffff:8.8.8.8': 'US' }[ip] ?? null;
      expect([row.ipAddress, row.countryCode]).toEqual([ip, country]);
    }
  });

  it('S12: shows fifty at most', async () => {
    const token = await context.signIn(email);
    await sql`insert into sessions (token_digest, id, user_id, remember, created_at, last_seen_at, expires_at, confirmed_at,
        os_type, device_type, browser, ip)
      select sha256(n::text::bytea), gen_random_uuid(), user_id, remember, created_at, last_seen_at, expires_at, confirmed_at,
        os_type, device_type, browser, ip
      from sessions, generate_series(1, 60) n
      where user_id = (select id from users where email = ${email}) and revoked_at is null`.execute(
      context.db,
    );
    expect(await listSessions(token)).toHaveLength(50);
  });

  it('S12: ends one session immediately, also where it is cached', async () => {
    const [token, other] = [await context.signIn(email), await context.signIn(email, deviceName('Other'))];
    expect(await readStatus(other)).toBe(200);
    const { id } = (await listSessions(token)).find((row: { browser: string }) => row.browser === 'Other');
    expect((await context.call('DELETE', `/users/sessions/${id}`, { token })).body.status).toBe('OK');
    const replay = await context.call('GET', '/users/account', { token: other });
    expect([replay.status, replay.body]).toEqual([401, INVALID_TOKEN_REPLY]);
    expect(await readStatus(token)).toBe(200);
    expect((await context.call('DELETE', `/users/sessions/${id}`, { token })).status).toBe(404);
  });

  it('S12: another user’s session can’t be ended, and looks like an unknown one', async () => {
    const token = await context.signIn(email);
    const victim = await context.signUp(`victim-of-${email}`);
    const [{ id }] = await listSessions(victim);
    for (const tried of [id, '0198a5f0-0000-7000-8000-000000000000', 'x', `${id}'--`]) {
      const { status, body } = await context.call('DELETE', `/users/sessions/${encodeURIComponent(tried)}`, {
        token,
      });
      expect([status, body.message]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await readStatus(victim)).toBe(200);
  });

  it('S12: ends all sessions except the caller’s', async () => {
    const token = await context.signIn(email);
    const others = [await context.signIn(email, { remember: true }), await context.signIn(email)];
    const stranger = await context.signUp(`stranger-to-${email}`);
    for (const other of others) expect(await readStatus(other)).toBe(200);
    expect((await context.call('DELETE', '/users/sessions', { token })).body.status).toBe('OK');
    for (const other of others) expect(await readStatus(other)).toBe(401);
    expect([await readStatus(token), await readStatus(stranger)]).toEqual([200, 200]);
    expect(await listSessions(token)).toHaveLength(1);
    const { rows } = await sql`select action from audit_log where subject_id = (select id from users
      where email = ${email}) and action = 'other sessions ended'`.execute(context.db);
    expect(rows).toHaveLength(1);
  });

  it('S12: notifies listeners of the user, so that live connections end', async () => {
    const [token, other] = [await context.signIn(email), await context.signIn(email, deviceName('Other'))];
    const caller = await context.identity.authenticate(token);
    const published: string[] = [];
    const stop = context.bus.subscribe('user', ({ userId }) => published.push(userId));
    const { id } = (await listSessions(other)).find((row: { current: boolean }) => row.current);
    await context.call('DELETE', `/users/sessions/${id}`, { token });
    await context.call('DELETE', '/users/sessions', { token });
    stop();
    expect(published).toEqual([caller?.userId, caller?.userId]);
  });
});

describe('the login history', () => {
  const readLoginHistory = async (token: string, query = '') =>
    (await context.call('GET', `/users/login-history${query}`, { token })).body;

  it('contains logins, wrong passwords and wrong codes of this user only, newest first', async () => {
    await context.post('/users/login', { email, password: 'Wrong-password-1', ...deviceName('Thief') });
    await context.login(email);
    const code = await context.codeFor(email);
    await context.check(email, code === '111111' ? '222222' : '111111', deviceName('Guesser'));
    context.clock.advance(MINUTE);
    const token = (await context.check(email, code, deviceName('Owner'))).body.token;
    await context.signUp(`neighbour-of-${email}`);
    const { content, nextCursor } = await readLoginHistory(token);
    expect(content.map((row: Record<string, unknown>) => [row.browser, row.isSuccessful])).toEqual([
      ['Owner', true],
      ['Guesser', false],
      ['Thief', false],
      ['', true],
    ]);
    expect(content[0]).toEqual({
      id: expect.any(String),
      loginRequestedDateTime: new Date(context.clock.now()).toISOString(),
      ...deviceName('Owner'),
      ipAddress: '127.0.0.1',
      countryCode: null,
      isSuccessful: true,
    });
    expect(nextCursor).toBeNull();
  });

  it('is paged by number or by cursor', async () => {
    const token = await context.signIn(email);
    for (let i = 0; i < 5; i += 1) await context.login(email, `Wrong-password-${i}`);
    const all = (await readLoginHistory(token, '?size=100')).content;
    expect(all).toHaveLength(7);
    const first = await readLoginHistory(token, '?size=3');
    const second = await readLoginHistory(token, `?size=3&cursor=${first.nextCursor}`);
    const third = await readLoginHistory(token, `?size=3&cursor=${second.nextCursor}`);
    expect([...first.content, ...second.content, ...third.content]).toEqual(all);
    expect(third.nextCursor).toBeNull();
    const byNumber = await readLoginHistory(token, '?size=3&page=2');
    expect([byNumber.content, byNumber.totalPages]).toEqual([second.content, 3]);
    expect((await readLoginHistory(token, '?page=1')).totalPages).toBe(1);
    for (const query of ['?cursor=x', `?cursor=${'-'.repeat(36)}`, '?size=0', '?size=101'])
      expect((await context.call('GET', `/users/login-history${query}`, { token })).status).toBe(400);
  });
});

describe('S13: forged tokens', () => {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signJwt = (header: object, claims: object, key: string) => {
    const text = `${encodePart(header)}.${encodePart(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };

  it('S13: no JWT is accepted as a token: none, HS256, or a kid that is a path', async () => {
    const token = await context.signIn(email);
    const caller = await context.identity.authenticate(token);
    const claims = { sub: caller?.userId, sid: caller?.sessionId, exp: 4_102_444_800, role: 'admin' };
    const jwts = [
      `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`,
      `${encodePart({ alg: 'None' })}.${encodePart(claims)}.`,
      `${encodePart({ alg: 'none' })}.${encodePart(claims)}.${token}`,
      signJwt({ alg: 'HS256', typ: 'JWT' }, claims, ''),
      signJwt({ alg: 'HS256', kid: '../../../dev/null' }, claims, ''),
      signJwt({ alg: 'HS256', kid: "x' union select 'a" }, claims, 'a'),
    ];
    for (const jwt of jwts) {
      const { status, body } = await context.call('GET', '/users/account', { token: jwt });
      expect([status, body]).toEqual([401, INVALID_TOKEN_REPLY]);
    }
    expect(await readStatus(token)).toBe(200);
  });

  it('S13: a token that was changed or has anything around it is invalid', async () => {
    const token = await context.signIn(email);
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const altered of [flipped, token.slice(1), `${token}A`, `${token}=`, token.toUpperCase()])
      expect(await readStatus(altered)).toBe(401);
  });
});
