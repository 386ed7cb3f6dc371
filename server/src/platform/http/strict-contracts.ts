import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import buildSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORM_LIMIT = 10_000;
/** Maximum unknown fields named in a reply: enough to fix the request, too few to be abused. */
const MAX_NAMES_LISTED = 20;
const MAX_NAME_LENGTH = 60;

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
}

/**
 * Schemas by which the framework validates a request; by default nothing that the contract doesn't name is
 * accepted.
 */
export const buildRequestSchemas = (endpoint: Endpoint) => ({
  ...(endpoint.params && { params: forbidUnknownFields(endpoint.params) }),
  ...(!endpoint.openQuery && { querystring: forbidUnknownFields(endpoint.query ?? NO_FIELDS) }),
  ...(endpoint.body && !endpoint.openBody && { body: forbidUnknownFields(endpoint.body) }),
});

const NO_FIELDS = { type: 'object', properties: {} };

/**
 * Returns the schema with every object closed, whether or not its author did so. Maps (`Type.Record`) use a pattern
 * and stay.
 */
export function forbidUnknownFields<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(forbidUnknownFields) as S;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, forbidUnknownFields(part)]),
  );
  if (copy.type === 'object' && !copy.patternProperties) copy.additionalProperties = false;
  return copy as S;
}

const AJV_OPTIONS = { useDefaults: true, allErrors: false, coerceTypes: false } as const;

/**
 * Bodies are validated as sent; texts in queries and parameters are converted to the type of the contract. The
 * validator of a contract is compiled at its first call: compiling all 500 would take as long as the rest of a
 * start.
 */
export function installContractValidators(app: FastifyInstance): void {
  const strict = new Ajv(AJV_OPTIONS);
  const coercing = new Ajv({ ...AJV_OPTIONS, coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const check = (data: unknown) => {
      validate ??= (httpPart === 'body' ? strict : coercing).compile(schema as object);
      if (validate(data)) return true;
      // A misspelt name is reported before the missing field it stands for.
      const unknown = listUnknownNames(schema as Schema, data);
      if (unknown.length > 0) return { error: createUnknownFieldError(unknown) };
      check.errors = validate.errors ?? null;
      return false;
    };
    check.errors = null as NonNullable<ValidateFunction['errors']> | null;
    return check;
  });
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined;
    return (data) => {
      serialize ??= buildReplySerializer(schema);
      return serialize(data);
    };
  });
}

/** Parts of a call that a contract validates. */
interface RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Returns whether this version of a contract accepts a call that another process, possibly of another version,
 * found valid. Compiled at the first call, as above.
 */
export function createCallValidator(endpoint: Endpoint): (parts: RequestParts) => boolean {
  let checks: ((parts: RequestParts) => unknown)[] | undefined;
  function compileChecks(): NonNullable<typeof checks> {
    const { params, querystring, body }: Record<string, object> = buildRequestSchemas(endpoint);
    const compile = (schema: object = {}, coerceTypes: 'array' | false = 'array') =>
      new Ajv({ ...AJV_OPTIONS, coerceTypes }).compile(schema);
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
    checks ??= compileChecks();
    return checks.every((check) => check(parts));
  };
}

/** Serializes an endpoint's replies as the framework does. */
export function createSerializer({ reply }: Endpoint): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= buildReplySerializer(reply);
    return serialize(answer);
  };
}

const buildReplySerializer = (schema: unknown) =>
  buildSerializer(schema as Parameters<typeof buildSerializer>[0]);

export const createUnknownFieldError = (names: readonly string[]): AppError =>
  new AppError('UNKNOWN_FIELD', {
    errors: names.slice(0, MAX_NAMES_LISTED).map((name) => name.slice(0, MAX_NAME_LENGTH)),
  });

/** Returns the names in a request that a closed schema doesn't have: `amont`, `text.titel`, `lines.0.shebaa`. */
function listUnknownNames(schema: Schema, data: unknown, prefix = ''): string[] {
  if (typeof data !== 'object' || data === null) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((part) => listUnknownNames(part, data, prefix));
  if (Array.isArray(data)) {
    const { items } = schema;
    return items ? data.flatMap((item, index) => listUnknownNames(items, item, `${prefix}${index}.`)) : [];
  }
  if (schema.type !== 'object') return [];
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(data).flatMap(([name, part]) => {
    if (Object.hasOwn(properties, name))
      return listUnknownNames(properties[name] ?? {}, part, `${prefix}${name}.`);
    return additionalProperties === false ? [prefix + name] : [];
  });
}

/** Treats an empty body as none, whatever its content type: clients send `DELETE` as JSON without a body. */
export function installBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  // Forms posted by pages of other sites, only for the endpoints that accept them.
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

/** Called before a body is read: a method without a body must not carry one, which would be ignored. */
export function assertNoBodyOfGet(endpoint: Endpoint, { headers }: FastifyRequest): void {
  if (endpoint.method !== 'GET') return;
  const length = headers['content-length'];
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined)
    throw createUnknownFieldError(['body']);
}

/**
 * Called after a body is read: a call without one has an empty body, and the contract defines what may be missing;
 * an endpoint without a contract for a body accepts none.
 */
export function normalizeBody(endpoint: Endpoint, request: FastifyRequest): void {
  const body = request.body ?? {};
  if (endpoint.body || endpoint.openBody) {
    request.body = body;
    return;
  }
  const names = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body'];
  if (names.length > 0) throw createUnknownFieldError(names);
  request.body = undefined;
}
