/** A call that brought no success: a refusal of the server, no connection, or no answer in time. */
export class ApiError extends Error {
  /** A code of `domain/src/errors.ts`, or OFFLINE, TIMEOUT, UNKNOWN. */
  readonly code: string;
  /** BAD_REQUEST, CONFLICT …; empty when the server said nothing. */
  readonly status: string;
  readonly errors: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** 0 when there was no answer. */
  readonly httpStatus: number;

  constructor(code: string, said: Partial<Pick<ApiError, 'status' | 'errors' | 'data' | 'httpStatus'>> = {}) {
    super(code);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = said.status ?? '';
    this.errors = said.errors ?? [];
    this.data = said.data ?? {};
    this.httpStatus = said.httpStatus ?? 0;
  }
}
