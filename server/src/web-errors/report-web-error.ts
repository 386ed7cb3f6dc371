import { createHash } from 'node:crypto';
import { cleanWebError, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { BodyOf, reportWebError } from '@sarraf/domain/contracts';
import { newId } from '../platform/ids.ts';
import type { WebErrorDeps } from './deps.ts';
import { countWebError } from './store.ts';

/** Of everybody together, here: one fault may meet all of them at once, and a few reports say as much as all. */
const MAX_A_MINUTE = 60;
/** So that made-up errors don't drive the real ones out. */
const MAX_NEW_AN_HOUR = 50;

type Reported = BodyOf<typeof reportWebError>;

/**
 * Writes a report down under what it has in common with others. What the browser cleaned is cleaned again, since
 * anybody may send anything; what comes too fast is dropped without a word, since nobody waits for the answer.
 */
export function createReporter({ db, clock, log }: WebErrorDeps) {
  let minute = 0;
  let taken = 0;
  return async (reported: Reported, userAgent: string): Promise<void> => {
    const now = clock.now();
    const current = Math.floor(now / MINUTE_MS);
    taken = current === minute ? taken + 1 : 1;
    minute = current;
    if (taken > MAX_A_MINUTE) return;
    const { route, frames, version, language } = reported;
    const { name, message } = cleanWebError(reported);
    const kind = [name, message, route, scriptOf(frames)];
    const row = {
      id: newId(),
      fingerprint: createHash('sha256').update(JSON.stringify(kind)).digest(),
      ...{ name, message, route, version, frames, language },
      browser: browserOf(userAgent),
    };
    const limits = { now: new Date(now), since: new Date(now - HOUR_MS), maxNew: MAX_NEW_AN_HOUR };
    const counted = await countWebError(db, row, limits);
    if (counted?.isNew)
      log.warn({ area: 'web-errors', name, message, route, version }, 'a new error of a page');
  };
}

/** `trade` of `assets/trade-Ab12Cd34.js:1:2345`: what stays the same in the next version. */
const scriptOf = ([frame = '']: readonly string[]): string =>
  frame.replace(/^assets\//, '').replace(/(-[\w-]{8})?\.js:.*$/, '');

/** In this order: each of them also names those that come after it. */
const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ['Samsung', /SamsungBrowser\/(\d{1,4})/],
  ['Opera', /OPR\/(\d{1,4})/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\/(\d{1,4})/],
  ['Safari', /Version\/(\d{1,4})\S* (?:Mobile\/\S+ )?Safari/],
];

/** Family and main version, which thousands share. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return '';
}
