/** Passkeys: the logins that they allow, and everything that must not log in. */
import { endpoint, STAFF_ROLES, type StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRICT_LIMITS, WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { changeRole } from '../../src/identity/index.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { readAudit } from '../../src/platform/database/audit-log.ts';
import { createHttp, type Http } from '../../src/platform/http/http.ts';
import { createLog } from '../../src/platform/log.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../identity.ts';
import { addPasskey, createSoftPasskey, signInWithSoftPasskey } from '../passkey.ts';
import { addPerson, addSession } from '../people.ts';
import { createAppCode, enrolAuthenticator } from '../two-step.ts';

let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture({
    limits: { ...WIDE_LIMITS, wrongCodes: STRICT_LIMITS.wrongCodes },
  });
});
afterAll(() => context.close());

/** A new browser, at an address of its own. */
const createBrowser = () => {
  serial += 1;
  return context.browserAt(`10.7.${serial >> 8}.${serial & 255}`);
};
async function createPerson() {
  serial += 1;
  const email = `passkey${serial}@sarraf.test`;
  const token = await context.signUp(email);
  const user = await context.identity.people.findByEmail(email);
  return { email, token, id: user?.id ?? '' };
}
const readOwner = async (token: string) => (await context.identity.authenticate(token))?.userId ?? null;
const REFUSED_REPLY = [400, 'PASSKEY_REFUSED'];
const replyText = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

describe('signing in with a passkey', () => {
  it('works in an unknown browser without a password, and does everything that a log-in does', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const entered = await signInWithSoftPasskey(createBrowser(), passkey);
    expect(replyText(entered)).toEqual([200, 'signed in']);
    const caller = await context.identity.authenticate(entered.body.token);
    expect(caller).toMatchObject({ userId: ann.id, byPasskey: true });
    const { token } = entered.body;
    const logins = await context.call('GET', '/users/login-history', { token });
    expect(logins.body.content[0]).toMatchObject({ isSuccessful: true, ipAddress: expect.any(String) });
    const listed = await context.call('GET', '/users/passkeys', { token });
    expect(listed.body.content).toMatchObject([
      { name: 'Phone', kind: 'SYNCED', lastUsedDateTime: expect.any(String) },
    ]);
    expect(await context.identity.authenticate(ann.token)).toMatchObject({ byPasskey: false });
  });

  it('replaces the code after the password, for that user only, and invalidates the code', async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    const { passkey } = await addPasskey(context, ann.token);
    const { passkey: others } = await addPasskey(context, bob.token);
    const post = createBrowser();
    const loginReply = await post('/users/login', { email: ann.email, password: PASSWORD });
    expect(loginReply.body.baseDTO).toMatchObject({ passkey: true });
    const code = await context.codeFor(ann.email);
    const reply = await post('/users/passkeys/challenge', { email: ann.email });
    expect(reply.body.baseDTO.credentials).toEqual([passkey.id]);
    const { email } = ann;
    const byOther = { email, passkey: others.answer(reply.body.baseDTO) };
    expect(replyText(await post('/users/passkeys/sign-in', byOther))).toEqual(REFUSED_REPLY);
    const own = passkey.answer(reply.body.baseDTO);
    // A challenge of the second step is invalid for a login without a password.
    expect(replyText(await post('/users/passkeys/sign-in', { passkey: own }))).toEqual(REFUSED_REPLY);
    const entered = await post('/users/passkeys/sign-in', { email, passkey: own });
    expect(await readOwner(entered.body.token)).toBe(ann.id);
    expect(replyText(await post('/users/check-otp-code', { email, code }))).toEqual([400, 'Code Expired']);
  });

  it('reveals nothing about a second step that another browser started, whether the account exists or not', async () => {
    const ann = await createPerson();
    await addPasskey(context, ann.token);
    const browser = createBrowser();
    await browser('/users/login', { email: ann.email, password: PASSWORD });
    for (const email of [ann.email, 'nobody@sarraf.test', 'none'])
      expect(replyText(await createBrowser()('/users/passkeys/challenge', { email }))).toEqual([
        400,
        'Code Expired',
      ]);
    const without = await createPerson();
    const { body } = await browser('/users/login', { email: without.email, password: PASSWORD });
    expect(body.baseDTO).not.toHaveProperty('passkey');
  });

  it('is refused to a blocked user, and the reason is only shown to the holder of the passkey', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    await sql`update users set blocked_at = now(), blocked_reason = 'test' where id = ${ann.id}`.execute(
      context.db,
    );
    const refusal = await signInWithSoftPasskey(createBrowser(), passkey);
    expect(replyText(refusal)).toEqual([403, 'You Are Not Allowed To Login!']);
  });
});

describe('a challenge of a passkey login', () => {
  const requestChallenge = async (post: ReturnType<typeof createBrowser>) =>
    (await post('/users/passkeys/challenge', {})).body.baseDTO;

  it('is accepted once, within five minutes, from the browser that requested it', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const [post, other] = [createBrowser(), createBrowser()];
    await requestChallenge(other);
    const body = { passkey: passkey.answer(await requestChallenge(post)) };
    expect(replyText(await other('/users/passkeys/sign-in', body))).toEqual(REFUSED_REPLY);
    expect(replyText(await context.post('/users/passkeys/sign-in', body))).toEqual(REFUSED_REPLY);
    expect((await post('/users/passkeys/sign-in', body)).status).toBe(200);
    expect(replyText(await post('/users/passkeys/sign-in', body))).toEqual(REFUSED_REPLY);
    const late = { passkey: passkey.answer(await requestChallenge(post)) };
    context.clock.advance(5 * 60_000);
    expect(replyText(await post('/users/passkeys/sign-in', late))).toEqual(REFUSED_REPLY);
  });

  it('opens one session for two concurrent responses', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const post = createBrowser();
    const reply = await requestChallenge(post);
    const answers = [passkey.answer(reply), passkey.answer(reply)];
    const done = await Promise.all(
      answers.map((answer) => post('/users/passkeys/sign-in', { passkey: answer })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is refused if it was forged, or is of another session or purpose', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const post = createBrowser();
    const { challenge, rpId } = await requestChallenge(post);
    const bytes = Buffer.from(challenge, 'base64url');
    const stepUp = await context.call('POST', '/users/step-up/passkey', { token: ann.token });
    for (const wrong of [
      Buffer.alloc(bytes.length).toString('base64url'),
      Buffer.from(bytes.with(3, (bytes[3] ?? 0) ^ 1)).toString('base64url'),
      '',
      stepUp.body.baseDTO.challenge,
    ]) {
      const answer = passkey.answer({ challenge: wrong, rpId });
      expect(replyText(await post('/users/passkeys/sign-in', { passkey: answer }))).toEqual(REFUSED_REPLY);
    }
    const noJson = { ...passkey.answer({ challenge, rpId }), clientDataJSON: 'AAAA' };
    expect(replyText(await post('/users/passkeys/sign-in', { passkey: noJson }))).toEqual(REFUSED_REPLY);
  });

  it.each([
    { what: 'a page of another site', more: { origin: 'https://sarraf.example' } },
    { what: 'a page within another', more: { more: { crossOrigin: true } } },
    { what: 'a page within a page of another site', more: { more: { topOrigin: 'https://evil.test' } } },
    { what: 'another relying party', more: { rpId: 'evil.test' } },
    { what: 'a passkey that did not verify who is there', more: { flags: 0x19 } },
    { what: 'what is made when a passkey is added', more: { type: 'webauthn.create' } },
    { what: "another person's handle", more: { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  ])('is refused with $what', async ({ more }) => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const post = createBrowser();
    const answer = passkey.answer(await requestChallenge(post), more);
    expect(replyText(await post('/users/passkeys/sign-in', { passkey: answer }))).toEqual(REFUSED_REPLY);
    expect((await signInWithSoftPasskey(post, passkey)).status).toBe(200);
  });

  it('is refused for a cloned passkey, whose counter stays behind', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const post = createBrowser();
    const signInByCounter = async (counter: number) =>
      replyText(
        await post('/users/passkeys/sign-in', {
          passkey: passkey.answer(await requestChallenge(post), { counter }),
        }),
      );
    expect(await signInByCounter(5)).toEqual([200, 'signed in']);
    for (const behind of [5, 4, 0]) expect(await signInByCounter(behind)).toEqual(REFUSED_REPLY);
    expect(await signInByCounter(6)).toEqual([200, 'signed in']);
  });

  it('is accepted for passkeys without a counter', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const post = createBrowser();
    for (let time = 0; time < 2; time += 1) {
      const answer = passkey.answer(await requestChallenge(post), { counter: 0 });
      expect((await post('/users/passkeys/sign-in', { passkey: answer })).status).toBe(200);
    }
  });

  it('is refused in the same way for an unknown passkey, and ten times an hour for unknown clients', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const [strange, own] = [createBrowser(), createBrowser()];
    await signInWithSoftPasskey(own, passkey);
    for (let time = 0; time < 10; time += 1)
      expect(replyText(await signInWithSoftPasskey(strange, createSoftPasskey()))).toEqual(REFUSED_REPLY);
    expect(replyText(await signInWithSoftPasskey(strange, createSoftPasskey()))).toEqual([
      429,
      'TOO_MANY_REQUESTS',
    ]);
    expect((await signInWithSoftPasskey(own, passkey)).status).toBe(200);
  });
});

describe('an attacker with write access to the database', () => {
  /** The thief's own passkey still opens their account, and never the other's. */
  async function expectNoAccess(
    passkey: ReturnType<typeof createSoftPasskey>,
    victim: string,
  ): Promise<void> {
    const entered = await signInWithSoftPasskey(createBrowser(), passkey);
    if (entered.status === 200) expect(await readOwner(entered.body.token)).not.toBe(victim);
    else expect(replyText(entered)).toEqual(REFUSED_REPLY);
    const bare = createBrowser();
    const reply = await bare('/users/passkeys/challenge', {});
    const userHandle = Buffer.from(victim.replaceAll('-', ''), 'hex').toString('base64url');
    const answer = passkey.answer(reply.body.baseDTO, { userHandle });
    expect(replyText(await bare('/users/passkeys/sign-in', { passkey: answer }))).toEqual(REFUSED_REPLY);
  }

  async function createAttack() {
    const [ann, thief] = [await createPerson(), await createPerson()];
    const { row: own } = await addPasskey(context, ann.token);
    const { passkey, row } = await addPasskey(context, thief.token);
    return { ann, thief, own, passkey, row };
  }

  it('who moves their passkey to another user can’t log in', async () => {
    const { ann, passkey, row } = await createAttack();
    await sql`update passkeys set user_id = ${ann.id} where id = ${row.id}`.execute(context.db);
    await expectNoAccess(passkey, ann.id);
    expect(replyText(await signInWithSoftPasskey(createBrowser(), passkey))).toEqual(REFUSED_REPLY);
  });

  it('who copies their encrypted key into another user’s row can’t log in', async () => {
    const { ann, own, passkey, row } = await createAttack();
    const credentialId = Buffer.from(passkey.id, 'base64url');
    await sql`update passkeys set credential_id = 'gone' where id = ${row.id}`.execute(context.db);
    await sql`update passkeys set credential_id = ${credentialId}, sign_count = 0,
      key_encrypted = (select key_encrypted from passkeys where id = ${row.id}) where id = ${own.id}`.execute(
      context.db,
    );
    await expectNoAccess(passkey, ann.id);
  });

  it('who writes their credential id into another user’s row, whose key stays, can’t log in', async () => {
    const { ann, own, passkey, row } = await createAttack();
    await sql`delete from passkeys where id = ${row.id}`.execute(context.db);
    await sql`update passkeys set credential_id = ${Buffer.from(passkey.id, 'base64url')}, sign_count = 0
      where id = ${own.id}`.execute(context.db);
    await expectNoAccess(passkey, ann.id);
  });

  it('who inserts a row with an unencrypted key can’t log in', async () => {
    const { ann, own } = await createAttack();
    const passkey = createSoftPasskey();
    const unsealed = Buffer.from(JSON.stringify({ id: passkey.id, key: passkey.id }));
    await sql`insert into passkeys (id, user_id, credential_id, key_encrypted, name, kind, sign_count, created_at)
      select gen_random_uuid(), ${ann.id}, ${Buffer.from(passkey.id, 'base64url')}, ${unsealed}, 'x', kind, 0, created_at
      from passkeys where id = ${own.id}`.execute(context.db);
    await expectNoAccess(passkey, ann.id);
  });
});

describe('a passkey', () => {
  const beginCreation = (token: string) => context.call('POST', '/users/passkeys/begin', { token });
  const UNPROVED_REFUSAL = [403, 'CONFIRMATION_NEEDED'];

  it('is added with a fresh proof; other sessions end, the user is notified, and withdrawals are held', async () => {
    const ann = await createPerson();
    expect(replyText(await beginCreation(ann.token))).toEqual(UNPROVED_REFUSAL);
    const second = await context.signIn(ann.email);
    const { row } = await addPasskey(context, ann.token);
    expect(row).toMatchObject({ name: 'Phone', kind: 'SYNCED', lastUsedDateTime: null });
    // The proof is used up.
    expect(replyText(await beginCreation(ann.token))).toEqual(UNPROVED_REFUSAL);
    expect([await readOwner(ann.token), await readOwner(second)]).toEqual([ann.id, null]);
    const held = (await context.identity.people.find(ann.id))?.withdrawalsHeldUntil?.getTime() ?? 0;
    expect(held - context.clock.now()).toBe(86_400_000);
    const [notice] = await context.notices(ann.email);
    expect(notice?.text).toMatch(/\/freeze#[A-Za-z0-9_-]{48}/);
    const [entry] = await readAudit(context.db, { subjectId: ann.id, limit: 1 });
    expect(entry).toMatchObject({ action: 'passkey added', actorId: ann.id });
  });

  it('is added by the session that started, once, and one credential belongs to one user', async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    await context.prove(ann.token, 'PASSKEY');
    const creation = (await beginCreation(ann.token)).body.baseDTO;
    const passkey = createSoftPasskey();
    const body = { name: 'Phone', ...passkey.create(creation) };
    await context.prove(bob.token, 'PASSKEY');
    const byBob = await context.call('POST', '/users/passkeys', { token: bob.token, body });
    expect(replyText(byBob)).toEqual(REFUSED_REPLY);
    const added = await context.call('POST', '/users/passkeys', { token: ann.token, body });
    expect(added.status).toBe(200);
    await context.prove(ann.token, 'PASSKEY');
    const again = await context.call('POST', '/users/passkeys', { token: ann.token, body });
    expect(replyText(again)).toEqual(REFUSED_REPLY);
    expect(await readOwner((await signInWithSoftPasskey(createBrowser(), passkey)).body.token)).toBe(ann.id);
    const passkeyBody = { name: 'Phone', ...passkey.create((await beginCreation(bob.token)).body.baseDTO) };
    const stolen = await context.call('POST', '/users/passkeys', { token: bob.token, body: passkeyBody });
    expect(replyText(stolen)).toEqual(REFUSED_REPLY);
  });

  it('is not added without user verification, from another origin, or with an invalid name', async () => {
    const ann = await createPerson();
    await context.prove(ann.token, 'PASSKEY');
    const addPasskeyNamed = async (more: object, name = 'Phone') => {
      const creation = (await beginCreation(ann.token)).body.baseDTO;
      const body = { name, ...createSoftPasskey().create(creation, more) };
      return replyText(await context.call('POST', '/users/passkeys', { token: ann.token, body }));
    };
    expect(await addPasskeyNamed({ flags: 0x59 })).toEqual(REFUSED_REPLY);
    expect(await addPasskeyNamed({ origin: 'https://evil.test' })).toEqual(REFUSED_REPLY);
    expect(await addPasskeyNamed({ rpId: 'evil.test' })).toEqual(REFUSED_REPLY);
    for (const name of [' ', 'x'.repeat(61), 'a\u202eb'])
      expect(await addPasskeyNamed({}, name)).toEqual([400, 'BAD_REQUEST']);
    expect(await addPasskeyNamed({})).toEqual([200, 'passkey added']);
  });

  it('can’t be changed while the account is frozen or its settings are locked, and still logs in', async () => {
    const ann = await createPerson();
    const { passkey, row } = await addPasskey(context, ann.token);
    const path = `/users/passkeys/${row.id}`;
    for (const [set, code] of [
      [sql`frozen_at = now(), frozen_by = 'OWNER'`, 'ACCOUNT_FROZEN'],
      [sql`frozen_at = null, frozen_by = null, settings_locked_until = '2100-01-01'`, 'SETTINGS_LOCKED'],
    ] as const) {
      await sql`update users set ${set} where id = ${ann.id}`.execute(context.db);
      const { token } = (await signInWithSoftPasskey(createBrowser(), passkey)).body;
      const body = { name: 'Mine' };
      for (const answer of [
        await context.callProved('POST', '/users/passkeys/begin', { token }),
        await context.call('PUT', path, { token, body }),
        await context.callProved('DELETE', path, { token }),
      ])
        expect(replyText(answer)).toEqual([403, code]);
    }
  });

  it('is renamed and removed only by its owner, and then logs in no more; codes still do', async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    const { passkey, row } = await addPasskey(context, ann.token);
    const path = `/users/passkeys/${row.id}`;
    const removePasskey = (token: string) => context.call('DELETE', path, { token });
    await context.prove(bob.token, 'PASSKEY');
    expect(replyText(await removePasskey(bob.token))).toEqual([404, 'NOT_FOUND']);
    const body = { name: '  Old\tphone ' };
    expect((await context.call('PUT', path, { token: bob.token, body })).status).toBe(404);
    expect((await context.call('PUT', path, { token: ann.token, body })).status).toBe(200);
    const listed = await context.call('GET', '/users/passkeys', { token: ann.token });
    expect(listed.body.content).toMatchObject([{ name: 'Old phone' }]);
    expect(replyText(await removePasskey(ann.token))).toEqual(UNPROVED_REFUSAL);
    await context.prove(ann.token, 'PASSKEY');
    expect((await removePasskey(ann.token)).status).toBe(200);
    expect(replyText(await signInWithSoftPasskey(createBrowser(), passkey))).toEqual(REFUSED_REPLY);
    expect(await readOwner(await context.signIn(ann.email))).toBe(ann.id);
    const [entry] = await readAudit(context.db, { subjectId: ann.id, limit: 1 });
    expect(entry).toMatchObject({ action: 'passkey removed' });
  });

  it('is limited to ten per user', async () => {
    const ann = await createPerson();
    for (let time = 0; time < 10; time += 1) await addPasskey(context, ann.token);
    await context.prove(ann.token, 'PASSKEY');
    expect(replyText(await beginCreation(ann.token))).toEqual([409, 'TOO_MANY_PASSKEYS']);
  });

  it('is removed when staff recovers the account', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    await context.db.transaction().execute((tx) => context.identity.people.recover(tx, ann.id, null));
    expect(replyText(await signInWithSoftPasskey(createBrowser(), passkey))).toEqual(REFUSED_REPLY);
  });
});

describe('staff in production', () => {
  // The same users and sessions, checked like a production server does.
  let desk: Http;
  beforeAll(async () => {
    const { clock, identity } = context;
    const wide = { max: 1_000_000, windowMs: 60_000 };
    const config = {
      sandbox: false,
      TRUST_PROXY: false,
      rates: { read: wide, write: wide },
    } as unknown as Config;
    desk = await createHttp({ config, clock, log: createLog('silent'), authenticate: identity.authenticate });
    for (const role of STAFF_ROLES)
      desk.route(
        endpoint('GET', `/desk/${role}`, {
          access: 'staff',
          roles: [role],
          rate: 'read',
          summary: '',
          reply: Type.Unknown(),
        }),
        async () => ({ status: 'OK' }),
      );
  });
  afterAll(() => desk.app.close());

  /** Creates a staff member like the first admin, without the help of another one. */
  async function createStaffMember(role: StaffRole) {
    const email = `${role}@sarraf.test`;
    const token = await context.signUp(email);
    const roleChange = { change: 'add', email, role, operator: 'test' } as const;
    await changeRole(context.db, roleChange, new Date(context.clock.now()));
    return { email, token };
  }
  const callStaffEndpoint = async (role: StaffRole, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await desk.app.inject({ url: `/api/desk/${role}`, headers });
    return answer.statusCode === 200 ? 'open' : answer.json().message;
  };

  it.each(['treasury', 'admin'] as const)('with role %s must log in with a passkey', async (role) => {
    const { email, token } = await createStaffMember(role);
    expect(await callStaffEndpoint(role, token)).toBe('AUTHENTICATOR_REQUIRED');
    const { secret } = await enrolAuthenticator(context, token);
    expect(await callStaffEndpoint(role, token)).toBe('PASSKEY_REQUIRED');
    // Neither role nor passkey has an effect in a session that was opened otherwise.
    const { passkey } = await addPasskey(context, token);
    expect(await callStaffEndpoint(role, token)).toBe('PASSKEY_REQUIRED');
    await context.login(email);
    const byCode = (await context.check(email, createAppCode(context, secret, 1))).body.token;
    expect(await callStaffEndpoint(role, byCode)).toBe('PASSKEY_REQUIRED');
    const entered = await signInWithSoftPasskey(context.browserAt('10.8.0.1'), passkey);
    expect(await callStaffEndpoint(role, entered.body.token)).toBe('open');
  });

  it('can change passkeys only in a session opened with one, once there is one', async () => {
    const served = await createIdentityFixture({ limits: WIDE_LIMITS, sandbox: false });
    const id = await addPerson(served.db, { email: 'boss@sarraf.test', roles: ['admin'] });
    const byCode = await addSession(served.db, id);
    const { passkey, row } = await addPasskey(served, byCode);
    const changeSettings = async (token: string) => [
      replyText(await served.callProved('POST', '/users/passkeys/begin', { token })),
      replyText(await served.callProved('DELETE', `/users/passkeys/${row.id}`, { token })),
    ];
    const refusal = [403, 'PASSKEY_REQUIRED'];
    expect(await changeSettings(byCode)).toEqual([refusal, refusal]);
    await expect(addPasskey(served, byCode)).rejects.toThrow('PASSKEY_REQUIRED');
    const entered = await signInWithSoftPasskey(served.browserAt('10.8.0.2'), passkey);
    expect(await changeSettings(entered.body.token)).toEqual([
      [200, 'challenge'],
      [200, 'passkey removed'],
    ]);
    await served.close();
  });

  it.each(['support', 'kyc'] as const)('with role %s needs none', async (role) => {
    const { token } = await createStaffMember(role);
    await enrolAuthenticator(context, token);
    expect(await callStaffEndpoint(role, token)).toBe('open');
  });
});

describe('confirming a session with a passkey', () => {
  const confirmSession = (token: string, body: object) =>
    context.call('POST', '/users/step-up', { token, body });
  const requestStepUp = async (token: string) =>
    (await context.call('POST', '/users/step-up/passkey', { token })).body.baseDTO;

  it('replaces the code, in addition to the password, for one change', async () => {
    const ann = await createPerson();
    const { passkey } = await addPasskey(context, ann.token);
    const reply = await context.call('POST', '/users/step-up/send-code', { token: ann.token, body: {} });
    expect(reply.body.baseDTO).toMatchObject({ passkey: true });
    const change = 'EMAIL';
    const body = { change, password: PASSWORD, passkey: passkey.answer(await requestStepUp(ann.token)) };
    const bare = await confirmSession(ann.token, { change, passkey: body.passkey });
    expect(replyText(bare)).toEqual([400, 'BAD_REQUEST']);
    const wrong = await confirmSession(ann.token, { ...body, password: 'Wrong-1-word' });
    expect(replyText(wrong)).toEqual([400, 'Old Password Is Incorrect']);
    const done = await confirmSession(ann.token, body);
    expect(replyText(done)).toEqual([200, 'session confirmed']);
    const { token } = done.body;
    expect(await context.identity.authenticate(token)).toMatchObject({ proved: { change } });
    expect(await readOwner(ann.token)).toBeNull();
    expect(replyText(await confirmSession(token, body))).toEqual(REFUSED_REPLY);
    expect(replyText(await confirmSession(token, { change, password: PASSWORD }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('accepts neither another user’s passkey nor another session’s challenge', async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    const { passkey } = await addPasskey(context, ann.token);
    const { passkey: others } = await addPasskey(context, bob.token);
    const reply = await requestStepUp(ann.token);
    const byOther = { password: PASSWORD, passkey: others.answer(reply) };
    expect(replyText(await confirmSession(ann.token, byOther))).toEqual(REFUSED_REPLY);
    const second = await context.signIn(ann.email);
    const elsewhere = { password: PASSWORD, passkey: passkey.answer(reply) };
    expect(replyText(await confirmSession(second, elsewhere))).toEqual(REFUSED_REPLY);
    const none = await createPerson();
    const nothing = await context.call('POST', '/users/step-up/passkey', { token: none.token });
    expect(replyText(nothing)).toEqual([404, 'NOT_FOUND']);
  });
});
