/**
 * A shop with the plugin, run by PHP's own web server: several concurrent requests, and one folder for all its
 * data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../server/test/running-server.ts';
import { until } from '../../../server/test/waiting.ts';

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

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(php: string) {
  const state = await mkdtemp(join(tmpdir(), 'sarraf-shop-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(php, ['-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'shop', 'index.php')], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '6', SHOP_STATE: state, SHOP_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its workers are in its process group, and end with it.
    detached: true,
  });
  let said = '';
  server.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await until(async () => (await fetch(url).catch(() => null)) !== null, 60_000);

  async function ask<T>(what: object): Promise<T> {
    const answer = await fetch(`${url}/test`, { method: 'POST', body: JSON.stringify(what) });
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`${text}\n${said}`);
    }
  }
  const option = (name: string, value: unknown) => ask({ do: 'option', name, value });

  return {
    url,
    ask,
    option,
    settings: (fields: object) => option('woocommerce_sarraf_settings', fields),
    order: (total: string, currency = 'IRT') =>
      ask<{ id: number; key: string }>({ do: 'order', total, currency }),
    change: (id: number, to: object) => ask({ do: 'change', id, to }),
    read: (id: number) => ask<ShopOrder>({ do: 'read', name: `order-${id}` }),
    notices: () => ask<[string, string][]>({ do: 'read', name: 'notices' }),
    pay: (id: number) => ask<{ result: string; redirect?: string }>({ do: 'pay', id }),
    refund: (id: number, amount: string, reason = 'Sold out') =>
      ask<true | [string, string]>({ do: 'refund', id, amount, reason }),
    /** Simulates a customer's browser; returns where it is led. */
    async visit(address: string): Promise<string> {
      const answer = await fetch(address, { redirect: 'manual' });
      return answer.headers.get('location') ?? `${answer.status} ${await answer.text()}`;
    },
    /** PHP's error messages: none, in a correct plugin. */
    faults: () => said.split('\n').filter((line) => /PHP (Warning|Notice|Deprecated|Fatal|Parse)/.test(line)),
    async close(): Promise<void> {
      const gone = once(server, 'exit');
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
      await gone;
      await rm(state, { recursive: true, force: true });
    },
  };
}
