import { type Asset, CHAIN_INFO, type Chain } from '@sarraf/domain';
import { createEvm, EVM_CONTRACTS, evmChainIdOf, listEvmTokens } from '../../../chains/evm.ts';
import type { Codec, Net } from '../../../chains/types.ts';
import type { Fetch } from '../../../platform/outgoing/connections.ts';
import { NodeFailure, nodeEndpointOf } from '../node-http.ts';
import { type AcceptedEvmAssets, parseEvmBlock, parseEvmNumber, parseQuantity } from './evm-replies.ts';
import { type EvmRpc, openEvmSession } from './evm-rpc.ts';

export interface EvmNodeOptions {
  chain: Chain;
  /** May contain `user:password@`. */
  url: string;
  net?: Net;
  /** Whether to use the chain's own finality; by default wherever it exists. */
  finality?: 'finalized' | 'confirmations';
  /** Token contracts by tokenType, instead of the main net's. */
  contracts?: Readonly<Partial<Record<string, string>>>;
  /** Whether the node traces calls (debug_traceBlockByNumber, debug_traceTransaction). */
  traces?: boolean;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Chains whose `finalized` tag is meaningful. CLASSIC_ETHEREUM has proof of work only. */
const FINALIZING_CHAINS: ReadonlySet<Chain> = new Set(['ETHEREUM', 'BINANCE_COIN_BSC', 'MATIC', 'CELO']);

/**
 * Contracts that move the coin itself and log it as a token transfer: CELO's GoldToken, whose balances are the
 * accounts' own (docs.celo.org/specs/token-duality), and Polygon's MRC20 (0xPolygon/pos-contracts,
 * contracts/child/MRC20.sol).
 */
const TWIN_CONTRACTS: Readonly<Partial<Record<Chain, string>>> = {
  CELO: '0x471ece3750da237f93b8e339c536989b8978a438',
  MATIC: '0x0000000000000000000000000000000000001010',
};

/** Shared by the parts of a node. */
export interface EvmClient {
  chain: Chain;
  chainId: number;
  codec: Codec;
  money: AcceptedEvmAssets;
  traces: boolean;
  finalizes: boolean;
  /** Opens a session after checking the chain id: otherwise another chain's money would be credited as this one's. */
  openSession(): Promise<EvmRpc>;
  /** Null: the chain's own coin. Throws if the asset isn't on the chain. */
  contractOf(asset: Asset, tokenType: string): string | null;
}

export function createEvmClient(options: EvmNodeOptions): EvmClient {
  const { chain, net = 'main', traces = false } = options;
  const contracts = options.contracts ?? EVM_CONTRACTS[chain] ?? {};
  const tokens = listEvmTokens(chain, contracts);
  const chainId = evmChainIdOf(chain, net);
  const coin = CHAIN_INFO[chain].coin;
  const endpoint = nodeEndpointOf(options.url, { ...(options.fetch && { fetch: options.fetch }) });
  let isChainChecked = false;

  return {
    chain,
    chainId,
    codec: createEvm(chain, net, { contracts }),
    money: {
      chain,
      coin,
      tokens: new Map(tokens.map(({ contract, ...token }) => [contract.toLowerCase(), token])),
      twin: TWIN_CONTRACTS[chain] ?? null,
    },
    traces,
    finalizes: options.finality ? options.finality === 'finalized' : FINALIZING_CHAINS.has(chain),
    async openSession() {
      const rpc = openEvmSession(chain, endpoint, options.timeoutMs);
      if (!isChainChecked && parseEvmNumber(await rpc.call('eth_chainId')) !== chainId)
        throw new NodeFailure(chain, 'the node is of another chain');
      isChainChecked = true;
      return rpc;
    },
    contractOf(asset, tokenType) {
      if (asset === coin && tokenType === chain) return null;
      const token = tokens.find(
        (candidate) => candidate.asset === asset && candidate.tokenType === tokenType,
      );
      if (!token) throw new Error(`no ${asset} by ${tokenType} on ${chain}`);
      return token.contract;
    },
  };
}

/** A chain without finalised blocks yet has its first block. */
export async function readFinalHeight(rpc: EvmRpc): Promise<number> {
  const block = await rpc.call('eth_getBlockByNumber', 'finalized', false);
  return block === null ? 0 : parseEvmBlock(block).height;
}

/** Balance at the newest block, smallest units; `contract` null: the coin. */
export async function readEvmBalance(rpc: EvmRpc, address: string, contract: string | null): Promise<bigint> {
  if (contract === null) return parseQuantity(await rpc.call('eth_getBalance', address, 'latest'));
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return parseQuantity(await rpc.call('eth_call', { to: contract, data }, 'latest'));
}

export const toHex = (value: number | bigint): string => `0x${value.toString(16)}`;
