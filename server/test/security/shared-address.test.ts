/** Thousands of users share one address of a mobile carrier: what some of them do locks none of the others out. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOGINS = 4;
const CODES = 5;
const WRONG = 'Wrong-password-1';
const hourlyLimit = (max: number) => ({ max, windowMs: HOUR });

let t: IdentityFixture;
let serial = 0;
let network = 0;
beforeAll(async () => {
  t = await createIdentityFixture({ rates: { login: hourlyLimit(LOGINS), code: hourlyLimit(CODES) } });
});
afterAll(() => t.close());

// Limits of network addresses use the process's own clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  network += 1;
});
afterEach(() => void vi.useRealTimers());
const carrierAddress = () => `198.51.100.${network}`;

async function createPerson() {
  serial += 1;
  const email = `shared${serial}@sarraf.test`;
  const home = t.browserAt(`192.0.2.${serial}`);
  await home('/users/register', { email, password: PASSWORD });
  const signedIn = await home('/users/check-otp-code', { email, code: await t.codeFor(email) });
  t.clock.advance(2 * MINUTE);
  return { email, home, token: signedIn.body.token as string };
}
async function createPeople(count: number) {
  const all: Awaited<ReturnType<typeof createPerson>>[] = [];
  while (all.length < count) all.push(await createPerson());
  return all;
}

/** Uses up the carrier address's log-in limit, with unknown user names. */
async function exhaustLogins(): Promise<void> {
  for (let i = 0; i < LOGINS; i += 1)
    await t.browserAt(carrierAddress())('/users/login', { email: `nobody${i}@sarraf.test`, password: WRONG });
}

describe('an address that many users share', () => {
  it('counts no successful log-in, neither its password nor its code', async () => {
    for (const { email } of await createPeople(CODES + 2)) {
      const phone = t.browserAt(carrierAddress());
      expect((await phone('/users/login', { email, password: PASSWORD })).status).toBe(200);
      const code = await t.codeFor(email);
      expect((await phone('/users/check-otp-code', { email, code })).body.message).toBe('signed in');
    }
  });

  it('is delayed by seconds when too many log-ins fail, and the reply names the limit', async () => {
    const { email } = await createPerson();
    await exhaustLogins();
    const phone = t.browserAt(carrierAddress());
    const logIn = () => phone('/users/login', { email, password: PASSWORD });
    const refusal = await logIn();
    expect([refusal.status, refusal.body.data]).toEqual([429, { retryAfter: 5, of: 'NETWORK' }]);
    vi.advanceTimersByTime(5_000);
    expect((await logIn()).status).toBe(200);
    // An attacker there gets no more attempts than all users together.
    expect(
      (await t.browserAt(carrierAddress())('/users/login', { email: 'x@sarraf.test', password: WRONG }))
        .status,
    ).toBe(400);
    expect(
      (await t.browserAt(carrierAddress())('/users/login', { email: 'y@sarraf.test', password: WRONG }))
        .status,
    ).toBe(429);
  });

  it('never delays a browser that the account knows', async () => {
    const { email } = await createPerson();
    const phone = t.browserAt(carrierAddress());
    await phone('/users/login', { email, password: PASSWORD });
    await phone('/users/check-otp-code', { email, code: await t.codeFor(email) });
    await exhaustLogins();
    for (let i = 0; i < 3; i += 1) {
      expect((await phone('/users/login', { email, password: PASSWORD })).status).toBe(200);
      const code = await t.codeFor(email);
      expect((await phone('/users/check-otp-code', { email, code })).body.message).toBe('signed in');
    }
    for (let i = 0; i < CODES + 2; i += 1)
      await t.browserAt(carrierAddress())('/users/forget-password', { email: 'z@sarraf.test' });
    expect((await phone('/users/forget-password', { email })).status).toBe(200);
  });

  it('never delays a code in the browser that waits for it, while attackers guess there', async () => {
    const { email } = await createPerson();
    const phone = t.browserAt(carrierAddress());
    await phone('/users/login', { email, password: PASSWORD });
    const code = await t.codeFor(email);
    const guessCode = () =>
      t.browserAt(carrierAddress())('/users/check-otp-code', { email, code: createWrongCode(code) });
    const answers = [];
    for (let i = 0; i < CODES + 3; i += 1) answers.push((await guessCode()).status);
    expect(answers).toEqual([...Array(CODES).fill(400), 429, 429, 429]);
    expect((await phone('/users/check-otp-code', { email, code })).body.message).toBe('signed in');
    await phone('/users/forget-password', { email });
    const reset = await t.codeFor(email);
    const changeWithCode = (by: typeof phone, digits: string) =>
      by('/users/reset-password', { email, code: digits, password: 'Another-7-valley' });
    for (let i = 0; i < CODES; i += 1) await changeWithCode(t.browserAt(carrierAddress()), reset);
    expect((await changeWithCode(t.browserAt(carrierAddress()), reset)).status).toBe(429);
    expect((await changeWithCode(phone, reset)).status).toBe(200);
  });

  it('counts signed-in users by their session', async () => {
    const requestWithToken = (token: string) =>
      t.call('POST', '/users/step-up/send-code', { token, body: {}, ip: carrierAddress() });
    const [first, ...others] = await createPeople(CODES + 2);
    const own = [];
    for (let i = 0; i < CODES + 1; i += 1) own.push((await requestWithToken(first?.token ?? '')).status);
    expect(own).toEqual([...Array(CODES).fill(200), 429]);
    for (const { token } of others) expect((await requestWithToken(token)).status).toBe(200);
    const body = { oldPassword: PASSWORD, password: 'Another-7-valley' };
    for (const { token } of others) {
      const unproved = await t.call('POST', '/users/change-password', { token, body, ip: carrierAddress() });
      expect(unproved.body.message).toBe('CONFIRMATION_NEEDED');
    }
  });

  it('still slows down guesses at many accounts', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        t.browserAt(carrierAddress())('/users/login', { email: `many${i}@sarraf.test`, password: WRONG }),
      ),
    );
    const countStatus = (status: number) => guesses.filter((one) => one.status === status).length;
    expect([countStatus(400), countStatus(429)]).toEqual([LOGINS, 40 - LOGINS]);
  });

  it('counts IPv6 by /56 and /48, since one client has little more than a /64', async () => {
    const countAccepted = async (addressOf: (n: string) => string) => {
      let count = 0;
      for (let i = 0; i < 9; i += 1) {
        const body = { email: `wide${i}@sarraf.test`, password: WRONG };
        const ip = addressOf(i.toString(16).padStart(2, '0'));
        if ((await t.browserAt(ip)('/users/login', body)).status === 400) count += 1;
      }
      return count;
    };
    expect(await countAccepted((n) => `2a01:4f8:1:1::${n}`)).toBe(LOGINS);
    expect(await countAccepted((n) => `2a01:4f8:2:11${n}::1`)).toBe(LOGINS * 1.5);
    expect(await countAccepted((n) => `2a01:4f8:3:${n}00::1`)).toBe(LOGINS * 2);
  });
});
