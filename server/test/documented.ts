/** Validates a server's responses against the documents of the API. */
import type { Endpoint } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildAsyncApi } from '../src/platform/http/api-documents/asyncapi.ts';
import { buildOpenApi } from '../src/platform/http/api-documents/openapi.ts';

export const endpoints = (Object.values(contracts) as unknown[]).filter(
  (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value,
);

export interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { $ref?: string; name?: string; in?: string; description?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}
export interface OpenApi {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, object> };
}

export const documents = (['public', 'staff'] as const).map((kind) => ({
  kind,
  document: buildOpenApi(endpoints, kind, {
    name: 'Sarraf',
    publicUrl: 'https://sarraf.test',
  }) as unknown as OpenApi,
}));

const ajv = new Ajv2020({ strict: false, allErrors: true });
const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
ajv.addFormat('date-time', INSTANT_PATTERN);
for (const { kind, document } of documents) ajv.addSchema(document, kind);

const jsonPointer = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const routes = documents.flatMap(({ kind, document }) =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({
      kind,
      template,
      method,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  ),
);
// A path without parameters precedes one with them, as in the server and OpenAPI.
routes.sort((a, b) => a.template.split('{').length - b.template.split('{').length);
const compiledValidators = new Map<string, ValidateFunction | null>();

/** Throws if the document has no such response for the operation. Paths that are no operation are ignored. */
export function expectDocumented(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): void {
  const plain = `/api${path.replace(/\?.*/s, '')}`;
  const route = routes.find((one) => one.method === method.toLowerCase() && one.pattern.test(plain));
  if (!route) return;
  const key = `${route.kind} ${route.method} ${route.template} ${status}`;
  let validate = compiledValidators.get(key);
  if (validate === undefined) {
    validate = compileValidator(route, status);
    compiledValidators.set(key, validate);
  }
  if (validate === null) throw new Error(`${key} is in no document: ${JSON.stringify(body)}`);
  if (!validate(body))
    throw new Error(`${key}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`);
}

function compileValidator(
  { kind, template, method }: (typeof routes)[number],
  status: number,
): ValidateFunction | null {
  const { document } = documents.find((one) => one.kind === kind) as (typeof documents)[number];
  const response = document.paths[template]?.[method]?.responses[status];
  if (!response) return null;
  const place = response.$ref
    ? response.$ref.slice(1)
    : jsonPointer('paths', template, method, 'responses', String(status));
  return ajv.compile({ $ref: `${kind}#${place}${jsonPointer('content', 'application/json', 'schema')}` });
}

interface AsyncApi {
  info: { title: string };
  servers: Record<string, unknown>;
  channels: Record<string, { address: string; messages: Record<string, object> }>;
  components: {
    messages: Record<string, { examples: { name: string; payload: object }[] }>;
    schemas: Record<string, object>;
  };
}
export const streamDocument = buildAsyncApi({
  name: 'Sarraf',
  publicUrl: 'https://sarraf.test',
}) as unknown as AsyncApi;

const ajvOfStream = new Ajv({ strict: false, allErrors: true });
ajvOfStream.addFormat('date-time', INSTANT_PATTERN);
ajvOfStream.addSchema({ components: streamDocument.components }, 'stream');

/** Throws if an example of the document doesn't match the schema of its message. */
export function expectExample(message: string, payload: object): void {
  const validate = ajvOfStream.compile({ $ref: `stream#/components/messages/${message}/payload` });
  if (!validate(payload)) throw new Error(`${message}: ${ajvOfStream.errorsText(validate.errors)}`);
}

/** Channels by the prefix of their address; replies outside of the channels have none. */
const streamChannels = Object.values(streamDocument.channels).map(({ address, messages }) => ({
  pattern: address === '/' ? null : new RegExp(`^${address.replace(/\{\w+\}/g, '\\w+')}$`),
  validators: Object.keys(messages).map((name) =>
    ajvOfStream.compile({ $ref: `stream#/components/messages/${name}/payload` }),
  ),
}));

/**
 * Validates a message of the stream as the server sent it. Throws if the document has no such message in its
 * channel.
 */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into it.
export function documentedMessage(text: unknown): any {
  const message = JSON.parse(String(text));
  const { channel } = message;
  const validators = streamChannels
    .filter(({ pattern }) => (channel === undefined ? pattern === null : pattern?.test(channel)))
    .flatMap((one) => one.validators);
  if (validators.some((validate) => validate(message))) return message;
  const errorTexts = validators.map(({ errors }) => ajvOfStream.errorsText(errors)).join('; or ');
  throw new Error(`${channel ?? 'an answer'} of the stream is not as documented (${errorTexts}): ${text}`);
}
