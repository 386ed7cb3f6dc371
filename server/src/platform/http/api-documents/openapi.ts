import { type ErrorCode, STATUS, type Status } from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';
import { type Endpoint, ErrorReply } from '@sarraf/domain/contracts';
import { NamedSchemas, type Schema } from './named-schemas.ts';
import { areStandardCodes, listRefusals } from './refusals.ts';
import { SIGNING } from './signing.ts';
import { STAFF_TAGS, TAGS } from './tags.ts';

export interface DocumentSettings {
  /** Name of the exchange. */
  name: string;
  /** Origin that serves it. */
  publicUrl: string;
}

type Json = Record<string, unknown>;

/** Components that operations refer to. */
interface DocumentComponents {
  schemas: NamedSchemas;
  responses: Record<string, Json>;
}

/**
 * Returns the OpenAPI 3.1 document of these endpoints, public or back office, derived from the contracts; an
 * operation's id is the name under which its contract is exported.
 */
export function buildOpenApi(
  endpoints: readonly Endpoint[],
  kind: 'public' | 'staff',
  { name, publicUrl }: DocumentSettings,
): Json {
  const selected = endpoints.filter(({ access }) => (access === 'staff') === (kind === 'staff'));
  const documentComponents: DocumentComponents = { schemas: new NamedSchemas('2020-12'), responses: {} };
  const paths: Record<string, Json> = {};
  for (const endpoint of selected) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, documentComponents),
    };
  }
  const usedTags = new Set(selected.map(getTag));
  return {
    openapi: '3.1.0',
    info: {
      title: kind === 'staff' ? `${name} API, back office` : `${name} API`,
      version: '1',
      description: INTRODUCTION[kind],
      contact: { name, url: new URL('/contact-us', publicUrl).href },
    },
    servers: [{ url: publicUrl.replace(/\/$/, ''), description: name }],
    tags: Object.entries(kind === 'staff' ? STAFF_TAGS : TAGS)
      .filter(([tag]) => usedTags.has(tag))
      .map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: pickSecuritySchemes(selected),
      parameters: pickReferenced('parameters', PARAMETERS, paths),
      headers: pickReferenced('headers', HEADERS, [paths, documentComponents.responses]),
      responses: sortByName(documentComponents.responses),
      schemas: sortByName(documentComponents.schemas.components),
    },
  };
}

/** Returns the components that are referenced. */
function pickReferenced(
  kind: string,
  components: Record<string, Json>,
  document: unknown,
): Record<string, Json> {
  const text = JSON.stringify(document);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

const sortByName = <T>(itemByName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(itemByName).sort(([a], [b]) => (a < b ? -1 : 1)));

const AMOUNTS = 'Amounts are decimal text, never floating point; times are ISO 8601 in UTC.';
const REFUSALS =
  'Every error response has the schema `ErrorReply`: its `message` is a code, which determines the HTTP status.';
const INTRODUCTION = {
  public: `${AMOUNTS} ${REFUSALS} Fields and parameters that an operation does not define are refused (UNKNOWN_FIELD). The stream of prices, order books and orders is described in /api/docs/asyncapi.json.`,
  staff: `Operations of the back office. ${AMOUNTS} ${REFUSALS} Every read and every change is recorded in the audit log.`,
};

const NAMES = new Map<unknown, string>(Object.entries(contracts).map(([name, value]) => [value, name]));

function describeOperation(endpoint: Endpoint, documentComponents: DocumentComponents): Json {
  const { schemas } = documentComponents;
  const operationId = NAMES.get(endpoint);
  if (operationId === undefined)
    throw new Error(`${endpoint.method} ${endpoint.path} is not an exported contract`);
  const title = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}`;
  const parameters = [
    ...describeParameters(endpoint.params, 'path', schemas),
    ...describeParameters(endpoint.query, 'query', schemas),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.languages
      ? [{ $ref: `#/components/parameters/${languageParameterName(endpoint.languages)}` }]
      : []),
  ];
  const body = describeRequestBody(endpoint, title, schemas);
  return {
    operationId,
    tags: [getTag(endpoint)],
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    description: [ACCESS[endpoint.access], ...describeConditions(endpoint)].join(' '),
    security: describeSecurity(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.redirects ?? 200]: describeSuccess(endpoint, title, schemas),
      ...(endpoint.shared && {
        304: { description: 'Not modified: the response with the ETag that was sent is still current.' },
      }),
      ...describeFailures(endpoint, documentComponents),
    },
  };
}

const getTag = ({ path }: Endpoint): string => path.replace(/^\/backoffice/, '').split('/')[1] ?? '';

const ACCESS = {
  public: 'Requires no authentication.',
  sandbox: 'Requires no authentication; available in sandbox mode only.',
  user: 'Requires a session.',
  verified: 'Requires an account that has been verified, also while a change of its data is reviewed.',
  authorized: 'Requires an account whose authenticationType is AUTHORIZED.',
  staff: 'Requires a staff member.',
} satisfies Record<Endpoint['access'], string>;

function describeConditions({
  access,
  roles,
  confirmedWithin,
  settles,
  apiKey,
  permission,
  shared,
}: Endpoint): string[] {
  const confirmedSeconds = confirmedWithin ?? (access === 'staff' ? 3600 : undefined);
  return [
    ...(roles ? [`Roles: ${[...roles, 'admin'].join(', ')}.`] : []),
    ...(permission ? [`API programs need a key with the permission ${permission}.`] : []),
    ...(apiKey ? ['The bearer token is an API key of a company.'] : []),
    ...(confirmedSeconds === undefined
      ? []
      : [
          `The session must have been confirmed with password and second factor in the last ${confirmedSeconds / 60} minutes.`,
        ]),
    ...(settles ? ['May move money.'] : []),
    ...(shared
      ? [
          'Web pages of any origin may read it. Send its `ETag` as `If-None-Match` to avoid receiving an unchanged response again.',
        ]
      : []),
  ];
}

function describeParameters(
  schema: Endpoint['query'],
  location: 'path' | 'query',
  schemas: NamedSchemas,
): Json[] {
  const { properties = {}, required } = (schema ?? {}) as unknown as Schema & { required?: string[] };
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: location,
    required: location === 'path' || required?.includes(name) === true,
    description,
    schema: schemas.describeSchema(field, name),
  }));
}

const TEXT = { type: 'string' };

function describeRequestBody(endpoint: Endpoint, title: string, schemas: NamedSchemas): Json | null {
  const { body, files, form, openBody } = endpoint;
  if (openBody)
    return { content: toFormContent({ type: 'object', description: 'Fields posted by the bank.' }) };
  const schema =
    body && schemas.describeSchema(body as unknown as Schema, `${title}${files ? 'Fields' : 'Body'}`);
  if (files) {
    const binary = files.names.map((name) => [name, { ...BINARY, maxLength: files.maxBytes }]);
    const parts = { type: 'object', properties: Object.fromEntries(binary) };
    return { content: { 'multipart/form-data': { schema: schema ? { allOf: [schema, parts] } : parts } } };
  }
  if (!schema) return null;
  return {
    // A call without a body is one with an empty body.
    required: ((body as unknown as { required?: string[] }).required ?? []).length > 0,
    content: { 'application/json': { schema }, ...(form && toFormContent(schema)) },
  };
}

const toFormContent = (schema: Json) => ({ 'application/x-www-form-urlencoded': { schema } });
const BINARY = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'Bytes of the file, as a part of the form.',
};

function describeSuccess(
  { reply, media, redirects, summary }: Endpoint,
  title: string,
  schemas: NamedSchemas,
): Json {
  if (redirects)
    return {
      description: 'Redirects the browser.',
      headers: { Location: { $ref: '#/components/headers/Location' } },
    };
  const content = media
    ? Object.fromEntries(media.map((type) => [type, {}]))
    : {
        'application/json': {
          schema: schemas.describeSchema(reply as unknown as Schema, `${title}Response`),
        },
      };
  return { description: `Success: ${summary}`, content };
}

/**
 * Returns one response per status, which lists all codes of that status. Those that the server adds are the same
 * for many operations, so they are shared components.
 */
function describeFailures(
  endpoint: Endpoint,
  { schemas, responses }: DocumentComponents,
): Record<number, Json> {
  const byStatus: Record<number, Json> = {};
  for (const [status, codes] of listRefusals(endpoint)) {
    const response = describeFailure(status, codes, schemas);
    if (!areStandardCodes(endpoint, codes)) {
      byStatus[STATUS[status]] = response;
      continue;
    }
    const name = codes.map(toPascalCase).join('Or');
    responses[name] = response;
    byStatus[STATUS[status]] = { $ref: `#/components/responses/${name}` };
  }
  return byStatus;
}

const toPascalCase = (code: string): string =>
  code
    .toLowerCase()
    .split(/[ _]/)
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

function describeFailure(status: Status, codes: readonly ErrorCode[], schemas: NamedSchemas): Json {
  const base = schemas.describeSchema(ErrorReply as unknown as Schema, 'ErrorReply');
  const message = { type: 'string', enum: codes, description: 'Code of the error.' };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(RETRYABLE.has(status) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/json': { schema: { allOf: [base, { type: 'object', properties: { message } }] } },
    },
  };
}

const RETRYABLE: ReadonlySet<Status> = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);

const HEADERS = {
  RequestId: { description: 'Id of the request, for support.', schema: TEXT },
  RetryAfter: { description: 'Seconds after which the request may be retried.', schema: { type: 'integer' } },
  Location: { description: 'URL to which the browser is redirected.', schema: TEXT },
};

const languageParameterName = (languages: readonly string[]): string =>
  languages.includes('ar') ? 'AcceptLanguageOfTexts' : 'AcceptLanguage';

const describeAcceptLanguage = (languages: readonly string[]) => ({
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: `Language of the response and of messages that it causes: the preferred one of ${languages.join(', ')} by the weights of the list; fa if none of them is listed.`,
  schema: { ...TEXT, examples: ['en'] },
});

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Chosen by the client, a different one for each operation. A repeat with the same key and body returns the first response and has no further effect; with another body it is refused (IDEMPOTENCY_KEY_REUSED).',
    schema: { ...TEXT, pattern: '^[\\x21-\\x7e]{8,100}$', minLength: 8, maxLength: 100 },
  },
  AcceptLanguage: describeAcceptLanguage(['fa', 'en']),
  AcceptLanguageOfTexts: describeAcceptLanguage(['fa', 'en', 'ar']),
};

const describeSecurity = ({ access, apiKey, permission }: Endpoint): Json[] => {
  if (apiKey) return [{ companyKey: [] }];
  if (access === 'public' || access === 'sandbox') return [];
  return [
    { session: [] },
    ...(permission ? [{ programKey: [], programTime: [], programSignature: [] }] : []),
  ];
};

const createHeaderScheme = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

const SCHEMES: Record<string, Json> = {
  session: { type: 'http', scheme: 'bearer', description: 'Token of a session, as returned by logging in.' },
  companyKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key that a company created for its store.',
  },
  programKey: createHeaderScheme('X-Api-Key', SIGNING),
  programTime: createHeaderScheme('X-Api-Time', 'Time of the signature: see `programKey`.'),
  programSignature: createHeaderScheme('X-Api-Signature', 'The signature: see `programKey`.'),
};

const pickSecuritySchemes = (endpoints: readonly Endpoint[]): Json => {
  const used = new Set(endpoints.flatMap((endpoint) => describeSecurity(endpoint).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
};
