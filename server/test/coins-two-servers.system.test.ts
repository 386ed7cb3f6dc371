/**
 * Two servers on one database: one is suspended past its lease within a step, the other takes over, then the first
 * resumes.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchReadiness } from './pair.ts';
import {
  type Customer,
  createIntent,
  type Product,
  parseUnits,
  showLogOfFailed,
  startProduct,
} from './product.ts';
import { callServer, findFreePort, type RunningServer, startServer } from './running-server.ts';
import { type Step, stopAtStep } from './stops.ts';
import { pollUntil } from './waiting.ts';

let t: Product;
showLogOfFailed(() => t);
let by: Customer;
let second: RunningServer;
beforeAll(async () => {
  t = await startProduct();
  by = await t.customer();
  for (const coin of ['LITE_COIN', 'ETHEREUM'] as const) await t.fund(by, coin, '10');
  const { WITH_SIGNER: _, ...settings } = t.settings;
  second = await startServer({ ...settings, PORT: String(await findFreePort()) });
});
afterAll(async () => {
  t?.server?.child.kill('SIGCONT');
  await second?.kill('SIGKILL');
  await t?.close();
});

const COINS = ['LITE_COIN', 'ETHEREUM'] as const;
const mineOnSecond = (count: number) =>
  Promise.all(
    COINS.map((coin) =>
      callServer(second.url, 'POST', `/sandbox/chains/${coin}/blocks`, { body: { count } }),
    ),
  );

async function readLeaseHolder(): Promise<number> {
  const { rows } = await sql<{ holder: string }>`select holder from ledger_head`.execute(t.db);
  return Number.parseInt(rows[0]?.holder ?? '', 10);
}

/** The first one is the ledger writer and scans the chains. */
async function makeFirstLead(): Promise<void> {
  const first = t.server?.child.pid;
  if ((await readLeaseHolder()) === first) return;
  second.child.kill('SIGSTOP');
  await pollUntil(async () => (await readLeaseHolder()) === first, 60_000);
  second.child.kill('SIGCONT');
}

/** A condition that is true once this many more withdrawals were requested, by finished batches. */
async function createRequestCondition(more: number): Promise<string> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from withdrawals`.execute(t.db);
  return `(select count(*) from withdrawals where xmin <> pg_current_xact_id()::xid) >= ${(rows[0]?.n ?? 0) + more}`;
}

const STEPS: Step[] = [
  {
    name: 'claims an order',
    table: 'outgoing',
    on: 'update',
    when: "new.state = 'CLAIMED' and old.state = 'QUEUED'",
  },
  { name: 'writes down what was signed', table: 'chain_transactions', on: 'insert', when: 'true' },
  {
    name: 'broadcasts',
    table: 'sandbox_transactions',
    on: 'insert',
    when: "new.body ->> 'from' is not null or new.body -> 'inputs' <> '[]'",
  },
  { name: 'reads a block', table: 'chain_cursors', on: 'update', when: 'new.height > old.height' },
];

it.each(STEPS.map((step) => [step.name, step] as const))(
  'a server that is suspended while it %s is replaced, and breaks nothing when it resumes',
  async (_name, step) => {
    await makeFirstLead();
    // Signed bytes are recorded by a batch: a withdrawal that is requested behind it would be refused.
    const stop = await stopAtStep(t.settings.DATABASE_URL, {
      ...step,
      once: await createRequestCondition(COINS.length),
    });
    const requests: string[] = [];
    const credited = parseUnits('LITE_COIN', '0.5') + (await t.balance(by.id, 'LITE_COIN'));
    try {
      // First: the chain is locked while one of its payments is being broadcast.
      await t.pay(by, 'LITE_COIN', '0.5');
      for (const coin of COINS) requests.push((await t.withdraw(by, createIntent(coin, '0.3'))).id);
      const ofBlocks = step.table === 'chain_cursors' ? t.mine('LITE_COIN', 1) : null;
      await pollUntil(stop.reached, 60_000);
      await ofBlocks;
      t.server?.child.kill('SIGSTOP');
      await stop.letGo('finished');
      // The second one handles everything while the first is suspended.
      await pollUntil(async () => {
        await mineOnSecond(1);
        const states = await Promise.all(requests.map((id) => t.stateOf(id)));
        const balance = await t.balance(by.id, 'LITE_COIN');
        return (
          states.every(({ order }) => order === 'DONE') &&
          balance === credited - parseUnits('LITE_COIN', '0.3')
        );
      }, 240_000);
      expect(await readLeaseHolder()).toBe(second.child.pid);
    } finally {
      t.server?.child.kill('SIGCONT');
    }
    // It continues unaware; then there is one writer again.
    await pollUntil(async () => (await fetchReadiness({ url: t.url }))?.writer === false, 60_000);
    await mineOnSecond(2);
    await makeFirstLead();
    const more = await t.withdraw(by, createIntent('ETHEREUM', '0.1'));
    await pollUntil(async () => {
      await mineOnSecond(1);
      return (await t.stateOf(more.id)).state === 'DONE';
    }, 240_000);
    await stop.remove();
    await t.untilRest();
    await t.expectSound();
  },
  300_000,
);
