/** The OpenAPI document of the calls in Binance's format, built from their contracts. */
import { described } from '@sarraf/domain/contracts';
import { Type } from 'typebox';
import { NamedSchemas, type Schema } from '../../platform/http/api-documents/named-schemas.ts';
import type { DocumentSettings } from '../../platform/http/api-documents/openapi.ts';
import { FORM_CALLS, type FormCall, parametersOf } from './calls.ts';

type Json = Record<string, unknown>;

const FAILURE = Type.Object({
  code: described("Binance's code of the refusal, below zero.", Type.Integer()),
  msg: described('What it means, in English.', Type.String()),
  data: Type.Optional(described('Of `cancelReplace`: what became of each step.', Type.Unknown())),
});

const INTRODUCTION =
  "Binance's spot API over our own calls, for tools that speak it: names, words and codes are Binance's, and what is decided is decided as everywhere here. A parameter that a call doesn't name is refused (-1104). Amounts and prices are decimal text, times milliseconds since 1970. Own orders are told over `/ws-api/v3`, markets over `/ws` and `/stream`.";

export function formDocument({ name, publicUrl }: DocumentSettings): Json {
  const schemas = new NamedSchemas('2020-12');
  const paths: Record<string, Json> = {};
  for (const [call, form] of FORM_CALLS)
    paths[form.path] = { ...paths[form.path], [form.method.toLowerCase()]: operation(call, form, schemas) };
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
      { name: 'market', description: 'What everybody may read.' },
      { name: 'account', description: 'Own orders and balances, by a key.' },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-MBX-APIKEY',
          description: 'The id of an API key; the request is signed by `timestamp` and `signature`.',
        },
      },
      schemas: schemas.components,
    },
  };
}

function operation(name: string, call: FormCall, schemas: NamedSchemas): Json {
  const { properties, required = [] } = parametersOf(call) as unknown as {
    properties: Record<string, Schema>;
    required?: string[];
  };
  const id = idOf(name);
  const parameters = Object.entries(properties).map(([parameter, { description, ...schema }]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    description,
    schema: schemas.of(schema, parameter),
  }));
  const json = (schema: unknown, hint: string) => ({
    'application/json': { schema: schemas.of(schema as Schema, hint) },
  });
  const failure = {
    description: 'Refused; the status says how, `code` why.',
    content: json(FAILURE, 'FormFailure'),
  };
  return {
    operationId: id,
    tags: [call.permission === null ? 'market' : 'account'],
    summary: call.summary,
    description:
      call.permission === null
        ? 'Anybody may call it.'
        : `Programs call it by an API key with ${call.permission}. What it brings stands in the address, in a form as its body, or in both.`,
    security: call.permission === null ? [] : [{ key: [] }],
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: { description: `Done: ${call.summary}`, content: json(call.reply, `${upper(id)}Reply`) },
      '4XX': failure,
    },
  };
}

const upper = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** `POST order/test` is `postOrderTest`. */
const idOf = (name: string): string => {
  const [first = '', ...others] = name.split(/[ /]/);
  return [first === first.toUpperCase() ? first.toLowerCase() : first, ...others.map(upper)].join('');
};
