/**
 * Building blocks of the contracts' schemas. A field's first argument is its description for the API documents.
 * Where a schema is expected, the fields of an object can be given instead.
 */
import {
  type Static,
  type TArrayOptions,
  type TNumberOptions,
  type TObject,
  type TProperties,
  type TSchema,
  type TStringOptions,
  Type,
} from 'typebox';

export const open = { additionalProperties: false } as const;

/** An object without other fields than these. */
export const object = <P extends TProperties>(fields: P) => Type.Object(fields, open);

type SchemaOf<S> = S extends { '~kind': string } | { '~unsafe': unknown }
  ? S
  : S extends TProperties
    ? TObject<S>
    : S;

const schemaOf = <S extends TSchema>(shape: S): SchemaOf<S> =>
  ('~kind' in shape ? shape : object(shape as unknown as TProperties)) as SchemaOf<S>;

export const described = <S extends TSchema>(description: string, shape: S): SchemaOf<S> => {
  const schema = schemaOf(shape);
  // A copy including non-enumerable properties, which the library uses to mark a field as optional.
  const copy = Object.defineProperties({} as SchemaOf<S> & object, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { description });
};

export const orNull = <S extends TSchema>(shape: S) => Type.Union([schemaOf(shape), Type.Null()]);

export const nullable = <S extends TSchema>(description: string, shape: S) =>
  described(description, orNull(shape));

/** A field that can be omitted. */
export const optional = <S extends TSchema>(description: string, shape: S) =>
  described(description, Type.Optional(schemaOf(shape)));

export const list = <S extends TSchema>(description: string, item: S, options?: TArrayOptions) =>
  described(description, Type.Array(schemaOf(item), options));

export const text = (description: string, options?: TStringOptions) =>
  described(description, Type.String(options));

export const integer = (description: string, options?: TNumberOptions) =>
  described(description, Type.Integer(options));

export const flag = (description: string) => described(description, Type.Boolean());

export const oneOf = <V extends (string | number)[]>(description: string, values: readonly [...V]) =>
  described(description, Type.Enum(values));

/** Amounts are text or number; `parseAmount` validates them, so that each error has its own code. */
export const DecimalInput = described(
  'An amount, as decimal text or a number.',
  Type.Union([Type.String({ maxLength: 60 }), Type.Number()]),
);
export const DecimalText = Type.String({
  description: 'An amount, as plain decimal text.',
  examples: ['0.00150000'],
});
export const decimal = (description: string) => described(description, DecimalText);

export const Timestamp = Type.String({ description: 'Time in ISO 8601, UTC.', format: 'date-time' });
export const time = (description: string) => described(description, Timestamp);

/** A time from a client; the operation validates it and names the field in its refusal. */
export const TimestampInput = Type.String({
  description: 'Time in ISO 8601.',
  maxLength: 40,
  examples: ['2026-11-21T10:00:00Z'],
});

/** base64url, as in WebAuthn replies of browsers. */
export const base64url = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength });

/**
 * A request field that clients of the specification send and that is ignored, because it is calculated again, or
 * changed elsewhere. All other unknown names are refused.
 */
export const ignored = (why: string) =>
  Type.Optional(Type.Unknown({ description: `Accepted and ignored: ${why}.` }));

/** Path parameters of an endpoint for one entry of a list. */
export const idParams = object({ id: text('Id, as returned by the list endpoint.', { maxLength: 40 }) });

/** A reason or an explanation by staff. */
export const reasonText = (description: string) => text(description, { minLength: 3, maxLength: 300 });

/** `{status:"OK", message, …}`. */
export const success = <P extends TProperties>(fields: P) =>
  object({
    status: described('The request succeeded.', Type.Literal('OK')),
    message: text('Description of the result.'),
    ...fields,
  });

/** `{status:"OK", message, baseDTO}`. */
export const itemReply = <S extends TSchema>(shape: S) =>
  success({ baseDTO: described('The requested object.', shape) });

/**
 * `{status:"OK", message, content, totalPages?, nextCursor}`; `totalPages` only for requests by `page`, as far as
 * pages reach.
 */
export const listReply = <S extends TSchema>(item: S) =>
  success({
    content: list('One page of the list.', item),
    totalPages: optional('Number of pages; only for requests with `page`.', Type.Integer()),
    nextCursor: optional(
      'Value of `cursor` for the next page; null on the last page.',
      orNull(Type.String()),
    ),
  });

/** Lists accept `page` (from 1) and `size`, or `cursor`. */
export const pageQuery = {
  page: optional(
    'Number of the page, from 1. New entries shift the pages, so an entry can be returned twice; with `cursor`, each is returned once.',
    Type.Integer({ minimum: 1, maximum: 1000 }),
  ),
  size: optional(
    'Maximum number of entries per page.',
    Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  ),
  cursor: optional('`nextCursor` of the previous page.', Type.String({ maxLength: 100 })),
};
/** Lists that only grow, or are too long for numbered pages. */
export const cursorQuery = { size: pageQuery.size, cursor: pageQuery.cursor };

export const ErrorReply = object({
  status: text('Type of the refusal.'),
  message: text('Code of the refusal.'),
  errors: list('Names of the invalid fields, or details.', Type.String()),
  data: optional(
    'Further data of the refusal, e.g. the new price or the seconds to wait.',
    Type.Record(Type.String(), Type.Unknown()),
  ),
});
export type ErrorReply = Static<typeof ErrorReply>;
