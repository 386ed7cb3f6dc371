/** Security checklist S14: sign-in with Google, against a real OpenID Connect provider. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleBrowser, RETURN_URL } from '../../../test/google-browser.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../../../test/identity.ts';
import {
  type OpenIdProvider,
  type ProviderPerson,
  startOpenIdProvider,
} from '../../../test/openid-provider.ts';
import { createGoogle } from '../../providers/google.ts';
import { STRICT_LIMITS, WIDE_LIMITS } from '../codes/limits.ts';
import { newToken } from './tokens.ts';

const MINUTE = 60_000;

let provider: OpenIdProvider;
let context: IdentityFixture;
let browser: ReturnType<typeof createGoogleBrowser>;
let people = 0;
let ann: Required<ProviderPerson>;

beforeAll(async () => {
  provider = await startOpenIdProvider(RETURN_URL);
  context = await createIdentityFixture({
    google: createGoogle({ ...provider, fetch }),
    limits: { ...WIDE_LIMITS, failedLogins: STRICT_LIMITS.failedLogins },
  });
  browser = createGoogleBrowser(context, provider);
});
afterAll(async () => {
  await context.close();
  await provider.stop();
});
beforeEach(() => {
  people += 1;
  ann = { subject: `subject-${people}`, email: `ann${people}@sarraf.test`, emailVerified: true };
});

const REFUSED = { status: 400, message: 'GOOGLE_FAILURE', base: undefined };

describe('S14 a new user of Google', () => {
  it('S14: gets an account without a password, and a session only after the second step', async () => {
    await context.signUp('inviter@sarraf.test').catch(() => {});
    const { rows } = await sql<{ id: string; referral_code: string }>`select id, referral_code from users
      where email = 'inviter@sarraf.test'`.execute(context.db);
    const ticket = await browser.ticketFor(
      { ...ann, email: ann.email.toUpperCase() },
      `?lang=en&referralCode=${rows[0]?.referral_code.toLowerCase()}`,
    );
    const { status, base } = await browser.complete(ticket);
    expect([status, base]).toEqual([
      200,
      {
        next: 'CODE',
        email: ann.email,
        prompt: {
          starTwoStepAuthentication: 'a***@sarraf.test',
          twoStepAuthenticationType: 'EMAIL',
          expiresIn: 120,
          challenge: expect.any(String),
        },
      },
    ]);
    expect(await browser.usersWith(ann.email)).toEqual([
      { id: expect.any(String), password_hash: null, language: 'en', inviter_id: rows[0]?.id },
    ]);
    expect(await browser.linksOf(ann.email)).toEqual([ann.subject]);
    const { body } = await context.check(ann.email, await context.codeFor(ann.email));
    const caller = await context.identity.authenticate(body.token);
    expect(caller).toMatchObject({ authenticationType: 'NOT_COMPLETE' });
    // A user without a password can't sign in with any.
    for (const password of ['', 'null', PASSWORD])
      expect((await context.login(ann.email, password)).body.message).toBe('Invalid Username Or Password');
  });

  it('S14: is identified by issuer and subject from then on, whatever address Google names', async () => {
    await browser.arrive(ann);
    const moved = { ...ann, email: `elsewhere-${ann.email}`, emailVerified: false };
    expect((await browser.arrive(moved)).base).toMatchObject({ next: 'CODE', email: ann.email });
    expect(await browser.usersWith(moved.email)).toEqual([]);
    // The same address with another subject is another user.
    expect((await browser.arrive({ ...ann, subject: `other-${ann.subject}` })).base).toEqual({
      next: 'PASSWORD',
      email: ann.email,
    });
    // So is the same subject of another issuer.
    await sql`update external_identities set issuer = 'https://accounts.example'
      where subject = ${ann.subject}`.execute(context.db);
    expect((await browser.arrive(ann)).base).toEqual({ next: 'PASSWORD', email: ann.email });
  });

  it.each([
    ['unverified', { emailVerified: false }],
    ['not said to be verified', { emailVerified: undefined }],
    ['missing', { email: undefined }],
    ['no address', { email: 'ann' }],
  ])('S14: gets no account if the address is %s', async (_, change) => {
    const { subject, email } = ann;
    const person = Object.fromEntries(
      Object.entries({ ...ann, ...change }).filter(([, value]) => value !== undefined),
    ) as unknown as ProviderPerson;
    expect(await browser.arrive(person)).toEqual(REFUSED);
    expect(await browser.usersWith(email)).toEqual([]);
    const { rows } = await sql`select from external_identities where subject = ${subject}`.execute(
      context.db,
    );
    expect(rows).toEqual([]);
  });

  it('S14: becomes one user when two browsers sign in concurrently', async () => {
    const tickets = await Promise.all([1, 2, 3, 4].map(() => browser.leave())).then(async (left) => {
      const tickets: string[] = [];
      for (const { url, cookie } of left)
        tickets.push(browser.ticketIn(await browser.comeBack(await provider.visit(url.href, ann), cookie)));
      return tickets;
    });
    const answers = await Promise.all(tickets.map((ticket) => browser.complete(ticket)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status, message }) => status === 200 || message === 'GOOGLE_FAILURE')).toBe(true);
    expect(await browser.usersWith(ann.email)).toHaveLength(1);
    expect(await browser.linksOf(ann.email)).toEqual([ann.subject]);
  });
});

describe('S14 an address that already has an account', () => {
  beforeEach(async () => {
    await context.signUp(ann.email);
  });

  it('S14: is not taken over by a Google account with the same address', async () => {
    const ticket = await browser.ticketFor({ ...ann, subject: 'attacker' });
    expect((await browser.complete(ticket)).base).toEqual({ next: 'PASSWORD', email: ann.email });
    const before = (await context.outbox(ann.email)).length;
    for (let i = 0; i < 5; i += 1)
      expect(await browser.complete(ticket, `Wrong-password-${i}`)).toMatchObject({
        status: 400,
        message: 'Invalid Username Or Password',
      });
    // Counted as failed logins, together with those.
    expect((await browser.complete(ticket, PASSWORD)).status).toBe(429);
    expect((await context.login(ann.email)).status).toBe(429);
    expect(await browser.linksOf(ann.email)).toEqual([]);
    expect(await context.outbox(ann.email)).toHaveLength(before);
    const { rows } = await sql`select successful, browser from login_attempts
      where user_id = (select id from users where email = ${ann.email}) and browser = 'Firefox'`.execute(
      context.db,
    );
    expect(rows).toEqual(Array(5).fill({ successful: false, browser: 'Firefox' }));
  });

  it('S14: is not taken over by an unverified Google address, even with the password', async () => {
    const person = { ...ann, emailVerified: false };
    expect(await browser.arrive(person)).toEqual(REFUSED);
    expect(await browser.arrive(person, PASSWORD)).toEqual(REFUSED);
    expect(await browser.linksOf(ann.email)).toEqual([]);
  });

  it('S14: is linked once by the right password; the owner is notified, and the second step is required', async () => {
    const ticket = await browser.ticketFor(ann);
    await browser.complete(ticket);
    expect((await browser.complete(ticket, PASSWORD)).base).toMatchObject({
      next: 'CODE',
      email: ann.email,
      prompt: { twoStepAuthenticationType: 'EMAIL' },
    });
    expect(await browser.linksOf(ann.email)).toEqual([ann.subject]);
    const code = await context.codeFor(ann.email);
    expect(await context.notices(ann.email)).toHaveLength(1);
    const [user] = await browser.usersWith(ann.email);
    const { rows } = await sql<{ action: string; detail: string }>`select action, detail from audit_log
      where subject_id = ${user?.id} and action = 'google linked'`.execute(context.db);
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ issuer: provider.issuer }]);
    expect((await context.check(ann.email, code)).status).toBe(200);
    // From now on the password is optional.
    expect((await browser.arrive(ann)).base).toMatchObject({ next: 'CODE' });
    expect((await context.login(ann.email)).status).toBe(200);
    expect(await browser.linksOf(ann.email)).toEqual([ann.subject]);
  });

  it('S14: requires the code of an authenticator if the user has one', async () => {
    await browser.arrive(ann, PASSWORD);
    await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where email = ${ann.email}`.execute(
      context.db,
    );
    const before = (await context.outbox(ann.email)).length;
    expect((await browser.arrive(ann)).base).toMatchObject({
      next: 'CODE',
      prompt: { twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR', starTwoStepAuthentication: '' },
    });
    expect(await context.outbox(ann.email)).toHaveLength(before);
  });

  it('S14: refuses a blocked user, linked or not', async () => {
    await browser.arrive(ann, PASSWORD);
    await sql`update users set blocked_at = now(), blocked_reason = 'test' where email = ${ann.email}`.execute(
      context.db,
    );
    const blocked = { status: 403, message: 'You Are Not Allowed To Login!', base: undefined };
    expect(await browser.arrive(ann)).toEqual(blocked);
    const other = { ...ann, subject: `other-${ann.subject}` };
    expect(await browser.arrive(other, PASSWORD)).toEqual(blocked);
    expect(await browser.linksOf(ann.email)).toEqual([ann.subject]);
  });
});

describe('S14 tickets', () => {
  it('S14: a ticket works once, also with concurrent calls', async () => {
    const ticket = await browser.ticketFor(ann);
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.complete(ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await browser.complete(ticket)).toEqual(REFUSED);
    const again = await browser.ticketFor(ann);
    const repeats = await Promise.all(Array.from({ length: 10 }, () => browser.complete(again)));
    expect(repeats.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('S14: a ticket is valid for five minutes, and other values are rejected', async () => {
    const ticket = await browser.ticketFor(ann);
    for (const wrong of ['', 'x', newToken(), ticket.slice(1), ticket.toLowerCase()])
      expect(await browser.complete(wrong)).toEqual(REFUSED);
    context.clock.advance(5 * MINUTE);
    expect(await browser.complete(ticket)).toEqual(REFUSED);
    expect(await browser.usersWith(ann.email)).toEqual([]);
  });

  it('S14: a state is not accepted as a ticket', async () => {
    const { url, cookie } = await browser.leave();
    expect(await browser.complete(url.searchParams.get('state') as string)).toEqual(REFUSED);
    expect(await browser.complete(cookie.split('=')[1] as string)).toEqual(REFUSED);
  });

  it('sign-ins with Google are deleted after a few days', async () => {
    await browser.ticketFor(ann);
    context.clock.advance(3 * 24 * 60 * MINUTE);
    for (const job of context.identity.jobs) await job.run({});
    const { rows } = await sql`select from external_sign_ins`.execute(context.db);
    expect(rows).toEqual([]);
  });
});
