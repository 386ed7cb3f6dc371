import { field } from '../../prices/price-http.ts';
import { NODE_TIMEOUT_MS, type NodeEndpoint, NodeFailure, postToNode } from '../node-http.ts';

/** Methods with their parameters, as in the Ethereum JSON-RPC specification (ethereum/execution-apis). */
export type RpcCall = readonly [method: string, ...parameters: unknown[]];

/** A session with a node, limited by the timeout of a call. */
export interface EvmRpc {
  /** Throws NodeFailure, with the node's code and message if it returned an error. */
  ask(...call: RpcCall): Promise<unknown>;
  /** In order, at most ten at a time. */
  askAll(calls: readonly RpcCall[]): Promise<unknown[]>;
}

export function talkToEvm(node: string, place: NodeEndpoint, timeoutMs = NODE_TIMEOUT_MS): EvmRpc {
  const signal = AbortSignal.timeout(timeoutMs);

  async function ask(...[method, ...params]: RpcCall): Promise<unknown> {
    const answer = await postToNode(node, place, { jsonrpc: '2.0', id: 1, method, params }, signal);
    const fault = field(answer, 'error');
    if (fault !== undefined && fault !== null) {
      const code = field(fault, 'code');
      const message = String(field(fault, 'message') ?? 'no reason given').slice(0, 300);
      throw new NodeFailure(node, `${method}: ${message}`, typeof code === 'number' ? code : 0);
    }
    const result = field(answer, 'result');
    if (result === undefined) throw new NodeFailure(node, `${method}: malformed reply`);
    return result;
  }

  async function askAll(calls: readonly RpcCall[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (let i = 0; i < calls.length; i += CONCURRENCY)
      answers.push(...(await Promise.all(calls.slice(i, i + CONCURRENCY).map((call) => ask(...call)))));
    return answers;
  }

  return { ask, askAll };
}

const CONCURRENCY = 10;
