import { expect, test } from 'vitest';
import { ApiFailure } from '../lib/api/api.ts';
import { isNetworkLimit, retryAfter, waitOf, waitText } from './wait.ts';

test('a wait is said in the unit people would say, and never too short', () => {
  expect(waitOf(0)).toEqual({ unit: 'seconds', count: 1 });
  expect(waitOf(45.2)).toEqual({ unit: 'seconds', count: 46 });
  expect(waitOf(121)).toEqual({ unit: 'minutes', count: 3 });
  expect(waitOf(86_400)).toEqual({ unit: 'hours', count: 24 });
  expect([waitText(5), waitText(65), waitText(600)]).toEqual(['0:05', '1:05', '10:00']);
});

test('only a 429 asks to wait', () => {
  const failure = (httpStatus: number, retryAfter: unknown) =>
    new ApiFailure('TOO_MANY_REQUESTS', { httpStatus, data: { retryAfter } });
  expect(retryAfter(failure(429, 12.1))).toBe(13);
  expect(retryAfter(failure(429, 'soon'))).toBeNull();
  expect(retryAfter(failure(400, 12))).toBeNull();
  expect(retryAfter(new Error('429'))).toBeNull();
});

test('a limit of the network is told apart from one of the account', () => {
  const failure = (data: Record<string, unknown>, httpStatus = 429) =>
    new ApiFailure('TOO_MANY_REQUESTS', { httpStatus, data });
  expect(isNetworkLimit(failure({ retryAfter: 5, of: 'NETWORK' }))).toBe(true);
  expect(isNetworkLimit(failure({ retryAfter: 900 }))).toBe(false);
  expect(isNetworkLimit(failure({ of: 'NETWORK' }, 400))).toBe(false);
});
