/** An attacker who knows an address requests unwanted codes; its owner still gets theirs. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ATTACKER_IP = '203.0.113.9';
const NEW_PASSWORD = 'Another-7-valley';

let t: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  t = await createIdentityFixture();
});
afterAll(() => t.close());

async function createOwner() {
  serial += 1;
  const email = `mailbox${serial}@sarraf.test`;
  const home = t.browserAt('198.51.100.7');
  await home('/users/register', { email, password: PASSWORD });
  await home('/users/check-otp-code', { email, code: await t.codeFor(email) });
  t.clock.advance(3 * MINUTE);
  return { email, home };
}
const requestReset = (ip: string, email: string) => t.browserAt(ip)('/users/forget-password', { email });
const listMails = async (email: string) => (await t.outbox(email)).length;

/** Counts the valid codes that were made, each of which is sent. */
async function codesMadeBy(requests: () => Promise<unknown>): Promise<number> {
  const digests = vi.spyOn(t.secrets, 'blindIndex');
  await requests();
  const { length } = digests.mock.calls.filter(([purpose]) => purpose === 'one-time code');
  digests.mockRestore();
  return length;
}

it('sends nothing more for an attacker after ten requests, and blocks no browser elsewhere', async () => {
  const { email, home } = await createOwner();
  const before = await listMails(email);
  const answers = [];
  for (let i = 0; i < 12; i += 1) {
    answers.push((await requestReset(ATTACKER_IP, email)).status);
    t.clock.advance(HOUR);
  }
  expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
  expect(await listMails(email)).toBe(before + 10);
  t.clock.advance(-HOUR);
  await requestReset(ATTACKER_IP, email);
  // A new browser on the owner's own network, a moment after the attacker.
  for (const browser of [t.browserAt('192.0.2.44'), home]) {
    expect((await browser('/users/forget-password', { email })).status).toBe(200);
    const code = await t.codeFor(email);
    expect((await browser('/users/forget-password/check', { email, code })).status).toBe(200);
  }
});

it('counts an IPv6 /48 as one client', async () => {
  const { email } = await createOwner();
  expect((await requestReset('2a01:4f8:c0c:1::1', email)).status).toBe(200);
  expect((await requestReset('2a01:4f8:c0c:ff02::1', email)).status).toBe(429);
  expect((await requestReset('2a01:4f8:c0d:1::1', email)).status).toBe(200);
});

const addressIn = (network: number) => `203.${Math.floor(network / 250)}.113.${network % 250}`;

/** Requests codes from each of these networks, once in an hour; the replies don't say whether one was sent. */
async function exhaust(
  networks: number,
  hours: number,
  begin: (ip: string) => Promise<{ status: number }>,
): Promise<void> {
  const statuses = new Set<number>();
  for (let i = 0; i < hours; i += 1) {
    for (let n = 0; n < networks; n += 1) statuses.add((await begin(addressIn(n))).status);
    t.clock.advance(HOUR);
  }
  expect([...statuses]).toEqual([200]);
}

it.each([
  { networks: 1, hours: 10, mails: 10 },
  { networks: 3, hours: 10, mails: 30 },
  { networks: 10, hours: 4, mails: 30 },
  { networks: 100, hours: 2, mails: 200 },
])(
  'sends a new browser elsewhere its reset codes after attackers with $networks networks had $mails of them sent',
  async ({ networks, hours, mails }) => {
    const { email, home } = await createOwner();
    expect(await codesMadeBy(() => exhaust(networks, hours, (ip) => requestReset(ip, email)))).toBe(mails);
    const elsewhere = t.browserAt('192.0.2.44');
    await elsewhere('/users/forget-password', { email });
    // The first came too late.
    t.clock.advance(3 * MINUTE);
    await elsewhere('/users/forget-password', { email });
    const reset = { email, code: await t.codeFor(email), password: NEW_PASSWORD };
    expect((await elsewhere('/users/reset-password', reset)).status).toBe(200);
    // A log-in requires the password, and a browser that the account knows has a budget of its own.
    await elsewhere('/users/login', { email, password: NEW_PASSWORD });
    const login = { email, code: await t.codeFor(email) };
    expect((await elsewhere('/users/check-otp-code', login)).body.message).toBe('signed in');
    expect(await codesMadeBy(() => home('/users/forget-password', { email }))).toBe(1);
  },
);

it('sends a sign-up its codes after attackers in four networks used up those of the day', async () => {
  const email = 'fresh@sarraf.test';
  const signUp = { email, password: PASSWORD };
  const attack = () => exhaust(4, 10, (ip) => t.browserAt(ip)('/users/register', signUp));
  expect(await codesMadeBy(attack)).toBe(30);
  const victim = t.browserAt('192.0.2.48');
  await victim('/users/register', signUp);
  t.clock.advance(6 * MINUTE);
  await victim(`/users/resend-otp-code?email=${email}`, {});
  const confirmed = { email, code: await t.codeFor(email) };
  expect((await victim('/users/check-otp-code', confirmed)).body.message).toBe('signed in');
});

it('sends nothing to other networks after 200 codes beyond those of the day', async () => {
  const { email } = await createOwner();
  await exhaust(4, 10, (ip) => requestReset(ip, email));
  await requestReset('192.0.2.49', email);
  await sql`update limit_counters set used = 199 where kind = 'RESET by strangers beyond' and used = 1`.execute(
    t.db,
  );
  const forgetFromOthers = async () => {
    for (const ip of ['192.0.2.50', '192.0.2.51', '192.0.2.52'])
      expect((await requestReset(ip, email)).status).toBe(200);
  };
  expect(await codesMadeBy(forgetFromOthers)).toBe(1);
});

it('allows two guesses for a code beyond the thirty of a day', async () => {
  const { email } = await createOwner();
  await exhaust(4, 10, (ip) => requestReset(ip, email));
  const elsewhere = t.browserAt('192.0.2.47');
  await elsewhere('/users/forget-password', { email });
  const code = await t.codeFor(email);
  const check = (guess: string) => elsewhere('/users/forget-password/check', { email, code: guess });
  expect((await check(createWrongCode(code))).body.message).toBe('Incorrect OTP');
  expect((await check(createWrongCode(code))).body.message).toBe('Incorrect OTP');
  expect((await check(code)).body.message).toBe('Code Expired');
});

it('counts wrong codes only against the client that tried them', async () => {
  const { email, home } = await createOwner();
  const guessCode = (browser: typeof home) =>
    browser('/users/forget-password/check', { email, code: createWrongCode('000000') });
  const thief = t.browserAt(ATTACKER_IP);
  const tried = [];
  for (let step = 0; step < 3; step += 1) {
    await thief('/users/forget-password', { email });
    for (let i = 0; i < 5; i += 1) tried.push((await guessCode(thief)).body.message);
    t.clock.advance(3 * MINUTE);
  }
  expect(tried).toEqual([...Array(10).fill('Incorrect OTP'), ...Array(5).fill('TOO_MANY_REQUESTS')]);
  for (const browser of [t.browserAt('192.0.2.45'), home]) {
    await browser('/users/forget-password', { email });
    const reset = { email, code: await t.codeFor(email), password: NEW_PASSWORD };
    expect((await browser('/users/reset-password', reset)).status).toBe(200);
  }
});

it('creates no valid code when none is sent, so that attackers can only guess at sent ones', async () => {
  const { email } = await createOwner();
  const address = 'nobody-yet@sarraf.test';
  const mails = (await listMails(email)) + (await listMails(address));
  const digests = vi.spyOn(t.secrets, 'blindIndex');
  for (let n = 0; n < 20; n += 1) {
    const ip = `203.0.113.${(n % 4) + 100}`;
    if (n % 4 === 0) t.clock.advance(2 * MINUTE);
    expect((await requestReset(ip, email)).status).toBe(200);
    const signUp = { email: address, password: PASSWORD };
    expect((await t.browserAt(ip)('/users/register', signUp)).status).toBe(200);
  }
  const codes = digests.mock.calls.filter(([purpose]) => purpose === 'one-time code');
  digests.mockRestore();
  // Fifteen an hour of each kind; the others are stored with random bytes instead of a code's digest.
  expect((await listMails(email)) + (await listMails(address)) - mails).toBe(30);
  expect(codes).toHaveLength(30);
});

it('sends a registration its code while an attacker registers repeatedly with the same address', async () => {
  const email = 'newcomer@sarraf.test';
  const thief = t.browserAt(ATTACKER_IP);
  for (let i = 0; i < 7; i += 1) await thief('/users/register', { email, password: 'Stranger-pass-1' });
  for (let i = 0; i < 7; i += 1) {
    await thief(`/users/resend-otp-code?email=${email}`, {});
    t.clock.advance(2 * MINUTE);
  }
  await thief('/users/register', { email, password: 'Stranger-pass-1' });
  const victim = t.browserAt('192.0.2.46');
  expect((await victim('/users/register', { email, password: PASSWORD })).status).toBe(200);
  const signedIn = await victim('/users/check-otp-code', { email, code: await t.codeFor(email) });
  expect(signedIn.body.message).toBe('signed in');
});
