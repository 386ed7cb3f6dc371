import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getCheckFreshness, STALE_AFTER_MS } from './check-freshness.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();

test('what was never looked at, or not within its limit, is not known to be calm', () => {
  expect(getCheckFreshness(null, NOW)).toBe('NEVER');
  expect(getCheckFreshness(ago(STALE_AFTER_MS + 1), NOW)).toBe('BLIND');
  expect(getCheckFreshness(ago(STALE_AFTER_MS), NOW)).toBe('SEEING');
  // A clock of the browser's that is behind the server's is no reason to doubt.
  expect(getCheckFreshness(ago(-5_000), NOW)).toBe('SEEING');
});

test('pages that say that all is well check first that the checks are running', () => {
  for (const [page, calm] of [
    ['alarms.tsx', "t('emptyTitle')"],
    ['books.tsx', "'right'"],
  ] as const) {
    const text = readFileSync(`${import.meta.dirname}/../${page}`, 'utf8');
    expect(text, page).toContain(calm);
    expect(text.indexOf('getCheckFreshness('), page).toBeGreaterThan(0);
    expect(text.indexOf('getCheckFreshness('), page).toBeLessThan(text.indexOf(calm));
  }
});
