/** Every endpoint of the contracts is called with an unknown field: no field is silently ignored. */
import type { Endpoint } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { STEP_UP_CHANGES } from '@sarraf/domain/contracts';
import buildSerializer from 'fast-json-stringify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { JsonText } from '../src/platform/http/answers.ts';
import { createHttp, type Http } from '../src/platform/http/http.ts';
import { forbidUnknownFields } from '../src/platform/http/strict-contracts.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestCaller } from './caller.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  patternProperties?: unknown;
  additionalProperties?: unknown;
}

const endpoints = (Object.values(contracts) as unknown[]).filter(
  (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value,
);
const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`;
const listCases = (which: (endpoint: Endpoint) => unknown) =>
  endpoints.filter(which).map((endpoint) => ({ name: endpointName(endpoint), endpoint }));
const hasBody = ({ method }: Endpoint) => method !== 'GET';

/** Endpoints whose callers are not ours and may add fields. */
const OPEN_ENDPOINTS = [
  'GET /payments/:gateway/return',
  'GET /users/google-sso/return',
  'POST /payments/:gateway/return',
];

let http: Http;
/** Endpoints whose handlers were reached. */
const reached: string[] = [];

beforeAll(async () => {
  const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  /** The token names the change that its session is confirmed for. */
  const authenticate = async (token: string) =>
    createTestCaller({
      authenticationType: 'AUTHORIZED',
      staffRoles: ['admin'],
      confirmedAt: Date.now(),
      proved:
        STEP_UP_CHANGES.flatMap((change) => (token === change ? [{ change, at: Date.now() }] : []))[0] ??
        null,
      authenticator: true,
      byPasskey: true,
    });
  http = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  for (const endpoint of endpoints)
    http.route(endpoint, () => {
      reached.push(endpointName(endpoint));
      return new JsonText('{}');
    });
  await http.app.ready();
});
afterAll(() => http.app.close());

/** Returns a minimal value that the schema accepts. */
function createSample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return createSample(schema.anyOf[0] as Schema);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, createSample(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => createSample(schema.items ?? {}));
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'null':
      return null;
    default:
      return createText(schema);
  }
}

const TEXTS = [
  'x',
  '1',
  'x'.repeat(12),
  '2026-01-01',
  '08:00',
  '1.5',
  '#112233',
  '/path',
  '12345678',
  '1234567890',
  'BITCOIN',
  '012345678901234567890123',
];
function createText({ pattern, minLength = 0 }: Schema): string {
  const sampleText = TEXTS.find((word) => word.length >= minLength && new RegExp(pattern ?? '').test(word));
  if (sampleText === undefined) throw new Error(`no text for ${pattern}`);
  return sampleText;
}

interface SentParts {
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

async function sendToEndpoint(endpoint: Endpoint, { query, body, headers }: SentParts) {
  const params = (endpoint.params ? createSample(endpoint.params as Schema) : {}) as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x');
  const queryFields = { ...(endpoint.query && (createSample(endpoint.query as Schema) as object)), ...query };
  const search = new URLSearchParams(queryFields as Record<string, string>).toString();
  const response = await http.app.inject({
    method: endpoint.method,
    url: `/api${path}${search && `?${search}`}`,
    headers: { authorization: `Bearer ${endpoint.provedFor ?? 'x'}`, ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  return { status: response.statusCode, ...(response.json() as { message?: string; errors?: string[] }) };
}

const unknownFieldReply = (...errors: string[]) => ({
  status: 'BAD_REQUEST',
  message: 'UNKNOWN_FIELD',
  errors,
});

/** Returns a valid body of the endpoint, with additional fields. */
function createBody(endpoint: Endpoint, more: Record<string, string> = {}): SentParts {
  const body = { ...(endpoint.body && (createSample(endpoint.body as Schema) as object)), ...more };
  if (!endpoint.files) return hasBody(endpoint) ? { body } : {};
  const parts = Object.entries(body).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join('')}--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

/** Paths of objects with a fixed form within a body: `text`, `lines.0`. */
function listObjectPaths(schema: Schema, place = ''): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((part) => listObjectPaths(part, place));
  if (schema.type === 'array') return listObjectPaths(schema.items ?? {}, `${place}.0`);
  if (schema.type !== 'object' || schema.patternProperties) return [];
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    listObjectPaths(part, place === '' ? name : `${place}.${name}`),
  );
  return place === '' ? within : [place, ...within];
}

/** Returns `{text: {unlisted: 1}}` for `text.unlisted`. */
const createNested = (place: string): unknown =>
  place
    .split('.')
    .reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), { unlisted: 1 });

describe('an unknown field is refused', () => {
  it.each(listCases((endpoint) => !endpoint.openQuery))(
    'in the query of $name',
    async ({ name, endpoint }) => {
      reached.length = 0;
      const requestBody = createBody(endpoint);
      expect(await sendToEndpoint(endpoint, { ...requestBody, query: { unlisted: '1' } })).toEqual(
        unknownFieldReply('unlisted'),
      );
      expect(reached).toEqual([]);
      // It is the name alone that was wrong.
      await sendToEndpoint(endpoint, requestBody);
      expect(reached).toEqual([name]);
    },
  );

  it.each(listCases((endpoint) => hasBody(endpoint) && !endpoint.openBody))(
    'in the body of $name',
    async ({ endpoint }) => {
      reached.length = 0;
      expect(await sendToEndpoint(endpoint, createBody(endpoint, { unlisted: '1' }))).toEqual(
        unknownFieldReply('unlisted'),
      );
      expect(reached).toEqual([]);
    },
  );

  it.each(
    listCases(({ body }) => body).flatMap(({ name, endpoint }) =>
      listObjectPaths(endpoint.body as Schema).map((place) => ({ name, endpoint, place })),
    ),
  )('within $place of $name', async ({ endpoint, place }) => {
    expect(await sendToEndpoint(endpoint, { body: createNested(place) })).toEqual(
      unknownFieldReply(`${place}.unlisted`),
    );
  });

  it.each(listCases((endpoint) => !hasBody(endpoint)))('as a body of $name', async ({ endpoint }) => {
    const headers = { 'content-type': 'application/json' };
    expect(await sendToEndpoint(endpoint, { body: { unlisted: 1 }, headers })).toEqual(
      unknownFieldReply('body'),
    );
  });

  it('also where its contract was left open, and where another field is missing or wrong', async () => {
    const left = { type: 'object', properties: { a: { type: 'object', properties: {} } } };
    expect(forbidUnknownFields(left)).toEqual({
      ...left,
      additionalProperties: false,
      properties: { a: { type: 'object', properties: {}, additionalProperties: false } },
    });
    const body = { market: 'BITCOIN_TOMAN', orderType: 'LIMITED', iceberg: true, amount: {} };
    expect(await sendToEndpoint(contracts.placeOrder, { body })).toEqual(
      unknownFieldReply('market', 'iceberg'),
    );
  });

  it('names at most 20 unknown fields, each cut to 60 characters', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${'x'.repeat(100)}`, n]));
    const { errors = [] } = await sendToEndpoint(contracts.placeOrder, { body });
    expect(errors).toHaveLength(20);
    expect(Math.max(...errors.map(({ length }) => length))).toBe(60);
  });
});

describe('unknown fields that are accepted', () => {
  it('can be sent to endpoints that third-party programs call, and to no other', async () => {
    const open = endpoints.filter(({ openQuery, openBody }) => openQuery || openBody);
    expect(open.map(endpointName).sort()).toEqual(OPEN_ENDPOINTS);
    for (const endpoint of open) {
      reached.length = 0;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = hasBody(endpoint) ? { body: 'unlisted=1', headers } : {};
      const { status } = await sendToEndpoint(endpoint, {
        ...body,
        query: { iss: 'https://accounts.google.com', hd: 'x' },
      });
      expect([status, reached]).toEqual([200, [endpointName(endpoint)]]);
    }
  });

  it.each(listCases(hasBody))('can’t be sent as JSON: $name', async ({ endpoint }) => {
    if (endpoint.files) return;
    reached.length = 0;
    const headers = { 'content-type': 'application/json' };
    const { status, errors } = await sendToEndpoint(endpoint, { headers });
    const needed = (endpoint.body as Schema | undefined)?.required ?? [];
    if (needed.length === 0) expect([status, reached]).toEqual([200, [endpointName(endpoint)]]);
    else expect([status, needed]).toEqual(['BAD_REQUEST', expect.arrayContaining(errors ?? ['none'])]);
  });
});

describe('an invalid value is refused by the name of its field', () => {
  it.each([
    ['/trades', 'page', 'page=abc'],
    ['/trades', 'size', 'size='],
    ['/trades', 'size', 'size=10&size=20'],
    ['/trades', 'type', 'type=NOTHING'],
    ['/orders', 'marketType', 'marketType=BITCOIN_TOMAN&marketType=TRON_TOMAN'],
    ['/users/account', 'imageNeeded', 'imageNeeded=no'],
    ['/candles/BITCOIN_TOMAN', 'from', 'interval=1m&from=abc'],
  ])('%s %s', async (path, field, query) => {
    const response = await http.app.inject({
      url: `/api${path}?${query}`,
      headers: { authorization: 'Bearer x' },
    });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { status: 'BAD_REQUEST', message: 'BAD_REQUEST', errors: [field] },
    ]);
  });

  it('a part of a form that is sent twice', async () => {
    const multipartPart = (value: string) =>
      `--edge\r\ncontent-disposition: form-data; name="city"\r\n\r\n${value}\r\n`;
    const requestBody = createBody(contracts.createAccount);
    const body = `${multipartPart('Tehran')}${multipartPart('Shiraz')}--edge--\r\n`;
    expect(await sendToEndpoint(contracts.createAccount, { ...requestBody, body })).toMatchObject({
      errors: ['city'],
    });
  });
});

// The product compiles the serializer of a reply at its first call: an invalid one is found here.
it('every reply can be serialized', () => {
  const problems = endpoints.flatMap((endpoint) => {
    try {
      buildSerializer(endpoint.reply as Parameters<typeof buildSerializer>[0]);
      return [];
    } catch (error) {
      return [`${endpointName(endpoint)}: ${(error as Error).message}`];
    }
  });
  expect(problems).toEqual([]);
  expect(endpoints.length).toBeGreaterThan(200);
});
