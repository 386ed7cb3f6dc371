import { ApiFailure } from '../lib/api/api.ts';

/** Seconds the server asks to wait, from a 429; null otherwise. */
export function retryAfter(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || error.httpStatus !== 429) return null;
  const { retryAfter: seconds } = error.data;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : null;
}

/** Whether it was the limit of the network address, which the person may share with strangers, and nothing of their own. */
export const isNetworkLimit = (error: unknown): boolean =>
  error instanceof ApiFailure && error.httpStatus === 429 && error.data.of === 'NETWORK';

/** How long to wait, in the unit people would say: 45 seconds, 12 minutes, 3 hours; never less than it is. */
export function waitOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 100) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

/** 65 → "1:05". */
export const waitText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
