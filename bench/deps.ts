import { type Amount, amountOf, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { Ledger } from '../server/src/ledger/index.ts';
import { createBus } from '../server/src/platform/bus/bus.ts';
import { type Clock, systemClock } from '../server/src/platform/clock.ts';
import type { Db } from '../server/src/platform/database/database.ts';
import type { Rules } from '../server/src/rules/index.ts';
import type { QuickTradeDeps } from '../server/src/trading/index.ts';
import type { OrderDeps } from '../server/src/trading/orders/place-order.ts';
import { createOrderRateLimiter } from '../server/src/trading/pace.ts';
import { OrderBooks } from '../server/src/trading/quick/exchange.ts';

/** Price of a Bitcoin in Toman. */
export const PRICE = 12_845_200_000;
const FEE_PPM = 4_000n;

const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};

const createTradeDeps = (ledger: Ledger, clock: Clock) => ({
  ledger,
  rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
  refusePaused() {},
  stablecoinsBought: async () => 0n,
  tetherComing: async () => 0n,
  getFeeRate: () => FEE_PPM,
  bus: createBus(),
  clock,
});

/** What a quick trade needs; the price is not measured, so the market always agrees. */
export const createQuickTradeDeps = (ledger: Ledger, clock: Clock = systemClock): QuickTradeDeps => ({
  ...createTradeDeps(ledger, clock),
  market: {
    coin: () => ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 30n }) as never,
    judge: () => ({ ok: true }),
    tomanValue: (_asset: string, amount: bigint) => amountOf(amount),
  },
});

const orderMarket: OrderDeps['market'] = {
  orderTerms: (coin, quote) => ({
    coin,
    quote,
    tick: parseTrustedDecimal('1000', 6),
    lot: 100n,
    minNotional: parseTrustedDecimal('100000', 6),
    maxAmount: parseTrustedDecimal('100', scaleOf(coin)),
  }),
  summary: () => ({ reference: parseTrustedDecimal(String(PRICE), 6), change: null, lastWeek: [] }),
  tomanValue: (_asset, amount: Amount) => amount,
};

/** What an order needs: a market that is always open, whose order books become a projection of the ledger. */
export async function createOrderDeps(db: Db, ledger: Ledger, clock: Clock = systemClock) {
  const exchange = new OrderBooks({ db, market: orderMarket, findTraders: async () => new Map() });
  await ledger.addProjection(exchange);
  return {
    ...createTradeDeps(ledger, clock),
    db,
    exchange,
    market: orderMarket,
    pace: createOrderRateLimiter(1_000_000_000, clock),
  };
}
