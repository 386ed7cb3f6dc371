import { type Asset, CHAIN_INFO, type Chain } from '@sarraf/domain';
import { createEvm, EVM_CONTRACTS, evmChainId, tokensOf } from '../../../chains/evm.ts';
import type { Codec, Net } from '../../../chains/types.ts';
import type { Fetch } from '../../../platform/outgoing/ways-out.ts';
import { NodeFailure, nodeEndpointOf } from '../node-http.ts';
import { type EvmMoney, evmNumber, quantity, readEvmBlock } from './evm-replies.ts';
import { type EvmRpc, talkToEvm } from './evm-rpc.ts';

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
const FINALIZING: ReadonlySet<Chain> = new Set(['ETHEREUM', 'BINANCE_COIN_BSC', 'MATIC', 'CELO']);

/**
 * Contracts that move the coin itself and log it as a token transfer: CELO's GoldToken, whose balances are the
 * accounts' own (docs.celo.org/specs/token-duality), and Polygon's MRC20 (0xPolygon/pos-contracts,
 * contracts/child/MRC20.sol).
 */
const TWINS: Readonly<Partial<Record<Chain, string>>> = {
  CELO: '0x471ece3750da237f93b8e339c536989b8978a438',
  MATIC: '0x0000000000000000000000000000000000001010',
};

/** Shared by the parts of a node. */
export interface EvmClient {
  chain: Chain;
  chainId: number;
  codec: Codec;
  money: EvmMoney;
  traces: boolean;
  finalizes: boolean;
  /** Opens a session after checking the chain id: otherwise another chain's money would be credited as this one's. */
  talk(): Promise<EvmRpc>;
  /** Null: the chain's own coin. Throws if the asset isn't on the chain. */
  contractOf(asset: Asset, tokenType: string): string | null;
}

export function createEvmClient(options: EvmNodeOptions): EvmClient {
  const { chain, net = 'main', traces = false } = options;
  const contracts = options.contracts ?? EVM_CONTRACTS[chain] ?? {};
  const tokens = tokensOf(chain, contracts);
  const chainId = evmChainId(chain, net);
  const coin = CHAIN_INFO[chain].coin;
  const place = nodeEndpointOf(options.url, { ...(options.fetch && { fetch: options.fetch }) });
  let checked = false;

  return {
    chain,
    chainId,
    codec: createEvm(chain, net, { contracts }),
    money: {
      chain,
      coin,
      tokens: new Map(tokens.map(({ contract, ...token }) => [contract.toLowerCase(), token])),
      twin: TWINS[chain] ?? null,
    },
    traces,
    finalizes: options.finality ? options.finality === 'finalized' : FINALIZING.has(chain),
    async talk() {
      const rpc = talkToEvm(chain, place, options.timeoutMs);
      if (!checked && evmNumber(await rpc.ask('eth_chainId')) !== chainId)
        throw new NodeFailure(chain, 'the node is of another chain');
      checked = true;
      return rpc;
    },
    contractOf(asset, tokenType) {
      if (asset === coin && tokenType === chain) return null;
      const token = tokens.find((one) => one.asset === asset && one.tokenType === tokenType);
      if (!token) throw new Error(`no ${asset} by ${tokenType} on ${chain}`);
      return token.contract;
    },
  };
}

/** A chain without finalised blocks yet has its first block. */
export async function finalHeight(rpc: EvmRpc): Promise<number> {
  const block = await rpc.ask('eth_getBlockByNumber', 'finalized', false);
  return block === null ? 0 : readEvmBlock(block).height;
}

/** Balance at the newest block, smallest units; `contract` null: the coin. */
export async function evmBalanceOf(rpc: EvmRpc, address: string, contract: string | null): Promise<bigint> {
  if (contract === null) return quantity(await rpc.ask('eth_getBalance', address, 'latest'));
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return quantity(await rpc.ask('eth_call', { to: contract, data }, 'latest'));
}

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
