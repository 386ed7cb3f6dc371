import { ApiError } from './api-failure.ts';

/** The last call that may have moved money, for a page that broke and must say what became of it. */
export interface MoneyRequest {
  /** As in its contract: `/orders`. */
  path: string;
  /** SENT: nobody has answered yet; UNKNOWN: nobody will. */
  state: 'SENT' | 'DONE' | 'REFUSED' | 'UNKNOWN';
  /** In milliseconds. */
  at: number;
  /** When it is SENT no longer. */
  settled: Promise<unknown>;
}

let last: MoneyRequest | null = null;
export const getLastMoneyRequest = (): MoneyRequest | null => last;

export function trackMoneyRequest<T>(path: string, work: Promise<T>): Promise<T> {
  const move: MoneyRequest = { path, state: 'SENT', at: Date.now(), settled: work };
  last = move;
  const end = (state: MoneyRequest['state']) => {
    move.state = state;
  };
  move.settled = work.then(
    () => end('DONE'),
    (error) => end(isUnresolved(error) ? 'UNKNOWN' : 'REFUSED'),
  );
  return work;
}

/** No answer, or none that tells whether it was done: only the same request may be sent again. */
export const isUnresolved = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.httpStatus === 0 ||
  error.httpStatus >= 500 ||
  error.code === 'UNKNOWN';
