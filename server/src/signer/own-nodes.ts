import type { Chain } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import type { ChainNode } from '../custody/ports.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { DIRECT } from '../platform/outgoing/ways-out.ts';
import { createChainNode } from '../providers/nodes/chain-nodes.ts';
import type { SignerSettings } from './settings.ts';

/** The nodes that the signer asks by itself; in the sandbox its chains, where no other is named. */
export async function ownNodes(
  { sandbox, nodes }: Pick<SignerSettings, 'sandbox' | 'nodes'>,
  db: Db,
  codecOf: (chain: Chain) => Codec,
): Promise<(chain: Chain) => ChainNode | undefined> {
  const own = new Map<Chain, ChainNode>();
  if (sandbox) {
    const { createSandboxChains } = await import('../sandbox/sandbox-chain.ts');
    for (const [chain, node] of createSandboxChains({ db, clock: systemClock, codecOf }).nodes)
      own.set(chain, node);
  }
  for (const [chain, address] of Object.entries(nodes) as [Chain, string][])
    own.set(
      chain,
      createChainNode(
        chain,
        address,
        () => Promise.reject(new Error('only what was sent is looked for')),
        // Its nodes are ours, and nothing else is in reach of what holds the keys.
        DIRECT.fetch,
      ),
    );
  return (chain) => own.get(chain);
}
