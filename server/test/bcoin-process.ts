/** A Bitcoin node in memory, on a chain of its own: bcoin's regtest. Arguments: port of its RPC, its password. */
import { createRequire } from 'node:module';

const [port = '', password = ''] = process.argv.slice(2);
// It has no types.
const require = createRequire(import.meta.url);
const bcoin = require('bcoin');

const node = new bcoin.FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  listen: false,
  indexTx: true,
  // Without it nothing that signals to be replaceable is taken.
  replaceByFee: true,
  httpHost: '127.0.0.1',
  httpPort: Number.parseInt(port, 10),
  apiKey: password,
  logLevel: 'none',
});
await node.open();

/** A branch that leaves the chain above `height`, made block by block until it is the longer one. */
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
// Whoever started it has gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');
