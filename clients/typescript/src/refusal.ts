import type { ErrorReply } from './api.ts';

/** A refusal by the exchange. Unless `mayBeDone` says so, nothing was done. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** One of the codes in the API's documents. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** Names of the invalid fields. */
  readonly errors: readonly string[];
  /** Further data for handling it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How long to wait before a retry; null: not stated. */
  readonly retryAfterMs: number | null;
  /** Id by which support finds the request. */
  readonly requestId: string | null;
  /** Whether it may have been done all the same: it was sent without an Idempotency-Key, and the server failed. */
  readonly mayBeDone: boolean;
  /** Key under which it may be repeated; null: the operation takes none. */
  readonly idempotencyKey: string | null;

  constructor(
    { message, errors = [], data = {} }: Partial<ErrorReply>,
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    {
      mayBeDone = false,
      idempotencyKey = null,
    }: { mayBeDone?: boolean; idempotencyKey?: string | null } = {},
  ) {
    super(message ?? `HTTP ${status}`);
    this.code = message ?? `HTTP_${status}`;
    this.status = status;
    this.errors = errors;
    this.data = data;
    const seconds = Number.parseFloat(headers.get('retry-after') ?? '');
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
    this.requestId = headers.get('x-request-id');
    this.mayBeDone = mayBeDone;
    this.idempotencyKey = idempotencyKey;
  }
}

/** There was no response to any attempt: whether it was done isn't known. Repeating it with the same key finds out. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** Null: the operation takes none; check its outcome before repeating it. */
  readonly idempotencyKey: string | null;

  constructor(idempotencyKey: string | null, cause: unknown) {
    super('the exchange did not answer', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
