import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withDeadline } from './lazy-page.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a part that has not come within 120 s has failed, and not a moment sooner', async () => {
  const failed = vi.fn();
  withDeadline(new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
});

test('one that comes or fails in time leaves no clock behind', async () => {
  await expect(withDeadline(Promise.resolve('page'))).resolves.toBe('page');
  await expect(withDeadline(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
