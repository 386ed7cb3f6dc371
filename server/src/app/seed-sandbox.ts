import { setTimeout as sleep } from 'node:timers/promises';
import {
  ALL_ASSETS,
  ASSETS,
  type Asset,
  amountOf,
  type Chain,
  type CoinOnNetwork,
  findNetwork,
  pow10,
} from '@sarraf/domain';
import type { Signer } from '../custody/index.ts';
import { type Account, houseAccount, type Ledger, outsideAccount, userAccount } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import { isUntraded, savePastTrades } from '../market-data/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { WriterForwarder } from '../platform/http/forward.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { SandboxChainControls } from '../sandbox/sandbox-chain.ts';
import { generatePastTrades } from '../sandbox/sandbox-trades.ts';

/** Initial balances of the demo customer, in smallest units. */
const DEMO_BALANCES: readonly [Asset, bigint][] = [
  ['TOMAN', 500_000_000n * pow10(6)],
  ['TETHER', 5_000n * pow10(6)],
  ['BITCOIN', pow10(8) / 2n],
];
const HOUSE_TOMAN = 10n ** 12n * pow10(6);

/**
 * Sandbox money: the demo people's balances and the house's inventory (half of its maximum of each coin). Each gift
 * has an idempotency key, so a second start gives nothing again.
 */
export async function seedSandbox(
  ledger: Ledger,
  market: Market,
  people: { demo: string; maker: string; taker: string },
): Promise<void> {
  const gifts = DEMO_BALANCES.map(([asset, amount]) =>
    giveFromOutside(ledger, userAccount(people.demo, asset), amount, `demo:${asset}`),
  );
  for (const asset of ALL_ASSETS) {
    const amount = asset === 'TOMAN' ? HOUSE_TOMAN : market.coin(asset).maxInventory / 2n;
    if (amount > 0n)
      gifts.push(giveFromOutside(ledger, houseAccount(asset, 'inventory'), amount, `inventory:${asset}`));
  }
  await Promise.all(gifts);
  const loans = ALL_ASSETS.flatMap((asset) => {
    const inventory = asset === 'TOMAN' ? HOUSE_TOMAN : market.coin(asset).maxInventory / 2n;
    return [
      lendFromHouse(ledger, userAccount(people.maker, asset), inventory / MAKER_DIVISOR, `maker:${asset}`),
      lendFromHouse(ledger, userAccount(people.taker, asset), inventory / TAKER_DIVISOR, `taker:${asset}`),
    ];
  });
  await Promise.all(loans);
}

/** Market makers get a part of the house's inventory: the coins on the chains stay those that people own. */
const MAKER_DIVISOR = 5n;
const TAKER_DIVISOR = 20n;

async function lendFromHouse(ledger: Ledger, credit: Account, amount: bigint, key: string): Promise<void> {
  if (amount > 0n)
    await submitSeedTransfer(ledger, houseAccount(credit.asset, 'inventory'), credit, amount, key);
}

/** Hot balance of a coin, in percent of what people own of it: the treasury's target, so that no alarm is raised. */
const HOT_PERCENT = 10n;

/** Returns the coins needed on the chains, split equally between a coin's networks. */
function listEndowments(
  market: Pick<Market, 'coin'>,
): { network: CoinOnNetwork; hot: bigint; cold: bigint }[] {
  return ALL_ASSETS.flatMap((asset) => {
    const networks = ASSETS[asset].networks.flatMap(({ tokenType }) => findNetwork(asset, tokenType) ?? []);
    const demo = DEMO_BALANCES.find(([coin]) => coin === asset)?.[1] ?? 0n;
    const inventory = market.coin(asset).maxInventory / 2n;
    const owed = demo + inventory / MAKER_DIVISOR + inventory / TAKER_DIVISOR;
    const hot = (owed * HOT_PERCENT) / 100n;
    const parts = BigInt(networks.length);
    return networks.map((network) => ({
      network,
      hot: hot / parts,
      cold: (demo + inventory - hot) / parts,
    }));
  }).filter(({ hot }) => hot > 0n);
}

const giveFromOutside = (ledger: Ledger, credit: Account, amount: bigint, key: string): Promise<string> =>
  submitSeedTransfer(ledger, outsideAccount('sandbox', credit.asset), credit, amount, key);

function submitSeedTransfer(
  ledger: Ledger,
  debit: Account,
  credit: Account,
  amount: bigint,
  key: string,
): Promise<string> {
  return ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'seed', key, digest: amount.toString() },
    decide: () => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'seed', reference: newId() }],
      reply: '{}',
    }),
  });
}

const FILL_RETRY_MS = 2_000;

interface FillDeps {
  chains: SandboxChainControls | undefined;
  signer: Signer;
  market: Market;
  isRead(chain: Chain): Promise<boolean>;
  log: Log;
}

/** Puts the sandbox's coins on its chains once the signer is available and the chains are read. */
export function fillWallets({ chains, signer, market, isRead, log }: FillDeps): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = chains === undefined;

  async function fillOnce(): Promise<void> {
    const keys = await signer.publicKeys();
    // The first seed's wallets were filled; a newer seed gets their coins by rotation.
    if (keys.generation > 0) return;
    for (const walletRole of ['hot', 'cold'] as const)
      for (const { network, ...amounts } of listEndowments(market)) {
        if (isStopped || !(await isRead(network.chain))) throw new Error(`${network.chain} is not read yet`);
        const address = keys.chains[network.chain]?.[walletRole];
        if (address)
          await chains?.grantInitialCoins(network.chain, address, network.tokenType, amounts[walletRole]);
      }
  }

  function scheduleFill(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      fillOnce().catch((err: unknown) => {
        log.debug({ area: 'sandbox', err }, 'the wallets are not filled yet');
        scheduleFill();
      });
    }, FILL_RETRY_MS).unref();
  }

  scheduleFill();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const MAX_LEASE_WAITS = 5;

/**
 * Creates demo people and their money, once, in the ledger writer's process; the lease of a killed server expires
 * first. If another process is the writer, it has done so.
 */
export async function seedDemo(
  config: Config,
  {
    db,
    ledger,
    market,
    forwarding,
    verification,
    pastUntil,
  }: {
    db: Db;
    ledger: Ledger;
    market: Market;
    forwarding: WriterForwarder | undefined;
    /** Unset: markets start without past trades. */
    pastUntil: number | undefined;
    verification: { createDemoPeople(): Promise<Record<string, string>> };
  },
): Promise<void> {
  const deadline = performance.now() + MAX_LEASE_WAITS * config.LEASE_MS;
  while (!ledger.isWriter() && performance.now() < deadline) {
    if (forwarding?.isReachable()) return;
    await sleep(50);
  }
  const people = await verification.createDemoPeople();
  const [demo, maker, taker] = ['demo', 'maker', 'taker'].map((name) => people[`${name}@sarraf.test`]);
  if (!ledger.isWriter()) return;
  if (demo && maker && taker) await seedSandbox(ledger, market, { demo, maker, taker });
  if (pastUntil !== undefined && (await isUntraded(db)))
    await savePastTrades(db, generatePastTrades(config.PRICE_SEED, pastUntil));
}
