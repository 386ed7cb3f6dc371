import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, StepUpChange } from '@sarraf/domain/contracts';
import { pendingHydration } from '../../framework/hydration/hydration.ts';
import { getLanguage } from '../../framework/i18n/language.ts';
import { requestStepUp, waitForTokenReplacement } from '../session/step-up.ts';
import { getToken, rereadToken } from '../session/token.ts';
import { ApiError } from './api-failure.ts';
import { trackMoneyRequest } from './last-move.ts';

export { ApiError } from './api-failure.ts';

const BASE = '/api';
const TIMEOUT_MS = 20_000;

/** A part is required exactly when the endpoint's contract has it. */
type ContractPart<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

export type Parts<E extends Endpoint> = ContractPart<'params', ParamsOf<E>> &
  ContractPart<'query', QueryOf<E>> &
  ContractPart<'body', BodyOf<E>> & {
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
  const hydration = pendingHydration();
  if (hydration) await hydration;
  const attempt = async (token: string | null) => {
    const response = await send(method, path, parts, token);
    return parseReplyOrThrow(response.status, await response.text().catch(() => '')) as ReplyOf<E>;
  };
  const reply = parts.confirms ? attempt(getToken()) : withSessionRetry(attempt);
  return parts.idempotencyKey ? trackMoneyRequest(path, reply) : reply;
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
      if (!(await requestStepUp(error.data.change as StepUpChange | undefined))) throw error;
    } else {
      if (error.httpStatus !== 401) throw error;
      await waitForTokenReplacement();
      const currentToken = rereadToken();
      if (!currentToken || currentToken === token) throw error;
    }
    return attempt(getToken());
  }
}

/** Returns the URL of a call: the path below `/api` with its parameters and query. */
export const buildApiUrl = (path: string, parts: Pick<AnyParts, 'params' | 'query'>): string =>
  BASE + fillPathParams(path, parts.params) + buildQueryString(parts.query);

export const buildApiHeaders = (token: string | null): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': getLanguage(),
  ...(token && { Authorization: token }),
});

async function send(method: string, path: string, parts: AnyParts, token: string | null): Promise<Response> {
  const timeoutSignal = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
  try {
    return await fetch(buildApiUrl(path, parts), {
      method,
      headers: {
        ...buildApiHeaders(token),
        ...(parts.body && { 'Content-Type': 'application/json' }),
        ...(parts.idempotencyKey && { 'Idempotency-Key': parts.idempotencyKey }),
      },
      body: parts.body ? JSON.stringify(parts.body) : null,
      signal: parts.signal ? AbortSignal.any([parts.signal, timeoutSignal]) : timeoutSignal,
      // The steps of signing in are bound by a cookie to the browser that started them.
      credentials: path.startsWith('/users/') ? 'same-origin' : 'omit',
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(timeoutSignal.aborted ? 'TIMEOUT' : 'OFFLINE');
  }
}

/** Returns the parsed reply, or throws the refusal as an `ApiError`. */
export function parseReplyOrThrow(httpStatus: number, text: string): unknown {
  const reply = parse(text);
  if (httpStatus < 200 || httpStatus > 299) throw toApiError(httpStatus, reply);
  if (reply === undefined) throw new ApiError('UNKNOWN', { httpStatus });
  return reply;
}

function toApiError(httpStatus: number, reply: unknown): ApiError {
  const fields = isRecord(reply) ? reply : {};
  const message = typeof fields.message === 'string' ? fields.message : '';
  const status = typeof fields.status === 'string' ? fields.status : '';
  return new ApiError(message || status || (httpStatus === 429 ? 'TOO_MANY_REQUESTS' : 'UNKNOWN'), {
    httpStatus,
    status,
    errors: Array.isArray(fields.errors)
      ? fields.errors.filter((e): e is string => typeof e === 'string')
      : [],
    data: isRecord(fields.data) ? fields.data : {},
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const fillPathParams = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

function buildQueryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
