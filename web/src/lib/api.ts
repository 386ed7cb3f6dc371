import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { getLanguage } from '../i18n/language.ts';
import { getToken } from './token.ts';

const BASE = '/api';
const TIMEOUT_MS = 20_000;

/** A call that brought no success: a refusal of the server, no connection, or no answer in time. */
export class ApiFailure extends Error {
  /** A code of `domain/src/errors.ts`, or OFFLINE, TIMEOUT, UNKNOWN. */
  readonly code: string;
  /** BAD_REQUEST, CONFLICT …; empty when the server said nothing. */
  readonly status: string;
  readonly errors: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** 0 when there was no answer. */
  readonly httpStatus: number;

  constructor(
    code: string,
    said: Partial<Pick<ApiFailure, 'status' | 'errors' | 'data' | 'httpStatus'>> = {},
  ) {
    super(code);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = said.status ?? '';
    this.errors = said.errors ?? [];
    this.data = said.data ?? {};
    this.httpStatus = said.httpStatus ?? 0;
  }
}

/** A part is asked for exactly when the endpoint's contract has it. */
type Given<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

type Parts<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> & {
    /** From `newIntent()`; every money call carries one. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    timeoutMs?: number;
  };

type Options<E extends Endpoint> =
  Record<string, never> extends Parts<E> ? [options?: Parts<E>] : [options: Parts<E>];

interface AnyParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * One call of the API, typed by its contract (import it by type alone, so that its schema stays out of the bundle):
 * `call<typeof exchangeBuy>('POST', '/exchange/buy', { body, idempotencyKey })`. Throws an `ApiFailure`.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[options]: Options<E>
): Promise<ReplyOf<E>> {
  const parts = (options ?? {}) as AnyParts;
  const response = await send(method, path, parts);
  const text = await response.text().catch(() => '');
  const reply = parse(text);
  if (!response.ok) throw failureOf(response.status, reply);
  if (reply === undefined) throw new ApiFailure('UNKNOWN', { httpStatus: response.status });
  return reply as ReplyOf<E>;
}

async function send(method: string, path: string, parts: AnyParts): Promise<Response> {
  const token = getToken();
  const clock = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
  try {
    return await fetch(BASE + withParams(path, parts.params) + queryText(parts.query), {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': getLanguage(),
        ...(token && { Authorization: token }),
        ...(parts.body && { 'Content-Type': 'application/json' }),
        ...(parts.idempotencyKey && { 'Idempotency-Key': parts.idempotencyKey }),
      },
      body: parts.body ? JSON.stringify(parts.body) : null,
      signal: parts.signal ? AbortSignal.any([parts.signal, clock]) : clock,
      credentials: 'omit',
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiFailure(clock.aborted ? 'TIMEOUT' : 'OFFLINE');
  }
}

function failureOf(httpStatus: number, reply: unknown): ApiFailure {
  const said = isRecord(reply) ? reply : {};
  const message = typeof said.message === 'string' ? said.message : '';
  const status = typeof said.status === 'string' ? said.status : '';
  return new ApiFailure(message || status || (httpStatus === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN'), {
    httpStatus,
    status,
    errors: Array.isArray(said.errors) ? said.errors.filter((e): e is string => typeof e === 'string') : [],
    data: isRecord(said.data) ? said.data : {},
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const withParams = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
