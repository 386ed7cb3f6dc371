import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Caller } from './admit.ts';
import type { CallSignature } from './keys/used-signatures.ts';

export const API_PREFIX = '/api';
export const API_PATH = /^\/api(?:[/?]|$)/;

/** Header that marks the server's own calls, with a secret that never leaves the process. */
const VISITOR_HEADER = 'x-sarraf-visitor';
const TICKET_HEADER = 'x-sarraf-ticket';

/** A call that the server makes to itself. */
export interface OwnCall {
  method: Endpoint['method'];
  /** Below `/api`, with its query. */
  path: string;
  body?: unknown;
  /** Idempotency key of the call. */
  idempotencyKey?: string;
  /** Null: a visitor. */
  caller: { caller: Caller; signed: CallSignature } | null;
  /** Address of the client. */
  ip: string;
}

/** Calls that this server makes to itself, without a connection: for page rendering, and for other forms of the API. */
export class OwnCalls {
  readonly #app: FastifyInstance;
  readonly #visitorSecret = randomUUID();
  /**
   * Callers authenticated by another form of the API, by a single-use random ticket that only the call itself
   * carries.
   */
  readonly #callerByTicket = new Map<string, NonNullable<OwnCall['caller']>>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  readonly isOwnCall = (request: FastifyRequest): boolean =>
    request.headers[VISITOR_HEADER] === this.#visitorSecret;

  readonly findAdmittedCaller = (request: FastifyRequest): OwnCall['caller'] =>
    this.isOwnCall(request)
      ? (this.#callerByTicket.get(String(request.headers[TICKET_HEADER])) ?? null)
      : null;

  async callAsVisitor(url: string, language: 'fa' | 'en'): Promise<{ status: number; body: string }> {
    const headers = { 'accept-language': language, [VISITOR_HEADER]: this.#visitorSecret };
    const { statusCode, body } = await this.#app.inject({ url, headers });
    return { status: statusCode, body };
  }

  async callAs({
    method,
    path,
    body: payload,
    idempotencyKey,
    caller,
    ip,
  }: OwnCall): Promise<{ status: number; body: string }> {
    const ticket = randomUUID();
    if (caller) this.#callerByTicket.set(ticket, caller);
    try {
      const headers = {
        [VISITOR_HEADER]: this.#visitorSecret,
        [TICKET_HEADER]: ticket,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      const url = API_PREFIX + path;
      const request = { method, url, headers, remoteAddress: ip, ...(payload !== undefined && { payload }) };
      const { statusCode, body } = await this.#app.inject(request as InjectOptions);
      return { status: statusCode, body };
    } finally {
      this.#callerByTicket.delete(ticket);
    }
  }
}
