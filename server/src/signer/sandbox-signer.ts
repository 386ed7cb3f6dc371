import type { Chain } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import { loadOrCreateSecret, SANDBOX_APPROVAL_KEY_FILE } from '../platform/config/key-files.ts';
import type { SignerOptions } from './create-signer.ts';
import { deriveSandboxColdAddresses } from './keys.ts';
import type { SignerSettings } from './settings.ts';

const EOS_COLD = 'sarrafcoldwa';

/** Replaces cold wallet and security keys in the sandbox. */
export async function createSandboxSignerParts(
  { dataDir }: Pick<SignerSettings, 'dataDir'>,
  seed: Uint8Array,
  codecOf: (chain: Chain) => Codec,
): Promise<Required<Pick<SignerOptions, 'cold' | 'virtualKey'>>> {
  const { createSandboxKeys } = await import('../sandbox/sandbox-keys.ts');
  const { find } = createSandboxKeys(loadOrCreateSecret(dataDir, SANDBOX_APPROVAL_KEY_FILE));
  return { cold: deriveSandboxColdAddresses(seed, codecOf, EOS_COLD), virtualKey: find };
}
