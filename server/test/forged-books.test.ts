/**
 * Books that really traded, paid and were paid are altered by plain SQL, made to fit as well as an attacker can, and put
 * back. Each alteration is found in the books as a whole, and in the transfers that it made or touched.
 */
import { randomUUID } from 'node:crypto';
import { type Asset, CHAIN_INFO, CHAINS } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, type Scope, violationsIn } from '../src/audit/index.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { type Books, startBooks } from './busy-books.ts';
import { asAttacker, forge, rebalance } from './forged-books.ts';
import { checkInvariants } from './invariants.ts';
import { inOwnersTransaction } from './owner.ts';

let books: Books;
beforeAll(async () => {
  books = await startBooks();
}, 400_000);
afterAll(() => books.close(), 120_000);

const HOUSE = { inventory: 'inventory', fee: 'fee' } as const;
const house = (kind: keyof typeof HOUSE) => ({ owner: 'house', kind });
const of = (owner: string, kind = 'spendable') => ({ owner, kind });
const outside = (channel: string) => ({ owner: `outside:${channel}`, kind: 'outside' });

/** One row of a query that has some. */
async function one<T>(tx: Tx, query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the books have nothing to forge');
  return row;
}

interface Trade {
  id: string;
  user: string;
  coin: Asset;
  quote: Asset;
  amount: bigint;
  notional: bigint;
  fee: bigint;
}
const TRADE = sql`id, user_id::text as user, coin, quote, amount, notional, fee from orders`;
const quickBuy = (tx: Tx) =>
  one(tx, sql<Trade>`select ${TRADE} where order_type = 'EXCHANGE_BUY' and fee > 0 order by id limit 1`);
const taken = (tx: Tx) =>
  one(
    tx,
    sql<Trade>`select ${TRADE} where order_type = 'LIMITED_SELL' and first_fill is not null and fee > 0 order by id limit 1`,
  );
/** The transfers of an order. */
const transfersOf = async (tx: Tx, id: string): Promise<Scope> =>
  one(
    tx,
    sql<{
      from: bigint;
      to: bigint;
    }>`select min(id) as from, max(id) as to from transfers where reference = ${id}`,
  );

/** Looks at the books as an alteration leaves them, and takes it back. Answers the names of the broken laws. */
async function foundAfter(alter: (tx: Tx) => Promise<Scope>): Promise<{ all: string[]; part: string[] }> {
  const found = { all: [] as string[], part: [] as string[] };
  const undone = new Error('undone');
  const work = inOwnersTransaction(books.db, async (tx) => {
    await asAttacker(tx);
    const scope = await alter(tx);
    found.all = (await violationsIn(tx, 'all')).map(({ law }) => law);
    if (scope !== 'all') found.part = (await violationsIn(tx, scope)).map(({ law }) => law);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return found;
}

const ALTERATIONS: [what: string, law: RegExp, alter: (tx: Tx) => Promise<Scope>][] = [
  [
    'a fee charged twice',
    /^each quick trade/,
    async (tx) => {
      const { id, user, quote, fee } = await quickBuy(tx);
      return forge(tx, {
        from: of(user),
        to: house('fee'),
        asset: quote,
        amount: fee,
        kind: 'fee',
        reference: id,
      });
    },
  ],
  [
    'the fee of a fill charged twice',
    /^each fill/,
    async (tx) => {
      const { id, user, quote, fee } = await taken(tx);
      return forge(tx, {
        from: of(user),
        to: house('fee'),
        asset: quote,
        amount: fee,
        kind: 'fee',
        reference: id,
      });
    },
  ],
  [
    'a share that goes to the wrong person',
    /^each share/,
    async (tx) => {
      const { id } = await one(
        tx,
        sql<{ id: bigint }>`select id from transfers where kind = 'referral' order by id limit 1`,
      );
      await sql`update transfers t set credit_account = (select a.id from accounts a join accounts was
          on was.id = t.credit_account and was.asset = a.asset and was.kind = a.kind
        where a.owner = ${books.stranger}) where t.id = ${id}`.execute(tx);
      await rebalance(tx);
      return { from: id, to: id };
    },
  ],
  [
    'a share that nobody earned',
    /^each share/,
    async (tx) => {
      const { id, quote } = await quickBuy(tx);
      return forge(tx, {
        from: house('fee'),
        to: of(books.stranger),
        asset: quote,
        amount: 7n,
        kind: 'referral',
        reference: id,
      });
    },
  ],
  [
    'a deposit credited twice',
    /^each output of a chain/,
    async (tx) => {
      const deposit = await one(
        tx,
        sql<{ id: string; user: string; asset: string; channel: string; amount: bigint }>`
          select id, user_id::text as user, asset, token_type as channel, amount from coin_deposits
          where state = 'CREDITED' order by id limit 1`,
      );
      const { id, user, asset, channel, amount } = deposit;
      return forge(tx, {
        from: outside(channel),
        to: of(user),
        asset,
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a deposit of Toman credited twice',
    /^each payment/,
    async (tx) => {
      const { id, company, amount, gateway } = await one(
        tx,
        sql<{ id: string; company: string; amount: bigint; gateway: string }>`
          select id, company_id::text as company, amount, gateway from payments where state = 'PAID' order by id limit 1`,
      );
      const to = of(`company:${company}`, 'receipts');
      return forge(tx, {
        from: outside(gateway),
        to,
        asset: 'TOMAN',
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a line of the bank credited twice',
    /^each line/,
    async (tx) => {
      const { id, amount } = await one(
        tx,
        sql<{
          id: string;
          amount: bigint;
        }>`select id, amount from bank_deposits where state = 'MATCHED' order by id limit 1`,
      );
      return forge(tx, {
        from: outside('bank'),
        to: of(books.stranger),
        asset: 'TOMAN',
        amount,
        kind: 'deposit',
        reference: id,
      });
    },
  ],
  [
    'a leg of a quick trade paid twice',
    /^each quick trade/,
    async (tx) => {
      const { id, user, coin, amount } = await quickBuy(tx);
      return forge(tx, {
        from: house('inventory'),
        to: of(user),
        asset: coin,
        amount,
        kind: 'trade',
        reference: id,
      });
    },
  ],
  [
    'a leg of a fill paid twice',
    /^each fill/,
    async (tx) => {
      const { id, user, quote } = await taken(tx);
      const other = await one(
        tx,
        sql<{ id: string }>`select maker_id::text as id from fills where taker_order = ${id} limit 1`,
      );
      return forge(tx, {
        from: of(other.id),
        to: of(user),
        asset: quote,
        amount: 1_000n,
        kind: 'trade',
        reference: id,
      });
    },
  ],
  [
    'an amount held for ever',
    /^all that is blocked/,
    async (tx) => {
      const { id, user, quote } = await taken(tx);
      const [from, to] = [of(user), of(user, 'blocked')];
      return forge(tx, { from, to, asset: quote, amount: 1_000n, kind: 'hold', reference: id });
    },
  ],
  [
    "a quick trade's total altered",
    /^the price, the fee/,
    async (tx) => {
      const { id } = await quickBuy(tx);
      await sql`update orders set total = total - 1000 where id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a quick trade's figures altered so that they fit each other",
    /^each quick trade/,
    async (tx) => {
      const { id } = await quickBuy(tx);
      await sql`update orders set fee = 0, wage_ppm = 0, total = notional where id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    'a rate that no level has, and all that was charged by it',
    /^each order pays a rate/,
    async (tx) => {
      const { id } = await quickBuy(tx);
      await sql`update orders set fee = div(notional + 999999, 1000000), wage_ppm = 1,
        total = notional + div(notional + 999999, 1000000) where id = ${id}`.execute(tx);
      await sql`update transfers t set amount = o.fee from orders o
        where o.id = ${id} and t.reference = o.id and t.kind = 'fee'`.execute(tx);
      await rebalance(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a trade's row deleted",
    /^every transfer is for/,
    async (tx) => {
      const { id } = await quickBuy(tx);
      await sql`delete from orders where id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a limit order's row deleted",
    /^every transfer is for/,
    async (tx) => {
      const { id } = await taken(tx);
      await sql`delete from orders where id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a trade's key deleted",
    /^what a key was answered/,
    async (tx) => {
      const { id } = await quickBuy(tx);
      await sql`delete from idempotency where key = (select idempotency_key from orders where id = ${id})`.execute(
        tx,
      );
      return transfersOf(tx, id);
    },
  ],
  [
    "a withdrawal's fee altered",
    /^what is sent/,
    async (tx) => {
      const id = books.sent[0] ?? '';
      await sql`update withdrawals set fee = fee - 1 where id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a withdrawal's fee altered wherever it stands",
    /^a withdrawn coin left/,
    async (tx) => {
      const id = books.sent[0] ?? '';
      await sql`update withdrawals set fee = fee - 1 where id = ${id}`.execute(tx);
      await sql`update outgoing set fee = fee - 1, amount = amount + 1 where withdrawal_id = ${id}`.execute(
        tx,
      );
      await sql`update withdrawal_places p set plan = p.plan || jsonb_build_object('fee', w.fee::text)
        from withdrawals w where w.id = p.id and p.id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    "a Toman withdrawal's fee altered wherever it stands",
    /^each withdrawal/,
    async (tx) => {
      const id = books.paid;
      await sql`update withdrawals set fee = fee + 1 where id = ${id}`.execute(tx);
      await sql`update withdrawal_places p set plan = p.plan || jsonb_build_object('fee', w.fee::text)
        from withdrawals w where w.id = p.id and p.id = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    'a fill altered',
    /^each fill/,
    async (tx) => {
      const { id } = await taken(tx);
      await sql`update fills set amount = amount - 1000 where taker_order = ${id}`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    'a fill altered, and both of its orders with it',
    /^each fill/,
    async (tx) => {
      const { id } = await taken(tx);
      await sql`with f as (update fills set notional = notional - 1000, toman_value = toman_value - 1000
          where taker_order = ${id} returning maker_order)
        update orders set notional = notional - 1000, toman_value = toman_value - 1000,
          total = total - case when order_type like '%BUY' then 1000 else 1000 end
        where id = ${id} or id in (select maker_order from f)`.execute(tx);
      return transfersOf(tx, id);
    },
  ],
  [
    'a payment of Toman through no line of a batch',
    /^Toman leave/,
    async (tx) => {
      await sql`delete from payout_lines where withdrawal_id = ${books.paid}`.execute(tx);
      return transfersOf(tx, books.paid);
    },
  ],
];

describe('books that were altered', () => {
  it('are right before', async () => {
    expect(await checkInvariants(books.db)).toBeNull();
  });

  it('are right beside trades that are under way, as a whole and where they are newest', async () => {
    const trading = books.trade(40);
    let done = false;
    const ended = trading.finally(() => {
      done = true;
    });
    let looks = 0;
    for (let from = await books.head(); !done || looks === 0; looks += 1) {
      const to = await books.head();
      if (to >= from) expect(await findViolations(books.db, { from, to })).toEqual([]);
      expect(await findViolations(books.db, 'all')).toEqual([]);
      from = to + 1n;
    }
    await ended;
    expect(await checkInvariants(books.db)).toBeNull();
  });

  it.each(ALTERATIONS)('%s', async (_, law, alter) => {
    const { all, part } = await foundAfter(alter);
    expect(all).toContainEqual(expect.stringMatching(law));
    expect(part).toContainEqual(expect.stringMatching(law));
  });

  const CHANNELS: [channel: string, asset: Asset][] = [
    ...CHAINS.map((chain): [string, Asset] => [chain, CHAIN_INFO[chain].coin]),
    ['ERC20', 'TETHER'],
    ['TRC20', 'TETHER'],
    ['SANDBOX', 'TOMAN'],
    ['bank', 'TOMAN'],
  ];
  it.each(CHANNELS)('money from outside that nothing is the cause of: %s, %s', async (channel, asset) => {
    const to = of(books.stranger);
    const amount = 1_000_000n;
    for (const kind of ['deposit', 'correction', 'refund', 'seed']) {
      const { all, part } = await foundAfter((tx) =>
        forge(tx, { from: outside(channel), to, asset, amount, kind, reference: randomUUID() }),
      );
      const law = kind === 'seed' ? /^money is given out/ : /^every transfer is for/;
      expect(all).toContainEqual(expect.stringMatching(law));
      expect(part).toContainEqual(expect.stringMatching(law));
    }
  });

  it.each(CHANNELS)('money that left for outside without a request: %s, %s', async (channel, asset) => {
    for (const reference of [randomUUID(), books.paid, books.sent[1]]) {
      const { all, part } = await foundAfter((tx) =>
        forge(tx, {
          from: house('fee'),
          to: outside(channel),
          asset,
          amount: 1n,
          kind: 'withdrawal',
          ...(reference && { reference }),
        }),
      );
      expect(all.length).toBeGreaterThan(0);
      expect(part.length).toBeGreaterThan(0);
    }
  });
});
