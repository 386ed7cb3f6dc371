import type { CustodyDeps, Kit } from './deps.ts';
import type { PublicKeys } from './ports.ts';

export function createKit(deps: CustodyDeps): Kit {
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
