import { getField } from '../../prices/price-http.ts';
import { fetchNodeJson, NODE_TIMEOUT_MS, type NodeEndpoint, NodeFailure } from '../node-http.ts';

/** Methods with their parameters, as in the Ethereum JSON-RPC specification (ethereum/execution-apis). */
export type RpcCall = readonly [method: string, ...parameters: unknown[]];

/** A session with a node, limited by the timeout of a call. */
export interface EvmRpc {
  /** Throws NodeFailure, with the node's code and message if it returned an error. */
  call(...call: RpcCall): Promise<unknown>;
  /** In order, at most ten at a time. */
  callAll(calls: readonly RpcCall[]): Promise<unknown[]>;
}

export function openEvmSession(node: string, endpoint: NodeEndpoint, timeoutMs = NODE_TIMEOUT_MS): EvmRpc {
  const signal = AbortSignal.timeout(timeoutMs);

  async function callMethod(...[method, ...params]: RpcCall): Promise<unknown> {
    const reply = await fetchNodeJson(node, endpoint, { jsonrpc: '2.0', id: 1, method, params }, signal);
    const rpcError = getField(reply, 'error');
    if (rpcError !== undefined && rpcError !== null) {
      const code = getField(rpcError, 'code');
      const message = String(getField(rpcError, 'message') ?? 'no reason given').slice(0, 300);
      throw new NodeFailure(node, `${method}: ${message}`, typeof code === 'number' ? code : 0);
    }
    const result = getField(reply, 'result');
    if (result === undefined) throw new NodeFailure(node, `${method}: malformed reply`);
    return result;
  }

  async function callAll(calls: readonly RpcCall[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (let i = 0; i < calls.length; i += CONCURRENCY)
      results.push(
        ...(await Promise.all(calls.slice(i, i + CONCURRENCY).map((call) => callMethod(...call)))),
      );
    return results;
  }

  return { call: callMethod, callAll: callAll };
}

const CONCURRENCY = 10;
