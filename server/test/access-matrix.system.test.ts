/**
 * Every endpoint × every kind of caller, against a whole server: earlier replies of its handlers don't change who
 * is admitted. Then things that a caller could misuse: another's challenge, a stream whose session ended.
 */

import type { Endpoint, PasskeyRequest, StepUpChange } from '@sarraf/domain/contracts';
import { STEP_UP_CHANGES } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import {
  ALL_CALLERS,
  accessLevelOf,
  buildEndpointPath,
  CALLER_STATES,
  type Caller,
  type CallerWithAccount,
  describeEndpoint,
  endpoints,
  expectedRefusal,
  FROZEN_SETTINGS,
} from './access-table.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { createSoftPasskey, type SoftPasskey } from './passkey.ts';
import { addPerson, addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

let test: StartedDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;
const ids = {} as Record<CallerWithAccount, string>;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const settings = {
    ...test.settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
  };
  ({ url, stop } = await startReady(loadConfig(settings)));
  for (const email of [
    'changed@sarraf.test',
    'change-pending@sarraf.test',
    'blocked@sarraf.test',
    'frozen@sarraf.test',
  ])
    await addPerson(database.db, { email });
  await addPerson(database.db, { email: 'support@sarraf.test', roles: ['support'] });
  await addPerson(database.db, { email: 'kyc@sarraf.test', roles: ['kyc'] });
  await addPerson(database.db, { email: 'treasury@sarraf.test', roles: ['treasury'] });
  const { rows } = await sql<{ id: string; email: string }>`select id, email from users`.execute(database.db);
  for (const [person, { email }] of Object.entries(CALLER_STATES))
    ids[person as CallerWithAccount] = rows.find((row) => row.email === email)?.id ?? 'nobody';
  await sql`update users set blocked_at = now(), blocked_reason = 'test' where id = ${ids.blocked}`.execute(
    database.db,
  );
});

afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
});

/**
 * Resets what earlier calls changed (one authorizes, one starts a review, one freezes), in one statement, since it
 * is run thousands of times.
 */
async function resetPeople(): Promise<void> {
  const people = Object.keys(CALLER_STATES) as CallerWithAccount[];
  await sql`update users u set settings_locked_until = null, thaws_at = null,
      frozen_at = case when u.id = ${ids.frozen} then now() end,
      frozen_by = case when u.id = ${ids.frozen} then 'OWNER' end,
      authentication_type = coalesce(known.state, u.authentication_type)
    from users every left join unnest(${people.map((person) => ids[person])}::uuid[],
      ${people.map((person) => CALLER_STATES[person].state)}::text[]) known (id, state) on known.id = every.id
    where every.id = u.id and (u.settings_locked_until is not null or u.thaws_at is not null
      or (u.frozen_at is not null) <> (u.id = ${ids.frozen}) or u.authentication_type <> known.state)`.execute(
    database.db,
  );
}

/** Creates a session for this call only, so that calls that end sessions don't affect others. */
async function createSessionFor(
  caller: Caller,
  confirmedAgo = 0,
  proved?: StepUpChange,
): Promise<string | undefined> {
  if (caller === 'visitor') return undefined;
  if (caller === 'forged') return 'A'.repeat(43);
  const confirmedAt = new Date(Date.now() - confirmedAgo * 1000);
  return addSession(database.db, ids[caller], { confirmedAt, ...(proved && { proved }) });
}

const MULTIPART = 'multipart/form-data; boundary=edge';
const REFUSED_ACCESS = ['NOT_AUTHORIZED', 'FORBIDDEN', 'CONFIRMATION_NEEDED', 'AUTHENTICATOR_REQUIRED'];

/** Returns the refusal of the admission; `open`: the reply came from the endpoint itself. */
async function callEndpoint(endpoint: Endpoint, token: string | undefined): Promise<string> {
  const hasBody = endpoint.method !== 'GET';
  const response = await fetch(`${url}/api${buildEndpointPath(endpoint)}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': endpoint.files ? MULTIPART : 'application/json' }),
    },
    ...(hasBody && { body: endpoint.files ? '--edge--\r\n' : '{}' }),
  });
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  if (message === 'ACCOUNT_FROZEN' && FROZEN_SETTINGS.has(describeEndpoint(endpoint)))
    return '403 ACCOUNT_FROZEN';
  if (response.status === 401 || REFUSED_ACCESS.includes(message ?? ''))
    return `${response.status} ${message}`;
  return response.status === 500 ? '500' : 'open';
}

describe('S15: access to each endpoint', () => {
  it.each(endpoints.map((endpoint) => ({ name: describeEndpoint(endpoint), endpoint })))(
    '$name',
    async ({ endpoint }) => {
      const { proved } = accessLevelOf(endpoint);
      const answers: Partial<Record<Caller, string>> = {};
      for (const caller of ALL_CALLERS) {
        await resetPeople();
        answers[caller] = await callEndpoint(endpoint, await createSessionFor(caller, 0, proved));
      }
      expect(answers).toEqual(
        Object.fromEntries(ALL_CALLERS.map((caller) => [caller, expectedRefusal(endpoint, caller)])),
      );
    },
  );

  it.each(
    endpoints
      .filter((endpoint) => !['public', 'sandbox'].includes(endpoint.access))
      .map((endpoint) => ({ name: describeEndpoint(endpoint), endpoint })),
  )('$name requires a confirmed session if its row says so', async ({ endpoint }) => {
    const { open, confirmed, proved } = accessLevelOf(endpoint);
    const caller = open.at(-1) as Caller;
    const callAfter = async (seconds: number, change?: StepUpChange) => {
      await resetPeople();
      return callEndpoint(endpoint, await createSessionFor(caller, seconds, change));
    };
    const refusal = '403 CONFIRMATION_NEEDED';
    expect({
      fresh: await callAfter((confirmed ?? 86_400) - 60, proved),
      stale: await callAfter((confirmed ?? 86_400) + 60, proved),
      // Just signed in, or confirmed for another purpose.
      unproved: await callAfter(0),
      other: await callAfter(
        0,
        STEP_UP_CHANGES.find((change) => change !== proved),
      ),
    }).toEqual({
      fresh: 'open',
      stale: confirmed === undefined ? 'open' : refusal,
      unproved: proved === undefined ? 'open' : refusal,
      other: proved === undefined ? 'open' : refusal,
    });
  });
});

it('S16: shows a user nothing of another user', async () => {
  const credits = await Promise.all(
    (['authorized', 'supervisor'] as const).map(async (person) => {
      const token = (await createSessionFor(person)) as string;
      const { body } = await callServer(url, 'GET', '/wallets/customer-addresses?coins=TOMAN', { token });
      return body.TOMAN.credit;
    }),
  );
  expect(credits).toEqual(['500000000', '200000000000']);
});

// ── Another's challenge ─────────────────────────────────────────────────────────────────────────

/** A browser that keeps its cookie; returns the reply's body. */
function createBrowser() {
  let cookie = '';
  return async (path: string, body: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
      },
      body: JSON.stringify(body),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as { baseDTO: PasskeyRequest };
    return { status: response.status, body: answer };
  };
}
const readNewestCode = async (to: string): Promise<string> =>
  (await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`)).body[0]?.code ?? 'none';
const pageOrigin = () => url.replace('127.0.0.1', 'localhost');

async function addPasskey(token: string) {
  const key = createSoftPasskey(pageOrigin());
  const reply = await callServer(url, 'POST', '/users/passkeys/begin', { token });
  const body = { name: 'Phone', ...key.create(reply.body.baseDTO) };
  expect((await callServer(url, 'POST', '/users/passkeys', { token, body })).status).toBe(200);
  return key;
}

describe('a step that was started in another browser', () => {
  type PostRequest = ReturnType<typeof createBrowser>;
  let email: string;
  let key: SoftPasskey;
  const password = 'Mountain-7-river';
  const postAndExpect = async (post: PostRequest, path: string, body: object) => {
    await post(path, { email, ...body });
    return readNewestCode(email);
  };
  const postAndRead = async (post: PostRequest, requestBody: object) =>
    key.answer((await post('/users/passkeys/challenge', requestBody)).body.baseDTO);
  /** Each step is started in one browser; the proof is valid, whichever browser sends it. */
  const LOGIN_STEPS: Record<string, (post: PostRequest) => Promise<[path: string, body: object]>> = {
    'a log-in': async (post) => {
      const code = await postAndExpect(post, '/users/login', { password });
      return ['/users/check-otp-code', { email, code }];
    },
    'a sign-up': async (post) => {
      const newcomer = { email: 'newcomer@matrix.test' };
      await post('/users/register', { ...newcomer, password });
      return ['/users/check-otp-code', { ...newcomer, code: await readNewestCode(newcomer.email) }];
    },
    'a forgotten password': async (post) => {
      const code = await postAndExpect(post, '/users/forget-password', {});
      return ['/users/forget-password/check', { email, code }];
    },
    'a log-in with a passkey': async (post) => [
      '/users/passkeys/sign-in',
      { passkey: await postAndRead(post, {}) },
    ],
    'a passkey after the password': async (post) => {
      await post('/users/login', { email, password });
      return ['/users/passkeys/sign-in', { email, passkey: await postAndRead(post, { email }) }];
    },
  };

  beforeAll(async () => {
    email = 'challenged@matrix.test';
    const post = createBrowser();
    await post('/users/register', { email, password });
    await post('/users/check-otp-code', { email, code: await readNewestCode(email) });
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
      database.db,
    );
    key = await addPasskey(await addSession(database.db, rows[0]?.id ?? '', { proved: 'PASSKEY' }));
  });

  it.each(Object.keys(LOGIN_STEPS))(
    '%s can be finished only in the browser that started it',
    async (name) => {
      const [own, other] = [createBrowser(), createBrowser()];
      // The other one has a cookie of its own.
      await other('/users/passkeys/challenge', {});
      const [path, body] = (await LOGIN_STEPS[name]?.(own)) ?? [];
      const finishSession = async (post: PostRequest) => (await post(path as string, body as object)).status;
      expect([
        await finishSession(other),
        await finishSession(createBrowser()),
        await finishSession(own),
      ]).toEqual([400, 400, 200]);
    },
  );

  type EndSession = (token: string) => ReturnType<typeof callServer>;
  /** The same for steps that were started with a session. */
  const SESSION_STEPS: Partial<
    Record<StepUpChange | 'CODE' | 'KEY', (token: string) => Promise<EndSession>>
  > = {
    CODE: async (token) => {
      await callServer(url, 'POST', '/users/step-up/send-code', { token, body: {} });
      const code = await readNewestCode('sessions@matrix.test');
      return (by) => callServer(url, 'POST', '/users/step-up', { token: by, body: { code } });
    },
    KEY: async (token) => {
      const reply = await callServer(url, 'POST', '/users/step-up/passkey', { token });
      const passkey = key.answer(reply.body.baseDTO);
      return (by) => callServer(url, 'POST', '/users/step-up', { token: by, body: { passkey } });
    },
    PASSKEY: async (token) => {
      const reply = await callServer(url, 'POST', '/users/passkeys/begin', { token });
      const body = { name: 'Phone', ...createSoftPasskey(pageOrigin()).create(reply.body.baseDTO) };
      return (by) => callServer(url, 'POST', '/users/passkeys', { token: by, body });
    },
    EMAIL: async (token) => {
      const newEmail = 'moved@matrix.test';
      await callServer(url, 'POST', '/users/change-email', { token, body: { newEmail } });
      const body = { otp: await readNewestCode(newEmail) };
      return (by) => callServer(url, 'POST', '/users/change-email-otp', { token: by, body });
    },
  };

  it('can be finished only with the session that started it, not with another of the same user', async () => {
    const own = await addPerson(database.db, { email: 'sessions@matrix.test' });
    const other = await addPerson(database.db, { email: 'others@matrix.test' });
    key = await addPasskey(await addSession(database.db, own, { proved: 'PASSKEY' }));
    const answers: Record<string, number[]> = {};
    for (const [step, begin] of Object.entries(SESSION_STEPS)) {
      const more = step === 'CODE' || step === 'KEY' ? {} : { proved: step as StepUpChange };
      const token = await addSession(database.db, own, more);
      const end = await begin(token);
      const others = [await addSession(database.db, own, more), await addSession(database.db, other, more)];
      answers[step] = [];
      for (const by of [...others, token]) answers[step].push((await end(by)).status);
    }
    const once = [400, 400, 200];
    expect(answers).toEqual({ CODE: once, KEY: once, PASSKEY: once, EMAIL: once });
  });
});

// ── An ended stream ─────────────────────────────────────────────────────────────────────────────

describe('a stream', () => {
  /** Signs in; returns the server's reply to that, and the end of the stream. */
  async function openAuthenticatedStream(token: string) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`);
    const ended = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code), { once: true });
    });
    const firstMessage = new Promise<object>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))), { once: true });
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    socket.send(JSON.stringify({ op: 'auth', token }));
    return { firstMessage: await firstMessage, ended, close: () => socket.close() };
  }

  const SESSION_ENDINGS: Record<string, (id: string, token: string) => Promise<unknown>> = {
    'signs out': (_, token) => callServer(url, 'POST', '/users/logout', { token }),
    'is signed out elsewhere': async (id) => {
      const token = await addSession(database.db, id);
      const { body } = await callServer(url, 'GET', '/users/sessions', { token });
      const { id: other } = body.content.find(({ current }: { current: boolean }) => !current);
      return callServer(url, 'DELETE', `/users/sessions/${other}`, { token });
    },
    'is signed out with all others': async (id) =>
      callServer(url, 'DELETE', '/users/sessions', { token: await addSession(database.db, id) }),
    'freezes the account': (_, token) => callServer(url, 'POST', '/users/freeze', { token }),
    'adds a passkey elsewhere': async (id) =>
      addPasskey(await addSession(database.db, id, { proved: 'PASSKEY' })),
    'is blocked': async (id) =>
      callServer(url, 'POST', `/backoffice/people/${id}/block`, {
        token: (await createSessionFor('kyc')) as string,
        body: { reason: 'called us' },
      }),
  };

  it.each(Object.keys(SESSION_ENDINGS))('ends when its user %s, and can’t be opened again', async (way) => {
    const id = await addPerson(database.db, { email: `${way.replaceAll(' ', '-')}@stream.test` });
    const token = await addSession(database.db, id);
    const stream = await openAuthenticatedStream(token);
    expect(stream.firstMessage).toEqual({ op: 'authenticated' });
    await SESSION_ENDINGS[way]?.(id, token);
    expect(await stream.ended).toBe(4001);
    const again = await openAuthenticatedStream(token);
    expect(again.firstMessage).toEqual({ op: 'error', message: 'Invalid Token' });
    again.close();
  });
});
