import type { CustodyContext, CustodyDeps } from './deps.ts';
import type { PublicKeys } from './ports.ts';

export function createContext(deps: CustodyDeps): CustodyContext {
  let keys: Promise<PublicKeys> | null = null;
  return {
    ...deps,
    now: () => new Date(deps.clock.now()),
    publicKeys() {
      keys ??= deps.signer.publicKeys().catch((error: unknown) => {
        keys = null;
        throw error;
      });
      return keys;
    },
  };
}
