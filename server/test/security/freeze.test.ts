/**
 * An intruder is in an account: its owner freezes it by a notice's link, or in the account, which blocks all
 * withdrawals.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimNext } from '../../src/custody/sending/send-store.ts';
import { readAudit } from '../../src/platform/database/audit-log.ts';
import { PASSWORD } from '../identity.ts';
import { enrolAuthenticator } from '../two-step.ts';
import {
  BITCOIN,
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../withdrawal.ts';

const DAY = 86_400_000;
let context: WithdrawalFixture;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(() => context.expectSoundBooks());

const readUser = async ({ id }: Person) => context.identity.people.find(id);
const freezeByLink = (token: string) => context.post('/users/freeze/link', { token });
const extractLink = (text: string): string => /\/freeze#([A-Za-z0-9_-]{48})/.exec(text)?.[1] ?? 'none';
const isSessionAlive = async (token: string) => (await context.identity.authenticate(token)) !== null;

/** As a thief with a confirmed session, changes the account's address; returns what the old mailbox got. */
async function changeEmailAsThief(by: Person): Promise<string> {
  const token = by.token;
  await context.callProved('POST', '/users/change-email', {
    token,
    body: { oldEmail: by.email, newEmail: `thief-${by.email}` },
  });
  const otp = await context.codeFor(`thief-${by.email}`);
  const changed = await context.callProved('POST', '/users/change-email-otp', { token, body: { otp } });
  expect(changed.status).toBe(200);
  const [notice] = await context.notices(by.email);
  return notice?.text ?? '';
}
const runJobs = async (name: string) => {
  for (const job of context.identity.jobs) if (job.name === name) await job.run({});
};
const takeWaiting = () =>
  context.db
    .transaction()
    .execute((tx) => context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100));

describe('the link of a notice', () => {
  it('is sent to the old mailbox alone, freezes the account without a log-in, and ends all sessions', async () => {
    const token = extractLink(await changeEmailAsThief(ann));
    const [other] = await context.notices(`thief-${ann.email}`);
    expect(extractLink(other?.text ?? '')).toBe('none');
    expect(await isSessionAlive(ann.token)).toBe(true);
    expect((await freezeByLink(token)).body).toEqual({ status: 'OK', message: 'account frozen' });
    expect(await isSessionAlive(ann.token)).toBe(false);
    expect(await readUser(ann)).toMatchObject({ frozenBy: 'LINK', thawsAt: null });
    const [entry] = await readAudit(context.db, { subjectId: ann.id, limit: 1 });
    expect(entry).toMatchObject({ action: 'account frozen', actorId: null, detail: '{"by":"LINK"}' });
    // A repeat changes nothing, and is not audited.
    expect((await freezeByLink(token)).status).toBe(200);
    expect((await readAudit(context.db, { subjectId: ann.id, limit: 1 }))[0]?.number).toBe(entry?.number);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a saved address',
      () =>
        context.callProved('POST', '/wallets/address-book', {
          token: ann.token,
          body: { label: 'Theirs', relatedCoin: 'BITCOIN', tokenType: 'BITCOIN', address: BITCOIN },
        }),
    ],
    [
      'the whitelist',
      () => context.callProved('PUT', '/wallets/whitelist', { token: ann.token, body: { on: true } }),
    ],
    [
      'new recovery codes',
      async () => {
        await enrolAuthenticator(context, ann.token);
        await context.callProved('POST', '/users/recovery-codes', { token: ann.token, body: {} });
      },
    ],
    [
      'a new phrase',
      () =>
        context.callProved('PUT', '/users/mail-phrase', {
          token: ann.token,
          body: { phrase: 'their phrase' },
        }),
    ],
  ])('is in the notice of %s', async (_, change) => {
    await change();
    const [notice] = await context.notices(ann.email);
    expect((await freezeByLink(extractLink(notice?.text ?? ''))).status).toBe(200);
    expect((await readUser(ann))?.frozenBy).toBe('LINK');
  });

  it('is in the notice of a new device, and ends its session', async () => {
    const email = 'devices@sarraf.test';
    const phone = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' };
    await context.signUp(email);
    await context.signIn(email, phone);
    const token = await context.signIn(email, { ...phone, osType: 'IOS', browser: 'SAFARI' });
    const [notice] = await context.notices(email);
    expect((await freezeByLink(extractLink(notice?.text ?? ''))).status).toBe(200);
    expect(await isSessionAlive(token)).toBe(false);
  });

  it('is in no list that a session can read', async () => {
    await changeEmailAsThief(ann);
    const { body } = await context.call('GET', '/notices', { token: ann.token });
    expect(body.content.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('freeze');
  });

  it('is invalid when it was changed, forged, or is eight days old', async () => {
    const token = extractLink(await changeEmailAsThief(ann));
    const flipped = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
    for (const forged of [flipped, token.slice(1), '', 'A'.repeat(48), `${token}A`])
      expect((await freezeByLink(forged)).body.message).toBe('NOT_FOUND');
    context.clock.advance(7 * DAY);
    expect((await freezeByLink(token)).body.message).toBe('Code Expired');
    expect((await readUser(ann))?.frozenAt).toBeNull();
  });
});

describe('a frozen account', () => {
  it('blocks all withdrawals: new requests, those waiting to be signed, and those waiting for the bank', async () => {
    const queued = await context.withdraw(ann, bitcoinIntent('0.1'));
    const cash = await context.withdraw(ann, tomanIntent('200000'));
    const code = await context.codeOf(ann, bitcoinIntent('0.2'));
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    ann.token = await context.newSession(ann);
    const bought = { ...bitcoinIntent('0.2'), bought: true };
    for (const intent of [bitcoinIntent('0.2'), tomanIntent('200000'), bought])
      expect((await context.sendCode(ann, intent)).body.message).toBe('ACCOUNT_FROZEN');
    // An earlier code is worthless.
    expect((await context.request(ann, bitcoinIntent('0.2'), code)).body.message).toBe('ACCOUNT_FROZEN');
    expect((await takeWaiting()).map(({ id }) => id)).not.toContain(cash.id);
    expect(await claimNext(context.db, 'BITCOIN', new Date(context.clock.now()))).toEqual([]);
    const states = await sql<{ state: string }>`select state from outgoing
      where withdrawal_id = ${queued.id}`.execute(context.db);
    expect(states.rows).toEqual([{ state: 'QUEUED' }]);
  });

  it('can’t be changed: no password, address, number, method, code or saved address', async () => {
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    ann.token = await context.newSession(ann);
    const { token } = ann;
    const bodies = {
      '/users/change-password': { oldPassword: PASSWORD, password: 'Another-7-valley' },
      '/users/change-email': { newEmail: 'x@sarraf.test' },
      '/users/change-mobile': { newMobileNumber: '9122229999' },
      '/users/recovery-codes': {},
      '/users/send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR': {},
      '/wallets/address-book': {},
    };
    for (const [path, body] of Object.entries(bodies))
      expect((await context.callProved('POST', path, { token, body })).body.message, path).toBe(
        'ACCOUNT_FROZEN',
      );
    const off = await context.call('PUT', '/wallets/whitelist', { token, body: { on: true } });
    expect(off.body.message).toBe('ACCOUNT_FROZEN');
  });
});

describe('unfreezing an account', () => {
  const requestUnfreeze = (by: Person, body: object = {}) =>
    context.callProved('POST', '/users/thaw', { token: by.token, body });

  it('requires password, second factor and a day of waiting from its owner; after the link of its notice was used, only staff unfreezes it', async () => {
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    ann.token = await context.newSession(ann);
    expect((await context.call('POST', '/users/thaw', { token: ann.token, body: {} })).body).toMatchObject({
      message: 'CONFIRMATION_NEEDED',
      data: { change: 'THAW' },
    });
    const thawsAt = new Date(context.clock.now() + DAY).toISOString();
    expect((await requestUnfreeze(ann)).body.baseDTO.thawsAtDateTime).toBe(thawsAt);
    expect((await requestUnfreeze(ann)).body.message).toBe('CONFLICT');
    context.clock.advance(DAY - 1);
    await runJobs('thaw-accounts');
    expect((await readUser(ann))?.frozenBy).toBe('OWNER');
    const token = extractLink((await context.notices(ann.email))[0]?.text ?? '');
    expect((await freezeByLink(token)).status).toBe(200);
    context.clock.advance(2);
    await runJobs('thaw-accounts');
    expect(await readUser(ann)).toMatchObject({ frozenBy: 'LINK', thawsAt: null });
    ann.token = await context.newSession(ann);
    expect((await requestUnfreeze(ann)).body.message).toBe('FORBIDDEN');
  });

  it('is done after the day, and withdrawals are possible again', async () => {
    const { id } = await context.withdraw(ann, tomanIntent('200000'));
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    ann.token = await context.newSession(ann);
    await requestUnfreeze(ann);
    context.clock.advance(DAY);
    await runJobs('thaw-accounts');
    expect((await readUser(ann))?.frozenAt).toBeNull();
    expect((await takeWaiting()).map((row) => row.id)).toContain(id);
    ann.token = await context.newSession(ann);
    expect((await context.withdraw(ann, bitcoinIntent('0.1'))).state).toBe('APPROVED');
  });

  it('requires a user with an authenticator to enter a code from the mailbox too', async () => {
    await enrolAuthenticator(context, ann.token);
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    ann.token = await context.newSession(ann);
    const reply = await requestUnfreeze(ann);
    expect(reply.body.baseDTO).toMatchObject({ thawsAtDateTime: null, expiresIn: 120 });
    const code = await context.codeFor(ann.email);
    const wrong = await requestUnfreeze(ann, { code: code === '111111' ? '222222' : '111111' });
    expect(wrong.body.message).toBe('Incorrect OTP');
    expect((await requestUnfreeze(ann, { code })).body.baseDTO.thawsAtDateTime).not.toBeNull();
  });

  it('can’t be circumvented by a password reset, which waits too', async () => {
    await context.call('POST', '/users/freeze', { token: ann.token, body: {} });
    await context.post('/users/forget-password', { email: ann.email });
    const code = await context.codeFor(ann.email);
    const body = { email: ann.email, code, password: 'Another-7-valley' };
    expect((await context.post('/users/reset-password', body)).body.message).toBe('ACCOUNT_FROZEN');
  });
});

describe('locked settings', () => {
  const lockAccount = (by: Person, days: unknown = 30) =>
    context.callProved('POST', '/users/lock-settings', { token: by.token, body: { days } });

  it('stay unchanged for the time their owner chose, for any caller; withdrawals are possible as usual', async () => {
    const until = new Date(context.clock.now() + 30 * DAY).toISOString();
    expect((await lockAccount(ann)).body.baseDTO).toEqual({ lockedUntilDateTime: until });
    const refusal = { message: 'SETTINGS_LOCKED', data: { until } };
    const { token } = ann;
    for (const [path, body] of [
      ['/users/change-password', { oldPassword: PASSWORD, password: 'Another-7-valley' }],
      ['/users/change-email', { oldEmail: ann.email, newEmail: 'x@sarraf.test' }],
      ['/users/change-mobile', { newMobileNumber: '9122229999' }],
      ['/users/recovery-codes', {}],
      ['/users/send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR', {}],
      ['/wallets/address-book', {}],
      // Neither a shorter nor a longer time is accepted.
      ['/users/lock-settings', { days: 1 }],
    ] as const)
      expect((await context.callProved('POST', path, { token, body })).body, path).toMatchObject(refusal);
    await context.post('/users/forget-password', { email: ann.email });
    const reset = { email: ann.email, code: await context.codeFor(ann.email), password: 'Another-7-valley' };
    expect((await context.post('/users/reset-password', reset)).body).toMatchObject(refusal);
    expect((await context.withdraw(ann, bitcoinIntent('0.1'))).state).toBe('APPROVED');
    context.clock.advance(30 * DAY);
    ann.token = await context.newSession(ann);
    expect((await lockAccount(ann, 1)).status).toBe(200);
  });

  it('are locked for 1 to 90 days, with a fresh proof', async () => {
    const body = { days: 90 };
    const bare = await context.call('POST', '/users/lock-settings', { token: ann.token, body });
    expect(bare.body).toMatchObject({ message: 'CONFIRMATION_NEEDED', data: { change: 'SETTINGS_LOCK' } });
    for (const days of [0, 91, 1.5, '7'])
      expect((await lockAccount(ann, days)).body.message).toBe('BAD_REQUEST');
    expect((await lockAccount(ann, 90)).status).toBe(200);
  });
});

describe('the anti-phishing phrase of e-mails', () => {
  const setPhrase = (phrase: unknown) =>
    context.callProved('PUT', '/users/mail-phrase', { token: ann.token, body: { phrase } });
  const newestNotice = async () => (await context.outbox(ann.email))[0]?.text ?? '';

  it('is at the top of each, of codes and of notices; in no SMS, and nowhere unencrypted', async () => {
    await context.login(ann.email);
    expect(await newestNotice()).not.toContain('\u2068');
    expect((await setPhrase('  یک قوری آبی <b>&amp; صرّاف ')).status).toBe(200);
    const phrase = 'یک قوری آبی <b>&amp; صرّاف';
    const [notice] = await context.notices(ann.email);
    expect(notice?.text.startsWith(`عبارت شما: \u2068${phrase}\u2069\n\n`)).toBe(true);
    context.clock.advance(180_000);
    await context.codeOf(ann, bitcoinIntent('0.1'));
    expect((await newestNotice()).startsWith(`عبارت شما: \u2068${phrase}\u2069\n\n`)).toBe(true);
    const { rows } = await sql<{
      text: string;
    }>`select u::text as text from users u where id = ${ann.id}`.execute(context.db);
    expect(rows[0]?.text).not.toContain('قوری');
    const account = await context.call('GET', '/users/account', { token: ann.token });
    expect(account.body.baseDTO).toMatchObject({ hasMailPhrase: true });
    expect(JSON.stringify(account.body)).not.toContain('قوری');
    // An e-mail to another user has none.
    await context.register('stranger@sarraf.test');
    expect((await context.outbox('stranger@sarraf.test'))[0]?.text).not.toContain('قوری');
    expect((await setPhrase(null)).status).toBe(200);
    expect((await context.notices(ann.email))[0]?.text).not.toContain('\u2068');
  });

  it('is set with a fresh proof: a stolen session can neither read nor change it', async () => {
    const body = { phrase: 'a blue kettle' };
    const bare = await context.call('PUT', '/users/mail-phrase', { token: ann.token, body });
    expect(bare.body).toMatchObject({ message: 'CONFIRMATION_NEEDED', data: { change: 'MAIL_PHRASE' } });
    for (const phrase of ['abc', 'x'.repeat(61), 'two\u202elines', '   ', 7])
      expect((await setPhrase(phrase)).body.message, String(phrase)).toBe('BAD_REQUEST');
  });
});
