import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { startPostgres } from '../src/platform/database/postgres.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { isProcessAlive } from './processes.ts';
import { createNamedRandom } from './random.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  findFreePort,
  type RunningServer,
  readPublishedPrice,
  signIn,
  startServer,
} from './running-server.ts';

const random = createNamedRandom('crash');
const KILLS = process.env.SARRAF_NIGHTLY ? 40 : 3;

let dataDir: string;
let env: Record<string, string>;
let server: RunningServer;

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/sarraf-crash-');
  // PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  env = { DATA_DIR: dataDir, PORT: String(await findFreePort()), LEASE_MS: '500' };
  server = await startServer(env);
});

afterAll(async () => {
  await server.kill('SIGTERM');
  removeFolder(dataDir);
});

/** A customer who trades continuously and repeats unanswered requests with the same key. */
function startCustomer(token: () => string, lane: number) {
  const orders = new Map<string, string>();
  let going = true;
  const done = (async () => {
    for (let i = 0; going; i += 1) {
      const key = `crash-${lane}-${i}`;
      const side = i % 2 === 0 ? 'buy' : 'sell';
      let unitPrice = '';
      for (let tries = 0; tries < 400; tries += 1) {
        try {
          unitPrice ||= await readPublishedPrice(server.url, 'BITCOIN', side);
          const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
          const answer = await callServer(server.url, 'POST', `/exchange/${side}`, {
            token: token(),
            key,
            body,
          });
          if (answer.status === 200) {
            orders.set(key, answer.body.baseDTO.id);
            break;
          }
          // The price expired while the server was down; another price is another request.
          if (answer.body.message === 'PRICE_CHANGED' || answer.body.message === 'MARKET_IS_NOT_ACTIVE')
            break;
        } catch {
          // No reply: it may have happened or not.
        }
        await sleep(25);
      }
    }
  })();
  return {
    orders,
    stop: () => {
      going = false;
      return done;
    },
  };
}

const readPostmasterPid = async (): Promise<number> =>
  Number.parseInt(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0] ?? '',
    10,
  );

it(
  'keeps every acknowledged trade when the server and PostgreSQL are killed under load',
  async () => {
    const token = await signIn(server.url, 'demo@sarraf.test');
    const customers = Array.from({ length: 12 }, (_, lane) => startCustomer(() => token, lane));
    const countOrders = () => customers.reduce((sum, { orders }) => sum + orders.size, 0);
    await expect.poll(countOrders, { timeout: 60_000 }).toBeGreaterThan(100);

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Some more have finished, and others are in progress.
      const some = countOrders() + Math.floor(30 * random());
      await expect.poll(countOrders, { timeout: 60_000, interval: 5 }).toBeGreaterThan(some);
      await server.kill('SIGKILL');
      server = await startServer(env);
      const before = countOrders();
      await expect.poll(countOrders, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      process.kill(await readPostmasterPid(), 'SIGKILL');
      const then = countOrders();
      await expect.poll(countOrders, { timeout: 60_000 }).toBeGreaterThan(then + 50);
    }

    // The audit command, run next to the working server.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../src/audit-cli.ts')],
      {
        env: { ...process.env, MODE: 'sandbox', ...env },
      },
    );
    expect(stdout).toContain('No violation was found.');
    await Promise.all(customers.map((each) => each.stop()));

    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
    expect(postgres.adopted).toBe(true);
    const { db, close } = openDatabase(postgres.url, 2, TEST_AUDIT_KEY);
    const acknowledged = customers.flatMap(({ orders }) => [...orders.values()]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const { rows } = await sql<{ found: bigint; orders: bigint; keys: bigint }>`select
    (select count(*) from orders where id = any (${acknowledged}::uuid[])) as found,
    (select count(*) from orders) as orders,
    (select count(*) from idempotency where key like 'crash-%') as keys`.execute(db);
    expect(rows[0]?.found).toBe(BigInt(acknowledged.length));
    expect(rows[0]?.orders).toBe(rows[0]?.keys);
    expect(await checkInvariants(db)).toBeNull();
    await close();
  },
  KILLS * 200_000,
);

it('stops together with its database when it is terminated', async () => {
  const pid = await readPostmasterPid();
  await server.kill('SIGTERM');
  expect(server.child.exitCode).toBe(0);
  expect(isProcessAlive(pid)).toBe(false);
});
