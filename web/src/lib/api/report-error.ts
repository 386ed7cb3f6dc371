import { extractFrames, getWebRoute, redactWebError } from '@sarraf/domain';
import type { BodyOf, reportWebError } from '@sarraf/domain/contracts';
import { getLanguage } from '../../framework/i18n/language.ts';
import { ApiError } from './api-failure.ts';

/** Per page; later errors are usually consequences of the first ones. */
const MAX_REPORTS = 5;
const reportedBodies = new Set<string>();

/** Whether a chunk failed to load, by the message of each browser, or an API call failed. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof ApiError ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script|preload css|^too late$/i.test(error.message));

/** The site's entry script, whose name differs in each version. */
export const findEntryScript = (): HTMLScriptElement | null =>
  document.querySelector('script[type=module][src]');

/**
 * Reports an error of our own scripts to the server: what broke and where, without personal data.
 * The caller doesn't wait, and a lost report is not sent again.
 */
export function reportError(error: unknown): void {
  if (!(error instanceof Error) || isLoadError(error) || error.name === 'AbortError') return;
  const frames = extractFrames(error.stack ?? '');
  // A browser extension, or another site's script.
  if (frames.length === 0) return;
  const report: BodyOf<typeof reportWebError> = {
    ...redactWebError(error),
    frames,
    route: getWebRoute(location.pathname),
    version: /([\w.-]+)\.js$/.exec(findEntryScript()?.src ?? '')?.[1] ?? '',
    language: getLanguage(),
  };
  const body = JSON.stringify(report);
  if (reportedBodies.has(body) || reportedBodies.size >= MAX_REPORTS) return;
  reportedBodies.add(body);
  fetch('/api/web-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
