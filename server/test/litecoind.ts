import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../../scripts/debian.ts';
import { createRpc } from '../src/providers/nodes/utxo/utxo-rpc.ts';
import type { TestNode } from './bcoin.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort } from './running-server.ts';

const PROGRAM = findTool('litecoind');

export const hasLitecoind = (): boolean => PROGRAM !== undefined;

/** Starts Litecoin Core with its own chain: regtest, in a folder that is removed with it. */
export async function startLitecoind(): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-litecoind-'));
  const port = await findFreePort();
  const settings = {
    regtest: 1,
    daemon: 0,
    datadir: folder,
    rpcport: port,
    rpcuser: 'user',
    rpcpassword: 'regtest',
    listen: 0,
    txindex: 1,
    disablewallet: 1,
    // Off by default, unlike Bitcoin Core's.
    mempoolreplacement: 1,
    dbcache: 4,
  };
  const child = spawn(
    PROGRAM ?? '',
    Object.entries(settings).map(([name, value]) => `-${name}=${value}`),
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const url = `http://user:regtest@127.0.0.1:${port}/`;
  const rpc = (method: string, params: readonly unknown[] = []) =>
    createRpc(url).call(method, params, AbortSignal.timeout(30_000));
  await waitUntilReady(() => rpc('getblockcount'), child);
  const mine = (count: number, address: string) =>
    rpc('generatetoaddress', [count, address]) as Promise<string[]>;
  return {
    url,
    rpc,
    mine,
    async fork(height, count, address) {
      await rpc('invalidateblock', [await rpc('getblockhash', [height + 1])]);
      await mine(count, address);
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      removeFolder(folder);
    },
  };
}

async function waitUntilReady(
  ask: () => Promise<unknown>,
  child: { exitCode: number | null },
): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`litecoind ended with ${child.exitCode} before it served`);
    try {
      await ask();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('litecoind did not answer within 20 s');
}
