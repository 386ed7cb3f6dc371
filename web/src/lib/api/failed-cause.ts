import { firstScript, isLoadError } from './report-error.ts';

/** Why a page can't be shown: it could not be loaded, its version is no longer served, or our own code failed. */
export type Cause = 'connection' | 'version' | 'fault';

const TIMEOUT_MS = 5_000;

export const guessPageErrorCause = (error: unknown): Cause => (isLoadError(error) ? 'connection' : 'fault');

/** The same, after checking on the server whether this version's entry script still exists. */
export async function diagnosePageError(error: unknown): Promise<Cause> {
  const cause = guessPageErrorCause(error);
  const script = firstScript()?.src;
  if (!script) return cause;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(script, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  return answer?.status === 404 ? 'version' : cause;
}
