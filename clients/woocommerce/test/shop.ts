/**
 * A shop with the plugin, run by PHP's own web server: several concurrent requests, and one folder for all its
 * data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../server/test/running-server.ts';
import { pollUntil } from '../../../server/test/waiting.ts';

/** An order of the shop. */
export interface ShopOrder {
  status: string;
  total: string;
  notes: string[];
  /** How often it became paid. */
  completed: number;
  refunded: number;
  transaction: string;
  meta: Record<string, unknown>;
}

export type TestShop = Awaited<ReturnType<typeof startShop>>;

export async function startShop(php: string) {
  const state = await mkdtemp(join(tmpdir(), 'sarraf-shop-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(php, ['-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'shop', 'index.php')], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '6', SHOP_STATE: state, SHOP_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its workers are in its process group, and end with it.
    detached: true,
  });
  let output = '';
  server.stderr.on('data', (part: Buffer) => {
    output += part.toString();
  });
  await pollUntil(async () => (await fetch(url).catch(() => null)) !== null, 60_000);

  async function runCommand<T>(what: object): Promise<T> {
    const answer = await fetch(`${url}/test`, { method: 'POST', body: JSON.stringify(what) });
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`${text}\n${output}`);
    }
  }
  const setOption = (name: string, value: unknown) => runCommand({ do: 'option', name, value });

  return {
    url,
    ask: runCommand,
    option: setOption,
    settings: (fields: object) => setOption('woocommerce_sarraf_settings', fields),
    order: (total: string, currency = 'IRT') =>
      runCommand<{ id: number; key: string }>({ do: 'order', total, currency }),
    change: (id: number, to: object) => runCommand({ do: 'change', id, to }),
    read: (id: number) => runCommand<ShopOrder>({ do: 'read', name: `order-${id}` }),
    notices: () => runCommand<[string, string][]>({ do: 'read', name: 'notices' }),
    pay: (id: number) => runCommand<{ result: string; redirect?: string }>({ do: 'pay', id }),
    refund: (id: number, amount: string, reason = 'Sold out') =>
      runCommand<true | [string, string]>({ do: 'refund', id, amount, reason }),
    /** Simulates a customer's browser; returns where it is led. */
    async visitAsCustomer(address: string): Promise<string> {
      const answer = await fetch(address, { redirect: 'manual' });
      return answer.headers.get('location') ?? `${answer.status} ${await answer.text()}`;
    },
    /** PHP's error messages: none, in a correct plugin. */
    faults: () =>
      output.split('\n').filter((line) => /PHP (Warning|Notice|Deprecated|Fatal|Parse)/.test(line)),
    async close(): Promise<void> {
      const whenEnded = once(server, 'exit');
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
      await whenEnded;
      await rm(state, { recursive: true, force: true });
    },
  };
}
