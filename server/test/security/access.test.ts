/** S15 is server/test/access-matrix.test.ts, S16 access.system.test.ts. */

import type { Endpoint } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEndpoint, endpoints } from '../access-table.ts';
import { createFormAbroad } from '../account-form.ts';
import { type ComposedApi, composeApi } from '../composed-api.ts';
import { addPerson, addSession } from '../people.ts';
import { DEMO_PASSWORD } from '../running-server.ts';
import { createPng, encodeMultipart } from '../verification.ts';

let api: ComposedApi;
let newcomer: string;
let picture: Buffer;

beforeAll(async () => {
  api = await composeApi();
  newcomer = await addPerson(api.db, { email: 'new@sarraf.test' });
  picture = await createPng();
});
afterAll(() => api.close());

async function callEndpoint(
  method: Endpoint['method'],
  path: string,
  { payload, headers = {} }: { payload?: object; headers?: object } = {},
  token?: string,
) {
  const answer = await api.http.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('S17: fields that only the server decides are not accepted from a client', () => {
  const FORBIDDEN_FIELDS = {
    authorized: true,
    authenticationType: 'AUTHORIZED',
    userAccountLevel: 'PLATINUM',
    level: 'PLATINUM',
    supervisor: true,
    staffRoles: ['admin'],
    roles: ['admin'],
    fee: '0',
    feeTether: '0',
    credit: '999999999',
    balance: '999999999',
    mobileVerified: true,
    mobileVerifiedAt: '2020-01-01T00:00:00Z',
    verified: true,
    blocked: false,
    withdrawalHoldUntil: null,
    inviterId: '00000000-0000-7000-8000-000000000000',
    referralCode: '',
  };

  interface EndpointCase {
    body: Record<string, unknown>;
    /** A new user may not call it, whatever is sent. */
    barred?: true;
    query?: string;
    /** Multipart parts. */
    files?: readonly string[];
  }
  const ASSERTION = { id: 'AAAA', authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' };
  const contact = { newEmail: 'changed@s17.test', newMobileNumber: '09127770000' };

  /** Called by a new user with a password by default; a new endpoint without a row fails. */
  const ENDPOINT_CASES: Record<string, EndpointCase> = {
    'POST /users/register': { body: { email: 'fresh@s17.test', password: 'Mountain-7-river' } },
    'POST /users/login': { body: { email: 'new@sarraf.test', password: DEMO_PASSWORD } },
    'POST /users/check-otp-code': { body: { email: 'new@sarraf.test', code: '000000' } },
    'POST /users/resend-otp-code': { body: { username: 'new@sarraf.test' } },
    'POST /users/forget-password': { body: { email: 'new@sarraf.test' } },
    'POST /users/forget-password/check': { body: { email: 'new@sarraf.test', code: '000000' } },
    'POST /users/reset-password': {
      body: { email: 'new@sarraf.test', code: '000000', password: 'Mountain-8-river' },
    },
    'POST /users/google-sso/complete': { body: { ticket: 'x' } },
    'POST /users/passkeys/challenge': { body: { email: 'new@sarraf.test' } },
    'POST /users/passkeys/sign-in': { body: { passkey: ASSERTION } },
    'POST /users/passkeys/begin': { body: {} },
    'POST /users/passkeys': {
      body: { name: 'x', id: 'AAAA', attestationObject: 'AAAA', clientDataJSON: 'AAAA' },
    },
    'PUT /users/passkeys/:id': { body: { name: 'x' } },
    'DELETE /users/passkeys/:id': { body: {} },
    'POST /users/step-up/passkey': { body: {} },
    'POST /users/step-up/send-code': { body: {} },
    'POST /users/step-up': { body: { password: DEMO_PASSWORD, code: '000000' } },
    'POST /users/send-verification-code': {
      body: {},
      query: '?twoStepAuthorization=GOOGLE_AUTHENTICATOR',
    },
    'POST /users/change-otp': {
      body: {},
      query: '?twoStepAuthorization=GOOGLE_AUTHENTICATOR&code=000000',
    },
    'POST /users/recovery-codes': { body: {} },
    'POST /users/change-password': {
      body: { oldPassword: DEMO_PASSWORD, password: DEMO_PASSWORD },
    },
    'POST /users/freeze/link': { body: { token: 'x' } },
    'POST /users/freeze': { body: {} },
    'POST /users/thaw': { body: {} },
    'PUT /users/mail-phrase': { body: { phrase: 'a blue kettle' } },
    'POST /users/lock-settings': { body: { days: 1 } },
    'POST /users/change-email': { body: contact },
    // An operation that waits for a code belongs to the session that started it.
    'POST /users/resend-email-otp': { body: {} },
    'POST /users/change-email-otp': { body: { otp: '000000' } },
    'POST /users/change-mobile': { body: contact },
    'POST /users/resend-mobile-otp': { body: {} },
    'POST /users/change-mobile-otp': { body: { otp: '000000' } },
    'DELETE /users/sessions': { body: {} },
    'PUT /users/preferences': { body: { theme: 'light' } },
    'POST /notices/read': { body: { until: crypto.randomUUID() } },
    'PUT /notices/settings': { body: { group: 'ORDERS', way: 'EMAIL', on: true } },
    'DELETE /users/sessions/:id': { body: {} },
    'POST /users/set-country': { body: { countryName: 'Germany' } },
    'POST /users/documents/:document': { body: {}, files: ['file'] },
    'POST /users/account': {
      body: createFormAbroad('new@sarraf.test'),
      files: ['image'],
    },
    'PUT /users/account': { body: createFormAbroad('new@sarraf.test') },
    'POST /finnotech/send-sms-to-customer': { body: {} },
    'POST /users/company-application': { body: {}, files: ['warranty'], barred: true },
    'DELETE /users/company-application': { body: {} },
    'POST /finnotech/otp': { body: { otp: '00000' } },
    'POST /wallets/deposit-toman': { body: {}, barred: true },
    'POST /payments/:id/drop': { body: {}, barred: true },
    'POST /users/send-code': { body: {}, barred: true },
    'POST /wallets/withdrawal-request': { body: {}, barred: true },
    'DELETE /wallets/withdrawal-requests/:id': { body: {}, barred: true },
    'POST /wallets/address-book': { body: {}, barred: true },
    'DELETE /wallets/address-book/:id': { body: {}, barred: true },
    'PUT /wallets/whitelist': { body: {}, barred: true },
    'POST /company': { body: {}, barred: true },
    'POST /company/send-code': { body: {}, barred: true },
    'POST /company/undo-change': { body: {}, barred: true },
    'PUT /company/paused': { body: {}, barred: true },
    'POST /company/to-wallet': { body: {}, barred: true },
    'POST /company/settlements/:id/to-wallet': { body: {}, barred: true },
    'POST /wallets/transfer-toman-to-company': { body: {} },
    'POST /company/requests': { body: {}, barred: true },
    'DELETE /company/requests/:id': { body: {}, barred: true },
    'POST /company-api/requests': { body: {} },
    'DELETE /company-api/requests/:orderNumber': { body: {} },
    'POST /company/keys': { body: {}, barred: true },
    'DELETE /company/keys/:id': { body: {}, barred: true },
    'PUT /company/webhook': { body: {}, barred: true },
    'POST /company/webhook/events/:id/resend': { body: {}, barred: true },
    'POST /company-api/events/:id/resend': { body: {} },
    'POST /company/webhook/secret': { body: {}, barred: true },
    'POST /company-api/refunds': { body: {} },
    'POST /company-api/settlements': { body: {} },
    'POST /company/instructions/:id/approve': { body: {}, barred: true },
    'POST /company/instructions/:id/refuse': { body: {}, barred: true },
    'PUT /company/approval-rule': { body: {}, barred: true },
    'POST /company/approval-rule/tighten': { body: {}, barred: true },
    'PUT /company/keys/:id/permissions': { body: {}, barred: true },
    'POST /company/webhook/test': { body: {}, barred: true },
    'POST /company/logo': { body: {}, files: ['logo'], barred: true },
    'DELETE /company/logo': { body: {}, barred: true },
    'POST /recurring': { body: {}, barred: true },
    'PUT /recurring/:id': { body: {}, barred: true },
    'POST /recurring/:id/pause': { body: {}, barred: true },
    'POST /recurring/:id/resume': { body: {}, barred: true },
    'DELETE /recurring/:id': { body: {}, barred: true },
    'POST /orders': { body: {}, barred: true },
    'DELETE /orders': { body: {}, barred: true },
    'DELETE /orders/:id': { body: {}, barred: true },
    'DELETE /orders/by-client-id/:clientOrderId': { body: {}, barred: true },
    'PUT /orders/:id': { body: {}, barred: true },
    'POST /orders/batch': { body: {}, barred: true },
    'POST /orders/bracket': { body: {}, barred: true },
    'POST /orders/cancel-after': { body: {}, barred: true },
    'POST /orders/oco': { body: {}, barred: true },
    'POST /users/api-keys': { body: {}, barred: true },
    'PUT /users/api-keys/:id': { body: { label: 'x' } },
    'DELETE /users/api-keys/:id': { body: {} },
    'POST /exchange/buy': { body: {}, barred: true },
    'POST /exchange/sell': { body: {}, barred: true },
    // Its form is missing, which only our own page sends.
    'POST /contact-messages': {
      body: { name: 'N', email: 'new@sarraf.test', subject: 'S', message: 'M', token: 'x' },
    },
    'POST /support/tickets': { body: { subject: 'S', message: 'M' } },
    'POST /support/tickets/:id/messages': { body: { message: 'M' } },
    'POST /support/tickets/:id/close': { body: {} },
    'POST /alerts': {
      body: { marketType: 'TETHER_TOMAN', direction: 'ABOVE', threshold: '900000', repeat: 'ONCE' },
    },
    'POST /alerts/:id/arm': { body: {} },
    'DELETE /alerts/:id': { body: {} },
    'POST /statements': { body: {}, barred: true },
    'POST /issued-documents': { body: {}, barred: true },
    'POST /web-errors': { body: {} },
    'POST /users/logout': { body: {} },
  };

  const readDecidedFields = async (email: string) => {
    const { rows } = await sql`select level, two_step_method, blocked_at, mobile_verified_at, inviter_id,
        referral_code, withdrawals_held_until, email,
        (select count(*)::int from staff where user_id = u.id) as roles,
        (select coalesce(sum(balance), 0)::text from accounts where owner = u.id::text) as money
      from users u where email = ${email}`.execute(api.db);
    return rows[0];
  };
  const readState = async (email: string) =>
    (
      await sql<{ state: string }>`select authentication_type as state from users
        where email = ${email}`.execute(api.db)
    ).rows[0]?.state;

  // A bank may send anything; fields unknown to its gateway's adapter are never read.
  const writes = endpoints.filter(
    ({ access, method, path, openBody }) =>
      ['public', 'user', 'verified', 'authorized'].includes(access) &&
      method !== 'GET' &&
      !openBody &&
      !path.startsWith('/sandbox/'),
  );

  it('has a row for every customer endpoint that writes', () => {
    expect(writes.map(describeEndpoint).sort()).toEqual(Object.keys(ENDPOINT_CASES).sort());
  });

  it.each(Object.entries(ENDPOINT_CASES))('%s', async (name, { body, barred, query = '', files }) => {
    const endpoint = writes.find((one) => describeEndpoint(one) === name) as Endpoint;
    const { authenticationType, ...others } = FORBIDDEN_FIELDS;
    // Two endpoints have a field of this name, which accepts channels for codes only.
    const fields = endpoint.body?.properties.authenticationType
      ? { ...others, ...body }
      : { ...others, authenticationType, ...body };
    const before = await readDecidedFields('new@sarraf.test');
    const session = { now: new Date(api.clock.now()), proved: endpoint.provedFor ?? null };
    const token = await addSession(api.db, newcomer, session);
    const names = endpoint.path
      .replace(endpoint.method === 'POST' ? ':document' : ':kind', 'image')
      .replace(':gateway', 'SANDBOX');
    const path = names.replace(/:id|:document/, crypto.randomUUID()) + query;
    const sentBody = files
      ? await encodeMultipart(
          Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)])),
          Object.fromEntries(files.map((file) => [file, picture])),
        )
      : { payload: fields, headers: {} };
    const answer = await callEndpoint(endpoint.method, path, sentBody, token);
    expect([answer.status, answer.body.message]).toEqual(
      barred ? [403, expect.any(String)] : [400, 'UNKNOWN_FIELD'],
    );
    expect(await readDecidedFields('new@sarraf.test')).toEqual(before);
    expect(['NOT_COMPLETE', 'PENDING']).toContain(await readState('new@sarraf.test'));
  });

  it('the two endpoints with a field of that name accept no other value in it', async () => {
    const email = 'x@s17.test';
    for (const [path, more] of [
      ['/users/register', { password: 'Mountain-7-river' }],
      ['/users/forget-password', {}],
    ] as const) {
      const body = { email, ...more, authenticationType: 'AUTHORIZED' };
      const answer = await callEndpoint('POST', path, { payload: body });
      expect([answer.status, answer.body.errors]).toEqual([400, ['authenticationType']]);
    }
  });

  it('a registration creates a user without level, state or role', async () => {
    const email = 'made@s17.test';
    const body = { email, password: 'Mountain-7-river', authenticationType: 'EMAIL' };
    await callEndpoint('POST', '/users/register', { payload: body });
    const { body: outbox } = await callEndpoint('GET', `/sandbox/outbox?to=${email}`);
    const checked = await callEndpoint('POST', '/users/check-otp-code', {
      payload: { email, code: outbox[0].code },
    });
    expect(checked.status).toBe(200);
    expect(await readState(email)).toBe('NOT_COMPLETE');
    expect(await readDecidedFields(email)).toMatchObject({
      level: 'BRONZE',
      roles: 0,
      money: '0',
      inviter_id: null,
    });
  });
});
