import type { ChainNode } from '../../../custody/ports.ts';
import { CALL_TRACER, createBlockReader } from './evm-blocks.ts';
import { createEvmClient, type EvmNodeOptions, readEvmBalance, readFinalHeight } from './evm-client.ts';
import { findEvmIncoming, parseEvmNumber, parseEvmReceipt, parseEvmTransaction } from './evm-replies.ts';
import { broadcastSigned, findOnChain, planPayment } from './evm-sending.ts';

/**
 * A node with the Ethereum JSON-RPC. Detects the coin in transactions, transfers of all tokens in logs (unknown
 * ones with `asset` null), and the coin forwarded by contracts only with `traces`; validators' withdrawals are not
 * detected. Token transfers of more than 38 digits, which our ledger can't store, are omitted. Throws NodeFailure.
 */
export function createEvmNode(options: EvmNodeOptions): ChainNode {
  const client = createEvmClient(options);
  const { chain, money, traces } = client;
  const readBlockAt = createBlockReader(client);

  return {
    chain,
    async head() {
      const rpc = await client.openSession();
      const height = parseEvmNumber(await rpc.call('eth_blockNumber'));
      return { height, final: client.finalizes ? await readFinalHeight(rpc) : null };
    },
    async blocks(from, to) {
      const rpc = await client.openSession();
      const blocks = [];
      for (let height = from; height <= to; height += 1) blocks.push(await readBlockAt(rpc, height));
      return blocks;
    },
    async transaction(txid) {
      if (!/^0x[0-9a-f]{64}$/i.test(txid)) return null;
      const rpc = await client.openSession();
      const [transaction, receipt] = await rpc.callAll([
        ['eth_getTransactionByHash', txid],
        ['eth_getTransactionReceipt', txid],
      ]);
      if (!transaction) return null;
      // The payments of a pending transaction are known only after it ran.
      if (!receipt) return { incoming: [], height: null };
      const trace = traces ? await rpc.call('debug_traceTransaction', txid, CALL_TRACER) : null;
      const incomingOfTransaction = parseEvmReceipt(receipt);
      return {
        incoming: findEvmIncoming(money, parseEvmTransaction(transaction), incomingOfTransaction, trace),
        height: incomingOfTransaction.height,
      };
    },
    async find(txid) {
      return findOnChain(await client.openSession(), txid);
    },
    plan: (request) => planPayment(client, request),
    broadcast: (signed) => broadcastSigned(client, signed),
    async balance(address, asset, tokenType) {
      return readEvmBalance(await client.openSession(), address, client.contractOf(asset, tokenType));
    },
  };
}
