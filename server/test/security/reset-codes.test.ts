/** An attacker who knows an address requests unwanted codes; its owner still gets theirs. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type IdentityFixture, identityFixture, PASSWORD, wrongCode } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STRANGER = '203.0.113.9';
const NEW_PASSWORD = 'Another-7-valley';

let t: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  t = await identityFixture();
});
afterAll(() => t.close());

async function owner() {
  serial += 1;
  const email = `mailbox${serial}@sarraf.test`;
  const home = t.browserAt('198.51.100.7');
  await home('/users/register', { email, password: PASSWORD });
  await home('/users/check-otp-code', { email, code: await t.codeFor(email) });
  t.clock.advance(3 * MINUTE);
  return { email, home };
}
const forget = (ip: string, email: string) => t.browserAt(ip)('/users/forget-password', { email });
const mailsTo = async (email: string) => (await t.outbox(email)).length;

it('sends nothing more for an attacker after ten requests, and blocks no browser elsewhere', async () => {
  const { email, home } = await owner();
  const before = await mailsTo(email);
  const answers = [];
  for (let i = 0; i < 12; i += 1) {
    answers.push((await forget(STRANGER, email)).status);
    t.clock.advance(HOUR);
  }
  expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
  expect(await mailsTo(email)).toBe(before + 10);
  t.clock.advance(-HOUR);
  await forget(STRANGER, email);
  // A new browser on the owner's own network, a moment after the attacker.
  for (const browser of [t.browserAt('192.0.2.44'), home]) {
    expect((await browser('/users/forget-password', { email })).status).toBe(200);
    const code = await t.codeFor(email);
    expect((await browser('/users/forget-password/check', { email, code })).status).toBe(200);
  }
});

it('counts an IPv6 /48 as one client', async () => {
  const { email } = await owner();
  expect((await forget('2a01:4f8:c0c:1::1', email)).status).toBe(200);
  expect((await forget('2a01:4f8:c0c:ff02::1', email)).status).toBe(429);
  expect((await forget('2a01:4f8:c0d:1::1', email)).status).toBe(200);
});

it('sends at most thirty codes a day to a mailbox, however many attackers request them', async () => {
  const { email, home } = await owner();
  const before = await mailsTo(email);
  for (let i = 0; i < 34; i += 1) {
    if (i % 10 === 0) t.clock.advance(HOUR);
    expect((await forget(`203.0.113.${i + 20}`, email)).status).toBe(200);
  }
  expect(await mailsTo(email)).toBe(before + 30);
  expect((await home('/users/forget-password', { email })).status).toBe(200);
  expect(await mailsTo(email)).toBe(before + 31);
});

it('counts wrong codes only against the client that tried them', async () => {
  const { email, home } = await owner();
  const guess = (browser: typeof home) =>
    browser('/users/forget-password/check', { email, code: wrongCode('000000') });
  const thief = t.browserAt(STRANGER);
  const tried = [];
  for (let step = 0; step < 3; step += 1) {
    await thief('/users/forget-password', { email });
    for (let i = 0; i < 5; i += 1) tried.push((await guess(thief)).body.message);
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
  const { email } = await owner();
  const address = 'nobody-yet@sarraf.test';
  const mails = (await mailsTo(email)) + (await mailsTo(address));
  const digests = vi.spyOn(t.secrets, 'blindIndex');
  for (let n = 0; n < 17; n += 1) {
    expect((await forget(`203.0.113.${n + 100}`, email)).status).toBe(200);
    const stranger = t.browserAt(`203.0.113.${n + 100}`);
    expect((await stranger('/users/register', { email: address, password: PASSWORD })).status).toBe(200);
  }
  const codes = digests.mock.calls.filter(([purpose]) => purpose === 'one-time code');
  digests.mockRestore();
  // Fifteen an hour of each kind; the others are stored with random bytes instead of a code's digest.
  expect((await mailsTo(email)) + (await mailsTo(address)) - mails).toBe(30);
  expect(codes).toHaveLength(30);
});

it('sends a registration its code while an attacker registers repeatedly with the same address', async () => {
  const email = 'newcomer@sarraf.test';
  const thief = t.browserAt(STRANGER);
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
