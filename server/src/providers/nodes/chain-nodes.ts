import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { ChainNode } from '../../custody/ports.ts';
import type { Fetch } from '../../platform/outgoing/connections.ts';
import { createEosNode } from './eos-node.ts';
import { createEvmNode } from './evm/evm-node.ts';
import { createMultiversxNode } from './multiversx-node.ts';
import { createStellarNode } from './stellar-node.ts';
import { createTronNode } from './tron/tron-node.ts';
import { createUtxoNode } from './utxo/utxo-node.ts';
import { createXrplNode } from './xrpl-node.ts';

/** Suffix of the URL of an EVM node that traces calls, so that payments by contracts are detected too. */
const TRACES_SUFFIX = '#traces';

/**
 * Creates the main net node of a chain. `accounts`: our single account on chains where all users share it, newest
 * first.
 */
export function createChainNode(
  chain: Chain,
  address: string,
  accounts: () => Promise<readonly string[]>,
  fetch: Fetch,
): ChainNode {
  const traces = address.endsWith(TRACES_SUFFIX);
  const url = traces ? address.slice(0, -TRACES_SUFFIX.length) : address;
  switch (CHAIN_INFO[chain].family) {
    case 'UTXO':
      return createUtxoNode({ chain, url, net: 'main', fetch });
    case 'EVM':
      return createEvmNode({ chain, url, traces, fetch });
    case 'TRON':
      return createTronNode({ url, fetch });
    case 'XRPL':
      return createXrplNode({ url, accounts, fetch });
    case 'STELLAR':
      return createStellarNode({ url, accounts, fetch });
    case 'EOS':
      // The name is independent of the key.
      return createEosNode({ url, account: async () => (await accounts())[0] ?? '', fetch });
    case 'MULTIVERSX':
      return createMultiversxNode({ url, fetch });
  }
}
