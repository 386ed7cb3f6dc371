import type { Chain } from '@sarraf/domain';
import type { Codec } from '../chains/types.ts';
import type { ChainNode } from '../custody/ports.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { DIRECT_CONNECTION } from '../platform/outgoing/connections.ts';
import { createChainNode } from '../providers/nodes/chain-nodes.ts';
import type { SignerSettings } from './settings.ts';

/** Returns the signer's own nodes; in the sandbox its simulated chains, unless others are configured. */
export async function createOwnNodes(
  { sandbox, nodes }: Pick<SignerSettings, 'sandbox' | 'nodes'>,
  db: Db,
  codecOf: (chain: Chain) => Codec,
): Promise<(chain: Chain) => ChainNode | undefined> {
  const nodesByChain = new Map<Chain, ChainNode>();
  if (sandbox) {
    const { createSandboxChains } = await import('../sandbox/sandbox-chain.ts');
    for (const [chain, node] of createSandboxChains({ db, clock: systemClock, codecOf }).nodes)
      nodesByChain.set(chain, node);
  }
  for (const [chain, address] of Object.entries(nodes) as [Chain, string][])
    nodesByChain.set(
      chain,
      createChainNode(
        chain,
        address,
        () => Promise.reject(new Error('only sent transactions can be looked up')),
        // These nodes are ours, and the process that holds the keys can reach nothing else.
        DIRECT_CONNECTION.fetch,
      ),
    );
  return (chain) => nodesByChain.get(chain);
}
