/**
 * A newer seed while users deposit and withdraw and processes are killed:
 * docs/decisions/0079-rotation-of-the-seed.md.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignerClient } from '../src/custody/sending/signer-client.ts';
import { sandboxSignerUrl } from '../src/platform/config/config.ts';
import { loadOrCreateSecret } from '../src/platform/config/key-files.ts';
import { minimalEnvironment } from './processes.ts';
import {
  COINS,
  type Coin,
  type Customer,
  createIntent,
  formatUnits,
  type Product,
  showLogOfFailed,
  startProduct,
} from './product.ts';
import { programPath } from './programs.ts';
import { createSeededRandom, SEED } from './random.ts';
import { callServer } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const RANDOM_KILLS = process.env.SARRAF_NIGHTLY ? 30 : 3;
const DUST: Record<Coin, bigint> = { LITE_COIN: 1_000_000n, ETHEREUM: 10n ** 17n, RIPPLE: 11_000_000n };

let t: Product;
showLogOfFailed(() => t);
const customers = new Map<Coin, Customer>();
const firstAddresses = new Map<Coin, { address: string; tag: string | null }>();
const acknowledged = new Set<string>();
let mining = true;
let miner: Promise<void>;

const findCustomer = (coin: Coin): Customer => customers.get(coin) as Customer;
const readDepositDestination = async (coin: Coin) =>
  (
    await t.insist(() =>
      t.get(findCustomer(coin), `/wallets/customer/wallet-address?relatedCoin=${coin}&tokenType=${coin}`),
    )
  ).body.baseDTO as { address: string; tag: string | null };

beforeAll(async () => {
  t = await startProduct();
  for (const coin of COINS) {
    customers.set(coin, await t.customer());
    await t.fund(findCustomer(coin), coin, '1000');
    firstAddresses.set(coin, await readDepositDestination(coin));
  }
  miner = startMining();
});
afterAll(async () => {
  mining = false;
  await miner;
  await t.close();
});

async function startMining(): Promise<void> {
  while (mining) {
    for (const coin of COINS) await t.mine(coin, 2).catch(() => {});
    await sleep(1_500);
  }
}

let number = 0;
function createUniqueAmount(coin: Coin): string {
  number += 1;
  return {
    LITE_COIN: `0.${100 + (number % 100)}`,
    ETHEREUM: `0.0${100 + (number % 100)}`,
    RIPPLE: `${20 + (number % 20)}`,
  }[coin];
}

async function requestWithdrawal(coin: Coin): Promise<void> {
  const intent = createIntent(coin, createUniqueAmount(coin));
  const { code } = await t.insist(async () => ({
    status: 200,
    code: await t.codeFor(findCustomer(coin), intent),
  }));
  const key = randomUUID();
  const answer = await t.insist(() => t.request(findCustomer(coin), intent, code, { key }));
  expect(answer.body).toMatchObject({ status: 'OK' });
  acknowledged.add(answer.body.baseDTO.id);
}

/** Waits for about one more operation per user, so that each kill hits ongoing work. */
function waitUntilBusy(): Promise<void> {
  const before = acknowledged.size;
  return pollUntil(async () => acknowledged.size >= before + COINS.length, 240_000);
}

/** Pays to the user's first address, whatever is shown now. */
function payFirstAddress(coin: Coin): Promise<unknown> {
  const { address, tag } = firstAddresses.get(coin) as { address: string; tag: string | null };
  const body = { relatedCoin: coin, address, amount: createUniqueAmount(coin), ...(tag && { tag }) };
  return callServer(t.url, 'POST', `/sandbox/chains/${coin}/faucet`, { body });
}

function runCeremony(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programPath('server/src/signer/main.ts'), ...args],
    { env: { ...minimalEnvironment(), MODE: 'sandbox', ...t.settings }, encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

const listPublicKeys = () =>
  t
    .insist(async () => ({
      status: 200,
      keys: await createSignerClient({
        url: sandboxSignerUrl(t.dataDir),
        token: loadOrCreateSecret(t.dataDir, 'signer.token'),
      }).publicKeys(),
    }))
    .then(({ keys }) => keys);

/** Returns the balance of an address on its chain. */
async function readChainBalance(coin: Coin, address: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(balance), 0) as sum from sandbox_balances
    where chain = ${coin} and address = ${address} and token_type = ${coin}`.execute(t.db);
  return rows[0]?.sum ?? 0n;
}

it(
  `the newest seed receives all funds while users deposit and withdraw, with ${RANDOM_KILLS} random kills, seed ${SEED}`,
  async () => {
    const random = createSeededRandom(SEED);
    const before = await listPublicKeys();
    let going = true;
    const lanes = COINS.map(async (coin) => {
      while (going) {
        await payFirstAddress(coin).catch(() => {});
        await t.pay(findCustomer(coin), coin, createUniqueAmount(coin)).catch(() => {});
        await requestWithdrawal(coin);
        await sleep(random() * 500);
      }
    });
    try {
      runCeremony('rotate', '2', 'of', '3', 'piped');
      await waitUntilBusy();
      // Whatever was in progress.
      await t.kill('both');
      runCeremony('rotate', 'begin');
      await t.start();
      for (let kill = 0; kill < RANDOM_KILLS; kill += 1) {
        await waitUntilBusy();
        await sleep(random() * 1_000);
        await t.kill((['server', 'signer', 'both'] as const)[kill % 3] ?? 'both');
        await t.start();
      }
    } finally {
      going = false;
    }
    await Promise.all(lanes);

    const keys = await listPublicKeys();
    expect(keys.generation).toBe(1);
    const older = keys.older[0];
    expect(older?.integrityKey).toBe(before.integrityKey);
    for (const coin of COINS)
      expect((await readDepositDestination(coin)).address).not.toBe(firstAddresses.get(coin)?.address);
    await pollUntil(async () => {
      await t.bringMinute();
      for (const coin of COINS) {
        const destinations = [older?.chains[coin]?.hot ?? '', firstAddresses.get(coin)?.address ?? ''];
        for (const place of destinations)
          if ((await readChainBalance(coin, place)) > DUST[coin]) return false;
      }
      return true;
    }, 400_000);
    await t.untilRest();
    const hot = Object.values(keys.chains).map((chain) => chain.hot);
    for (const coin of COINS)
      expect(await readChainBalance(coin, keys.chains[coin]?.hot ?? '')).toBeGreaterThan(10n * DUST[coin]);
    await t.expectSound(hot);
    const { rows: withdrawalRows } = await sql<{
      id: string;
    }>`select id from withdrawals order by id`.execute(t.db);
    expect(withdrawalRows.map(({ id }) => id)).toEqual([...acknowledged].sort());
    for (const coin of COINS) {
      const { rows } = await sql<{ sum: bigint }>`select
          (select coalesce(sum(amount), 0) from coin_deposits where asset = ${coin} and state = 'CREDITED')
          - (select coalesce(sum(amount), 0) from withdrawals where asset = ${coin}) as sum`.execute(t.db);
      expect(formatUnits(coin, await t.balance(findCustomer(coin).id, coin))).toBe(
        formatUnits(coin, rows[0]?.sum ?? 0n),
      );
    }
    const { rows: lost } =
      await sql`select state, reason from coin_deposits where state <> 'CREDITED'`.execute(t.db);
    expect(lost).toEqual([]);
    const { rows: tampered } =
      await sql`select 1 from deposit_addresses where tampered_at is not null`.execute(t.db);
    expect(tampered).toEqual([]);
  },
  1_800_000 + RANDOM_KILLS * 20_000,
);
