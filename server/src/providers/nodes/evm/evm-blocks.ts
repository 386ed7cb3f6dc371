import type { Block } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { type EvmClient, toHex } from './evm-client.ts';
import {
  type EvmReceipt,
  type EvmTransaction,
  findEvmIncoming,
  parseEvmBlock,
  parseEvmHash,
  parseEvmReceipt,
  parseEvmTransaction,
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
    const [rawBlock, rawTraces] = await rpc.callAll([
      ['eth_getBlockByNumber', toHex(height), true],
      ...(traces ? [['debug_traceBlockByNumber', toHex(height), CALL_TRACER] satisfies RpcCall] : []),
    ]);
    if (rawBlock === null) throw new NodeFailure(chain, `no block ${height}`);
    const block = parseEvmBlock(rawBlock);
    const transactions = new Map(
      block.transactions.map(parseEvmTransaction).map((transaction) => [transaction.txid, transaction]),
    );
    const receipts = await readReceipts(rpc, block, [...transactions.values()]);
    const frames = traces ? indexFrames(rawTraces) : null;
    const incoming = receipts.flatMap((receipt) => {
      const transaction = transactions.get(receipt.txid);
      const frame = frames?.get(receipt.txid) ?? null;
      // The node may have switched to another branch between two requests.
      if (receipt.blockHash !== block.hash || (transaction && frames && frame === null))
        throw new NodeFailure(chain, `block ${height} changed`);
      return findEvmIncoming(money, transaction ?? emptyTransactionOf(receipt), receipt, frame);
    });
    return { height, hash: block.hash, parentHash: block.parentHash, at: block.at, incoming };
  }

  async function readReceipts(
    rpc: EvmRpc,
    block: { hash: string; height: number },
    transactions: readonly EvmTransaction[],
  ): Promise<EvmReceipt[]> {
    if (transactions.length === 0) return [];
    const blockReceiptsResult = receiptsByBlock ? await readBlockReceipts(rpc, block.height) : null;
    const receipts = blockReceiptsResult ?? (await readSingleReceipts(rpc, block.hash, transactions));
    const receiptTxids = new Set(receipts.map(({ txid }) => txid));
    // Polygon's nodes may have no receipt of its own state syncs, which transfer no value.
    if (transactions.some(({ txid, value }) => value > 0n && !receiptTxids.has(txid)))
      throw new NodeFailure(chain, `receipts of block ${block.height} are missing`);
    return receipts;
  }

  /** Null: this node doesn't support it, and isn't asked again. */
  async function readBlockReceipts(rpc: EvmRpc, height: number): Promise<EvmReceipt[] | null> {
    try {
      const rawReceipts = await rpc.call('eth_getBlockReceipts', toHex(height));
      if (!Array.isArray(rawReceipts)) throw new NodeFailure(chain, `no receipts of block ${height}`);
      return rawReceipts.map((receipt) => parseEvmReceipt(receipt));
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
  async function readSingleReceipts(
    rpc: EvmRpc,
    blockHash: string,
    transactions: readonly EvmTransaction[],
  ): Promise<EvmReceipt[]> {
    const logs = await rpc.call('eth_getLogs', { blockHash, topics: [TRANSFER_TOPIC] });
    if (!Array.isArray(logs)) throw new NodeFailure(chain, 'no logs');
    const worth = transactions.filter(({ value }) => traces || value > 0n).map(({ txid }) => txid);
    const txids = new Set([...worth, ...logs.map((log) => parseEvmHash(getField(log, 'transactionHash')))]);
    const rawReceipts = await rpc.callAll([...txids].map((txid) => ['eth_getTransactionReceipt', txid]));
    return rawReceipts.map((receipt) => parseEvmReceipt(receipt));
  }

  return readBlockAt;
}

/** Logs of a chain's system operations have a receipt, but no transaction in the block. */
const emptyTransactionOf = ({ txid, height }: EvmReceipt): EvmTransaction => ({
  txid,
  to: null,
  value: 0n,
  gasPrice: 0n,
  height,
});

/** Returns top frames by transaction. */
const indexFrames = (traced: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    (Array.isArray(traced) ? traced : []).map((traceEntry) => [
      parseEvmHash(getField(traceEntry, 'txHash')),
      getField(traceEntry, 'result') ?? null,
    ]),
  );
