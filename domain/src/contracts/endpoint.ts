import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Feature } from '../pauses.ts';

/**
 * Who may call: `public` anyone; `user` any signed-in user; `verified` users who were authorised once, also while a
 * change of theirs is in review (INFORMATION_CHANGED, INFORMATION_CHANGED_PENDING); `authorized` only
 * authenticationType AUTHORIZED; `staff` members with one of `roles`; `sandbox` anyone, in sandbox mode only.
 */
export type Access = 'public' | 'user' | 'verified' | 'authorized' | 'staff' | 'sandbox';

/** `admin` includes the rights of all others. */
export const STAFF_ROLES = ['support', 'kyc', 'treasury', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
/**
 * Roles that can pay out customers' money: in production their sessions must start with a passkey
 * (PASSKEY_REQUIRED).
 */
export const PASSKEY_ROLES: ReadonlySet<StaffRole> = new Set(['treasury', 'admin']);

/** Security settings, each of which requires a fresh proof for that change. */
export const PROVED_CHANGES = [
  'EMAIL',
  'MOBILE',
  'PASSWORD',
  'TWO_STEP',
  'RECOVERY_CODES',
  'THAW',
  'ADDRESS',
  'WHITELIST',
  'SETTINGS_LOCK',
  'MAIL_PHRASE',
  'PASSKEY',
  'API_KEY',
] as const;
export type ProvedChange = (typeof PROVED_CHANGES)[number];

/** The rate limit that counts the call; the limits are settings. */
export type RateClass = 'read' | 'write' | 'money' | 'order' | 'login' | 'code';

/** Permissions of a customer's API key. None of them covers security settings. */
export const KEY_PERMISSIONS = ['READ', 'TRADE', 'DEPOSIT', 'WITHDRAW'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; parameters as `:name`. */
  path: string;
  access: Access;
  /** Roles of a `staff` endpoint in addition to `admin`. Unset: all. */
  roles?: readonly StaffRole[];
  /**
   * Maximum seconds since the session last proved password and second factor; later: CONFIRMATION_NEEDED. Staff: an
   * hour.
   */
  confirmedWithin?: number;
  /** Requires a fresh proof for this change, which is used up; otherwise CONFIRMATION_NEEDED (`change`). */
  provedFor?: ProvedChange;
  /**
   * Changes a security setting or a destination of money: refused while the account is frozen or its settings are
   * locked.
   */
  setting?: true;
  rate: RateClass;
  /**
   * The operation itself applies the limit per network address: known browsers, and requests with the right secret,
   * are not slowed down by others at the same address.
   */
  limitsNetwork?: true;
  /** Permission that lets a customer's API key call it. Unset: no such key may. Keys of stores: `apiKey`. */
  permission?: KeyPermission;
  summary: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** The body is multipart: `body` describes its text fields, this its files. */
  files?: { names: readonly string[]; maxBytes: number };
  /** Maximum size of its JSON body. Unset: 100 kB. */
  maxBytes?: number;
  /** The body may be an HTML form posted by a page of another site. */
  form?: true;
  /**
   * Query or body come from a third party, a bank or Google, which may add fields: unknown names are accepted here.
   * Everywhere else they are refused (UNKNOWN_FIELD).
   */
  openQuery?: true;
  openBody?: true;
  /**
   * It may move money, so it is executed by the ledger writer. Endpoints that only read are executed by any
   * process.
   */
  settles?: true;
  /** A repeat with the same Idempotency-Key gets the stored reply. */
  idempotent?: true;
  /** Whether it is refused during maintenance (`pausesInMaintenance`). Unset: if its method isn't GET. */
  pauses?: boolean;
  /**
   * Feature that it belongs to: it is refused while staff has paused that (PAUSED); null: never paused separately.
   * A list: it depends on the request, and the operation checks it. Set for each endpoint that changes something.
   */
  feature?: Feature | readonly Feature[] | null;
  /** Languages of its reply or messages, chosen by Accept-Language. */
  languages?: readonly ('fa' | 'en' | 'ar')[];
  /**
   * The reply is the same for every caller: pages of any site may read it (without credentials), and an unchanged
   * ETag gets 304. Only for `public` reads.
   */
  shared?: true;
  /** Called by the program of a company's store: the bearer is an API key of the company. */
  apiKey?: true;
  reply: TSchema;
  /** The reply has one of these media types instead of JSON. */
  media?: readonly string[];
  /** It replies with this status and the URL where the browser continues. */
  redirects?: 302 | 303;
  /**
   * Deprecated: the day of the announcement (`2027-01-31`), and the earliest day of its removal, at least half a
   * year later (MIN_NOTICE_MONTHS). Each reply and the documents say so.
   */
  deprecated?: { since: string; until: string };
  /** Error codes in addition to those of every endpoint. */
  errors?: readonly ErrorCode[];
}

/**
 * Whether customers are refused during maintenance (MAINTENANCE): for endpoints that change something for them. Not
 * for staff, signing in and out, immediate protection of an account, and the completion of earlier operations, such
 * as a bank's report on a payment.
 */
export const pausesInMaintenance = ({ access, method, pauses }: Endpoint): boolean =>
  access !== 'staff' && access !== 'sandbox' && (pauses ?? method !== 'GET');

/** File formats of tables: CSV, XLSX. */
export const TABLE_MEDIA = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
/** Languages of the product itself; texts by staff may exist in Arabic too. */
export const LANGUAGES = ['fa', 'en'] as const;

/** Calendar of the tax year: Iran's begins in spring. */
export const CALENDARS = ['JALALI', 'GREGORIAN'] as const;
export type Calendar = (typeof CALENDARS)[number];

/** Maximum age of a session's confirmation for a change of security settings, in seconds. */
export const CONFIRMED = 600;

export const endpoint = <const E extends Endpoint>(e: E): E => e;

type Part<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ReplyOf<E extends Endpoint> = Static<E['reply']>;

/** Adds the field's description for the API documents to a schema. */
export const described = <S extends TSchema>(description: string, schema: S): S => {
  // A copy including non-enumerable properties, which the library uses to mark a field as optional.
  const copy = Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { description });
};

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Amounts are text or number; `parseAmount` validates them, so that each error has its own code. */
export const DecimalInput = described(
  'An amount, as decimal text or a number.',
  Type.Union([Type.String({ maxLength: 60 }), Type.Number()]),
);
export const DecimalText = Type.String({
  description: 'An amount, as plain decimal text.',
  examples: ['0.00150000'],
});
export const Timestamp = Type.String({ description: 'Time in ISO 8601, UTC.', format: 'date-time' });
/** base64url, as in WebAuthn replies of browsers. */
export const base64url = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength });

/** A time from a client; the operation validates it and names the field in its refusal. */
export const TimestampInput = Type.String({
  description: 'Time in ISO 8601.',
  maxLength: 40,
  examples: ['2026-11-21T10:00:00Z'],
});

/**
 * A request field that clients of the specification send and that is ignored, because it is calculated again, or
 * changed elsewhere. All other unknown names are refused.
 */
export const ignored = (why: string) =>
  Type.Optional(Type.Unknown({ description: `Accepted and ignored: ${why}.` }));

export const open = { additionalProperties: false } as const;

/** `{status:"OK", message, …}`. */
export const success = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object(
    {
      status: described('The request succeeded.', Type.Literal('OK')),
      message: described('Description of the result.', Type.String()),
      ...fields,
    },
    open,
  );

/** `{status:"OK", message, baseDTO}`. */
export const withBase = <S extends TSchema>(schema: S) =>
  success({ baseDTO: described('The requested object.', schema) });

/**
 * `{status:"OK", message, content, totalPages?, nextCursor}`; `totalPages` only for requests by `page`, as far as
 * pages reach.
 */
export const withContent = <S extends TSchema>(item: S) =>
  success({
    content: described('One page of the list.', Type.Array(item)),
    totalPages: described('Number of pages; only for requests with `page`.', Type.Optional(Type.Integer())),
    nextCursor: described(
      'Value of `cursor` for the next page; null on the last page.',
      Type.Optional(Type.Union([Type.String(), Type.Null()])),
    ),
  });

/** Lists accept `page` (from 1) and `size`, or `cursor`. */
export const pageQuery = {
  page: described(
    'Number of the page, from 1. New entries shift the pages, so an entry can be returned twice; with `cursor`, each is returned once.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  ),
  size: described(
    'Maximum number of entries per page.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  ),
  cursor: described('`nextCursor` of the previous page.', Type.Optional(Type.String({ maxLength: 100 }))),
};

export const Failure = Type.Object(
  {
    status: described('Type of the refusal.', Type.String()),
    message: described('Code of the refusal.', Type.String()),
    errors: described('Names of the invalid fields, or details.', Type.Array(Type.String())),
    data: described(
      'Further data of the refusal, e.g. the new price or the seconds to wait.',
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ),
  },
  open,
);
export type Failure = Static<typeof Failure>;
