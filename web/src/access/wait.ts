import { ApiError } from '../lib/api/api.ts';

/** Returns the seconds the server asks to wait, because of a rate limit or overload; null otherwise. */
export function getRetryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.httpStatus !== 429 && !isBusy(error))) return null;
  const { retryAfter: seconds } = error.data;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : null;
}

/** Whether it was the limit of the network address, which the person may share with others. */
const isNetworkLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.httpStatus === 429 && error.data.of === 'NETWORK';

/** Maintenance and pauses are 503 too, but have their own texts. */
const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';

/** Returns the cause of the delay for its message. */
export function getWaitCause(error: unknown): 'tooMany' | 'busyNetwork' | 'busy' {
  if (isBusy(error)) return 'busy';
  return isNetworkLimit(error) ? 'busyNetwork' : 'tooMany';
}

/** Converts a delay to its natural unit: 45 seconds, 12 minutes, 3 hours; rounded up. */
export function toWaitUnit(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 100) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) };
}
