import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './lazy-page.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('fails a chunk that has not loaded within 120 s, and not earlier', async () => {
  const failed = vi.fn();
  withTimeout(new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
});

test('leaves no timer behind when a chunk loads or fails in time', async () => {
  await expect(withTimeout(Promise.resolve('page'))).resolves.toBe('page');
  await expect(withTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
