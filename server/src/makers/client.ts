import { randomUUID } from 'node:crypto';
import type { OutboxMessage } from '@sarraf/domain/contracts';
import { MARKET_MAKER_USER_AGENT } from '../platform/request-log.ts';

const TIMEOUT_MS = 10_000;

/** Thrown for any response of the API that isn't a success. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly httpStatus: number;
  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** One account of the public API, logged in like any customer of the sandbox. */
export class ApiClient {
  readonly #url: string;
  readonly #email: string;
  readonly #password: string;
  #token: string | null = null;

  constructor(url: string, email: string, password: string) {
    this.#url = url;
    this.#email = email;
    this.#password = password;
  }

  /** Logs in first, and again when the session has ended. Throws ApiRefusal, or a network error. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    this.#token ??= await this.#signIn();
    try {
      return await this.#send<T>(method, path, body, this.#token);
    } catch (error) {
      if (error instanceof ApiRefusal && error.httpStatus === 401) this.#token = null;
      throw error;
    }
  }

  /** Reads without an account. */
  readPublic<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  async #signIn(): Promise<string> {
    const email = this.#email;
    const loginReply = await this.#send<{ token?: string; baseDTO?: { challenge?: string } }>(
      'POST',
      '/users/login',
      {
        email,
        password: this.#password,
      },
    );
    if (loginReply.token) return loginReply.token;
    const [newest] = await this.#send<OutboxMessage[]>(
      'GET',
      `/sandbox/outbox?to=${encodeURIComponent(email)}`,
    );
    const checked = await this.#send<{ token: string }>('POST', '/users/check-otp-code', {
      email,
      code: newest?.code ?? '',
      challenge: loginReply.baseDTO?.challenge,
    });
    return checked.token;
  }

  async #send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        'user-agent': MARKET_MAKER_USER_AGENT,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new ApiRefusal(response.status, reply.message ?? '');
    return reply;
  }
}
