/**
 * The clients' view of the API: operations for a customer's program, and messages of the stream, with their
 * schemas.
 */
import { PRODUCT_NAME } from '@sarraf/domain';
import type { Endpoint, KeyPermission } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { buildAsyncApi } from '../../server/src/platform/http/api-documents/asyncapi.ts';
import { buildOpenApi } from '../../server/src/platform/http/api-documents/openapi.ts';

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  const?: unknown;
  enum?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | Schema[];
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export interface Field {
  name: string;
  required: boolean;
  schema: Schema;
}

export interface Operation {
  name: string;
  method: Endpoint['method'];
  /** From `/api` on; parameters as `{name}`. */
  path: string;
  /** Permission that a key needs; null: public, called without a key. */
  permission: KeyPermission | null;
  idempotent: boolean;
  summary: string;
  params: Field[];
  query: Field[];
  /** Fields of the body; null: it has none. */
  body: Field[] | null;
  reply: Schema;
}

export interface Api {
  operations: Operation[];
  /** Channel, as in the stream's document (`book:{marketType}`), and the names of its messages' schemas. */
  channels: { address: string; messages: string[] }[];
  schemas: Record<string, Schema>;
}

/** Formats of the API for other sites' tools, which need no client of ours. */
const FOREIGN_API_PATHS = ['/udf/', '/coingecko/', '/coinmarketcap/', '/rss/'];
const DOCUMENT_SETTINGS = { name: PRODUCT_NAME.en, publicUrl: 'https://exchange.example' };

const isForPrograms = ({ path, permission, shared }: Endpoint): boolean =>
  permission !== undefined ||
  (shared === true && !FOREIGN_API_PATHS.some((beginning) => path.startsWith(beginning)));

interface Parameter extends Field {
  in: string;
}
interface DescribedOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Reads the contracts as the clients see them. Throws when two fields of one operation would have the same name. */
export function buildClientApi(): Api {
  const endpoints = (Object.entries(contracts) as [string, unknown][])
    // Unnamed schemas are named after the first operation that has them.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
    .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value)
    .filter(isForPrograms);
  const document = buildOpenApi(endpoints, 'public', DOCUMENT_SETTINGS) as unknown as {
    paths: Record<string, Record<string, DescribedOperation>>;
    components: { schemas: Record<string, Schema> };
  };
  const stream = buildAsyncApi(DOCUMENT_SETTINGS) as unknown as {
    channels: Record<string, { address: string; messages: Record<string, unknown> }>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = endpoints.map((endpoint) => {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    const described = document.paths[path]?.[endpoint.method.toLowerCase()];
    if (!described) throw new Error(`${endpoint.method} ${path} is in no document`);
    return buildOperation(endpoint, { path, described, schemas: document.components.schemas });
  });
  return {
    operations: operations.sort((a, b) => (a.name < b.name ? -1 : 1)),
    channels: Object.values(stream.channels)
      .filter(({ address }) => address !== '/')
      .map(({ address, messages }) => ({ address, messages: Object.keys(messages) })),
    schemas: { ...stream.components.schemas, ...document.components.schemas },
  };
}

function buildOperation(
  endpoint: Endpoint,
  {
    path,
    described,
    schemas,
  }: { path: string; described: DescribedOperation; schemas: Record<string, Schema> },
): Operation {
  const { operationId: name, summary, parameters = [], requestBody, responses } = described;
  const listParameters = (location: string) => parameters.filter((parameter) => parameter.in === location);
  const reply = responses['200']?.content?.['application/json']?.schema;
  if (!reply) throw new Error(`${name} does not reply with JSON`);
  const body = requestBody?.content['application/json']?.schema;
  const operation: Operation = {
    name,
    method: endpoint.method,
    path,
    permission: endpoint.permission ?? null,
    idempotent: endpoint.idempotent === true,
    summary,
    params: listParameters('path'),
    query: listParameters('query'),
    body: body ? listFields(name, resolveSchema(body, schemas)) : null,
    reply,
  };
  const names = listOperationFields(operation).map((field) => field.name);
  if (new Set(names).size < names.length) throw new Error(`two fields of ${name} have the same name`);
  return operation;
}

/** Returns all fields of an operation, whatever part of the request they are in. */
export const listOperationFields = ({ params, query, body }: Operation): Field[] => [
  ...params,
  ...query,
  ...(body ?? []),
];

function listFields(operation: string, { properties, required = [] }: Schema): Field[] {
  if (!properties) throw new Error(`the body of ${operation} has no fields`);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

export const schemaName = (reference: string): string => {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
};

function resolveSchema(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref === undefined) return schema;
  const schemaOfRef = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (!schemaOfRef) throw new Error(`${schema.$ref} does not exist`);
  return schemaOfRef;
}

/** Returns the schemas reachable from these, by name, in the order of their names. */
export function listReachableSchemas(starts: Schema[], schemas: Record<string, Schema>): [string, Schema][] {
  const reachable = new Map<string, Schema>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if ($ref !== undefined && !reachable.has(schemaName($ref))) {
      const schema = resolveSchema({ $ref }, schemas);
      reachable.set(schemaName($ref), schema);
      visit(schema);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(starts);
  return [...reachable].sort(([a], [b]) => (a < b ? -1 : 1));
}
