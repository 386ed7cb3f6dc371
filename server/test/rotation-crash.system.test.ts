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
import { signerAddress } from '../src/platform/config/config.ts';
import { loadOrCreateSecret } from '../src/platform/config/kept-secret.ts';
import { bareEnvironment } from './processes.ts';
import {
  COINS,
  type Coin,
  type Customer,
  intentOf,
  type Product,
  showLogOfFailed,
  startProduct,
  textOf,
} from './product.ts';
import { programPath } from './programs.ts';
import { randomFrom, SEED } from './random.ts';
import { call } from './running-server.ts';
import { until } from './waiting.ts';

const RANDOM_KILLS = process.env.SARRAF_NIGHTLY ? 30 : 3;
const DUST: Record<Coin, bigint> = { LITE_COIN: 1_000_000n, ETHEREUM: 10n ** 17n, RIPPLE: 11_000_000n };

let t: Product;
showLogOfFailed(() => t);
const customers = new Map<Coin, Customer>();
const firstPlaces = new Map<Coin, { address: string; tag: string | null }>();
const acknowledged = new Set<string>();
let mining = true;
let miner: Promise<void>;

const customer = (coin: Coin): Customer => customers.get(coin) as Customer;
const placeOf = async (coin: Coin) =>
  (
    await t.insist(() =>
      t.get(customer(coin), `/wallets/customer/wallet-address?relatedCoin=${coin}&tokenType=${coin}`),
    )
  ).body.baseDTO as { address: string; tag: string | null };

beforeAll(async () => {
  t = await startProduct();
  for (const coin of COINS) {
    customers.set(coin, await t.customer());
    await t.fund(customer(coin), coin, '1000');
    firstPlaces.set(coin, await placeOf(coin));
  }
  miner = mineOn();
}, 240_000);
afterAll(async () => {
  mining = false;
  await miner;
  await t.close();
}, 240_000);

async function mineOn(): Promise<void> {
  while (mining) {
    for (const coin of COINS) await t.mine(coin, 2).catch(() => {});
    await sleep(1_500);
  }
}

let number = 0;
function nextAmount(coin: Coin): string {
  number += 1;
  return {
    LITE_COIN: `0.${100 + (number % 100)}`,
    ETHEREUM: `0.0${100 + (number % 100)}`,
    RIPPLE: `${20 + (number % 20)}`,
  }[coin];
}

async function withdraw(coin: Coin): Promise<void> {
  const intent = intentOf(coin, nextAmount(coin));
  const { code } = await t.insist(async () => ({
    status: 200,
    code: await t.codeFor(customer(coin), intent),
  }));
  const key = randomUUID();
  const answer = await t.insist(() => t.request(customer(coin), intent, code, { key }));
  expect(answer.body).toMatchObject({ status: 'OK' });
  acknowledged.add(answer.body.baseDTO.id);
}

/** Waits for about one more operation per user, so that each kill hits ongoing work. */
function untilBusy(): Promise<void> {
  const before = acknowledged.size;
  return until(async () => acknowledged.size >= before + COINS.length, 240_000);
}

/** Pays to the user's first address, whatever is shown now. */
function payFirst(coin: Coin): Promise<unknown> {
  const { address, tag } = firstPlaces.get(coin) as { address: string; tag: string | null };
  const body = { relatedCoin: coin, address, amount: nextAmount(coin), ...(tag && { tag }) };
  return call(t.url, 'POST', `/sandbox/chains/${coin}/faucet`, { body });
}

function ceremony(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programPath('server/src/signer/main.ts'), ...args],
    { env: { ...bareEnvironment(), MODE: 'sandbox', ...t.settings }, encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

const publicKeys = () =>
  t
    .insist(async () => ({
      status: 200,
      keys: await createSignerClient({
        url: signerAddress(t.dataDir),
        token: loadOrCreateSecret(t.dataDir, 'signer.token'),
      }).publicKeys(),
    }))
    .then(({ keys }) => keys);

/** Returns the balance of an address on its chain. */
async function held(coin: Coin, address: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(balance), 0) as sum from sandbox_balances
    where chain = ${coin} and address = ${address} and token_type = ${coin}`.execute(t.db);
  return rows[0]?.sum ?? 0n;
}

it(
  `the newest seed receives all funds while users deposit and withdraw, with ${RANDOM_KILLS} random kills, seed ${SEED}`,
  async () => {
    const random = randomFrom(SEED);
    const before = await publicKeys();
    let going = true;
    const lanes = COINS.map(async (coin) => {
      while (going) {
        await payFirst(coin).catch(() => {});
        await t.pay(customer(coin), coin, nextAmount(coin)).catch(() => {});
        await withdraw(coin);
        await sleep(random() * 500);
      }
    });
    try {
      ceremony('rotate', '2', 'of', '3', 'piped');
      await untilBusy();
      // Whatever was in progress.
      await t.kill('both');
      ceremony('rotate', 'begin');
      await t.start();
      for (let kill = 0; kill < RANDOM_KILLS; kill += 1) {
        await untilBusy();
        await sleep(random() * 1_000);
        await t.kill((['server', 'signer', 'both'] as const)[kill % 3] ?? 'both');
        await t.start();
      }
    } finally {
      going = false;
    }
    await Promise.all(lanes);

    const keys = await publicKeys();
    expect(keys.generation).toBe(1);
    const older = keys.older[0];
    expect(older?.integrityKey).toBe(before.integrityKey);
    for (const coin of COINS) expect((await placeOf(coin)).address).not.toBe(firstPlaces.get(coin)?.address);
    await until(async () => {
      await t.bringMinute();
      for (const coin of COINS) {
        const places = [older?.chains[coin]?.hot ?? '', firstPlaces.get(coin)?.address ?? ''];
        for (const place of places) if ((await held(coin, place)) > DUST[coin]) return false;
      }
      return true;
    }, 400_000);
    await t.untilRest();
    const hot = Object.values(keys.chains).map((chain) => chain.hot);
    for (const coin of COINS)
      expect(await held(coin, keys.chains[coin]?.hot ?? '')).toBeGreaterThan(10n * DUST[coin]);
    await t.expectSound(hot);
    const { rows: made } = await sql<{ id: string }>`select id from withdrawals order by id`.execute(t.db);
    expect(made.map(({ id }) => id)).toEqual([...acknowledged].sort());
    for (const coin of COINS) {
      const { rows } = await sql<{ sum: bigint }>`select
          (select coalesce(sum(amount), 0) from coin_deposits where asset = ${coin} and state = 'CREDITED')
          - (select coalesce(sum(amount), 0) from withdrawals where asset = ${coin}) as sum`.execute(t.db);
      expect(textOf(coin, await t.balance(customer(coin).id, coin))).toBe(textOf(coin, rows[0]?.sum ?? 0n));
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
