/** A failed call: a refusal by the server, no connection, or a timeout. */
export class ApiError extends Error {
  /** A code of `domain/src/errors.ts`, or OFFLINE, TIMEOUT, UNKNOWN. */
  readonly code: string;
  /** BAD_REQUEST, CONFLICT …; empty if the server sent none. */
  readonly status: string;
  readonly errors: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** 0 if there was no response. */
  readonly httpStatus: number;

  constructor(
    code: string,
    details: Partial<Pick<ApiError, 'status' | 'errors' | 'data' | 'httpStatus'>> = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? '';
    this.errors = details.errors ?? [];
    this.data = details.data ?? {};
    this.httpStatus = details.httpStatus ?? 0;
  }
}
