import { decodeTronAddress, encodeTrc20Words } from '../../../chains/tron.ts';
import type { Net } from '../../../chains/types.ts';
import type { Fetch } from '../../../platform/outgoing/connections.ts';
import { getField } from '../../prices/price-http.ts';
import { fetchNodeJson, NODE_TIMEOUT_MS, NodeFailure, nodeEndpointOf } from '../node-http.ts';
import { parseInt64, parseTronBlock, type TronBlock, toTronText } from './tron-replies.ts';

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
export type TronCall = (path: string, body: object) => Promise<unknown>;

export function createTronSessions({
  url,
  apiKey,
  net = 'main',
  timeoutMs = NODE_TIMEOUT_MS,
  fetch,
}: TronNodeOptions) {
  const endpoint = nodeEndpointOf(url, {
    ...(apiKey !== undefined && { headers: { 'tron-pro-api-key': apiKey } }),
    ...(fetch && { fetch }),
  });
  let isNetChecked = net !== 'main';

  /** Opens a session after checking the net. */
  return async function talk(): Promise<TronCall> {
    const signal = AbortSignal.timeout(timeoutMs);
    const callNode: TronCall = async (path, body) => {
      const reply = await fetchNodeJson('TRON', { ...endpoint, url: `${endpoint.url}${path}` }, body, signal);
      // The node's own errors have status 200.
      const nodeError = getField(reply, 'Error');
      if (nodeError !== undefined)
        throw new NodeFailure('TRON', `${path}: ${String(nodeError).slice(0, 200)}`);
      return reply;
    };
    if (
      !isNetChecked &&
      (await readTronBlockAt(callNode, '/wallet/getblockbynum', { num: 0 })).hash !== GENESIS
    )
      throw new NodeFailure('TRON', 'the node is of another net');
    isNetChecked = true;
    return callNode;
  };
}

export async function readTronBlockAt(callNode: TronCall, path: string, body: object): Promise<TronBlock> {
  const block = parseTronBlock(await callNode(path, body));
  if (!block) throw new NodeFailure('TRON', `${path}: no such block`);
  return block;
}

export const readSolidifiedBlock = (callNode: TronCall): Promise<TronBlock> =>
  readTronBlockAt(callNode, '/walletsolidity/getnowblock', {});

export async function readTronBalance(
  callNode: TronCall,
  address: string,
  contract: string | null,
): Promise<bigint> {
  if (contract === null) {
    const account = await callNode('/wallet/getaccount', { address: toHexAddress(address) });
    return parseInt64(getField(account, 'balance'));
  }
  const reply = await callContract(callNode, address, contract, `70a08231${encodeTrc20Words(address)}`);
  const [result] = (getField(reply, 'constant_result') as unknown[] | undefined) ?? [];
  if (!/^[0-9a-f]{64}$/i.test(toTronText(result))) throw new NodeFailure('TRON', 'no balance');
  return BigInt(`0x${toTronText(result)}`);
}

export const callContract = (
  callNode: TronCall,
  owner: string,
  contract: string,
  data: string,
): Promise<unknown> =>
  callNode('/wallet/triggerconstantcontract', {
    owner_address: toHexAddress(owner),
    contract_address: toHexAddress(contract),
    data,
  });

export const toHexAddress = (address: string): string =>
  Buffer.from(decodeTronAddress(address)).toString('hex');
