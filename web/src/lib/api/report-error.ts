import { cleanWebError, framesOf, webRouteOf } from '@sarraf/domain';
import type { BodyOf, reportWebError } from '@sarraf/domain/contracts';
import { getLanguage } from '../../i18n/language.ts';
import { ApiError } from './api-failure.ts';

/** From one page; what comes after says nothing new. */
const MAX_REPORTS = 5;
const reported = new Set<string>();

/** A part of the page that didn't come, in the words of each browser, or an answer of the API. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof ApiError ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script|preload css|^too late$/i.test(error.message));

/** The site's first script, which has another name in another version. */
export const firstScript = (): HTMLScriptElement | null => document.querySelector('script[type=module][src]');

/**
 * Tells the server of a fault in our own scripts: what broke and where, nothing of the person, and not who they are.
 * Nobody waits for it, and a report that is lost is lost.
 */
export function reportError(error: unknown): void {
  if (!(error instanceof Error) || isLoadError(error) || error.name === 'AbortError') return;
  const frames = framesOf(error.stack ?? '');
  // An extension of the browser, or another site's script.
  if (frames.length === 0) return;
  const report: BodyOf<typeof reportWebError> = {
    ...cleanWebError(error),
    frames,
    route: webRouteOf(location.pathname),
    version: /([\w.-]+)\.js$/.exec(firstScript()?.src ?? '')?.[1] ?? '',
    language: getLanguage(),
  };
  const body = JSON.stringify(report);
  if (reported.has(body) || reported.size >= MAX_REPORTS) return;
  reported.add(body);
  fetch('/api/web-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
