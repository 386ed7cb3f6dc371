/** The OpenAPI document of the calls in Binance's format, built from their contracts. */
import { described } from '@sarraf/domain/contracts';
import { Type } from 'typebox';
import { NamedSchemas, type Schema } from '../../platform/http/api-documents/named-schemas.ts';
import type { DocumentSettings } from '../../platform/http/api-documents/openapi.ts';
import { FORM_CALLS, type FormCall, parametersOf } from './calls.ts';

type Json = Record<string, unknown>;

const FAILURE = Type.Object({
  code: described("Binance's error code, a negative number.", Type.Integer()),
  msg: described('Description of the error, in English.', Type.String()),
  data: Type.Optional(described('Result of each step of `cancelReplace`.', Type.Unknown())),
});

const INTRODUCTION =
  "Binance's spot API on top of our own calls, for tools that support it. Names, values and codes are Binance's; the rules are the same as in our own API. Unknown parameters are refused (-1104). Amounts and prices are decimal text, times are milliseconds since 1970. Updates of the caller's orders are published on `/ws-api/v3`, those of markets on `/ws` and `/stream`.";

export function buildFormDocument({ name, publicUrl }: DocumentSettings): Json {
  const schemas = new NamedSchemas('2020-12');
  const paths: Record<string, Json> = {};
  for (const [call, form] of FORM_CALLS)
    paths[form.path] = {
      ...paths[form.path],
      [form.method.toLowerCase()]: buildOperation(call, form, schemas),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API, in Binance's form`,
      version: '3',
      description: INTRODUCTION,
      contact: { name, url: new URL('/contact-us', publicUrl).href },
    },
    servers: [{ url: publicUrl.replace(/\/$/, ''), description: name }],
    tags: [
      { name: 'market', description: 'Public market data.' },
      { name: 'account', description: "The caller's orders and balances; requires an API key." },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-MBX-APIKEY',
          description: 'Id of an API key; the request is signed with `timestamp` and `signature`.',
        },
      },
      schemas: schemas.components,
    },
  };
}

function buildOperation(name: string, call: FormCall, schemas: NamedSchemas): Json {
  const { properties, required = [] } = parametersOf(call) as unknown as {
    properties: Record<string, Schema>;
    required?: string[];
  };
  const id = operationIdOf(name);
  const parameters = Object.entries(properties).map(([parameter, { description, ...schema }]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    description,
    schema: schemas.describeSchema(schema, parameter),
  }));
  const jsonContent = (schema: unknown, hint: string) => ({
    'application/json': { schema: schemas.describeSchema(schema as Schema, hint) },
  });
  const failure = {
    description: 'The request was refused: see the HTTP status and `code`.',
    content: jsonContent(FAILURE, 'FormFailure'),
  };
  return {
    operationId: id,
    tags: [call.permission === null ? 'market' : 'account'],
    summary: call.summary,
    description:
      call.permission === null
        ? 'Public.'
        : `Requires an API key with ${call.permission}. Parameters can be sent in the query string, in a form-encoded body, or in both.`,
    security: call.permission === null ? [] : [{ key: [] }],
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: {
        description: `Success. ${call.summary}.`,
        content: jsonContent(call.reply, `${capitalize(id)}Reply`),
      },
      '4XX': failure,
    },
  };
}

const capitalize = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** Returns the operation id of a call: `postOrderTest` for `POST order/test`. */
const operationIdOf = (name: string): string => {
  const [first = '', ...otherParts] = name.split(/[ /]/);
  return [first === first.toUpperCase() ? first.toLowerCase() : first, ...otherParts.map(capitalize)].join(
    '',
  );
};
