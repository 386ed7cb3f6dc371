/** Starts anvil, a real EVM chain that mines on request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './running-server.ts';

const BINARY = join(import.meta.dirname, '../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');

export const hasAnvil = existsSync(BINARY);

export interface Anvil {
  url: string;
  /** Ten, with 10,000 coins each; anvil signs for them itself. */
  accounts: readonly `0x${string}`[];
  /** Result of a JSON-RPC call; throws its error. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
  rpc(method: string, ...params: unknown[]): Promise<any>;
  /** Sends from the first account by default, with enough gas for all tests; returns the txid. Not mined. */
  send(transaction: {
    to: string;
    value?: bigint;
    data?: string;
    from?: string | undefined;
    gas?: bigint;
  }): Promise<string>;
  mine(blocks?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startAnvil(...args: string[]): Promise<Anvil> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(BINARY, ['--port', String(port), '--no-mining', '--silent', ...args], {
    stdio: 'ignore',
  });

  async function rpc(method: string, ...params: unknown[]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: unknown; error?: { message: string } };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  }

  await waitUntilReady(child, () => rpc('eth_chainId'));
  const accounts = (await rpc('eth_accounts')) as `0x${string}`[];

  return {
    url,
    accounts,
    rpc: rpc,
    async send({ to, value = 0n, data = '0x', from = accounts[0], gas = 1_000_000n }) {
      const limit = { gas: `0x${gas.toString(16)}` };
      const txid = await rpc('eth_sendTransaction', {
        from,
        to,
        data,
        value: `0x${value.toString(16)}`,
        ...limit,
      });
      return txid as string;
    },
    async mine(blocks = 1) {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`);
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function waitUntilReady(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    if (child.exitCode !== null) throw new Error('anvil ended');
    try {
      await ask();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('anvil does not answer');
}
