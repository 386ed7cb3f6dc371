/** A program without cookies identifies its own step by its challenge; callers without one can't disturb it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_PASSWORD = 'Another-7-valley';
const HERE_IP = '198.51.100.7';
const OTHER_IP = '203.0.113.9';

let t: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  t = await createIdentityFixture();
});
afterAll(() => t.close());

const createAddress = () => {
  serial += 1;
  return `program${serial}@sarraf.test`;
};
/** A call without cookies, as programs make it. */
const postWithoutCookies = (path: string, body: object, ip = HERE_IP) => t.call('POST', path, { body, ip });

/** The three steps that start before a login: the request of each, and the one that submits its code. */
const LOGIN_FLOWS = {
  'log-in': {
    async prepare(email: string) {
      await postWithoutCookies('/users/register', { email, password: PASSWORD });
      await postWithoutCookies('/users/check-otp-code', { email, code: await t.codeFor(email) });
      t.clock.advance(3 * MINUTE);
    },
    begin: (email: string, ip?: string) =>
      postWithoutCookies('/users/login', { email, password: PASSWORD }, ip),
    end: (email: string, code: string, more: object = {}, ip?: string) =>
      postWithoutCookies('/users/check-otp-code', { email, code, ...more }, ip),
  },
  'sign-up': {
    prepare: async () => {},
    begin: (email: string, ip?: string) =>
      postWithoutCookies('/users/register', { email, password: PASSWORD }, ip),
    end: (email: string, code: string, more: object = {}, ip?: string) =>
      postWithoutCookies('/users/check-otp-code', { email, code, ...more }, ip),
  },
  reset: {
    prepare: (email: string) => LOGIN_FLOWS['log-in'].prepare(email),
    begin: (email: string, ip?: string) => postWithoutCookies('/users/forget-password', { email }, ip),
    end: (email: string, code: string, more: object = {}, ip?: string) =>
      postWithoutCookies('/users/forget-password/check', { email, code, ...more }, ip),
  },
} as const;
type LoginFlow = keyof typeof LOGIN_FLOWS;
const ALL_FLOWS = Object.keys(LOGIN_FLOWS) as LoginFlow[];

/** Starts a step as a program, which waits for its code. */
async function beginFlow(flow: LoginFlow) {
  const email = createAddress();
  const { prepare, begin, end } = LOGIN_FLOWS[flow];
  await prepare(email);
  const reply = await begin(email);
  const { challenge } = reply.body.baseDTO;
  const code = await t.codeFor(email);
  return {
    email,
    code,
    challenge: challenge as string,
    begin: () => begin(email),
    end: (digits = code, more: object = { challenge }, ip?: string) => end(email, digits, more, ip),
    /** Guesses as an attacker who knows only the address. */
    guess: (digits = createWrongCode(code), ip?: string) => end(email, digits, {}, ip),
  };
}

describe.each(ALL_FLOWS)('a %s of a program', (flow) => {
  it('is completed with the challenge of its reply, however often a caller without one guessed', async () => {
    const { challenge, guess, end } = await beginFlow(flow);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    const guesses = [];
    for (let i = 0; i < 12; i += 1) guesses.push((await guess()).body.message);
    // Counted separately, and at most five of them are compared.
    expect(guesses).toEqual([...Array(5).fill('Incorrect OTP'), ...Array(7).fill('Code Expired')]);
    expect((await end()).status).toBe(200);
  });

  it('can’t be guessed from another network, not even with the right code', async () => {
    const { code, guess, end } = await beginFlow(flow);
    for (const digits of [createWrongCode(code), code])
      expect((await guess(digits, OTHER_IP)).body.message).toBe('Code Expired');
    // The challenge works from any network.
    expect((await end(code, undefined, OTHER_IP)).status).toBe(200);
  });

  it('can still be completed without a challenge from its own network, as older programs do', async () => {
    const { code, guess } = await beginFlow(flow);
    expect((await guess(code)).status).toBe(200);
  });

  it('allows five guesses with its challenge', async () => {
    const { code, end } = await beginFlow(flow);
    const tried = await Promise.all(Array.from({ length: 20 }, () => end(createWrongCode(code))));
    expect(tried.filter(({ body }) => body.message === 'Incorrect OTP')).toHaveLength(5);
    expect(tried.filter(({ body }) => body.message === 'Code Expired')).toHaveLength(15);
    expect((await end()).body.message).toBe('Code Expired');
  });

  it('is completed by one of two concurrent right codes, with concurrent wrong ones of attackers', async () => {
    const { guess, end } = await beginFlow(flow);
    const [strangers, owners] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => guess())),
      Promise.all([end(), end()]),
    ]);
    expect(strangers.every(({ status }) => status === 400)).toBe(true);
    expect(owners.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('gets the same error for a challenge that is wrong, of another step, too old or used up', async () => {
    const [other, one] = [await beginFlow(flow), await beginFlow(flow)];
    const refusal = { status: 'BAD_REQUEST', message: 'CHALLENGE_REFUSED' };
    for (const challenge of ['', 'abc', 'x'.repeat(43), other.challenge])
      expect((await one.end(one.code, { challenge })).body).toMatchObject(refusal);
    expect((await one.end(one.code, { challange: one.challenge })).body).toMatchObject({
      message: 'UNKNOWN_FIELD',
      errors: ['challange'],
    });
    expect((await one.end()).status).toBe(200);
    expect((await one.end()).body).toMatchObject(refusal);
    t.clock.advance(6 * MINUTE);
    // Its step still waits, for another code.
    expect((await other.end()).body.message).toBe('Code Expired');
    t.clock.advance(25 * MINUTE);
    expect((await other.end()).body).toMatchObject(refusal);
  });
});

describe('a program that logs in repeatedly', () => {
  it('gets a challenge each time, and no 429, while an attacker guesses without one', async () => {
    const { email, begin, guess, end } = await beginFlow('log-in');
    for (let i = 0; i < 3; i += 1) {
      const again = await begin();
      const { challenge } = again.body.baseDTO;
      const code = await t.codeFor(email);
      for (let n = 0; n < 6; n += 1) await guess(createWrongCode(code));
      // It is referred to the valid code.
      expect((await begin()).status).toBe(200);
      expect((await end(code, { challenge })).body.message).toBe('signed in');
    }
  });

  it('may complete the step with any challenge that it got while the code was valid', async () => {
    const { challenge, begin, code, end } = await beginFlow('log-in');
    const second = (await begin()).body.baseDTO.challenge;
    expect(second).not.toBe(challenge);
    expect((await end(createWrongCode(code), { challenge: second })).body.message).toBe('Incorrect OTP');
    expect((await end(code, { challenge })).status).toBe(200);
  });

  it('has ten wrong codes an hour, and attackers without a challenge ten of their own', async () => {
    const { begin, end, guess, email } = await beginFlow('log-in');
    const tried: Record<'owner' | 'stranger', number[]> = { owner: [], stranger: [] };
    let reply = await begin();
    for (let step = 0; step < 3; step += 1) {
      const { challenge } = reply.body.baseDTO;
      const wrong = createWrongCode(await t.codeFor(email));
      for (let i = 0; i < 5; i += 1) {
        tried.owner.push((await end(wrong, { challenge })).status);
        tried.stranger.push((await guess(wrong)).status);
      }
      t.clock.advance(2 * MINUTE);
      reply = await begin();
    }
    const expected = [...Array(10).fill(400), ...Array(5).fill(429)];
    expect(tried).toEqual({ owner: expected, stranger: expected });
  });

  it('stores only the digest of a challenge in the database', async () => {
    const { challenge } = await beginFlow('log-in');
    const { rows } = await sql<{ text: string }>`select c::text as text from one_time_codes c`.execute(t.db);
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(challenge);
  });
});

describe('a code that is sent again', () => {
  const resendCode = (email: string, more: object = {}, ip?: string) =>
    postWithoutCookies('/users/resend-otp-code', { username: email, ...more }, ip);

  it.each(['log-in', 'sign-up'] as const)(
    'of a %s is sent to the caller with its challenge',
    async (flow) => {
      const { email, code, challenge, end } = await beginFlow(flow);
      t.clock.advance(2 * MINUTE);
      const again = await resendCode(email, { challenge });
      expect([again.status, again.body.baseDTO.challenge]).toEqual([200, undefined]);
      const fresh = await t.codeFor(email);
      if (fresh !== code) expect((await end(code)).body.message).toBe('Incorrect OTP');
      expect((await end(fresh)).body.message).toBe('signed in');
    },
  );

  it.each([['log-in', 0] as const, ['sign-up', 2 * MINUTE] as const])(
    'of a %s can’t be completed, sent again or used up by a caller without its challenge',
    async (flow, pause) => {
      const { email, end } = await beginFlow(flow);
      const mails = (await t.outbox(email)).length;
      t.clock.advance(pause);
      for (const ip of [HERE_IP, OTHER_IP]) {
        const unknownReply = await resendCode(`p-nobody-${flow}@sarraf.test`, {}, ip);
        const knownReply = await resendCode(email, {}, ip);
        expect([knownReply.status, knownReply.body]).toEqual([unknownReply.status, unknownReply.body]);
        expect(knownReply.status).toBe(200);
      }
      expect(await t.outbox(email)).toHaveLength(mails);
      expect((await end()).body.message).toBe('signed in');
    },
  );

  it('does not give a registration to an attacker who registered with the same address', async () => {
    const { email, challenge } = await beginFlow('sign-up');
    t.clock.advance(2 * MINUTE);
    await postWithoutCookies('/users/register', { email, password: 'Stranger-pass-1' }, OTHER_IP);
    const ofStranger = await t.codeFor(email);
    t.clock.advance(2 * MINUTE);
    // Without the challenge nothing is sent; with it, the code of the owner's own sign-up.
    await resendCode(email);
    expect(await t.codeFor(email)).toBe(ofStranger);
    t.clock.advance(2 * MINUTE);
    await resendCode(email, { challenge });
    const code = await t.codeFor(email);
    const more = { challenge };
    if (code !== ofStranger)
      expect(
        (await postWithoutCookies('/users/check-otp-code', { email, code: ofStranger, ...more })).body
          .message,
      ).toBe('Incorrect OTP');
    expect((await postWithoutCookies('/users/check-otp-code', { email, code, ...more })).body.message).toBe(
      'signed in',
    );
    const stranger = await postWithoutCookies('/users/login', { email, password: 'Stranger-pass-1' });
    expect(stranger.body.message).toBe('Invalid Username Or Password');
    expect((await postWithoutCookies('/users/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it('is refused to a challenge of another purpose, and to an expired one', async () => {
    const [one, other] = [await beginFlow('log-in'), await beginFlow('log-in')];
    for (const challenge of ['x', other.challenge])
      expect((await resendCode(one.email, { challenge })).body.message).toBe('CHALLENGE_REFUSED');
    t.clock.advance(HOUR);
    expect((await resendCode(one.email, { challenge: one.challenge })).body.message).toBe(
      'CHALLENGE_REFUSED',
    );
  });
});

describe('a password reset', () => {
  it('is made by code and challenge in one request, or by the ticket alone', async () => {
    const { email, code, challenge } = await beginFlow('reset');
    const resetPassword = (more: object) =>
      postWithoutCookies('/users/reset-password', { email, password: NEW_PASSWORD, ...more });
    expect((await resetPassword({ code, challenge: 'x' })).body.message).toBe('CHALLENGE_REFUSED');
    expect((await resetPassword({ code, challenge })).status).toBe(200);
    const second = await beginFlow('reset');
    const { ticket } = (await second.end()).body.baseDTO;
    const set = { email: second.email, code: ticket, password: NEW_PASSWORD };
    expect((await postWithoutCookies('/users/reset-password', set)).status).toBe(200);
  });
});
