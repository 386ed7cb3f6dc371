import type { Failure } from './api.ts';

/** The exchange has said no. Unless `mayBeDone` says so, nothing was done. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Which of the codes of the API's documents it is. */
  readonly code: string;
  /** Of HTTP. */
  readonly status: number;
  /** Names of what was wrong. */
  readonly errors: readonly string[];
  /** Facts for going on. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How long to wait before it is asked again; null: nobody said. */
  readonly retryAfterMs: number | null;
  /** What support finds the request by. */
  readonly requestId: string | null;
  /** Whether it may have been done all the same: it was asked without an Idempotency-Key, and the server failed. */
  readonly mayBeDone: boolean;
  /** Under which the same may be asked again; null: the operation takes none. */
  readonly idempotencyKey: string | null;

  constructor(
    { message, errors = [], data = {} }: Partial<Failure>,
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

/** Nobody answered, as often as it was tried: whether it was done isn't known. Asking with the same key finds out. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** Null: the operation takes none; look what has become of it before it is asked again. */
  readonly idempotencyKey: string | null;

  constructor(idempotencyKey: string | null, cause: unknown) {
    super('the exchange did not answer', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
