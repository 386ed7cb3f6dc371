import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, redactWebError } from '@sarraf/domain';
import type { BodyOf, reportWebError } from '@sarraf/domain/contracts';
import { newId } from '../platform/ids.ts';
import type { WebErrorDeps } from './deps.ts';
import { countWebError } from './store.ts';

/** Rate limit for all callers together: one bug may affect everyone, and a few reports say as much as all. */
const MAX_PER_MINUTE = 60;
/** Limits new kinds, so that made-up errors don't displace the real ones. */
const MAX_NEW_PER_HOUR = 50;

type WebErrorReport = BodyOf<typeof reportWebError>;

/**
 * Stores a report with others of its kind. The browser's redaction is repeated, since anyone may send anything;
 * reports beyond the limit are dropped silently, since no caller waits for the result.
 */
export function createReporter({ db, clock, log }: WebErrorDeps) {
  let minute = 0;
  let countThisMinute = 0;
  return async (reported: WebErrorReport, userAgent: string): Promise<void> => {
    const now = clock.now();
    const current = Math.floor(now / MINUTE_MS);
    countThisMinute = current === minute ? countThisMinute + 1 : 1;
    minute = current;
    if (countThisMinute > MAX_PER_MINUTE) return;
    const { route, frames, version, language } = reported;
    const { name, message } = redactWebError(reported);
    const kind = [name, message, route, scriptNameOf(frames)];
    const row = {
      id: newId(),
      fingerprint: createHash('sha256').update(JSON.stringify(kind)).digest(),
      ...{ name, message, route, version, frames, language },
      browser: browserOf(userAgent),
    };
    const limits = { now: new Date(now), since: new Date(now - HOUR_MS), maxNew: MAX_NEW_PER_HOUR };
    const result = await countWebError(db, row, limits);
    if (result?.isNew)
      log.warn({ area: 'web-errors', name, message, route, version }, 'a new error of a page');
  };
}

/** Returns `trade` for `assets/trade-Ab12Cd34.js:1:2345`: the part that stays the same in the next version. */
const scriptNameOf = ([frame = '']: readonly string[]): string =>
  frame.replace(/^assets\//, '').replace(/(-[\w-]{8})?\.js:.*$/, '');

/** In this order: each pattern also matches those that come after it. */
const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ['Samsung', /SamsungBrowser\/(\d{1,4})/],
  ['Opera', /OPR\/(\d{1,4})/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\/(\d{1,4})/],
  ['Safari', /Version\/(\d{1,4})\S* (?:Mobile\/\S+ )?Safari/],
];

/** Returns family and main version, which thousands of people share. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return '';
}
