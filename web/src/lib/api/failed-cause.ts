import { findEntryScript, isLoadError } from './report-error.ts';

/** Why a page can't be shown: it could not be loaded, its version is no longer served, or our own code failed. */
export type PageErrorCause = 'connection' | 'version' | 'error';

const TIMEOUT_MS = 5_000;

export const guessPageErrorCause = (error: unknown): PageErrorCause =>
  isLoadError(error) ? 'connection' : 'error';

/** The same, after checking on the server whether this version's entry script still exists. */
export async function diagnosePageError(error: unknown): Promise<PageErrorCause> {
  const cause = guessPageErrorCause(error);
  const script = findEntryScript()?.src;
  if (!script) return cause;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(script, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  return response?.status === 404 ? 'version' : cause;
}
