import { trc20Words, tronAddressBytes } from '../../../chains/tron.ts';
import type { Net } from '../../../chains/types.ts';
import type { Fetch } from '../../../platform/outgoing/ways-out.ts';
import { field } from '../../prices/price-http.ts';
import { NODE_TIMEOUT_MS, NodeFailure, nodeEndpointOf, postToNode } from '../node-http.ts';
import { readInt64, readTronBlock, type TronBlock, tronText } from './tron-replies.ts';

export interface TronNodeOptions {
  /** URL of a full node that also serves /walletsolidity, or of TronGrid. */
  url: string;
  net?: Net;
  /** For TronGrid. */
  apiKey?: string;
  contracts?: Readonly<Partial<Record<string, string>>>;
  timeoutMs?: number;
  fetch?: Fetch;
  /** Milliseconds. */
  now?: () => number;
}

/** Block 0 of the main net: addresses and tokens look alike on all nets, so a test net's money would pass for real. */
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
/** A session with a node, limited by the timeout of a call. Throws NodeFailure. */
export type TronAsk = (path: string, body: object) => Promise<unknown>;

export function createTronTalk({
  url,
  apiKey,
  net = 'main',
  timeoutMs = NODE_TIMEOUT_MS,
  fetch,
}: TronNodeOptions) {
  const place = nodeEndpointOf(url, {
    ...(apiKey !== undefined && { headers: { 'tron-pro-api-key': apiKey } }),
    ...(fetch && { fetch }),
  });
  let checked = net !== 'main';

  /** Opens a session after checking the net. */
  return async function talk(): Promise<TronAsk> {
    const signal = AbortSignal.timeout(timeoutMs);
    const ask: TronAsk = async (path, body) => {
      const answer = await postToNode('TRON', { ...place, url: `${place.url}${path}` }, body, signal);
      // The node's own errors have status 200.
      const fault = field(answer, 'Error');
      if (fault !== undefined) throw new NodeFailure('TRON', `${path}: ${String(fault).slice(0, 200)}`);
      return answer;
    };
    if (!checked && (await blockOf(ask, '/wallet/getblockbynum', { num: 0 })).hash !== GENESIS)
      throw new NodeFailure('TRON', 'the node is of another net');
    checked = true;
    return ask;
  };
}

export async function blockOf(ask: TronAsk, path: string, body: object): Promise<TronBlock> {
  const block = readTronBlock(await ask(path, body));
  if (!block) throw new NodeFailure('TRON', `${path}: no such block`);
  return block;
}

export const solidified = (ask: TronAsk): Promise<TronBlock> =>
  blockOf(ask, '/walletsolidity/getnowblock', {});

export async function tronBalanceOf(ask: TronAsk, address: string, contract: string | null): Promise<bigint> {
  if (contract === null) {
    const account = await ask('/wallet/getaccount', { address: hexOf(address) });
    return readInt64(field(account, 'balance'));
  }
  const answer = await callContract(ask, address, contract, `70a08231${trc20Words(address)}`);
  const [result] = (field(answer, 'constant_result') as unknown[] | undefined) ?? [];
  if (!/^[0-9a-f]{64}$/i.test(tronText(result))) throw new NodeFailure('TRON', 'no balance');
  return BigInt(`0x${tronText(result)}`);
}

export const callContract = (ask: TronAsk, owner: string, contract: string, data: string): Promise<unknown> =>
  ask('/wallet/triggerconstantcontract', {
    owner_address: hexOf(owner),
    contract_address: hexOf(contract),
    data,
  });

export const hexOf = (address: string): string => Buffer.from(tronAddressBytes(address)).toString('hex');
