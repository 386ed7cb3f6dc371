import { OPERATIONS, type Operations } from './api.ts';
import type { Clock } from './clock.ts';
import { Refusal, Unanswered } from './refusal.ts';
import { type Signer, textToSign } from './sign.ts';

export type OperationName = keyof Operations;
export type Asked<N extends OperationName> = Operations[N]['asked'];
export type Answer<N extends OperationName> = Operations[N]['answer'];

export interface RequestSettings {
  /** Address of the exchange, without `/api`. */
  url: string;
  /** Null: only public requests are possible. */
  signer: Signer | null;
  clock: Clock;
  fetch: typeof fetch;
  /** Maximum number of attempts of a request. */
  mostAttempts: number;
  /** Timeout of one attempt, milliseconds. */
  timeoutMs: number;
  /** Maximum Retry-After to wait for; for a longer one the caller gets the refusal. */
  longestWaitMs: number;
}

export interface CallOptions {
  /**
   * Key under which a repeat has no second effect. Unset: a new one for each call, used for its retries. Set your
   * own, and store it with the request, if you must be able to repeat it after a crash of your program.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface OperationRow {
  method: string;
  path: string;
  permission: string | null;
  idempotent: boolean;
  query: readonly string[];
  hasBody: boolean;
}

interface PreparedRequest {
  method: string;
  path: string;
  body: string;
  signed: boolean;
  idempotencyKey: string | null;
  /** A repeat has no further effect. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

const FIRST_RETRY_MS = 250;

/**
 * Sends a request. Temporary refusals and missing responses are retried: signed again, since each signature is
 * valid once, with the same body and the same Idempotency-Key, so that it has one effect.
 *
 * Throws Refusal, Unanswered, or the reason of `signal`.
 */
export async function request<N extends OperationName>(
  settings: RequestSettings,
  name: N,
  params: Asked<N>,
  options: CallOptions = {},
): Promise<Answer<N>> {
  const prepared = prepareRequest(OPERATIONS[name], params, options);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(settings, prepared);
    if (outcome.ok) return outcome.answer as Answer<N>;
    const waitMs = computeRetryDelay(outcome.error, { prepared, settings, attempt });
    if (waitMs === null) throw outcome.error;
    await sleep(waitMs, prepared.signal);
  }
}

function prepareRequest(
  row: OperationRow,
  params: Record<string, unknown>,
  options: CallOptions,
): PreparedRequest {
  const remainingFields = { ...params };
  const takeField = (field: string) => {
    const value = remainingFields[field];
    delete remainingFields[field];
    return value;
  };
  let path = row.path.replace(/\{(\w+)\}/g, (_, field: string) => encodePathSegment(field, takeField(field)));
  const query = new URLSearchParams();
  for (const field of row.query) {
    const value = takeField(field);
    if (value !== undefined) query.set(field, String(value));
  }
  if (query.size > 0) path += `?${query}`;
  const [unknown] = Object.keys(remainingFields);
  if (!row.hasBody && unknown !== undefined) throw new TypeError(`${unknown} is no field of this operation`);
  return {
    method: row.method,
    path,
    body: row.hasBody ? JSON.stringify(remainingFields) : '',
    signed: row.permission !== null,
    idempotencyKey: row.idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : null,
    repeatable: row.method === 'GET' || row.idempotent,
    signal: options.signal,
  };
}

/** Refuses values that would lead to another path: `..` is no id of an order. */
function encodePathSegment(field: string, value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${field} is no name`);
  return encodeURIComponent(text);
}

type AttemptOutcome = { ok: true; answer: unknown } | { ok: false; error: Refusal | Unanswered };

async function attemptOnce(settings: RequestSettings, prepared: PreparedRequest): Promise<AttemptOutcome> {
  const { method, path, body, idempotencyKey, signal } = prepared;
  signal?.throwIfAborted();
  const headers = await buildHeaders(settings, prepared);
  const signals = [AbortSignal.timeout(settings.timeoutMs), ...(signal ? [signal] : [])];
  let response: Response;
  let text: string;
  try {
    response = await settings.fetch(new URL(path, settings.url), {
      method,
      headers,
      ...(body !== '' && { body }),
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    return { ok: false, error: new Unanswered(idempotencyKey, error) };
  }
  const answer = parseJsonOrNull(text);
  if (response.ok && answer !== undefined) return { ok: true, answer };
  const mayBeDone = !prepared.repeatable && response.status >= 500;
  return { ok: false, error: new Refusal(answer ?? {}, response, { mayBeDone, idempotencyKey }) };
}

async function buildHeaders({ signer, clock }: RequestSettings, prepared: PreparedRequest): Promise<Headers> {
  const { method, path, body, signed, idempotencyKey } = prepared;
  const headers = new Headers();
  if (body !== '') headers.set('content-type', 'application/json');
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey);
  if (!signed) return headers;
  if (!signer) throw new TypeError('this operation needs an API key');
  const time = String(clock.next());
  headers.set('x-api-key', signer.key);
  headers.set('x-api-time', time);
  headers.set('x-api-signature', await signer.sign(await textToSign({ time, method, path, body })));
  return headers;
}

interface RetryContext {
  prepared: PreparedRequest;
  settings: RequestSettings;
  attempt: number;
}

/** Returns milliseconds until the retry; null: no retry. */
function computeRetryDelay(
  error: Refusal | Unanswered,
  { prepared, settings, attempt }: RetryContext,
): number | null {
  if (attempt >= settings.mostAttempts) return null;
  // Randomised, so that many clients that failed together don't return together.
  const backoffMs = FIRST_RETRY_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  if (error instanceof Unanswered) return prepared.repeatable ? backoffMs : null;
  switch (error.code) {
    case 'TIMESTAMP_OUT_OF_WINDOW':
      // Once: if it is refused again, the cause is another, such as a connection slower than the window.
      if (attempt > 1 || typeof error.data.serverTime !== 'number') return null;
      settings.clock.follow(error.data.serverTime);
      return 0;
    case 'SIGNATURE_USED':
      // Another process signs the same with this key, or a proxy sent it twice: the next time makes another text.
      return prepared.repeatable ? 0 : null;
    case 'TOO_MANY_REQUESTS':
      return limitDelay(error.retryAfterMs ?? backoffMs, settings);
    default:
      // Closures by staff last longer than a program waits, unless their end is stated.
      if (error.code === 'MAINTENANCE' || error.code === 'PAUSED')
        return error.retryAfterMs === null ? null : limitDelay(error.retryAfterMs, settings);
      return error.status >= 500 && prepared.repeatable
        ? limitDelay(error.retryAfterMs ?? backoffMs, settings)
        : null;
  }
}

const limitDelay = (ms: number, { longestWaitMs }: RequestSettings) => (ms <= longestWaitMs ? ms : null);

function parseJsonOrNull(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
