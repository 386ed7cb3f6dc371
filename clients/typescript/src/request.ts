import { OPERATIONS, type Operations } from './api.ts';
import type { Clock } from './clock.ts';
import { Refusal, Unanswered } from './refusal.ts';
import { type Signer, textToSign } from './sign.ts';

export type OperationName = keyof Operations;
export type Asked<N extends OperationName> = Operations[N]['asked'];
export type Answer<N extends OperationName> = Operations[N]['answer'];

export interface RequestSettings {
  /** Of the exchange, without `/api`. */
  url: string;
  /** Null: only what is the same for everybody is asked for. */
  signer: Signer | null;
  clock: Clock;
  fetch: typeof fetch;
  /** How often one thing is asked for at most. */
  mostAttempts: number;
  /** How long one attempt may take, milliseconds. */
  timeoutMs: number;
  /** The longest Retry-After that is waited for; a longer one is the caller's to know. */
  longestWaitMs: number;
}

export interface CallOptions {
  /**
   * Under which a repeat has no second effect. Unset: a new one for each call, kept for its repeats. Give your own, and keep it
   * with what you want done, where you must be able to ask again after a crash of your own.
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
  /** A repeat does nothing that the first time didn't do. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;

/**
 * Asks the exchange for one thing. What was refused for a reason that passes, or was not answered, is asked again: signed anew,
 * since each signature is good once, with the same body and the same Idempotency-Key, so that it has one effect.
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

/** What would be no part of a path, but another path, is refused: `..` is nobody's order. */
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

/** Milliseconds until it is asked again; null: it isn't. */
function waitBefore(
  error: Refusal | Unanswered,
  { prepared, settings, attempt }: Circumstances,
): number | null {
  if (attempt >= settings.mostAttempts) return null;
  // Many clients that failed at once don't come back at once.
  const growing = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  if (error instanceof Unanswered) return prepared.repeatable ? growing : null;
  switch (error.code) {
    case 'TIMESTAMP_OUT_OF_WINDOW':
      // Once: who is right and still refused has something else wrong, a line that is slower than the window.
      if (attempt > 1 || typeof error.data.serverTime !== 'number') return null;
      settings.clock.follow(error.data.serverTime);
      return 0;
    case 'SIGNATURE_USED':
      // Somebody else signs the same with this key, or a proxy sent it twice: the next time is another text.
      return prepared.repeatable ? 0 : null;
    case 'TOO_MANY_REQUESTS':
      return within(error.retryAfterMs ?? growing, settings);
    default:
      // What is closed by staff stays so for longer than a program waits, unless they said when it ends.
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
