import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';

/**
 * Who may call: `public` anyone; `user` any signed-in person; `verified` who was authorised once, also while a change
 * of theirs is reviewed (INFORMATION_CHANGED, INFORMATION_CHANGED_PENDING); `authorized` only authenticationType
 * AUTHORIZED; `staff` who has one of `roles`; `sandbox` anyone, in sandbox mode only.
 */
export type Access = 'public' | 'user' | 'verified' | 'authorized' | 'staff' | 'sandbox';

/** `admin` may do what any of them may. */
export const STAFF_ROLES = ['support', 'kyc', 'treasury', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Which rate limit counts the call; the figures are settings. */
export type RateClass = 'read' | 'write' | 'money' | 'order' | 'login' | 'code';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; parameters as `:name`. */
  path: string;
  access: Access;
  /** Of a `staff` endpoint: whose it is beside `admin`. Unset: every role's. */
  roles?: readonly StaffRole[];
  /** Seconds since the session last proved password and second factor; later: CONFIRMATION_NEEDED. Staff: an hour. */
  confirmedWithin?: number;
  rate: RateClass;
  summary: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** The body is multipart: `body` describes its text fields, this its files. */
  files?: { names: readonly string[]; maxBytes: number };
  /** How large its JSON body may be. Unset: 100 kB. */
  maxBytes?: number;
  /** The body may come as an HTML form posts it: from a page of somebody else's. */
  form?: true;
  /**
   * The query (the body) is written by somebody else's program, a bank's or Google's, who may add to it what they like:
   * names that aren't known are no fault here. Everywhere else they are refused (UNKNOWN_FIELD).
   */
  openQuery?: true;
  openBody?: true;
  /** It may move money, so it is done in the process that settles the books. What only reads is answered by any process. */
  settles?: true;
  reply: TSchema;
  /** The refusals a caller should expect beyond those every endpoint has. */
  errors?: readonly ErrorCode[];
}

/** How fresh a session must be for a change of what protects the account. */
export const CONFIRMED = 600;

export const endpoint = <const E extends Endpoint>(e: E): E => e;

type Part<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ReplyOf<E extends Endpoint> = Static<E['reply']>;

/** Amounts arrive as text or number; `parseAmount` judges them, so that each fault has its own code. */
export const DecimalInput = Type.Union([Type.String({ maxLength: 60 }), Type.Number()]);
/** Amounts leave as plain decimal text. */
export const DecimalText = Type.String({ examples: ['0.00150000'] });
export const Timestamp = Type.String({ format: 'date-time' });
/** A time from a client; the operation judges it and names the field in its refusal. */
export const TimestampInput = Type.String({ maxLength: 40, examples: ['2026-11-21T10:00:00Z'] });

/**
 * Of a request: what clients of the specification send and nothing here depends on, since it is reckoned anew, or is
 * changed elsewhere. Every other name that a contract lacks is refused.
 */
export const ignored = (why: string) =>
  Type.Optional(Type.Unknown({ description: `Accepted and ignored: ${why}` }));

export const open = { additionalProperties: false } as const;

/** `{status:"OK", message, …}`. */
export const success = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object({ status: Type.Literal('OK'), message: Type.String(), ...fields }, open);

/** `{status:"OK", message, baseDTO}`. */
export const withBase = <S extends TSchema>(schema: S) => success({ baseDTO: schema });

/** `{status:"OK", message, content, totalPages?, nextCursor}`; who asks by `page` is told of pages as far as they go. */
export const withContent = <S extends TSchema>(item: S) =>
  success({
    content: Type.Array(item),
    totalPages: Type.Optional(Type.Integer()),
    nextCursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  });

/** Lists take `page` (from 1) and `size`, or `cursor`. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
};

export const Failure = Type.Object(
  {
    status: Type.String(),
    message: Type.String(),
    errors: Type.Array(Type.String()),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  open,
);
export type Failure = Static<typeof Failure>;
