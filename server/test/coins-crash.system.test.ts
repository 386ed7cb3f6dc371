/** F01, F03, F07: server and signer are killed at each step of deposits and withdrawals, and at random. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  COINS,
  type Coin,
  type Customer,
  createIntent,
  formatUnits,
  IDLE_TIMEOUT_MS,
  type Product,
  showLogOfFailed,
  startProduct,
  type Victim,
} from './product.ts';
import { createSeededRandom, SEED } from './random.ts';
import { type Breakpoint, type StatementOutcome, type Step, stopAtStep, stopReaders } from './stops.ts';
import { pollUntil } from './waiting.ts';

const RANDOM_KILLS = process.env.SARRAF_NIGHTLY ? 60 : 4;

let t: Product;
showLogOfFailed(() => t);
const customers = new Map<Coin, Customer>();
/** Acknowledged withdrawals by idempotency key. */
const acknowledged = new Map<string, string>();
let mining = true;
let miner: Promise<void>;

beforeAll(async () => {
  t = await startProduct();
  for (const coin of COINS) {
    const by = await t.customer();
    customers.set(coin, by);
    await t.fund(by, coin, '1000');
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
    // Longer than the polling interval of a chain, so that something is seen before it is in a block.
    await sleep(2_500);
  }
}

const findCustomer = (coin: Coin): Customer => customers.get(coin) as Customer;
let number = 0;
/** Amounts are nearly unique, so that a payment on a chain can be identified; small enough to need no review. */
function createUniqueAmount(coin: Coin): string {
  number += 1;
  const part = number % 100;
  return { LITE_COIN: `0.${100 + part}`, ETHEREUM: `0.0${100 + part}`, RIPPLE: `${10 + (part % 20)}` }[coin];
}

/** Repeats the request with the same key until there is a reply. */
async function prepareWithdrawal(coin: Coin): Promise<() => Promise<void>> {
  const intent = createIntent(coin, createUniqueAmount(coin));
  const code = await t.insist(async () => ({
    status: 200,
    code: await t.codeFor(findCustomer(coin), intent),
  }));
  const key = randomUUID();
  return async () => {
    const answer = await t.insist(() => t.request(findCustomer(coin), intent, code.code, { key }));
    expect(answer.body).toMatchObject({ status: 'OK' });
    acknowledged.set(key, answer.body.baseDTO.id);
  };
}

const makeDeposit = (coin: Coin) => t.pay(findCustomer(coin), coin, createUniqueAmount(coin));

/** Returns the count and sum of the chain's own payments to a user's address. */
async function readPayments(coin: Coin): Promise<{ count: number; sum: bigint }> {
  const { rows } = await sql<{ count: number; sum: bigint }>`select count(*)::int as count,
      coalesce(sum((p ->> 'amount')::numeric), 0) as sum
    from sandbox_transactions s cross join jsonb_array_elements(s.body -> 'payments') p
    join deposit_addresses a on a.chain = s.chain and a.address = p ->> 'to' and a.tag = coalesce(p ->> 'tag', '')
    where a.user_id = ${findCustomer(coin).id} and not s.dropped`.execute(t.db);
  return rows[0] ?? { count: 0, sum: 0n };
}

async function isDepositCredited(): Promise<boolean> {
  const { rows } = await sql<{ credited: number }>`select count(*)::int as credited from coin_deposits
    where state = 'CREDITED'`.execute(t.db);
  const paymentCounts = await Promise.all(COINS.map(readPayments));
  return rows[0]?.credited === paymentCounts.reduce((sum, { count }) => sum + count, 0);
}

/** Checks that everything arrived exactly once. */
async function expectExactlyOnce(): Promise<void> {
  await t.untilRest();
  await pollUntil(async () => {
    await t.bringMinute();
    return isDepositCredited();
  }, IDLE_TIMEOUT_MS);
  await t.expectSound();
  const { rows: withdrawalRows } = await sql<{ id: string }>`select id from withdrawals order by id`.execute(
    t.db,
  );
  expect(withdrawalRows.map(({ id }) => id)).toEqual([...acknowledged.values()].sort());
  for (const coin of COINS) {
    const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from withdrawals
      where asset = ${coin}`.execute(t.db);
    const left = (await readPayments(coin)).sum - (rows[0]?.sum ?? 0n);
    expect(formatUnits(coin, await t.balance(findCustomer(coin).id, coin))).toBe(formatUnits(coin, left));
    expect(await t.balance(findCustomer(coin).id, coin, 'blocked')).toBe(0n);
  }
}

/** Continues until a process is within each step; then kills them, and the next ones finish what they left. */
async function killAtSteps(
  stops: Breakpoint[],
  work: () => Promise<unknown>,
  victim: Victim,
  fate: StatementOutcome,
): Promise<void> {
  const working = work();
  // A payment that is mined before the first scan doesn't pass through each step.
  const more = setInterval(() => COINS.map((coin) => makeDeposit(coin).catch(() => {})), 3_000);
  try {
    // The working server has just been started, which takes a minute on a busy machine.
    for (const stop of stops) await pollUntil(stop.reached, 240_000);
    await t.kill(victim);
  } finally {
    clearInterval(more);
    for (const stop of stops) await stop.letGo(fate);
    for (const stop of stops) await stop.remove();
    await t.start();
  }
  await working;
}

const createStep = (name: string, table: string, on: Step['on'], when: string): Step => ({
  name,
  table,
  on,
  when,
});
const deposits = {
  seen: createStep('a deposit is seen first', 'coin_deposits', 'insert', 'true'),
  inBlock: createStep(
    'a deposit comes into a block',
    'coin_deposits',
    'update',
    'new.height is not null and old.height is null',
  ),
  blockRead: createStep('a block was read', 'chain_cursors', 'update', 'new.height > old.height'),
  credited: createStep('a deposit is credited', 'coin_deposits', 'update', "new.state = 'CREDITED'"),
  told: createStep(
    'the owner of a deposit is told',
    'coin_deposits',
    'update',
    'new.to_tell is null and old.to_tell is not null',
  ),
};
const orders = {
  made: createStep('the ledger makes a withdrawal', 'withdrawals', 'insert', 'true'),
  claimed: createStep(
    'its order is claimed',
    'outgoing',
    'update',
    "new.state = 'CLAIMED' and old.state = 'QUEUED'",
  ),
  signed: createStep('what was signed is written down', 'chain_transactions', 'insert', 'true'),
  taken: createStep(
    'the chain takes it',
    'sandbox_transactions',
    'insert',
    "new.body ->> 'from' is not null or new.body -> 'inputs' <> '[]'",
  ),
  sent: createStep(
    'its being taken is written down',
    'chain_transactions',
    'update',
    "new.state = 'SENT' and old.state = 'SIGNED'",
  ),
  included: createStep(
    'its block is written down',
    'chain_transactions',
    'update',
    "new.state = 'INCLUDED' and old.state = 'SENT'",
  ),
  final: createStep('it is final in the books', 'chain_transactions', 'update', "new.state = 'DONE'"),
  done: createStep('the withdrawal is done', 'withdrawals', 'update', "new.state = 'DONE'"),
  told: createStep(
    'its owner is told',
    'withdrawals',
    'update',
    "new.untold is null and old.untold = 'WITHDRAWAL_SENT'",
  ),
};

// Before a step nothing of it is done, after it nothing of the next: these are the two cases of each. Steps of
// deposits and withdrawals that are independent are killed together, since restarting is what takes time.
const KILL_CASES: [Victim, StatementOutcome, Step[]][] = [
  ['server', 'forgotten', [orders.made]],
  ['both', 'forgotten', [orders.claimed, deposits.credited]],
  ['server', 'forgotten', [orders.signed]],
  ['both', 'finished', [orders.taken]],
  ['server', 'forgotten', [orders.sent, deposits.seen]],
  ['server', 'finished', [orders.included, deposits.inBlock]],
  ['both', 'finished', [orders.final]],
  ['server', 'forgotten', [orders.done, deposits.blockRead]],
  ['server', 'finished', [orders.told, deposits.told]],
];
const ALTERNATIVE_FATES: Record<StatementOutcome, StatementOutcome> = {
  finished: 'forgotten',
  forgotten: 'finished',
};
const ALL_KILL_CASES = process.env.SARRAF_NIGHTLY
  ? [
      ...KILL_CASES,
      ...KILL_CASES.map(([, fate, at]): [Victim, StatementOutcome, Step[]] => [
        'both',
        ALTERNATIVE_FATES[fate],
        at,
      ]),
    ]
  : // By day the steps around irreversible effects; by night each step.
    KILL_CASES.filter((_, i) => i % 2 === 0);

async function prepareAllWork(): Promise<() => Promise<unknown>> {
  const requests = await Promise.all(COINS.map(prepareWithdrawal));
  return () =>
    Promise.all([...requests.map((ask) => ask()), ...COINS.map((coin) => makeDeposit(coin).catch(() => {}))]);
}

it.each(
  ALL_KILL_CASES.map(
    ([victim, fate, at]) => [victim, at.map(({ name }) => name).join(' and '), fate, at] as const,
  ),
)(
  '%s killed while %s (%s)',
  async (victim, _names, fate, at) => {
    const work = await prepareAllWork();
    const stops = [];
    for (const one of at) stops.push(await stopAtStep(t.settings.DATABASE_URL, one));
    await killAtSteps(stops, work, victim, fate);
  },
  600_000,
);

it('signer killed while it reads the orders to sign', async () => {
  const work = await prepareAllWork();
  const stop = await stopReaders(t.settings.DATABASE_URL, 'withdrawal_approvals');
  await killAtSteps([stop], work, 'signer', 'forgotten');
}, 600_000);

it(
  `keeps its acknowledgements when it is killed ${RANDOM_KILLS} times at random, seed ${SEED}`,
  async () => {
    const random = createSeededRandom(SEED);
    let going = true;
    const lanes = COINS.map(async (coin) => {
      while (going) {
        await makeDeposit(coin).catch(() => {});
        await (await prepareWithdrawal(coin))();
        await sleep(random() * 500);
      }
    });
    try {
      for (let kill = 0; kill < RANDOM_KILLS; kill += 1) {
        const before = acknowledged.size;
        await pollUntil(async () => acknowledged.size >= before + COINS.length, 240_000);
        await sleep(random() * 1_000);
        await t.kill((['server', 'signer', 'both'] as const)[Math.floor(random() * 3)] ?? 'both');
        await t.start();
      }
    } finally {
      going = false;
    }
    await Promise.all(lanes);
  },
  240_000 + RANDOM_KILLS * 60_000,
);

it(
  'each withdrawal was paid once on its chain, each deposit credited once',
  expectExactlyOnce,
  2 * IDLE_TIMEOUT_MS + 240_000,
);
