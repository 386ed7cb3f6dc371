import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import type { BalanceOf, Command, Decision } from '../ledger/index.ts';
import type { Caller } from '../platform/http/http.ts';
import type { MarketBook } from './book/market-book.ts';

let context: OrdersFixture;
/** Number of decisions that were compared. */
let compared = 0;

const PRICE = '10000000000';

beforeAll(async () => {
  context = await createOrdersFixture();
  const { submit } = context.deps.ledger;
  context.deps.ledger.submit = (command) => submit.call(context.deps.ledger, decidedTwice(command));
});
afterAll(() => context.close());

const bookOf = () => context.deps.exchange.findMarket('BITCOIN', 'TOMAN') as MarketBook;

/** All state of a market that a decision could change by mistake. */
const stateOf = ({ book, head, listOpenOrders }: MarketBook, market = bookOf()) => ({
  bytes: Buffer.from(book.serialize()).toString('hex'),
  head: { ...head },
  orders: listOpenOrders.call(market).map((order) => ({ ...order, row: { ...order.row } })),
});

/** The written rows and the reply; `applied` and `durable` are functions and left out. */
const written = ({ transfers, rows = [], reply }: Decision) => ({ transfers, rows, reply });

function decidedTwice(command: Command): Command {
  return {
    ...command,
    decide(balanceOf: BalanceOf, at: Date) {
      const before = stateOf(bookOf());
      const first = written(command.decide(balanceOf, at));
      const again = command.decide(balanceOf, at);
      expect(written(again)).toEqual(first);
      expect(stateOf(bookOf())).toEqual(before);
      compared += 1;
      return again;
    },
  };
}

async function rich(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '100000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

it("an order's decision is the same when repeated at its batch's time, and leaves the order book unchanged", async () => {
  const [ann, ben] = await Promise.all([rich(), rich()]);
  compared = 0;
  await context.limit(ann, 'sell', '0.1', PRICE);
  await context.limit(ann, 'sell', '0.1', '10001000000');
  context.clock.advance(1_000);
  // Meets two resting orders, and rests with the remainder.
  const { id } = await context.limit(ben, 'buy', '0.3', '10001000000');
  expect((await context.read(id)).createdAt.getTime()).toBe(context.clock.now());
  await context.place(ann, { marketType: 'BITCOIN_TOMAN', orderType: 'MARKET_SELL', amount: '0.05' });
  await context.cancel(ben, id);
  await context.limit(ann, 'sell', '0.1', PRICE);
  await context.cancelAll(ann);
  expect(compared).toBeGreaterThanOrEqual(7);
  await context.expectSound();
});

it("a quick trade's decision is the same when repeated", async () => {
  const ann = await rich();
  compared = 0;
  await context.quickSell(ann, '0.1');
  expect(compared).toBeGreaterThan(0);
});
