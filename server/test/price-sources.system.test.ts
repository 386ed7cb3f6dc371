/**
 * The whole product with its ten adapters, and sources that are switched off, down, frozen or wrong: the prices
 * that it publishes and trades on. The test advances the clock, triggers the polls, and a change by staff publishes
 * immediately.
 *
 * All 32 subsets of five world sources are tested for each kind of fault. All 1,024 of ten sources would take
 * minutes, so each pair, each single one and none is left correct, and as many agree on a wrong price as can be
 * outvoted. A case uses one coin, so that thirteen run at a time.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Coin, formatAmount, HOUR_MS, isCoin } from '@sarraf/domain';
import type { BusinessRow, CoinPrice } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPriceSources } from '../src/app/vendors.ts';
import type { PriceSource } from '../src/market/index.ts';
import { manualClock } from '../src/platform/clock.ts';
import { type Config, loadConfig } from '../src/platform/config/config.ts';
import type { Database } from '../src/platform/database/database.ts';
import { checkInvariants } from './invariants.ts';
import { openTestDatabase } from './open-database.ts';
import { addPerson, addSession } from './people.ts';
import { type PriceHosts, SOURCE_NAMES, startPriceHosts } from './price-hosts.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

const BAND = 0.015;
const MAX_AGE_MS = 15_000;
/** In USDT, Tether in Toman. EOS has no case: staff changes its rows to have prices published. */
const BASES: Partial<Record<Coin, number>> = {
  TETHER: 118_200,
  BITCOIN: 108_400,
  ETHEREUM: 3_900,
  BINANCE_COIN_BSC: 900,
  RIPPLE: 2.4,
  TRON: 0.3,
  DOGE_COIN: 0.2,
  LITE_COIN: 95,
  BITCOIN_CASH: 520,
  STELLAR: 0.3,
  MATIC: 0.25,
  CLASSIC_ETHEREUM: 18,
  DASH: 45,
  ELROND: 14,
  CELO: 0.3,
};
const COINS = Object.keys(BASES)
  .filter(isCoin)
  .filter((coin) => coin !== 'TETHER');
const WORLD_SOURCES = SOURCE_NAMES.slice(0, 5);
const IRANIAN_SOURCES = SOURCE_NAMES.slice(6);

/** Equal wrong prices confirm each other; different wrong prices are confirmed by none. */
const EQUAL_WRONG_KINDS = { 'ten times': 10, 'a tenth': 0.1, 'another market': 0.036 } as const;
const KINDS = [
  'switched off',
  'gone',
  'no price',
  'frozen',
  'each its own lie',
  ...(Object.keys(EQUAL_WRONG_KINDS) as (keyof typeof EQUAL_WRONG_KINDS)[]),
] as const;
type Kind = (typeof KINDS)[number];
interface Case {
  kind: Kind;
  /** Sources that list the coin. */
  sources: readonly string[];
  faulty: ReadonlySet<string>;
}
type Outcome = 'trades' | 'halts' | 'nobody can tell';

function expectedOutcome({ kind, sources, faulty }: Case): Outcome {
  const honest = sources.length - faulty.size;
  // A quiet market looks the same as one with frozen sources, and a moving one the same as one with equal wrong
  // prices.
  if (honest === 0 && (kind === 'frozen' || kind in EQUAL_WRONG_KINDS)) return 'nobody can tell';
  // Two correct ones don't outvote as many that agree with each other (decision 123): no wrong price is traded on.
  if (kind in EQUAL_WRONG_KINDS) return honest > faulty.size ? 'trades' : 'halts';
  return honest >= 2 ? 'trades' : 'halts';
}

const clock = manualClock(Date.now());
let test: StartedDatabase;
let database: Database;
let hosts: PriceHosts;
let sarraf: Awaited<ReturnType<typeof startReady>>;
let admin: string;
let demo: string;

/** Each round polls every source once, at a time chosen by the test. */
let round = 0;
let answeredSources = new Set<string>();
let onAllAnswered = () => {};
const createRoundPolling = (source: PriceSource): PriceSource => ({
  ...source,
  everyMs: 5,
  async poll(signal) {
    const requestRound = round;
    if (answeredSources.has(source.name)) return [];
    try {
      return await source.poll(signal);
    } finally {
      if (requestRound === round) answeredSources.add(source.name);
      if (answeredSources.size === SOURCE_NAMES.length) onAllAnswered();
    }
  },
});
async function pollAll(): Promise<void> {
  const all = new Promise<void>((resolve) => {
    onAllAnswered = resolve;
  });
  round += 1;
  answeredSources = new Set();
  await all;
}

/** The case of each coin now. */
let cases = new Map<Coin, Case>();
let faultsActive = false;
let drift = 1;
let frozenDrift = 1;
/** Each market has a small offset of its own. */
const honestPrice = (source: string, coin: Coin, at = drift): number =>
  (BASES[coin] ?? 0) * at * (1 + SOURCE_NAMES.indexOf(source) / 2_500);

function createQuote(source: string, coin: Coin): number | string | null {
  const one = cases.get(coin);
  if (!one) return coin === 'TETHER' && IRANIAN_SOURCES.includes(source) ? honestPrice(source, coin) : null;
  if (!one.sources.includes(source)) return null;
  const price = honestPrice(source, coin);
  if (!faultsActive || !one.faulty.has(source)) return price;
  switch (one.kind) {
    case 'switched off':
      return price;
    case 'gone':
      return null;
    case 'no price':
      return '-';
    case 'frozen':
      return honestPrice(source, coin, frozenDrift);
    case 'each its own lie':
      return (
        price * 3 ** (SOURCE_NAMES.indexOf(source) % 2 === 0 ? 1 : -1) * (1 + SOURCE_NAMES.indexOf(source))
      );
    default:
      return price * EQUAL_WRONG_KINDS[one.kind];
  }
}

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openTestDatabase(test.url, 4);
  // The copy has the original sandbox's checkpoints, which are an error outside of a sandbox.
  rmSync(join(test.dataDir, 'checkpoints.json'));
  hosts = await startPriceHosts(clock.now);
  hosts.quotes = createQuote;
  const wide = ['READ', 'WRITE', 'MONEY'].map((name) => [`RATE_${name}`, '1000000']);
  const urls = SOURCE_NAMES.map((name) => [`${name.toUpperCase()}_URL`, hosts.url]);
  const config = loadConfig({
    ...Object.fromEntries([...wide, ...urls]),
    ...test.settings,
    // Vendors that are never called.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@sarraf.test',
    KAVENEGAR_API_KEY: '4E6F745265616C4B6579',
    FINNOTECH_CLIENT_ID: 'client',
    FINNOTECH_CLIENT_SECRET: 'secret',
    FINNOTECH_NATIONAL_CODE: '0012345679',
    BINANCE_OTHER_URL: hosts.url,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    MARKET_MAKERS: 'off',
  });
  // As in production: a single source is not trusted.
  const real: Config = { ...config, sandbox: false };
  sarraf = await startReady(real, { clock, prices: createPriceSources(real, clock).map(createRoundPolling) });
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    database.db,
  );
  demo = await addSession(database.db, rows[0]?.id ?? '');
  admin = await addPerson(database.db, { email: 'ann@staff.test', roles: ['admin'] });
  await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where id = ${admin}`.execute(
    database.db,
  );
});
afterAll(async () => {
  await sarraf.stop();
  await hosts.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

let rowsByKey: Map<string, BusinessRow>;
let token: string;
let confirmedAt = 0;
/** As production requires of admins: by a passkey, confirmed within the hour. */
async function confirmAdmin(): Promise<void> {
  if (clock.now() - confirmedAt < HOUR_MS / 2) return;
  confirmedAt = clock.now();
  token = await addSession(database.db, admin, { now: new Date(confirmedAt) });
  await sql`update sessions set by_passkey = true where user_id = ${admin}`.execute(database.db);
}
/** A change by staff takes effect immediately in every process, which publishes again. */
async function changeRow(key: string, changes: Record<string, unknown>): Promise<void> {
  await confirmAdmin();
  if (!rowsByKey) {
    const { body } = await callServer(sarraf.url, 'GET', '/backoffice/rows/priceSource', { token });
    rowsByKey = new Map(body.content.map((row: BusinessRow) => [row.key, row]));
  }
  const row = rowsByKey.get(key) as BusinessRow;
  const body = { version: row.version, changes, reason: 'a test' };
  const { status, body: answer } = await callServer(
    sarraf.url,
    'PUT',
    `/backoffice/rows/priceSource/${key}`,
    {
      token,
      body,
    },
  );
  expect([status, answer.baseDTO?.state], JSON.stringify(answer)).toEqual([200, 'DONE']);
  row.version += 1;
}
let weight = 100;
async function publishPrices(): Promise<void> {
  weight = weight === 100 ? 99 : 100;
  await changeRow('EOS.okx', { weight });
}

const readCoinList = async (quote: 'usd' | 'usdt'): Promise<Map<string, CoinPrice>> => {
  const { body } = await callServer(sarraf.url, 'GET', `/coins/exchange-price/${quote}`);
  return new Map(body.map((row: CoinPrice) => [row.destCoinSymbol, row]));
};
async function readBothPrices(): Promise<Map<string, CoinPrice>> {
  const [inToman, inTether] = await Promise.all([readCoinList('usd'), readCoinList('usdt')]);
  return new Map([...inTether, ['TETHER', inToman.get('TETHER') as CoinPrice]]);
}

/** Checks that all prices published at any moment are within the band of the correct ones. */
async function checkPublishedPrices(): Promise<Map<string, CoinPrice>> {
  const prices = await readBothPrices();
  for (const [coin, one] of cases) {
    const reference = prices.get(coin)?.referencePrice ?? null;
    const honest = one.sources.filter((source) => !faultsActive || !one.faulty.has(source));
    if (reference === null || honest.length === 0) continue;
    const distance = Math.min(
      ...honest.map((source) => {
        const price = honestPrice(source, coin);
        return Math.abs(Number(reference) - price) / Math.min(Number(reference), price);
      }),
    );
    expect(distance, `${describeCase(coin, one)}: ${reference}`).toBeLessThan(BAND);
  }
  return prices;
}
const describeCase = (coin: Coin, { kind, sources, faulty }: Case) =>
  `${coin}: ${kind} ${[...faulty]} of ${sources.length}`;

/** Buys at the published price; returns the code. */
async function buyAt(coin: Coin, price: CoinPrice): Promise<string> {
  const { rows } = await sql<{
    least: bigint;
  }>`select min_exchange as least from coins where asset = ${coin}`.execute(database.db);
  const { body } = await callServer(sarraf.url, 'POST', '/exchange/buy', {
    token: demo,
    key: crypto.randomUUID(),
    body: {
      marketType: `${coin}_${coin === 'TETHER' ? 'TOMAN' : 'TETHER'}`,
      amount: formatAmount(rows[0]?.least ?? 0n, coin),
      unitPrice: price.buyPrice ?? '1',
    },
  });
  return body.message;
}

/** One round: all start from prices on which all sources agree, then the faults begin. */
async function runRound(now: ReadonlyMap<Coin, Case>): Promise<void> {
  cases = new Map(now);
  faultsActive = false;
  drift *= 1.002;
  clock.advance(1_000);
  await pollAll();
  await publishPrices();
  for (const [coin, price] of await checkPublishedPrices())
    if (cases.has(coin as Coin)) expect(price.isActive, `${coin} before`).toBe(true);
  frozenDrift = drift;
  faultsActive = true;
  const off = [...cases].flatMap(([coin, { kind, faulty }]) =>
    kind === 'switched off' ? [...faulty].map((source) => `${coin}.${source}`) : [],
  );
  for (const key of off) await changeRow(key, { counts: false });
  await pollAll();
  await publishPrices();
  await checkPublishedPrices();
  if ([...cases.values()].some(({ kind }) => kind === 'frozen')) {
    clock.advance(125_000);
    drift *= 1.008;
    await pollAll();
    await publishPrices();
    await checkPublishedPrices();
    drift *= 1.015;
  }
  // A price of that age is invalid, even before the next poll.
  clock.advance(MAX_AGE_MS + 1);
  for (const [coin, price] of await readBothPrices())
    if (cases.has(coin as Coin)) expect(price.isActive, `${coin} after 15 s`).toBe(false);
  await pollAll();
  await publishPrices();
  const prices = await checkPublishedPrices();
  for (const [coin, one] of cases) {
    const expected = expectedOutcome(one);
    if (expected === 'nobody can tell') continue;
    const price = prices.get(coin) as CoinPrice;
    expect(price.isActive, describeCase(coin, one)).toBe(expected === 'trades');
    const answer = await buyAt(coin, price);
    expect(answer, describeCase(coin, one)).toBe(
      expected === 'trades' ? 'order executed' : 'MARKET_IS_NOT_ACTIVE',
    );
  }
  for (const key of off) await changeRow(key, { counts: true });
}

async function runAllCases(all: readonly Case[], coins: readonly Coin[] = COINS): Promise<void> {
  for (let at = 0; at < all.length; at += coins.length)
    await runRound(new Map(all.slice(at, at + coins.length).map((one, i) => [coins[i] as Coin, one])));
}

const listSubsets = (sources: readonly string[]): ReadonlySet<string>[] =>
  Array.from(
    { length: 2 ** sources.length },
    (_, bits) => new Set(sources.filter((__, i) => (bits & (2 ** i)) > 0)),
  );
const complementOf = (left: ReadonlySet<string>) => new Set(SOURCE_NAMES.filter((name) => !left.has(name)));
const upToTwo = listSubsets(SOURCE_NAMES).filter(({ size }) => size <= 2);
/** Returns all runs of `size` adjacent sources. */
const listAdjacentSets = (size: number): ReadonlySet<string>[] =>
  SOURCE_NAMES.map((_, i) => new Set([...SOURCE_NAMES, ...SOURCE_NAMES].slice(i, i + size)));

it.each(KINDS)('of five world sources each subset is %s', async (kind) => {
  await runAllCases(
    listSubsets(WORLD_SOURCES).map((faulty): Case => ({ kind, sources: WORLD_SOURCES, faulty })),
  );
});

it.each(['gone', 'frozen', 'each its own lie'] as const)(
  'of ten sources all but two, all but one, or all are %s',
  async (kind) => {
    await runAllCases(
      upToTwo.map((left): Case => ({ kind, sources: SOURCE_NAMES, faulty: complementOf(left) })),
    );
  },
);

it('of ten sources up to five report ten times the price together', async () => {
  const faultySets = [...upToTwo, ...listAdjacentSets(3), ...listAdjacentSets(4), ...listAdjacentSets(5)];
  await runAllCases(faultySets.map((faulty): Case => ({ kind: 'ten times', sources: SOURCE_NAMES, faulty })));
});

it.each(['gone', 'each its own lie'] as const)('of Tether’s four sources each subset is %s', async (kind) => {
  await runAllCases(
    listSubsets(IRANIAN_SOURCES).map((faulty): Case => ({ kind, sources: IRANIAN_SOURCES, faulty })),
    ['TETHER'],
  );
});

it('a coin trades while any two neighbouring sources respond, or all of one region, and not with one', async () => {
  cases = new Map(COINS.map((coin) => [coin, { kind: 'gone', sources: SOURCE_NAMES, faulty: new Set() }]));
  faultsActive = true;
  for (const availableSources of [
    new Set(IRANIAN_SOURCES),
    complementOf(new Set(IRANIAN_SOURCES)),
    ...listAdjacentSets(2),
    ...listAdjacentSets(1).slice(0, 2),
  ]) {
    hosts.down = complementOf(availableSources);
    clock.advance(MAX_AGE_MS + 1);
    await pollAll();
    await publishPrices();
    const prices = await checkPublishedPrices();
    for (const coin of COINS) {
      const price = prices.get(coin) as CoinPrice;
      expect(price.isActive, `${coin} with ${[...availableSources]}`).toBe(availableSources.size >= 2);
      if (availableSources.size < 2) expect(await buyAt(coin, price)).toBe('MARKET_IS_NOT_ACTIVE');
    }
  }
});
