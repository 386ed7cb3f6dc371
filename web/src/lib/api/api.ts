import type { BodyOf, Endpoint, ParamsOf, ProvedChange, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { getLanguage } from '../../i18n/language.ts';
import { pendingHydration } from '../loading/hydration.ts';
import { requestStepUp, waitForTokenReplacement } from '../session/step-up.ts';
import { getToken, rereadToken } from '../session/token.ts';
import { ApiError } from './api-failure.ts';
import { trackMoneyRequest } from './last-move.ts';

export { ApiError } from './api-failure.ts';

const BASE = '/api';
const TIMEOUT_MS = 20_000;

/** A part is required exactly when the endpoint's contract has it. */
type Given<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

export type Parts<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> & {
    /** From `newIdempotencyKey()`; every money call has one. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    timeoutMs?: number;
    /** A call of the confirmation dialog itself, which must not wait for another one. */
    confirms?: boolean;
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
  confirms?: boolean;
}

/**
 * Calls the API, typed by the endpoint's contract (import it by type alone, so that its schema stays out of the
 * bundle):
 * `call<typeof exchangeBuy>('POST', '/exchange/buy', { body, idempotencyKey })`. Throws an `ApiError`.
 * Without an endpoint, no method or path is accepted.
 */
export async function call<E extends Endpoint = never>(
  method: E['method'],
  path: E['path'],
  ...[options]: Options<E>
): Promise<ReplyOf<E>> {
  const parts = (options ?? {}) as AnyParts;
  const taking = pendingHydration();
  if (taking) await taking;
  const attempt = async (token: string | null) => {
    const response = await send(method, path, parts, token);
    return replyOf(response.status, await response.text().catch(() => '')) as ReplyOf<E>;
  };
  const answer = parts.confirms ? attempt(getToken()) : withSessionRetry(attempt);
  return parts.idempotencyKey ? trackMoneyRequest(path, answer) : answer;
}

/**
 * Makes one attempt, and a second one if the session's token changed in the meantime: because the person confirmed
 * at the server's request, or because the first attempt carried an older token of the same session.
 */
export async function withSessionRetry<T>(attempt: (token: string | null) => Promise<T>): Promise<T> {
  const token = getToken();
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof ApiError) || token === null) throw error;
    if (error.code === 'CONFIRMATION_NEEDED') {
      if (!(await requestStepUp(error.data.change as ProvedChange | undefined))) throw error;
    } else {
      if (error.httpStatus !== 401) throw error;
      await waitForTokenReplacement();
      const now = rereadToken();
      if (!now || now === token) throw error;
    }
    return attempt(getToken());
  }
}

/** Returns the URL of a call: the path below `/api` with its parameters and query. */
export const addressOf = (path: string, parts: Pick<AnyParts, 'params' | 'query'>): string =>
  BASE + withParams(path, parts.params) + queryText(parts.query);

export const headersOf = (token: string | null): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': getLanguage(),
  ...(token && { Authorization: token }),
});

async function send(method: string, path: string, parts: AnyParts, token: string | null): Promise<Response> {
  const clock = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
  try {
    return await fetch(addressOf(path, parts), {
      method,
      headers: {
        ...headersOf(token),
        ...(parts.body && { 'Content-Type': 'application/json' }),
        ...(parts.idempotencyKey && { 'Idempotency-Key': parts.idempotencyKey }),
      },
      body: parts.body ? JSON.stringify(parts.body) : null,
      signal: parts.signal ? AbortSignal.any([parts.signal, clock]) : clock,
      // The steps of signing in are bound by a cookie to the browser that started them.
      credentials: path.startsWith('/users/') ? 'same-origin' : 'omit',
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(clock.aborted ? 'TIMEOUT' : 'OFFLINE');
  }
}

/** Returns the parsed reply, or throws the refusal as an `ApiError`. */
export function replyOf(httpStatus: number, text: string): unknown {
  const reply = parse(text);
  if (httpStatus < 200 || httpStatus > 299) throw failureOf(httpStatus, reply);
  if (reply === undefined) throw new ApiError('UNKNOWN', { httpStatus });
  return reply;
}

function failureOf(httpStatus: number, reply: unknown): ApiError {
  const said = isRecord(reply) ? reply : {};
  const message = typeof said.message === 'string' ? said.message : '';
  const status = typeof said.status === 'string' ? said.status : '';
  return new ApiError(message || status || (httpStatus === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN'), {
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
