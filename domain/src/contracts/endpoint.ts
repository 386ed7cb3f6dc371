import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Feature } from '../pauses.ts';

/**
 * Who may call: `public` anyone; `user` any signed-in person; `verified` who was authorised once, also while a change
 * of theirs is reviewed (INFORMATION_CHANGED, INFORMATION_CHANGED_PENDING); `authorized` only authenticationType
 * AUTHORIZED; `staff` who has one of `roles`; `sandbox` anyone, in sandbox mode only.
 */
export type Access = 'public' | 'user' | 'verified' | 'authorized' | 'staff' | 'sandbox';

/** `admin` may do what any of them may. */
export const STAFF_ROLES = ['support', 'kyc', 'treasury', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
/** Others' money leaves by what they do: in production their sessions begin with a passkey (PASSKEY_REQUIRED). */
export const PASSKEY_ROLES: ReadonlySet<StaffRole> = new Set(['treasury', 'admin']);

/** What protects an account, each of which is changed by who has just proved themselves for it. */
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

/** Which rate limit counts the call; the figures are settings. */
export type RateClass = 'read' | 'write' | 'money' | 'order' | 'login' | 'code';

/** What an API key of a customer may do for its owner. None of them changes what protects the account. */
export const KEY_PERMISSIONS = ['READ', 'TRADE', 'DEPOSIT', 'WITHDRAW'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; parameters as `:name`. */
  path: string;
  access: Access;
  /** Of a `staff` endpoint: whose it is in addition to `admin`. Unset: every role's. */
  roles?: readonly StaffRole[];
  /** Seconds since the session last proved password and second factor; later: CONFIRMATION_NEEDED. Staff: an hour. */
  confirmedWithin?: number;
  /** Only for who has just proved themselves for this change, which uses it up; else CONFIRMATION_NEEDED (`change`). */
  provedFor?: ProvedChange;
  /** It changes what protects the account or where its money may go: closed while the account is frozen or its settings are locked. */
  setting?: true;
  rate: RateClass;
  /**
   * The operation itself says whom the limit of a network address slows down: browsers that the account knows, and what
   * is right, are never held up by what others do at the same address.
   */
  limitsNetwork?: true;
  /** Which permission lets an API key of a customer call it. Unset: no such key does, ever. Not those of stores: `apiKey`. */
  permission?: KeyPermission;
  summary: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** The body is multipart: `body` describes its text fields, this its files. */
  files?: { names: readonly string[]; maxBytes: number };
  /** How large its JSON body may be. Unset: 100 kB. */
  maxBytes?: number;
  /** The body may come as an HTML form posts it: from a page of someone else's. */
  form?: true;
  /**
   * The query (the body) is written by someone else's program, a bank's or Google's, who may add to it what they like:
   * names that aren't known are no fault here. Everywhere else they are refused (UNKNOWN_FIELD).
   */
  openQuery?: true;
  openBody?: true;
  /** It may move money, so it is done in the process that settles the books. What only reads is answered by any process. */
  settles?: true;
  /** A repeat with the same Idempotency-Key is answered as the first time was. */
  idempotent?: true;
  /** Whether it is refused while maintenance is on (`pausesInMaintenance`). Unset: what isn't asked for by GET. */
  pauses?: boolean;
  /**
   * What it belongs to and is refused with while staff has paused that (PAUSED); null: it is never paused on its own. A list:
   * which one, or whether any, depends on what is asked for, and the operation judges. Said by each that changes something.
   */
  feature?: Feature | readonly Feature[] | null;
  /** What it answers or sends is in the language of Accept-Language, where that is one of these. */
  languages?: readonly ('fa' | 'en' | 'ar')[];
  /**
   * The same for everyone, whoever asks: pages of any site may read it (without credentials), and who sends the ETag of what
   * they have is told 304 while nothing has changed. Only of `public` reads.
   */
  shared?: true;
  /** Called by the program of a company's store: the bearer is an API key of the company. */
  apiKey?: true;
  reply: TSchema;
  /** The reply is no JSON but one of these media types. */
  media?: readonly string[];
  /** It answers with this status and the address where the browser goes on. */
  redirects?: 302 | 303;
  /**
   * It is to go: the day on which that was said (`2027-01-31`), and the day until which it is there at least, half a year later
   * or more (LEAST_NOTICE_MONTHS). Each answer says so, and the documents do.
   */
  deprecated?: { since: string; until: string };
  /** The refusals a caller should expect beyond those every endpoint has. */
  errors?: readonly ErrorCode[];
}

/**
 * Whether customers are refused it while maintenance is on (MAINTENANCE): what changes something for them. Not what staff does,
 * signing in and out, what protects an account at once, and the end of what was begun before: a bank's word on a payment.
 */
export const pausesInMaintenance = ({ access, method, pauses }: Endpoint): boolean =>
  access !== 'staff' && access !== 'sandbox' && (pauses ?? method !== 'GET');

/** The files in which a table is offered: CSV, XLSX. */
export const TABLE_MEDIA = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
/** The languages of the product itself; texts of staff may be there in Arabic too. */
export const LANGUAGES = ['fa', 'en'] as const;

/** Of the person's tax year: Iran's begins with spring. */
export const CALENDARS = ['JALALI', 'GREGORIAN'] as const;
export type Calendar = (typeof CALENDARS)[number];

/** How fresh a session must be for a change of what protects the account. */
export const CONFIRMED = 600;

export const endpoint = <const E extends Endpoint>(e: E): E => e;

type Part<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ReplyOf<E extends Endpoint> = Static<E['reply']>;

/** The schema with what its field means, for the documents of the API. */
export const described = <S extends TSchema>(description: string, schema: S): S => {
  // A copy with what isn't enumerable: that is where the library notes that a field is optional.
  const copy = Object.defineProperties({} as S, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { description });
};

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Amounts arrive as text or number; `parseAmount` judges them, so that each fault has its own code. */
export const DecimalInput = described(
  'An amount: decimal text, or a number.',
  Type.Union([Type.String({ maxLength: 60 }), Type.Number()]),
);
export const DecimalText = Type.String({
  description: 'An amount: plain decimal text.',
  examples: ['0.00150000'],
});
export const Timestamp = Type.String({ description: 'ISO 8601, UTC.', format: 'date-time' });
/** base64url, as a browser's key answers. */
export const base64url = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength });

/** A time from a client; the operation judges it and names the field in its refusal. */
export const TimestampInput = Type.String({
  description: 'ISO 8601.',
  maxLength: 40,
  examples: ['2026-11-21T10:00:00Z'],
});

/**
 * Of a request: what clients of the specification send and nothing here depends on, since it is calculated again, or is
 * changed elsewhere. Every other name that a contract lacks is refused.
 */
export const ignored = (why: string) =>
  Type.Optional(Type.Unknown({ description: `Accepted and ignored: ${why}.` }));

export const open = { additionalProperties: false } as const;

/** `{status:"OK", message, …}`. */
export const success = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object(
    {
      status: described('The call was done.', Type.Literal('OK')),
      message: described('What was done, in words.', Type.String()),
      ...fields,
    },
    open,
  );

/** `{status:"OK", message, baseDTO}`. */
export const withBase = <S extends TSchema>(schema: S) =>
  success({ baseDTO: described('What was asked for.', schema) });

/** `{status:"OK", message, content, totalPages?, nextCursor}`; who asks by `page` is told of pages as far as they go. */
export const withContent = <S extends TSchema>(item: S) =>
  success({
    content: described('One page of the list.', Type.Array(item)),
    totalPages: described(
      'How many pages there are; told to who asks by `page`.',
      Type.Optional(Type.Integer()),
    ),
    nextCursor: described(
      'Pass it as `cursor` for the next page; null: this was the last.',
      Type.Optional(Type.Union([Type.String(), Type.Null()])),
    ),
  });

/** Lists take `page` (from 1) and `size`, or `cursor`. */
export const pageQuery = {
  page: described(
    'Number of the page, from 1. Rows that come meanwhile move the pages, so that one can be seen twice; by `cursor` each is seen once.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  ),
  size: described(
    'How many entries a page has.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  ),
  cursor: described('`nextCursor` of the page before.', Type.Optional(Type.String({ maxLength: 100 }))),
};

export const Failure = Type.Object(
  {
    status: described('The kind of refusal.', Type.String()),
    message: described('Its code.', Type.String()),
    errors: described('Names of the fields at fault, or details.', Type.Array(Type.String())),
    data: described(
      'Facts for going on: the new price, seconds to wait.',
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ),
  },
  open,
);
export type Failure = Static<typeof Failure>;
