/** Identity and messaging on their own database, behind HTTP, with the strict limits and a movable clock. */

import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, OutboxMessage, StepUpChange } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { createFoundations } from '../src/app/foundations.ts';
import { type IdentityDeps, type Limits, STRICT_LIMITS } from '../src/identity/index.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config/config.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { createSandboxIdentity } from '../src/sandbox/sandbox-identity.ts';
import { createSandboxOutbox } from '../src/sandbox/sandbox-outbox.ts';
import { createVerification, type VerificationDeps } from '../src/verification/index.ts';
import { createTestDatabase } from './database.ts';
import { sendWaitingNotices } from './notices.ts';
import { openTestDatabase } from './open-database.ts';
import { removeFolder } from './remove-folder.ts';

/** As random as production requires, but the same each time. */
export const TEST_KEY = createHash('sha256').update('the key of the tests').digest();

/** Endpoints that require a proof for a change, by method and path. */
const PROVED_ENDPOINTS: ReadonlyMap<string, StepUpChange> = new Map(
  Object.values(contracts as unknown as Record<string, Endpoint>).flatMap((endpoint) =>
    endpoint?.provedFor ? [[`${endpoint.method} ${endpoint.path}`, endpoint.provedFor] as const] : [],
  ),
);

const wide = { max: 1_000_000, windowMs: 60_000 };
export const WIDE_RATES = { read: wide, write: wide, money: wide, order: wide, login: wide, code: wide };
export const PASSWORD = 'Mountain-7-river';

export type IdentityFixture = Awaited<ReturnType<typeof createIdentityFixture>>;

export async function createIdentityFixture(
  options: {
    limits?: Limits;
    sandbox?: boolean;
    smsPerHour?: number;
    rates?: Partial<Config['rates']>;
  } & Pick<IdentityDeps, 'google' | 'sandboxGoogle'> &
    Partial<Pick<VerificationDeps, 'provider' | 'consentLimits'>> = {},
) {
  const database = await createTestDatabase();
  const { db, close } = openTestDatabase(database.url, 10);
  const log = createLog('silent');
  const clock = manualClock();
  const bus = createBus();
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-'));
  const config = {
    sandbox: options.sandbox ?? true,
    TRUST_PROXY: false,
    PUBLIC_URL: 'https://sarraf.test',
    SMS_PER_HOUR: options.smsPerHour ?? 1_000,
    DATA_DIR: dataDir,
    SECRET_KEY: TEST_KEY,
    SECRET_KEYS_OTHER: [] as readonly Buffer[],
    rates: { ...WIDE_RATES, ...options.rates },
  } as Config;
  const storedOutbox = createSandboxOutbox({ db, clock });
  const { secrets, messaging, identity, brand } = await createFoundations(
    { config, db, bus, clock, log },
    {
      outbox: storedOutbox,
      limits: options.limits ?? STRICT_LIMITS,
      ...(options.google && { google: options.google }),
      ...(options.sandboxGoogle && { sandboxGoogle: options.sandboxGoogle }),
    },
  );
  const volumes = new Map<string, bigint>();
  const sandboxIdentity = createSandboxIdentity({ db, texter: storedOutbox.ways.texter });
  const verification = createVerification({
    db,
    config,
    clock,
    bus,
    log,
    secrets,
    people: identity.people,
    levels: identity.levels,
    volumeOf: async (userId) => volumes.get(userId) ?? 0n,
    notify: messaging.notify,
    provider: options.provider ?? sandboxIdentity.provider,
    chooseScenario: sandboxIdentity.chooseScenario,
    ...(options.consentLimits && { consentLimits: options.consentLimits }),
  });
  const http = await createHttp({
    config,
    log,
    clock,
    bus,
    authenticate: identity.authenticate,
    recheck: identity.recheck,
    keys: identity.keys,
  });
  identity.routes(http);
  verification.routes(http);
  messaging.routes(http);

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more: { body?: object; token?: string; language?: string; headers?: object; ip?: string } = {},
  ) => {
    const answer = await http.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(more.token !== undefined && { authorization: `Bearer ${more.token}` }),
        ...(more.language !== undefined && { 'accept-language': more.language }),
        ...more.headers,
      },
      ...(more.ip !== undefined && { remoteAddress: more.ip }),
      ...(more.body && { payload: more.body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  /** Marks a token's session as confirmed for one change, without the login steps. */
  const markSessionProved = async (token: string, change: StepUpChange) => {
    const now = new Date(clock.now());
    const { rows } = await sql<{
      userId: string;
    }>`update sessions set proved_for = ${change}, proved_at = ${now}
      where token_digest = ${createHash('sha256').update(token).digest()} returning user_id as "userId"`.execute(
      db,
    );
    for (const { userId } of rows) bus.publish('user', { userId });
  };
  const markProvedForPath = async (method: string, path: string, token: string) => {
    const change = PROVED_ENDPOINTS.get(`${method} ${path.split('?')[0]}`);
    if (change) await markSessionProved(token, change);
  };
  /** Calls with a session confirmed for the path's change, if it requires that. */
  const callProved: typeof call = async (method, path, more = {}) => {
    if (more.token !== undefined) await markProvedForPath(method, path, more.token);
    return call(method, path, more);
  };
  const post = (path: string, body: object) => call('POST', path, { body });
  /** A browser at a network address, with its cookies; it may call from another address. */
  const createBrowserAt = (homeIp: string) => {
    let cookie = '';
    return async (path: string, body: object, ip = homeIp) => {
      const headers = { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }) };
      const answer = await call('POST', path, { body, ip, headers });
      const setCookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
      if (setCookie !== '') cookie = setCookie;
      return answer;
    };
  };
  const readOutbox = async (to: string): Promise<OutboxMessage[]> =>
    (await http.app.inject({ url: '/sandbox/outbox', query: { to } })).json();
  /** Sends the waiting notices, and returns those to one address: newest first. */
  const sendNoticesTo = async (to: string): Promise<OutboxMessage[]> => {
    await sendWaitingNotices(database.url, messaging.jobs);
    return (await readOutbox(to)).filter((message) => message.code === null);
  };
  const readNewestCode = async (to: string): Promise<string> => (await readOutbox(to))[0]?.code ?? 'none';
  const checkCode = (email: string, code: string, more: object = {}) =>
    post('/users/check-otp-code', { email, code, ...more });
  const login = (email: string, password = PASSWORD) => post('/users/login', { email, password });

  return {
    db,
    url: database.url,
    clock,
    bus,
    messaging,
    identity,
    brand,
    verification,
    secrets,
    http,
    volumes,
    dataDir,
    call,
    callProved,
    proveFor: markProvedForPath,
    prove: markSessionProved,
    browserAt: createBrowserAt,
    post,
    outbox: readOutbox,
    notices: sendNoticesTo,
    codeFor: readNewestCode,
    check: checkCode,
    login,
    register: (email: string, more: object = {}) =>
      post('/users/register', { email, password: PASSWORD, ...more }),
    /** Creates a user with a confirmed address; returns the token. */
    async signUp(email: string, more: object = {}): Promise<string> {
      const reply = await post('/users/register', { email, password: PASSWORD, ...more });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return (await checkCode(email, await readNewestCode(email))).body.token;
    },
    async signIn(email: string, more: object = {}, password = PASSWORD): Promise<string> {
      const reply = await login(email, password);
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return (await checkCode(email, await readNewestCode(email), more)).body.token;
    },
    async close() {
      await http.app.close();
      await messaging.stop();
      identity.stop();
      brand.stop();
      await close();
      await database.drop();
      removeFolder(dataDir);
    },
  };
}

export const createWrongCode = (code: string): string => (code === '111111' ? '222222' : '111111');
