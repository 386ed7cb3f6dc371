import type { ChainNode } from '../../../custody/ports.ts';
import { CALL_TRACER, createBlockReader } from './evm-blocks.ts';
import { createEvmClient, type EvmNodeOptions, evmBalanceOf, finalHeight } from './evm-client.ts';
import { evmIncomingOf, evmNumber, readEvmReceipt, readEvmTransaction } from './evm-replies.ts';
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
      const rpc = await client.talk();
      const height = evmNumber(await rpc.ask('eth_blockNumber'));
      return { height, final: client.finalizes ? await finalHeight(rpc) : null };
    },
    async blocks(from, to) {
      const rpc = await client.talk();
      const blocks = [];
      for (let height = from; height <= to; height += 1) blocks.push(await readBlockAt(rpc, height));
      return blocks;
    },
    async transaction(txid) {
      if (!/^0x[0-9a-f]{64}$/i.test(txid)) return null;
      const rpc = await client.talk();
      const [transaction, receipt] = await rpc.askAll([
        ['eth_getTransactionByHash', txid],
        ['eth_getTransactionReceipt', txid],
      ]);
      if (!transaction) return null;
      // The payments of a pending transaction are known only after it ran.
      if (!receipt) return { incoming: [], height: null };
      const trace = traces ? await rpc.ask('debug_traceTransaction', txid, CALL_TRACER) : null;
      const read = readEvmReceipt(receipt);
      return {
        incoming: evmIncomingOf(money, readEvmTransaction(transaction), read, trace),
        height: read.height,
      };
    },
    async find(txid) {
      return findOnChain(await client.talk(), txid);
    },
    plan: (request) => planPayment(client, request),
    broadcast: (signed) => broadcastSigned(client, signed),
    async balance(address, asset, tokenType) {
      return evmBalanceOf(await client.talk(), address, client.contractOf(asset, tokenType));
    },
  };
}
