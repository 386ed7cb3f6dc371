import type { CustodyContext, CustodyDeps } from './deps.ts';
import type { PublicKeys } from './ports.ts';

/** An operator of the signer may set another cold address; all else of it stays. */
const FRESH_MS = 60_000;

export function createContext(deps: CustodyDeps): CustodyContext {
  let keys: Promise<PublicKeys> | null = null;
  let askedAt = 0;
  return {
    ...deps,
    now: () => new Date(deps.clock.now()),
    publicKeys() {
      if (keys !== null && performance.now() - askedAt < FRESH_MS) return keys;
      const before = keys;
      askedAt = performance.now();
      const asked = deps.signer.publicKeys().catch((error: unknown) => {
        if (before !== null) return before;
        if (keys === asked) keys = null;
        throw error;
      });
      keys = asked;
      return asked;
    },
  };
}
