/** Every endpoint × every kind of caller. A new endpoint without a row here fails. */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { call, freePort, signIn } from './running-server.ts';

type Caller = 'visitor' | 'forged' | 'unverified' | 'authorized' | 'supervisor' | 'blocked';
const CALLERS: Caller[] = ['visitor', 'forged', 'unverified', 'authorized', 'supervisor', 'blocked'];

/** Who gets past the door; everybody else gets 401 without a good token and 403 NOT_AUTHORIZED with one. */
const OPEN: Record<string, readonly Caller[]> = {
  public: CALLERS,
  sandbox: CALLERS,
  user: ['unverified', 'authorized', 'supervisor'],
  authorized: ['authorized', 'supervisor'],
};

/** Written down by hand, so that an endpoint whose access is loosened by mistake fails here. */
const MATRIX: Record<string, keyof typeof OPEN> = {
  'GET /coins/exchange-price/usd': 'public',
  'GET /coins/exchange-price/usdt': 'public',
  'GET /coins/price/usd': 'public',
  'GET /coins/details': 'public',
  'GET /coins': 'public',
  'GET /coins/supporting-coins': 'public',
  'GET /trades/crypto-info': 'public',
  'GET /trades/market-info-home': 'public',
  'GET /exchange-info': 'public',
  'POST /users/register': 'public',
  'POST /users/login': 'public',
  'POST /users/check-otp-code': 'public',
  'POST /users/resend-otp-code': 'public',
  'POST /users/logout': 'user',
  'GET /users/logout': 'user',
  'GET /users/account': 'user',
  'GET /users/account-levels': 'public',
  'GET /users/verified-bank-accounts': 'authorized',
  'GET /wallets/customer-addresses': 'authorized',
  'POST /wallets/deposit-toman': 'authorized',
  'GET /payments/:id': 'public',
  'GET /payments/:gateway/return': 'public',
  'GET /wallets/deposit': 'authorized',
  'POST /exchange/buy': 'authorized',
  'POST /exchange/sell': 'authorized',
  'GET /orders': 'authorized',
  'GET /trades': 'authorized',
  'GET /sandbox/outbox': 'sandbox',
  'POST /sandbox/authorize': 'user',
  'GET /sandbox/bank/:authority': 'sandbox',
  'POST /sandbox/bank/:authority': 'sandbox',
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
const endpoints = (Object.values(contracts) as unknown[]).filter(isEndpoint);
// Authorising comes last: it changes who the unverified person is.
endpoints.sort((a, b) => Number(a.path.endsWith('/authorize')) - Number(b.path.endsWith('/authorize')));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let test: TestDatabase;
let url: string;
let stop: () => Promise<void>;
const tokens: Record<Caller, string | undefined> = {
  visitor: undefined,
  forged: 'A'.repeat(43),
  unverified: '',
  authorized: '',
  supervisor: '',
  blocked: '',
};

beforeAll(async () => {
  test = await createTestDatabase();
  const config = loadConfig({
    DATABASE_URL: test.url,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  const sarraf = await startSarraf(config);
  url = sarraf.url;
  stop = sarraf.stop;
  tokens.unverified = await signIn(url, 'new@sarraf.test');
  tokens.authorized = await signIn(url, 'demo@sarraf.test');
  tokens.supervisor = await signIn(url, 'maker@sarraf.test');
  tokens.blocked = await signIn(url, 'staff2@sarraf.test');
  const { db, close } = openDatabase(test.url, 1);
  await sql`update sessions set revoked_at = now() where user_id = (select id from users where email = 'staff2@sarraf.test')`.execute(
    db,
  );
  await close();
  // A session that was seen just now may be remembered for moments when it is changed behind the server's back.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
}, 60_000);

afterAll(async () => {
  await stop();
  await test.drop();
});

it('has a row for every endpoint and no other', () => {
  expect(endpoints.map(nameOf).sort()).toEqual(Object.keys(MATRIX).sort());
});

describe.each(endpoints.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))(
  '$name',
  ({ endpoint, name }) => {
    it.each(CALLERS)('%s', async (caller) => {
      const path = endpoint.path
        .replace(':gateway', 'SANDBOX')
        .replace(/:\w+/g, randomUUID())
        .replace(
          '/users/logout',
          tokens[caller] && OPEN.user?.includes(caller) ? '/users/account' : '/users/logout',
        );
      const method = path === '/users/account' ? 'GET' : endpoint.method;
      const access = MATRIX[name] as string;
      const token = tokens[caller];
      const response = await fetch(`${url}/api${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: '{}' }),
      });
      const body = (await response.json().catch(() => ({}))) as { message?: string };
      const refused = response.status === 401 || body.message === 'NOT_AUTHORIZED';
      expect({ refused, status: response.status }).toMatchObject({
        refused: !OPEN[access]?.includes(caller),
      });
      if (!refused) return;
      const known = caller === 'unverified';
      expect({ status: response.status, message: body.message }).toEqual(
        known ? { status: 403, message: 'NOT_AUTHORIZED' } : { status: 401, message: 'Invalid Token' },
      );
    });
  },
);

it('shows a person nothing of another', async () => {
  const mine = await call(url, 'GET', '/wallets/customer-addresses?coins=TOMAN', {
    token: tokens.authorized as string,
  });
  const other = await call(url, 'GET', '/wallets/customer-addresses?coins=TOMAN', {
    token: tokens.supervisor as string,
  });
  expect(mine.body.TOMAN.credit).toBe('500000000');
  expect(other.body.TOMAN.credit).toBe('0');
});
