/** The API documents: complete, without duplicates, and consistent with the contracts. */
import { ERRORS, STATUS } from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { buildAsyncApi } from '../src/platform/http/api-documents/asyncapi.ts';
import { buildOpenApi } from '../src/platform/http/api-documents/openapi.ts';
import {
  documentedMessage,
  documents,
  endpoints,
  expectDocumented,
  expectExample,
  type OpenApi,
  type Operation,
  streamDocument,
} from './documented.ts';

const stream = streamDocument;

const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const all = documents.flatMap(({ document }) => operationsOf(document));

type Node = Record<string, unknown>;
/** Iterates over every object of a document, with the path to it. */
function* iterateNodes(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ node: Node; path: readonly string[] }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { node: value as Node, path };
  for (const [name, part] of Object.entries(value)) yield* iterateNodes(part, [...path, name]);
}

/** Returns fields without a description: `schemas.Order.id`. A reference may be described at its target. */
function listUndescribedFields(document: { components: { schemas: object } }): string[] {
  const { schemas } = document.components as { schemas: Record<string, Node> };
  const isDescribed = ({ description, $ref }: Node): boolean =>
    Boolean(description) ||
    ($ref !== undefined && Boolean(schemas[String($ref).split('/').at(-1) ?? '']?.description));
  return [...iterateNodes(document)].flatMap(({ node, path }) =>
    node.properties === undefined || path.at(-1) === 'properties'
      ? []
      : Object.entries(node.properties as Record<string, Node>)
          .filter(([, field]) => !isDescribed(field))
          .map(([name]) => [...path, name].join('.')),
  );
}

const splitWords = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];
const FILLER_WORDS = new Set(splitWords('the a an of its it is what this that to'));
/** A description like "The state." for `state` is useless. */
const repeatsName = (name: string, description: string): boolean => {
  const nameWords = new Set(splitWords(name).flatMap((word) => [word, `${word}s`]));
  return splitWords(description).every((word) => FILLER_WORDS.has(word) || nameWords.has(word));
};
const UNITS = /toman|tether|usdt|coin|quote|rial|percent|asset/i;
/** Matches `DecimalText` and `DecimalInput` as documents write them. */
const isAmount = ({ $ref, examples, anyOf }: Node): boolean =>
  /\/Decimal(Text|Input)$/.test(String($ref)) ||
  JSON.stringify(examples) === '["0.00150000"]' ||
  (Array.isArray(anyOf) &&
    anyOf.some((one: Node) => isAmount(one) || (one.type === 'string' && one.maxLength === 60)));

const listDescribedFields = (
  document: object,
): { path: string; name: string; field: Node; description: string }[] =>
  [...iterateNodes(document)].flatMap(({ node, path }) =>
    node.properties === undefined || path.at(-1) === 'properties'
      ? []
      : Object.entries(node.properties as Record<string, Node>).map(([name, field]) => ({
          path: [...path, name].join('.'),
          name,
          field,
          description: String(field.description ?? ''),
        })),
  );

describe.each([...documents, { kind: 'stream', document: streamDocument }])(
  'the field descriptions of $kind',
  ({ document }) => {
    const fields = listDescribedFields(document).filter(({ description }) => description !== '');

    it('say more than the field’s name', () => {
      expect(fields.length).toBeGreaterThan(20);
      const thin = fields.filter(({ name, description }) => repeatsName(name, description));
      expect(thin.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
    });

    it('name the unit of an amount', () => {
      const amounts = fields.filter(({ field }) => isAmount(field));
      expect(amounts.length).toBeGreaterThan(5);
      const bare = amounts.filter(({ description }) => !UNITS.test(description));
      expect(bare.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
    });
  },
);

describe.each(documents)('the document of $kind', ({ kind, document }) => {
  const operations = operationsOf(document);

  it('names each operation once and describes it', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ operation }) => !operation.summary)).toEqual([]);
  });

  it('avoids the names that client generators derive from an operation', () => {
    const names = new Set(Object.keys(document.components.schemas));
    const derivedNames = operations.flatMap(({ operation: { operationId, requestBody } }) => {
      const title = operationId.replace(/^./, (first) => first.toUpperCase());
      // orval's types for results, parameters and errors; it makes one for a body only if that is a form with
      // files.
      const ends = ['Result', 'Params', 'Error'];
      const isForm = requestBody?.content['multipart/form-data'] !== undefined;
      return [...ends, ...(isForm ? ['Body'] : [])].map((end) => title + end);
    });
    expect(derivedNames.filter((name) => names.has(name))).toEqual([]);
  });

  it('describes every field and every parameter', () => {
    expect(listUndescribedFields(document)).toEqual([]);
    const parameters = operations.flatMap(({ path, operation }) =>
      (operation.parameters ?? []).map((parameter) => ({ path, ...parameter })),
    );
    expect(parameters.filter(({ $ref, description }) => !$ref && !description)).toEqual([]);
    expect(parameters.length).toBeGreaterThan(20);
  });

  it('defines no object twice, and no enumeration', () => {
    const written = new Map<string, string[]>();
    for (const { node, path } of iterateNodes(document)) {
      const isOwn = node.type === 'object' && node.properties && Object.keys(node.properties).length > 0;
      // The codes of a refusal belong to its operation.
      const isWords = Array.isArray(node.enum) && node.enum.length > 1 && !path.includes('responses');
      if ((!isOwn && !isWords) || path.includes('allOf')) continue;
      const { description: _, ...shape } = node;
      const key = JSON.stringify(shape);
      written.set(key, [...(written.get(key) ?? []), path.join('.')]);
    }
    expect([...written.values()].filter((paths) => paths.length > 1)).toEqual([]);
  });

  it('has no two paths of the same shape', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('contains the operations that its readers may call, and no others', () => {
    const own = endpoints.filter(({ access }) => (access === 'staff') === (kind === 'staff'));
    expect(operations).toHaveLength(own.length);
    const foreign = endpoints.filter((endpoint) => !own.includes(endpoint)).map(({ path }) => path);
    const text = JSON.stringify(Object.keys(document.paths));
    expect(foreign.filter((path) => text.includes(`"/api${path.replace(/:(\w+)/g, '{$1}')}"`))).toEqual([]);
  });
});

describe('an operation', () => {
  const findOperation = (id: string) =>
    all.find(({ operation }) => operation.operationId === id)?.operation as Operation;
  const shared = Object.assign(
    {},
    ...documents.map(({ document }) => document.components.responses),
  ) as Record<string, object>;
  const listErrorCodes = (operation: Operation, status: number): string[] => {
    const response = operation.responses[status];
    const own = response?.$ref ? shared[response.$ref.split('/').at(-1) ?? ''] : response;
    const lists = [...iterateNodes(own)].flatMap(({ node }) =>
      Array.isArray(node.enum) ? [node.enum as string[]] : [],
    );
    return lists.flat();
  };

  it.each(Object.entries(contracts).filter(([, value]) => (endpoints as unknown[]).includes(value)))(
    '%s lists every refusal of its contract with its status',
    (name, value) => {
      const operation = findOperation(name);
      for (const code of (value as (typeof endpoints)[number]).errors ?? [])
        expect(listErrorCodes(operation, STATUS[ERRORS[code]])).toContain(code);
    },
  );

  it('lists the refusals that every call may get, with the retry time', () => {
    const own = findOperation('exchangeBuy');
    expect(listErrorCodes(own, 400)).toEqual(
      expect.arrayContaining(['BAD_REQUEST', 'UNKNOWN_FIELD', 'UNACCEPTABLE_AMOUNT']),
    );
    expect(listErrorCodes(own, 401)).toEqual([
      'Invalid Token',
      'API_KEY_REFUSED',
      'API_KEY_EXPIRED',
      'TIMESTAMP_OUT_OF_WINDOW',
      'SIGNATURE_USED',
    ]);
    expect(listErrorCodes(own, 403)).toContain('NOT_AUTHORIZED');
    expect(listErrorCodes(own, 429)).toEqual(['TOO_MANY_REQUESTS']);
    expect(listErrorCodes(own, 503)).toContain('SERVICE_UNAVAILABLE');
    for (const name of ['TooManyRequests', 'ServiceUnavailable'])
      expect(shared[name]).toMatchObject({ headers: { 'Retry-After': {} } });
    expect(listErrorCodes(findOperation('saveRules'), 403)).toEqual(
      expect.arrayContaining(['FORBIDDEN', 'AUTHENTICATOR_REQUIRED', 'CONFIRMATION_NEEDED']),
    );
  });

  it('accepts an Idempotency-Key, a language and a token where they apply, and nowhere else', () => {
    const operationsReferring = (name: string) =>
      all
        .filter(({ operation }) => operation.parameters?.some(({ $ref }) => $ref?.endsWith(`/${name}`)))
        .map(({ operation }) => operation.operationId);
    expect(operationsReferring('IdempotencyKey').sort()).toEqual(
      [
        'apiRefund',
        'apiSettle',
        'batchOrders',
        'cancelAfter',
        'cancelOrderByClientId',
        'cancelOrder',
        'cancelOrders',
        'depositToman',
        'exchangeBuy',
        'exchangeSell',
        'freezeAmount',
        'payCompany',
        'placeBracket',
        'placeOco',
        'placeOrder',
        'replaceOrder',
        'requestWithdrawal',
      ].sort(),
    );
    expect(operationsReferring('AcceptLanguage')).toContain('register');
    expect(operationsReferring('AcceptLanguage')).not.toContain('orders');
    expect(operationsReferring('AcceptLanguageOfTexts')).toContain('blog');
    expect(findOperation('faq').security).toEqual([]);
    expect(findOperation('orders').security).toEqual([
      { session: [] },
      { programKey: [], programTime: [], programSignature: [] },
    ]);
    expect(findOperation('programKeys').security).toEqual([{ session: [] }]);
    expect(findOperation('apiPayments').security).toEqual([{ companyKey: [] }]);
  });

  it('returns no field that the document lacks', () => {
    const checkExchangeInfoReply = (body: unknown, status = 200) =>
      expectDocumented('GET', '/exchange-info', { status, body });
    const refusal = { status: 'BAD_REQUEST', message: 'UNKNOWN_FIELD', errors: ['a'] };
    expect(() => checkExchangeInfoReply(refusal, 400)).not.toThrow();
    expect(() => checkExchangeInfoReply({ ...refusal, message: 'PRICE_CHANGED' }, 400)).toThrow('message');
    expect(() =>
      checkExchangeInfoReply({ status: 'OK', message: 'a', content: [{ language: 'fa' }] }),
    ).toThrow('address');
    expect(() => checkExchangeInfoReply(refusal, 409)).toThrow('in no document');
  });
});

describe('the API documents', () => {
  it('have the exchange’s name, and the URL it is served at', () => {
    const settings = { name: 'Sample', publicUrl: 'https://sample.test/' };
    expect(buildOpenApi([], 'public', settings)).toMatchObject({
      info: { title: 'Sample API' },
      servers: [{ url: 'https://sample.test' }],
    });
    expect(buildOpenApi([], 'staff', settings)).toMatchObject({ info: { title: 'Sample API, back office' } });
    expect(buildAsyncApi(settings)).toMatchObject({
      info: { title: 'Sample stream' },
      servers: { exchange: { host: 'sample.test', protocol: 'wss', pathname: '/api/stream' } },
    });
  });

  it('describe each field of each stream channel’s messages', () => {
    expect(Object.values(stream.channels).map(({ address }) => address)).toEqual([
      '/',
      'prices',
      'coins',
      'maintenance',
      'book:{marketType}',
      'trades:{marketType}',
      'candles:{marketType}',
      'candles:{marketType}:{interval}',
      'candles:{marketType}:{interval}:UTC',
      'markets:{quote}',
      'wallets',
      'notices',
      'orders',
      'open-orders',
      'fills',
      'balances',
    ]);
    expect(
      Object.values(stream.channels).filter(({ messages }) => Object.keys(messages).length === 0),
    ).toEqual([]);
    expect(listUndescribedFields(stream)).toEqual([]);
  });

  it.each(Object.entries(stream.components.messages))(
    '%s has examples that match their schemas',
    (name, { examples }) => {
      expect(examples?.length, name).toBeGreaterThan(0);
      expect(new Set(examples.map((one) => one.name)).size).toBe(examples.length);
      for (const { payload } of examples) {
        expect(() => expectExample(name, payload)).not.toThrow();
        expect(() => expectExample(name, { ...payload, more: 1 })).toThrow(name);
      }
    },
  );

  it('contain exactly the messages that tests receive from the stream', () => {
    const checkMessage = (message: object) => () => documentedMessage(JSON.stringify(message));
    const book = { channel: 'book:BITCOIN_TOMAN', seq: 2, type: 'update', data: { bids: [], asks: [] } };
    expect(checkMessage(book)()).toEqual(book);
    expect(checkMessage({ ...book, data: { bids: [] } })).toThrow('asks');
    expect(checkMessage({ ...book, type: 'change' })).toThrow('type');
    expect(checkMessage({ ...book, channel: 'books:BITCOIN_TOMAN' })).toThrow('not as documented');
    expect(checkMessage({ channel: 'orders', seq: 1, type: 'snapshot', data: null })).not.toThrow();
    expect(checkMessage({ op: 'pong' })).not.toThrow();
    expect(checkMessage({ op: 'pang' })).toThrow('not as documented');
  });
});
