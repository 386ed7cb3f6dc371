/** An attacker who knows an account's address alone can do nothing that its owner notices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;
const OWNER = '198.51.100.7';
const attackerAddress = (n = 1) => `203.0.113.${n}`;

let t: IdentityFixture;
let people = 0;
beforeAll(async () => {
  t = await createIdentityFixture();
});
afterAll(() => t.close());

type Browser = ReturnType<IdentityFixture['browserAt']>;

/** A user with an account, and the browser that created it. */
async function createOwner(): Promise<{ email: string; home: Browser }> {
  people += 1;
  const email = `owner${people}@sarraf.test`;
  const home = t.browserAt(OWNER);
  await home('/users/register', { email, password: PASSWORD });
  expect(await signInWithCode(home, email)).toBe('signed in');
  return { email, home };
}

async function signInWithCode(browser: Browser, email: string): Promise<string> {
  const code = await t.codeFor(email);
  return (await browser('/users/check-otp-code', { email, code })).body.message;
}
async function signIn(browser: Browser, email: string, password = PASSWORD): Promise<string> {
  const reply = await browser('/users/login', { email, password });
  return reply.status === 200 ? signInWithCode(browser, email) : reply.body.message;
}

describe('wrong passwords of attackers', () => {
  it('delay only clients at the same address', async () => {
    const { email, home } = await createOwner();
    const guessFrom = (ip: string) =>
      t.browserAt(ip)('/users/login', { email, password: 'Wrong-password-1' });
    for (let i = 0; i < 5; i += 1) expect((await guessFrom(attackerAddress())).status).toBe(400);
    expect((await guessFrom(attackerAddress())).status).toBe(429);
    expect(await signIn(home, email)).toBe('signed in');
    t.clock.advance(2 * MINUTE);
    // An unknown browser at another address.
    expect(await signIn(t.browserAt('192.0.2.55'), email)).toBe('signed in');
  });

  it('from many addresses of one network are counted together', async () => {
    const { email, home } = await createOwner();
    const countAccepted = async (addressOf: (n: number) => string) => {
      let count = 0;
      for (let i = 0; i < 20; i += 1) {
        const body = { email, password: 'Wrong-password-1' };
        if ((await t.browserAt(addressOf(i))('/users/login', body)).status === 400) count += 1;
      }
      return count;
    };
    expect(await countAccepted((n) => `2a01:4f8:1:11${n.toString().padStart(2, '0')}::1`)).toBe(7);
    expect(await countAccepted((n) => `2a01:4f8:2:${n}00::1`)).toBe(10);
    expect(await signIn(home, email)).toBe('signed in');
  });

  it('leave the owner’s browser its own attempts, even behind the same address', async () => {
    const { email, home } = await createOwner();
    for (let i = 0; i < 6; i += 1)
      await t.browserAt(OWNER)('/users/login', { email, password: 'Wrong-password-1' });
    expect(await signIn(t.browserAt(OWNER), email)).toBe('TOO_MANY_REQUESTS');
    expect(await signIn(home, email)).toBe('signed in');
    for (let i = 0; i < 5; i += 1) await home('/users/login', { email, password: 'Wrong-password-1' });
    expect(await signIn(home, email)).toBe('TOO_MANY_REQUESTS');
  });

  it('from a hundred networks don’t lock the password, nor do a hundred in a row', async () => {
    const { email, home } = await createOwner();
    for (let i = 0; i < 110; i += 1)
      await t.browserAt(attackerAddress(i))('/users/login', { email, password: 'Wrong-password-1' });
    expect(await signIn(home, email)).toBe('signed in');
    t.clock.advance(2 * MINUTE);
    for (let i = 0; i < 110; i += 1) {
      if (i % 50 === 0) t.clock.advance(QUARTER);
      await t.browserAt(attackerAddress(i))('/users/login', { email, password: 'Wrong-password-1' });
    }
    expect(await signIn(t.browserAt('192.0.2.56'), email)).toBe('signed in');
  });
});

describe('a code that its owner waits for', () => {
  it('can’t be guessed, used up or ended by a client that did not start the step', async () => {
    const { email, home } = await createOwner();
    await home('/users/login', { email, password: PASSWORD });
    const code = await t.codeFor(email);
    const mails = (await t.outbox(email)).length;
    for (let i = 0; i < 12; i += 1) {
      const other = t.browserAt(attackerAddress(i));
      const without = await t.post('/users/check-otp-code', { email, code: createWrongCode(code) });
      expect(without.body.message).toBe('Code Expired');
      expect((await other('/users/check-otp-code', { email, code })).body.message).toBe('Code Expired');
      // With a cookie of its own, from a sign-up with another address.
      await other('/users/register', { email: `other${i}-${email}`, password: PASSWORD });
      expect((await other('/users/check-otp-code', { email, code })).body.message).toBe('Code Expired');
      await other(`/users/resend-otp-code?email=${encodeURIComponent(email)}`, {});
    }
    // The right code is worthless without the password.
    expect((await t.post('/users/check-otp-code', { email, code })).body.message).toBe('Code Expired');
    expect(await t.outbox(email)).toHaveLength(mails);
    expect((await home('/users/check-otp-code', { email, code })).body.message).toBe('signed in');
  });

  it('is valid in each browser that passed the password in the meantime', async () => {
    const { email, home } = await createOwner();
    const other = t.browserAt('192.0.2.77');
    await home('/users/login', { email, password: PASSWORD });
    await other('/users/login', { email, password: PASSWORD });
    const code = await t.codeFor(email);
    for (let i = 0; i < 3; i += 1)
      expect((await home('/users/check-otp-code', { email, code: createWrongCode(code) })).body.message).toBe(
        'Incorrect OTP',
      );
    expect(await signInWithCode(other, email)).toBe('signed in');
  });

  it('sent again goes to the client that started the step', async () => {
    const { email, home } = await createOwner();
    await home('/users/login', { email, password: PASSWORD });
    const first = await t.codeFor(email);
    t.clock.advance(2 * MINUTE);
    const again = await home(`/users/resend-otp-code?email=${encodeURIComponent(email)}`, {});
    expect(again.body.baseDTO.expiresIn).toBe(120);
    expect((await t.outbox(email))[0]?.code === null).toBe(false);
    const code = await t.codeFor(email);
    if (first !== code)
      expect((await home('/users/check-otp-code', { email, code: first })).body.message).toBe(
        'Incorrect OTP',
      );
    expect(await signInWithCode(home, email)).toBe('signed in');
  });

  it('of a password reset is not used up by wrong ones either', async () => {
    const { email, home } = await createOwner();
    t.clock.advance(2 * MINUTE);
    await home('/users/forget-password', { email });
    const code = await t.codeFor(email);
    for (let i = 0; i < 12; i += 1)
      expect(
        (
          await t.browserAt(attackerAddress(i))('/users/forget-password/check', {
            email,
            code: createWrongCode(code),
          })
        ).body.message,
      ).toBe('Code Expired');
    const reset = { username: email, code, password: 'Another-7-valley' };
    expect((await home('/users/reset-password', reset)).status).toBe(200);
  });

  it('of a password reset is still sent when attackers have used up the day’s limit', async () => {
    const { email, home } = await createOwner();
    const requestReset = (by: Browser) => by('/users/forget-password', { email });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await requestReset(t.browserAt(attackerAddress(i)))).status);
      t.clock.advance(HOUR);
    }
    // Each from a network of its own: the replies are the same, whether anything is sent or not.
    expect(statuses).toEqual(Array(11).fill(200));
    const before = await t.codeFor(email);
    expect((await requestReset(home)).status).toBe(200);
    const code = await t.codeFor(email);
    expect(code).not.toBe(before);
    const reset = { email, code, password: 'Another-7-valley' };
    expect((await home('/users/reset-password', reset)).status).toBe(200);
    // The owner's own are counted too.
    for (let i = 0; i < 9; i += 1) {
      t.clock.advance(HOUR);
      expect((await requestReset(home)).status).toBe(200);
    }
    expect((await requestReset(home)).status).toBe(429);
  });

  it('of a program without cookies can be used by a program, as the specification requires', async () => {
    const email = 'program@sarraf.test';
    await t.register(email);
    expect((await t.check(email, await t.codeFor(email))).status).toBe(200);
  });
});

describe('a sign-up', () => {
  it('can’t be hijacked: the code that is sent again, and the password, belong to the client that requested it', async () => {
    const email = 'victim@sarraf.test';
    const [victim, thief] = [t.browserAt(OWNER), t.browserAt(attackerAddress())];
    await thief('/users/register', { email, password: 'Stranger-pass-1' });
    t.clock.advance(2 * MINUTE);
    await victim('/users/register', { email, password: PASSWORD });
    t.clock.advance(2 * MINUTE);
    await thief('/users/register', { email, password: 'Stranger-pass-1' });
    const ofThief = await t.codeFor(email);
    // The thief's came last: otherwise the victim would be sent that one again, and type it.
    t.clock.advance(2 * MINUTE);
    expect((await victim('/users/check-otp-code', { email, code: ofThief })).body.message).toBe(
      'Incorrect OTP',
    );
    expect((await victim(`/users/resend-otp-code?email=${email}`, {})).status).toBe(200);
    expect(await signInWithCode(victim, email)).toBe('signed in');
    t.clock.advance(QUARTER);
    expect(await signIn(thief, email, 'Stranger-pass-1')).toBe('Invalid Username Or Password');
    expect(await signIn(victim, email)).toBe('signed in');
  });

  it('can’t be blocked by wrong codes of another sign-up with the same address', async () => {
    const email = 'patient@sarraf.test';
    const thief = t.browserAt(attackerAddress());
    for (let i = 0; i < 3; i += 1) {
      await thief('/users/register', { email, password: 'Stranger-pass-1' });
      for (let n = 0; n < 5; n += 1) await thief('/users/check-otp-code', { email, code: '000000' });
      t.clock.advance(2 * MINUTE);
    }
    const victim = t.browserAt(OWNER);
    await victim('/users/register', { email, password: PASSWORD });
    expect(await signInWithCode(victim, email)).toBe('signed in');
  });
});
