import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import buildSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORM_LIMIT = 10_000;
/** What an answer names of a request: enough to mend it, too little to be fed with. */
const MOST_NAMED = 20;
const LONGEST_NAME = 60;

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
}

/** What the framework is to check of a request: by default nothing that the contract doesn't name gets in. */
export const requestSchemas = (endpoint: Endpoint) => ({
  ...(endpoint.params && { params: forbidUnknownFields(endpoint.params) }),
  ...(!endpoint.openQuery && { querystring: forbidUnknownFields(endpoint.query ?? NOTHING) }),
  ...(endpoint.body && !endpoint.openBody && { body: forbidUnknownFields(endpoint.body) }),
});

const NOTHING = { type: 'object', properties: {} };

/** The schema with each object of it closed, however its author left it. Maps (`Type.Record`) name a pattern and stay. */
export function forbidUnknownFields<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(forbidUnknownFields) as S;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, forbidUnknownFields(part)]),
  );
  if (copy.type === 'object' && !copy.patternProperties) copy.additionalProperties = false;
  return copy as S;
}

const OPTIONS = { useDefaults: true, allErrors: false, coerceTypes: false } as const;

/**
 * Bodies are taken as sent; text of queries and parameters is turned into the type the contract names. The code of a
 * contract is made at its first call: that of all 500 takes as long as the rest of a start.
 */
export function installContractValidators(app: FastifyInstance): void {
  const strict = new Ajv(OPTIONS);
  const coercing = new Ajv({ ...OPTIONS, coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const check = (data: unknown) => {
      validate ??= (httpPart === 'body' ? strict : coercing).compile(schema as object);
      if (validate(data)) return true;
      // A misspelt name is told before what is missing in its place.
      const unknown = unknownNames(schema as Schema, data);
      if (unknown.length > 0) return { error: unknownField(unknown) };
      check.errors = validate.errors;
      return false;
    };
    check.errors = null as ValidateFunction['errors'];
    return check;
  });
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined;
    return (data) => {
      serialize ??= serializerOf(schema);
      return serialize(data);
    };
  });
}

/** What a contract checks of a call. */
interface Parts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Whether this version of a contract takes a call that another process, of another version maybe, has found valid. As
 * above its code is made at the first call.
 */
export function validatorOf(endpoint: Endpoint): (parts: Parts) => boolean {
  let checks: ((parts: Parts) => unknown)[] | undefined;
  function made(): NonNullable<typeof checks> {
    const { params, querystring, body }: Record<string, object> = requestSchemas(endpoint);
    const compile = (schema: object = {}, coerceTypes: 'array' | false = 'array') =>
      new Ajv({ ...OPTIONS, coerceTypes }).compile(schema);
    const [checkParams, checkQuery, checkBody] = [
      compile(params),
      compile(querystring),
      compile(body, false),
    ];
    return [
      (parts) => checkParams(parts.params),
      (parts) => checkQuery(parts.query),
      (parts) => checkBody(parts.body),
    ];
  }
  return (parts) => {
    checks ??= made();
    return checks.every((check) => check(parts));
  };
}

/** Writes an endpoint's answers as the framework does. */
export function createSerializer({ reply }: Endpoint): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= serializerOf(reply);
    return write(answer);
  };
}

const serializerOf = (schema: unknown) => buildSerializer(schema as Parameters<typeof buildSerializer>[0]);

export const unknownField = (names: readonly string[]): AppError =>
  new AppError('UNKNOWN_FIELD', {
    errors: names.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAME)),
  });

/** Of what a request brought, the names that a closed schema doesn't know: `amont`, `text.titel`, `lines.0.shebaa`. */
function unknownNames(schema: Schema, data: unknown, place = ''): string[] {
  if (typeof data !== 'object' || data === null) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((part) => unknownNames(part, data, place));
  if (Array.isArray(data)) {
    const { items } = schema;
    return items ? data.flatMap((item, index) => unknownNames(items, item, `${place}${index}.`)) : [];
  }
  if (schema.type !== 'object') return [];
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(data).flatMap(([name, part]) => {
    if (Object.hasOwn(properties, name))
      return unknownNames(properties[name] ?? {}, part, `${place}${name}.`);
    return additionalProperties === false ? [place + name] : [];
  });
}

/** Empty is as good as none, whatever type it is said to be of: clients send `DELETE` as JSON without a body. */
export function installBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  // What a form of somebody else's page posts, for the endpoints that say so alone.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (request: FastifyRequest, body: string) => {
      if (body === '') return undefined;
      if (!request.routeOptions.config.form) throw new AppError('BAD_REQUEST', { errors: ['content-type'] });
      return Object.fromEntries(new URLSearchParams(body));
    },
  );
}

/** Before a body is read: a call whose method has none must not bring one that nobody would look at. */
export function refuseBodyOf(endpoint: Endpoint, { headers }: FastifyRequest): void {
  if (endpoint.method !== 'GET') return;
  const length = headers['content-length'];
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined)
    throw unknownField(['body']);
}

/**
 * Once it is read: a call without a body is one with an empty body, whose contract says what may be missing; an
 * endpoint without a contract for one takes none.
 */
export function normalizeBody(endpoint: Endpoint, request: FastifyRequest): void {
  const body = request.body ?? {};
  if (endpoint.body || endpoint.openBody) {
    request.body = body;
    return;
  }
  const names = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body'];
  if (names.length > 0) throw unknownField(names);
  request.body = undefined;
}
