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

interface Row {
  method: string;
  path: string;
  permission: string | null;
  idempotent: boolean;
  query: readonly string[];
  hasBody: boolean;
}

interface Prepared {
  method: string;
  path: string;
  body: string;
  signed: boolean;
  idempotencyKey: string | null;
  /** A repeat has no further effect. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;

/**
 * Sends a request. Temporary refusals and missing responses are retried: signed again, since each signature is
 * valid once, with the same body and the same Idempotency-Key, so that it has one effect.
 *
 * Throws Refusal, Unanswered, or the reason of `signal`.
 */
export async function request<N extends OperationName>(
  settings: RequestSettings,
  name: N,
  asked: Asked<N>,
  options: CallOptions = {},
): Promise<Answer<N>> {
  const prepared = prepare(OPERATIONS[name], asked, options);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(settings, prepared);
    if (outcome.ok) return outcome.answer as Answer<N>;
    const waitMs = waitBefore(outcome.error, { prepared, settings, attempt });
    if (waitMs === null) throw outcome.error;
    await pause(waitMs, prepared.signal);
  }
}

function prepare(row: Row, asked: Record<string, unknown>, options: CallOptions): Prepared {
  const rest = { ...asked };
  const take = (field: string) => {
    const value = rest[field];
    delete rest[field];
    return value;
  };
  let path = row.path.replace(/\{(\w+)\}/g, (_, field: string) => segment(field, take(field)));
  const query = new URLSearchParams();
  for (const field of row.query) {
    const value = take(field);
    if (value !== undefined) query.set(field, String(value));
  }
  if (query.size > 0) path += `?${query}`;
  const [unknown] = Object.keys(rest);
  if (!row.hasBody && unknown !== undefined) throw new TypeError(`${unknown} is no field of this operation`);
  return {
    method: row.method,
    path,
    body: row.hasBody ? JSON.stringify(rest) : '',
    signed: row.permission !== null,
    idempotencyKey: row.idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : null,
    repeatable: row.method === 'GET' || row.idempotent,
    signal: options.signal,
  };
}

/** Refuses values that would lead to another path: `..` is no id of an order. */
function segment(field: string, value: unknown): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${field} is no name`);
  return encodeURIComponent(text);
}

type Outcome = { ok: true; answer: unknown } | { ok: false; error: Refusal | Unanswered };

async function attemptOnce(settings: RequestSettings, prepared: Prepared): Promise<Outcome> {
  const { method, path, body, idempotencyKey, signal } = prepared;
  signal?.throwIfAborted();
  const headers = await headersOf(settings, prepared);
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
  const answer = parse(text);
  if (response.ok && answer !== undefined) return { ok: true, answer };
  const mayBeDone = !prepared.repeatable && response.status >= 500;
  return { ok: false, error: new Refusal(answer ?? {}, response, { mayBeDone, idempotencyKey }) };
}

async function headersOf({ signer, clock }: RequestSettings, prepared: Prepared): Promise<Headers> {
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

interface Circumstances {
  prepared: Prepared;
  settings: RequestSettings;
  attempt: number;
}

/** Returns milliseconds until the retry; null: no retry. */
function waitBefore(
  error: Refusal | Unanswered,
  { prepared, settings, attempt }: Circumstances,
): number | null {
  if (attempt >= settings.mostAttempts) return null;
  // Randomised, so that many clients that failed together don't return together.
  const growing = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  if (error instanceof Unanswered) return prepared.repeatable ? growing : null;
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
      return within(error.retryAfterMs ?? growing, settings);
    default:
      // Closures by staff last longer than a program waits, unless their end is stated.
      if (error.code === 'MAINTENANCE' || error.code === 'PAUSED')
        return error.retryAfterMs === null ? null : within(error.retryAfterMs, settings);
      return error.status >= 500 && prepared.repeatable
        ? within(error.retryAfterMs ?? growing, settings)
        : null;
  }
}

const within = (ms: number, { longestWaitMs }: RequestSettings) => (ms <= longestWaitMs ? ms : null);

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
