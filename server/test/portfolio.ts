/** Random histories of a few users over many days, and a recalculation of one user's positions in one quote. */
import { type Asset, amountOf, type Coin, pow10, type Quote, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { houseAccount, outsideAccount, type TransferKind, userAccount } from '../src/ledger/index.ts';
import type { Caller } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createReferralFixture, moveTransfers, type ReferralFixture } from './referral.ts';

const STEPS = 60;
const DAY = 86_400_000;
export const ASSETS = ['TOMAN', 'TETHER', 'BITCOIN'] as const;

export function createRandomBelow(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state % below;
  };
}

/** Toman per coin on a UTC day: up and down, like real prices. */
export const priceOnDay = (coin: Coin, at: number): bigint | null => {
  const day = BigInt(Math.floor(at / DAY)) % 97n;
  if (coin === 'BITCOIN') return (9_000_000_000n + day * 31_415_927n) * 1_000_000n;
  return coin === 'TETHER' ? (90_000n + day * 271n) * 1_000_000n : null;
};

const bookTransfers = (
  context: ReferralFixture,
  list: [string | null, string | null, Asset, bigint, TransferKind][],
  reference = newId(),
) => {
  const account = (id: string | null, asset: Asset) => {
    if (id === 'fees') return houseAccount(asset, 'fee');
    return id === null ? outsideAccount('test', asset) : userAccount(id, asset);
  };
  const transfers = list.map(([from, to, asset, amount, kind]) => ({
    debit: account(from, asset),
    credit: account(to, asset),
    amount: amountOf(amount),
    kind,
    reference,
  }));
  return context.orders.deps.ledger.submit({
    accounts: transfers.flatMap(({ debit, credit }) => [debit, credit]),
    decide: () => ({ transfers, reply: '' }),
  });
};

/** Generates every kind of event that moves a user's money. */
async function simulateActivity(
  context: ReferralFixture,
  people: Caller[],
  random: (below: number) => number,
): Promise<void> {
  const randomPerson = () => people[random(people.length)] as Caller;
  const ignoreRefusal = (done: Promise<unknown>) =>
    done.catch((error: Error) => expect(error).toHaveProperty('code'));
  for (let step = 0; step < STEPS; step += 1) {
    const person = randomPerson();
    const kind = random(10);
    if (kind < 5) {
      const market = ['BITCOIN_TOMAN', 'BITCOIN_TETHER', 'TETHER_TOMAN'][random(3)] as string;
      const near = { BITCOIN_TOMAN: 10_000_000_000, BITCOIN_TETHER: 100_000, TETHER_TOMAN: 100_000 }[
        market
      ] as number;
      const price = near + (random(9) - 4) * (near / 1_000);
      const amount = market === 'TETHER_TOMAN' ? `${1 + random(400)}` : `0.00${1 + random(9)}`;
      await ignoreRefusal(
        context.orders.limit(person, random(2) === 0 ? 'buy' : 'sell', amount, String(price), market),
      );
    } else if (kind === 5) await ignoreRefusal(context.orders.quickSell(person, `0.00${1 + random(9)}`));
    else if (kind === 6) await context.orders.cancelAll(person);
    else {
      const asset = ASSETS[random(3)] as Asset;
      const balance = await context.orders.balance(person, asset as Coin);
      const amount = balance / BigInt(3 + random(7));
      if (amount < 10n) continue;
      const { userId } = person;
      if (kind === 7) await bookTransfers(context, [[null, userId, asset, amount, 'deposit']]);
      else if (kind === 8) {
        // Like a company's coins: set aside, and returned, or sent immediately.
        const id = newId();
        await bookTransfers(context, [[userId, null, asset, amount, 'hold']], id);
        if (random(2) === 0) await bookTransfers(context, [[null, userId, asset, amount, 'release']], id);
        else
          await bookTransfers(context, [
            [null, userId, asset, amount, 'release'],
            [userId, null, asset, amount, 'withdrawal'],
          ]);
      } else {
        const id = newId();
        const fee = amount / 7n;
        await bookTransfers(
          context,
          [
            [userId, null, asset, amount - fee, 'withdrawal'],
            [userId, 'fees', asset, fee, 'fee'],
          ],
          id,
        );
        if (random(2) === 0)
          await bookTransfers(
            context,
            [
              [null, userId, asset, amount - fee, 'correction'],
              ['fees', userId, asset, fee, 'correction'],
            ],
            id,
          );
      }
    }
  }
}

export interface TransferLine {
  id: bigint;
  from: string;
  to: string;
  /** The kind of account that is debited. */
  debit: string;
  asset: Asset;
  amount: bigint;
  kind: string;
  reference: string;
  at: Date;
}

export async function listTransfers(context: ReferralFixture): Promise<TransferLine[]> {
  const { rows } =
    await sql<TransferLine>`select t.id, d.owner as "from", c.owner as "to", d.kind as debit, d.asset, t.amount,
      t.kind, t.reference, t.created_at as at
    from transfers t join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account
    order by t.id`.execute(context.db);
  return rows;
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000) * 60_000;

export function valueAt(asset: Asset, amount: bigint, money: Quote, at: Date): bigint {
  if (asset === money) return amount;
  const toman =
    asset === 'TOMAN'
      ? amount
      : (amount * (priceOnDay(asset as Coin, minuteOf(at)) ?? 0n)) / pow10(scaleOf(asset));
  return money === 'TOMAN' ? toman : (toman * 1_000_000n) / (priceOnDay('TETHER', minuteOf(at)) as bigint);
}

/** Recalculates all positions of a user in one quote, from the first transfer to the last. */
export function recompute(
  lines: TransferLine[],
  orders: Map<string, { coin: Asset; buys: boolean }>,
  person: string,
  money: Quote,
) {
  const have = new Map<Asset, { amount: bigint; cost: bigint; realised: bigint }>();
  const exits = new Map<string, { amount: bigint; cost: bigint }>();
  const findPosition = (asset: Asset) => {
    const position = have.get(asset) ?? { amount: 0n, cost: 0n, realised: 0n };
    have.set(asset, position);
    return position;
  };
  const removeFromPosition = (asset: Asset, amount: bigint) => {
    const row = findPosition(asset);
    const cost = row.amount === 0n ? 0n : (row.cost * amount) / row.amount;
    row.amount -= amount;
    row.cost -= cost;
    return cost;
  };
  const addToPosition = (asset: Asset, amount: bigint, cost: bigint) => {
    const row = findPosition(asset);
    row.amount += amount;
    row.cost += asset === money ? amount : cost;
  };
  const addGain = (asset: Asset, more: bigint) => {
    if (asset !== money) findPosition(asset).realised += more;
  };
  const own = lines.filter(({ from, to }) => (from === person) !== (to === person));
  for (const line of own) {
    const { asset, amount, kind, reference, at } = line;
    const gives = line.from === person;
    const key = `${reference} ${asset}`;
    if (kind === 'trade') {
      const other = own.find(
        (candidate) =>
          candidate.kind === 'trade' &&
          candidate.reference === reference &&
          (candidate.id === line.id + 1n || candidate.id === line.id - 1n) &&
          candidate.from === line.to &&
          candidate.asset !== asset,
      );
      if (!other) throw new Error('half a trade');
      const sides = [line, other];
      const paymentLine =
        sides.find((side) => side.asset === 'TOMAN') ?? sides.find((side) => side.asset === 'TETHER');
      const same = sides.find((side) => side.asset === money);
      const value =
        same?.amount ??
        valueAt((paymentLine as TransferLine).asset, (paymentLine as TransferLine).amount, money, at);
      if (gives) addGain(asset, value - removeFromPosition(asset, amount));
      else addToPosition(asset, amount, value);
    } else if (kind === 'fee' && orders.has(reference)) {
      const { coin, buys } = orders.get(reference) as { coin: Asset; buys: boolean };
      const value = valueAt(asset, amount, money, at);
      addGain(asset, value - removeFromPosition(asset, amount));
      if (coin === money) addGain(asset, -value);
      else if (buys && findPosition(coin).amount > 0n) findPosition(coin).cost += value;
      else addGain(coin, -value);
    } else if (gives) {
      const cost = removeFromPosition(asset, amount);
      const left = exits.get(key) ?? { amount: 0n, cost: 0n };
      exits.set(key, { amount: left.amount + amount, cost: left.cost + cost });
    } else {
      const left = kind === 'correction' || kind === 'release' ? exits.get(key) : undefined;
      const cost = left ? (left.cost * amount) / left.amount : valueAt(asset, amount, money, at);
      addToPosition(asset, amount, cost);
      if (left) exits.set(key, { amount: left.amount - amount, cost: left.cost - cost });
    }
  }
  return have;
}

/**
 * Four users with a history, the last two invited by the first; nothing is processed yet. `begin`: of the first
 * transfer, shortly before a midnight of Tehran; transfers follow at intervals up to `pause` milliseconds.
 */
export async function createRandomHistory(
  seed: number,
  { begin, pause = DAY }: { begin: number; pause?: number },
) {
  const random = createRandomBelow(seed);
  const context = await createReferralFixture();
  context.marketInputs.price = priceOnDay;
  // Nothing may be processed before its time is changed.
  await context.referral.stop();
  const people: Caller[] = [];
  for (let n = 0; n < 4; n += 1) {
    const inviterId = n > 1 ? people[n - 2]?.userId : undefined;
    people.push(await context.person(inviterId ? { inviterId } : {}));
  }
  for (const person of people) {
    await context.orders.give(person, 'TOMAN', '500000000');
    await context.orders.give(person, 'TETHER', '5000');
    await context.orders.give(person, 'BITCOIN', '1');
  }
  await simulateActivity(context, people, random);
  // Around the midnights of Tehran, in the order of the ledger.
  let at = begin;
  await moveTransfers(context, () => {
    at += [0, 0, 0, 1_000, 59_000, pause / 2, pause][random(7)] as number;
    return new Date(at);
  });
  context.clock.advance(at + DAY - context.clock.now());
  const lines = await listTransfers(context);
  const { rows } = await sql<{ id: string; coin: Asset; type: string }>`
    select id, coin, order_type as type from orders`.execute(context.db);
  const orders = new Map(rows.map(({ id, coin, type }) => [id, { coin, buys: type.endsWith('BUY') }]));
  return { context, people, random, lines, orders };
}
