/** A Bitcoin node in memory, on its own chain: bcoin's regtest. Arguments: port and password of its RPC. */
import { createRequire } from 'node:module';

const [port = '', password = ''] = process.argv.slice(2);
// The package has no types.
const require = createRequire(import.meta.url);
const bcoin = require('bcoin');

const node = new bcoin.FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  listen: false,
  indexTx: true,
  // Without it, replaceable transactions are rejected.
  replaceByFee: true,
  httpHost: '127.0.0.1',
  httpPort: Number.parseInt(port, 10),
  apiKey: password,
  logLevel: 'none',
});
await node.open();

/** Builds a branch that leaves the chain above `height`, block by block until it is longer. */
process.on(
  'message',
  async ({ height, count, address }: { height: number; count: number; address: string }) => {
    let tip = await node.chain.getEntry(height);
    for (let i = 0; i < count; i += 1) {
      const block = await node.miner.mineBlock(tip, address);
      await node.chain.add(block);
      tip = await node.chain.getEntry(block.hash('hex'));
    }
    process.send?.('done');
  },
);
// The parent process has ended.
process.on('disconnect', () => process.exit());
process.send?.('ready');
