/** The developers' pages match the server: their data comes from it, and their texts describe what exists. */
import { ERRORS, STATUS, STREAM_CLOSES } from '@sarraf/domain';
import {
  MAX_CANCEL_AFTER_S,
  MAX_IN_BATCH,
  MAX_PROGRAM_KEYS,
  type ProgramTerms,
} from '@sarraf/domain/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../messages/web/en/developers.json' with { type: 'json' };
import { type Sarraf, startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { documents, endpoints, streamDocument } from './documented.ts';
import { callServer, findFreePort } from './running-server.ts';

let test: TestDatabase;
let sarraf: Sarraf;
let terms: ProgramTerms;

beforeAll(async () => {
  test = await createTestDatabase();
  sarraf = await startSarraf(
    loadConfig({
      DATABASE_URL: test.url,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      RATE_ORDER: '123',
      RATE_ORDERS_OF_ONE: '45',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    }),
  );
  terms = (await callServer(sarraf.url, 'GET', '/developers')).body.baseDTO;
});

afterAll(async () => {
  await sarraf.stop();
  await test.drop();
});

it('the developers’ pages show the limits of this installation', () => {
  expect(terms.rates.find(({ rate }) => rate === 'order')).toEqual({ rate: 'order', most: 123, seconds: 60 });
  expect(terms).toMatchObject({
    ordersPerSecond: 45,
    keys: MAX_PROGRAM_KEYS,
    batch: MAX_IN_BATCH,
    cancelAfter: MAX_CANCEL_AFTER_S,
    deprecated: [],
  });
});

it('the developers’ pages list each refusal that the documents have for programs’ calls, and none for staff alone', () => {
  const codes = terms.errors.map(({ code }) => code);
  const declared = endpoints
    .filter(({ permission, apiKey }) => permission !== undefined || apiKey)
    .flatMap(({ errors }) => errors ?? []);
  expect(declared.filter((code) => !codes.includes(code))).toEqual([]);
  expect(codes).toEqual(expect.arrayContaining(['SIGNATURE_USED', 'API_KEY_PERMISSION', 'UNKNOWN_FIELD']));
  for (const code of ['APPROVAL_REFUSED', 'PASSKEY_REQUIRED', 'COMMON_PASSWORD'])
    expect(codes).not.toContain(code);
  for (const { code, status, httpStatus } of terms.errors) {
    expect(ERRORS[code as keyof typeof ERRORS], code).toBe(status);
    expect(STATUS[status as keyof typeof STATUS], code).toBe(httpStatus);
  }
});

it('the developers’ pages list the calls in Binance’s form, each of which exists', async () => {
  expect(terms.binance.length).toBeGreaterThan(20);
  for (const { method, path, permission } of terms.binance.filter((one) => one.method !== 'WS')) {
    const response = await fetch(sarraf.url + path, { method });
    expect(response.status, `${method} ${path}`).not.toBe(404);
    // Without a key: refused for that where one is needed, and only for missing parameters elsewhere.
    if (permission !== null) expect(response.status, path).toBe(401);
    else expect([200, 400], path).toContain(response.status);
  }
});

it('the developers’ pages have a text for each channel and each close code of the stream, and for no other', () => {
  expect(Object.keys(en.streams.channel)).toEqual(Object.keys(streamDocument.channels));
  expect(Object.keys(en.streams.close)).toEqual(Object.keys(STREAM_CLOSES));
});

it('the developers’ pages name only existing calls', () => {
  const paths = documents.flatMap(({ document }) => Object.keys(document.paths));
  const apiPaths = [...JSON.stringify(en).matchAll(/\/api\/[a-z0-9/-]+/g)].map(([path]) =>
    path.replace(/\/$/, ''),
  );
  expect(apiPaths.length).toBeGreaterThan(3);
  for (const path of apiPaths.filter((one) => !/^\/api\/(v3|stream)/.test(one)))
    expect(
      paths.some((knownPath) => knownPath === path || knownPath.startsWith(`${path}/`)),
      path,
    ).toBe(true);
});
