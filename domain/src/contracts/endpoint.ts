import type { Static, TObject, TSchema } from 'typebox';
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
export const STEP_UP_CHANGES = [
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
export type StepUpChange = (typeof STEP_UP_CHANGES)[number];

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
  provedFor?: StepUpChange;
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
  /** Whether it is refused during maintenance (`isRefusedInMaintenance`). Unset: if its method isn't GET. */
  refusedInMaintenance?: boolean;
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
export const isRefusedInMaintenance = ({ access, method, refusedInMaintenance }: Endpoint): boolean =>
  access !== 'staff' && access !== 'sandbox' && (refusedInMaintenance ?? method !== 'GET');

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
export const MAX_CONFIRMATION_AGE_S = 600;

export const endpoint = <
  const M extends Endpoint['method'],
  const P extends string,
  const E extends Omit<Endpoint, 'method' | 'path'>,
>(
  method: M,
  path: P,
  rest: E,
): E & { method: M; path: P } => ({ ...rest, method, path });

type Part<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ReplyOf<E extends Endpoint> = Static<E['reply']>;
