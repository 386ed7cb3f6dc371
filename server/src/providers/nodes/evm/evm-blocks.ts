import type { Block } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { type EvmClient, hex } from './evm-client.ts';
import {
  type EvmReceipt,
  type EvmTransaction,
  evmIncomingOf,
  hash,
  readEvmBlock,
  readEvmReceipt,
  readEvmTransaction,
  TRANSFER_TOPIC,
} from './evm-replies.ts';
import type { EvmRpc, RpcCall } from './evm-rpc.ts';

/** The tracer that returns the tree of calls (go-ethereum documentation, "Built-in tracers"). */
export const CALL_TRACER = { tracer: 'callTracer' };
/** Error code of JSON-RPC 2.0. */
const METHOD_NOT_FOUND = -32_601;

/** Reads blocks with all their payments. Missing capabilities of the node are detected once. */
export function createBlockReader({ chain, money, traces }: Pick<EvmClient, 'chain' | 'money' | 'traces'>) {
  let receiptsByBlock = true;

  async function readBlockAt(rpc: EvmRpc, height: number): Promise<Block> {
    const [answer, traced] = await rpc.askAll([
      ['eth_getBlockByNumber', hex(height), true],
      ...(traces ? [['debug_traceBlockByNumber', hex(height), CALL_TRACER] satisfies RpcCall] : []),
    ]);
    if (answer === null) throw new NodeFailure(chain, `no block ${height}`);
    const block = readEvmBlock(answer);
    const transactions = new Map(
      block.transactions.map(readEvmTransaction).map((transaction) => [transaction.txid, transaction]),
    );
    const receipts = await receiptsOf(rpc, block, [...transactions.values()]);
    const frames = traces ? framesOf(traced) : null;
    const incoming = receipts.flatMap((receipt) => {
      const transaction = transactions.get(receipt.txid);
      const frame = frames?.get(receipt.txid) ?? null;
      // The node may have switched to another branch between two requests.
      if (receipt.blockHash !== block.hash || (transaction && frames && frame === null))
        throw new NodeFailure(chain, `block ${height} changed`);
      return evmIncomingOf(money, transaction ?? withoutValue(receipt), receipt, frame);
    });
    return { height, hash: block.hash, parentHash: block.parentHash, at: block.at, incoming };
  }

  async function receiptsOf(
    rpc: EvmRpc,
    block: { hash: string; height: number },
    transactions: readonly EvmTransaction[],
  ): Promise<EvmReceipt[]> {
    if (transactions.length === 0) return [];
    const all = receiptsByBlock ? await blockReceipts(rpc, block.height) : null;
    const receipts = all ?? (await receiptsOneByOne(rpc, block.hash, transactions));
    const known = new Set(receipts.map(({ txid }) => txid));
    // Polygon's nodes may have no receipt of its own state syncs, which transfer no value.
    if (transactions.some(({ txid, value }) => value > 0n && !known.has(txid)))
      throw new NodeFailure(chain, `receipts of block ${block.height} are missing`);
    return receipts;
  }

  /** Null: this node doesn't support it, and isn't asked again. */
  async function blockReceipts(rpc: EvmRpc, height: number): Promise<EvmReceipt[] | null> {
    try {
      const answer = await rpc.ask('eth_getBlockReceipts', hex(height));
      if (!Array.isArray(answer)) throw new NodeFailure(chain, `no receipts of block ${height}`);
      return answer.map((receipt) => readEvmReceipt(receipt));
    } catch (error) {
      if (!(error instanceof NodeFailure) || error.code !== METHOD_NOT_FOUND) throw error;
      receiptsByBlock = false;
      return null;
    }
  }

  /**
   * Queries receipts of transactions that may contain payments: with a value, or named by a transfer's log; of all,
   * if calls are traced.
   */
  async function receiptsOneByOne(
    rpc: EvmRpc,
    blockHash: string,
    transactions: readonly EvmTransaction[],
  ): Promise<EvmReceipt[]> {
    const logs = await rpc.ask('eth_getLogs', { blockHash, topics: [TRANSFER_TOPIC] });
    if (!Array.isArray(logs)) throw new NodeFailure(chain, 'no logs');
    const worth = transactions.filter(({ value }) => traces || value > 0n).map(({ txid }) => txid);
    const txids = new Set([...worth, ...logs.map((log) => hash(field(log, 'transactionHash')))]);
    const answers = await rpc.askAll([...txids].map((txid) => ['eth_getTransactionReceipt', txid]));
    return answers.map((receipt) => readEvmReceipt(receipt));
  }

  return readBlockAt;
}

/** Logs of a chain's system operations have a receipt, but no transaction in the block. */
const withoutValue = ({ txid, height }: EvmReceipt): EvmTransaction => ({
  txid,
  to: null,
  value: 0n,
  gasPrice: 0n,
  height,
});

/** Returns top frames by transaction. */
const framesOf = (traced: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    (Array.isArray(traced) ? traced : []).map((one) => [
      hash(field(one, 'txHash')),
      field(one, 'result') ?? null,
    ]),
  );
