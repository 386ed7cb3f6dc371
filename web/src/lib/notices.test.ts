import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDialog, getFeedbackSnapshot, showDialog, toast } from './notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeDialog();
  vi.runAllTimers();
  vi.useRealTimers();
});
const title = () => getFeedbackSnapshot().dialog?.title;

test('closes a dialog automatically after its time', () => {
  showDialog({ title: 'short', autoCloseMs: 4_000 });
  vi.advanceTimersByTime(3_999);
  expect(title()).toBe('short');
  vi.advanceTimersByTime(1);
  expect(title()).toBeUndefined();
});

test('keeps a dialog without a time open, even after the time of an earlier dialog', () => {
  showDialog({ title: 'short', autoCloseMs: 4_000 });
  vi.advanceTimersByTime(3_000);
  showDialog({ title: 'stays' });
  vi.advanceTimersByTime(600_000);
  expect(title()).toBe('stays');
  showDialog({ title: 'first', autoCloseMs: 4_000 });
  vi.advanceTimersByTime(3_000);
  showDialog({ title: 'second', autoCloseMs: 4_000 });
  vi.advanceTimersByTime(3_999);
  expect(title()).toBe('second');
});

test('shows each toast once, at most three together, and removes it after its time', () => {
  const texts = () => getFeedbackSnapshot().toasts.map(({ text }) => text);
  for (const text of ['one', 'one', 'two', 'three', 'four']) toast(text);
  expect(texts()).toEqual(['two', 'three', 'four']);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});
