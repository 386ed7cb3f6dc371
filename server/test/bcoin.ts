import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import { createRpc } from '../src/providers/nodes/utxo/utxo-rpc.ts';
import { findFreePort } from './running-server.ts';

/** A node of the Bitcoin family with its own chain. */
export interface TestNode {
  /** With user and password, in the form of createUtxoNode. */
  url: string;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Mines blocks that pay this address (P2WPKH of `regtest`); returns their hashes. */
  mine(count: number, address: string): Promise<string[]>;
  /** Forks the chain above this height with a branch of `count` blocks, which must be longer. */
  fork(height: number, count: number, address: string): Promise<void>;
  stop(): Promise<void>;
}

/** Segregated witness is active from this height on. */
export const BCOIN_SEGWIT = 432;

export async function startBcoin(): Promise<TestNode> {
  const [port, password] = [await findFreePort(), 'regtest'];
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bcoin-process.ts'), String(port), password],
    {
      // Its native cryptography isn't built here.
      env: { ...process.env, NODE_BACKEND: 'js', NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('bcoin exited before it was ready'))),
  ]);
  const url = `http://x:${password}@127.0.0.1:${port}/`;
  const rpc = (method: string, params: readonly unknown[] = []) =>
    createRpc(url).call(method, params, AbortSignal.timeout(30_000));
  return {
    url,
    rpc,
    mine: (count, address) => rpc('generatetoaddress', [count, toBcoinAddress(address)]) as Promise<string[]>,
    async fork(height, count, address) {
      child.send({ height, count, address: toBcoinAddress(address) });
      await once(child, 'message');
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** bcoin's regtest uses the prefix `rb` where Bitcoin Core uses `bcrt`; the scripts are the same. */
const toBcoinAddress = (address: string): string =>
  bech32.encode('rb', bech32.decode(address as `${string}1${string}`).words);
