import { expect, test } from 'vitest';
import { ApiError } from '../lib/api/api.ts';
import { getRetryAfterSeconds, getWaitCause, toWaitUnit } from './wait.ts';

test('toWaitUnit rounds a delay up and uses the natural unit', () => {
  expect(toWaitUnit(0)).toEqual({ unit: 'seconds', count: 1 });
  expect(toWaitUnit(45.2)).toEqual({ unit: 'seconds', count: 46 });
  expect(toWaitUnit(121)).toEqual({ unit: 'minutes', count: 3 });
  expect(toWaitUnit(86_400)).toEqual({ unit: 'hours', count: 24 });
});

test('retryAfter returns a delay for 429 and 503 alone', () => {
  const failure = (httpStatus: number, retryAfter: unknown) =>
    new ApiError('TOO_MANY_REQUESTS', { httpStatus, data: { retryAfter } });
  expect(getRetryAfterSeconds(failure(429, 12.1))).toBe(13);
  expect(getRetryAfterSeconds(failure(429, 'soon'))).toBeNull();
  expect(getRetryAfterSeconds(failure(400, 12))).toBeNull();
  expect(getRetryAfterSeconds(new Error('429'))).toBeNull();
});

test('getWaitCause distinguishes limits of the account, of the network, and a busy server', () => {
  const failure = (data: Record<string, unknown>, code = 'TOO_MANY_REQUESTS') =>
    new ApiError(code, { httpStatus: code === 'TOO_MANY_REQUESTS' ? 429 : 503, data });
  expect(getWaitCause(failure({ retryAfter: 5, of: 'NETWORK' }))).toBe('busyNetwork');
  expect(getWaitCause(failure({ retryAfter: 900 }))).toBe('tooMany');
  expect(getWaitCause(failure({ retryAfter: 3 }, 'SERVICE_UNAVAILABLE'))).toBe('busy');
  expect(getRetryAfterSeconds(failure({ retryAfter: 3 }, 'SERVICE_UNAVAILABLE'))).toBe(3);
  expect(getRetryAfterSeconds(failure({}, 'SERVICE_UNAVAILABLE'))).toBeNull();
  expect(getRetryAfterSeconds(failure({ retryAfter: 3_600 }, 'MAINTENANCE'))).toBeNull();
});
