import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';
import type { Caller } from '../../platform/http/http.ts';
import { WIDE_LIMITS } from '../codes/limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  await context.signUp('ann@sarraf.test');
});
afterAll(() => context.close());

const alive = async (token: string) => (await context.identity.authenticate(token)) !== null;

describe('session', () => {
  it('expires 30 minutes after its last use', async () => {
    const token = await context.signIn('ann@sarraf.test');
    for (let i = 0; i < 4; i += 1) {
      context.clock.advance(28 * MINUTE);
      expect(await alive(token)).toBe(true);
    }
    context.clock.advance(30 * MINUTE);
    expect(await alive(token)).toBe(false);
  });

  it('expires after 24 hours, used or not', async () => {
    const token = await context.signIn('ann@sarraf.test');
    for (let i = 0; i < 71; i += 1) {
      context.clock.advance(20 * MINUTE);
      expect(await alive(token)).toBe(true);
    }
    context.clock.advance(20 * MINUTE - 1);
    expect(await alive(token)).toBe(true);
    context.clock.advance(1);
    expect(await alive(token)).toBe(false);
  });

  it('lasts 30 days if remembered, idle or not', async () => {
    const token = await context.signIn('ann@sarraf.test', { remember: true });
    context.clock.advance(30 * DAY - 1);
    expect(await alive(token)).toBe(true);
    context.clock.advance(1);
    expect(await alive(token)).toBe(false);
  });

  it('has a new token each time', async () => {
    const tokens = [await context.signIn('ann@sarraf.test'), await context.signIn('ann@sarraf.test')];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(await alive(token)).toBe(true);
  });

  it.each(['POST', 'GET'] as const)(
    'ends by %s /users/logout immediately, without affecting others',
    async (method) => {
      const [token, other] = [
        await context.signIn('ann@sarraf.test'),
        await context.signIn('ann@sarraf.test'),
      ];
      expect((await context.call('GET', '/users/account', { token })).status).toBe(200);
      expect((await context.call(method, '/users/logout')).status).toBe(401);
      expect((await context.call(method, '/users/logout', { token })).body.status).toBe('OK');
      for (const path of ['/users/account', '/users/logout']) {
        const replay = await context.call('GET', path, { token });
        expect([replay.status, replay.body]).toEqual([
          401,
          { status: 'UNAUTHORIZED', message: 'Invalid Token', errors: [] },
        ]);
      }
      expect(await alive(other)).toBe(true);
    },
  );

  it('is not revived by calls that run while it ends', async () => {
    const token = await context.signIn('ann@sarraf.test');
    const callers = Array.from({ length: 200 }, async () => {
      for (let i = 0; i < 5; i += 1) {
        await context.identity.authenticate(token);
        context.clock.advance(1);
        await new Promise(setImmediate);
      }
    });
    await context.call('POST', '/users/logout', { token });
    expect(await alive(token)).toBe(false);
    await Promise.all(callers);
    expect(await alive(token)).toBe(false);
  });

  it('rejects any other text as a token', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), "' or 1=1 --"])
      expect(await alive(token)).toBe(false);
  });
});

describe('authenticate', () => {
  it('returns cached callers briefly, and an announced change immediately', async () => {
    const token = await context.signIn('ann@sarraf.test');
    const caller = await context.identity.authenticate(token);
    expect(caller).toMatchObject({ authenticationType: 'NOT_COMPLETE', level: 'BRONZE', supervisor: false });
    await sql`update users set level = 'SUPERVISOR' where email = 'ann@sarraf.test'`.execute(context.db);
    context.clock.advance(4_999);
    expect(await context.identity.authenticate(token)).toBe(caller);
    context.clock.advance(1);
    expect(await context.identity.authenticate(token)).toMatchObject({
      level: 'SUPERVISOR',
      supervisor: true,
    });
    await sql`update users set level = 'BRONZE' where email = 'ann@sarraf.test'`.execute(context.db);
    context.bus.publish('user', { userId: caller?.userId ?? '' });
    expect(await context.identity.authenticate(token)).toMatchObject({ level: 'BRONZE', supervisor: false });
  });

  it('rechecks a caller admitted by another process once something has changed', async () => {
    const token = await context.signIn('ann@sarraf.test');
    const caller = await context.identity.authenticate(token);
    if (!caller) throw new Error('nobody');
    const { recheck } = context.identity;
    // No change of theirs is known: they are accepted unchanged.
    const stranger: Caller = { ...caller, userId: '01900000-0000-7000-8000-000000000000', frozen: true };
    expect(await recheck(stranger)).toBe(stranger);
    await sql`update users set level = 'SUPERVISOR' where id = ${caller.userId}`.execute(context.db);
    context.bus.publish('user', { userId: caller.userId });
    expect(await recheck(caller)).toEqual({ ...caller, level: 'SUPERVISOR', supervisor: true });
    await sql`update users set level = 'BRONZE' where id = ${caller.userId}`.execute(context.db);
    await sql`update sessions set revoked_at = ${new Date(context.clock.now())}
      where id = ${caller.sessionId}`.execute(context.db);
    context.bus.publish('user', { userId: caller.userId });
    expect(await recheck(caller)).toBeNull();
    expect(await recheck(stranger)).toBe(stranger);
    // Any change may have been missed.
    context.bus.publish('missed', { at: Date.now() });
    expect(await recheck(stranger)).toBeNull();
  });

  it('handles thousands of calls a second', async () => {
    const token = await context.signIn('ann@sarraf.test');
    await context.identity.authenticate(token);
    // CPU time, since other processes use this machine, too.
    const began = process.cpuUsage();
    for (let i = 0; i < 20_000; i += 1) await context.identity.authenticate(token);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});

it('expired sessions are deleted once a day', async () => {
  await context.signIn('ann@sarraf.test');
  await context.register('forgotten@sarraf.test');
  await context.login('stranger@sarraf.test', 'Wrong-password-1');
  context.clock.advance(61 * DAY);
  for (const job of context.identity.jobs) await job.run({});
  for (const table of ['sessions', 'one_time_codes', 'sign_ups', 'limit_counters']) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(context.db);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const { rows } = await sql<{ user_id: string | null }>`select user_id from login_attempts`.execute(
    context.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.user_id !== null)).toBe(true);
});
