import { ApiError } from './api-failure.ts';

/** The last money request, so that the error page can report its outcome. */
export interface MoneyRequest {
  /** The path as in its contract: `/orders`. */
  path: string;
  /** SENT: no response yet; UNKNOWN: there will be none. */
  state: 'SENT' | 'DONE' | 'REFUSED' | 'UNKNOWN';
  /** In milliseconds. */
  at: number;
  /** Resolves when the state is no longer SENT. */
  settled: Promise<unknown>;
}

let lastRequest: MoneyRequest | null = null;
export const getLastMoneyRequest = (): MoneyRequest | null => lastRequest;

export function trackMoneyRequest<T>(path: string, work: Promise<T>): Promise<T> {
  const request: MoneyRequest = { path, state: 'SENT', at: Date.now(), settled: work };
  lastRequest = request;
  const setState = (state: MoneyRequest['state']) => {
    request.state = state;
  };
  request.settled = work.then(
    () => setState('DONE'),
    (error) => setState(isUnresolved(error) ? 'UNKNOWN' : 'REFUSED'),
  );
  return work;
}

/**
 * Whether there was no response, or none that shows if the request was executed: only the same request may be sent
 * again.
 */
export const isUnresolved = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.httpStatus === 0 ||
  error.httpStatus >= 500 ||
  error.code === 'UNKNOWN';
