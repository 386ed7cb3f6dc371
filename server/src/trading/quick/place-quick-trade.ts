import {
  AppError,
  type Coin,
  formatDecimal,
  type Ppm,
  priceDecimals,
  type QuickTrade,
  type QuickTradeTotals,
  type Quote,
  type Side,
  scaleOf,
  type UserLevel,
} from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import type { Command, Ledger } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { RuleBook } from '../../rules/index.ts';
import { QUICK_MANNER } from '../orders/manner.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import { insertOrder } from '../orders/order-table.ts';
import { assertMarketOpen, type MarketOpenDeps } from '../refuse-closed-market.ts';
import {
  computeTomanValue,
  getTradeAccounts,
  parseQuickTrade,
  type QuickTradeRequest,
  settleQuickTrade,
} from './quick-trade.ts';
import {
  enforceStablecoinLimit,
  readStablecoinFacts,
  runSequentiallyPerUser,
  type StablecoinDeps,
  type StablecoinFacts,
} from './stablecoin-limit.ts';

export interface QuickTradeDeps extends StablecoinDeps, MarketOpenDeps {
  ledger: Ledger;
  rules: Pick<RuleBook, 'current' | 'tradingOpensAt'>;
  market: Pick<Market, 'coin' | 'judge' | 'tomanValue'>;
  getFeeRate(level: UserLevel, quote: Quote): Ppm;
  bus: Bus;
  clock: Clock;
}

/**
 * Trades at a quoted price; resolves with the reply's JSON text once it is durable.
 *
 * Refusals: those of `parseQuickTrade`, TRADING_CLOSED (data.opensAt), PAUSED, MARKET_IS_NOT_ACTIVE, PRICE_CHANGED
 * (data.unitPrice: the new price), those of `settleQuickTrade`, STABLECOIN_LIMIT (data.left),
 * IDEMPOTENCY_KEY_REUSED, SERVICE_UNAVAILABLE.
 */
export async function placeQuickTrade(
  deps: QuickTradeDeps,
  caller: Caller,
  side: Side,
  request: QuickTradeRequest,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  const trade = parseQuickTrade(side, request);
  const submitWithFacts = (facts: StablecoinFacts | null) =>
    submitTrade(deps, caller, trade, facts, idempotency);
  const { userId } = caller;
  if (!areStablecoinsLimited(deps)) return submitWithFacts(null);
  return runSequentiallyPerUser(userId, async () =>
    submitWithFacts(await readStablecoinFacts(deps, trade, userId)),
  );
}

const areStablecoinsLimited = ({ rules }: QuickTradeDeps): boolean =>
  rules.current().stablecoinPerYear !== null || rules.current().stablecoinHolding !== null;

function submitTrade(
  deps: QuickTradeDeps,
  caller: Caller,
  trade: QuickTrade,
  facts: StablecoinFacts | null,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  const terms = { userId: caller.userId, inviterId: caller.inviterId, reference: newId() };
  const accounts = getTradeAccounts(trade, terms);
  const command: Command = {
    accounts: [...Object.values(accounts), ...(facts ? [facts.spendable, facts.blocked] : [])],
    ...(idempotency && { idempotency: { owner: caller.userId, ...idempotency } }),
    // Everything that may have changed since a first attempt is checked here: a repeat with a known key never gets
    // this far.
    decide(balanceOf, at) {
      const coin = deps.market.coin(trade.coin);
      const feeRate = deps.getFeeRate(caller.level, trade.quote);
      const { money, transfers } = settleQuickTrade(
        requireAcceptable(deps, trade, caller.supervisor, at.getTime()),
        {
          ...terms,
          supervisor: caller.supervisor,
          feeRate,
          minAmount: coin.minExchange,
          maxAmount: coin.maxExchange,
          maxInventory: coin.maxInventory,
        },
        accounts,
        balanceOf,
      );
      if (facts)
        enforceStablecoinLimit(
          deps.rules.current(at.getTime()),
          facts,
          getReceivedAmount(trade, money),
          balanceOf,
        );
      const row = buildOrderRow(trade, terms, money, { market: deps.market, at });
      const order = orderDto(row);
      return {
        transfers,
        rows: [insertOrder(row, { feeRate, key: idempotency?.key ?? null })],
        reply: JSON.stringify({ status: 'OK', message: 'order executed', baseDTO: order }),
        durable: () => publishQuickTrade(deps, row, order, terms.inviterId),
      };
    },
  };
  return deps.ledger.submit(command);
}

export const getReceivedAmount = (trade: QuickTrade, money: QuickTradeTotals): bigint =>
  trade.side === 'buy' ? trade.amount : money.total;

/** Returns the trade if trading is open and its price was published and is still valid. */
function requireAcceptable(
  deps: QuickTradeDeps,
  trade: QuickTrade,
  supervisor: boolean,
  now: number,
): QuickTrade {
  if (supervisor) throw new AppError('QUICK_TRADE_DISABLED_FOR_MARKETER');
  assertMarketOpen(deps, trade.coin, trade.quote, now);
  const verdict = deps.market.judge(trade.coin, trade.quote, trade.side, trade.unitPrice, now);
  if (verdict.ok) return trade;
  throw new AppError(verdict.code, toPriceData(verdict.price, trade.coin, trade.quote));
}

function toPriceData(price: bigint | null, coin: Coin, quote: Quote) {
  return price === null
    ? {}
    : { data: { unitPrice: formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote)) } };
}

export function buildOrderRow(
  trade: QuickTrade,
  terms: { userId: string; reference: string },
  money: QuickTradeTotals,
  { market, at }: { market: QuickTradeDeps['market']; at: Date },
): OrderRow {
  return {
    id: terms.reference,
    userId: terms.userId,
    coin: trade.coin,
    quote: trade.quote,
    orderType: trade.side === 'buy' ? 'EXCHANGE_BUY' : 'EXCHANGE_SELL',
    orderStatus: 'IS_CLOSED',
    amount: trade.amount,
    unitPrice: trade.unitPrice,
    executedAmount: trade.amount,
    notional: money.notional,
    fee: money.fee,
    total: money.total,
    tomanValue: computeTomanValue(trade, money, market.tomanValue(trade.quote, money.notional, at.getTime())),
    createdAt: at,
    reserved: 0n,
    endedBy: null,
    manner: QUICK_MANNER,
    trigger: null,
    group: null,
    recurring: null,
  };
}

/** Publishes the trade to the screens of those whose money moved; `order`: the API's row. */
export function publishQuickTrade(
  { bus }: QuickTradeDeps,
  { userId, coin, quote }: OrderRow,
  order: Order,
  inviterId: string | null,
): void {
  bus.publish('wallets', { userId, coins: [coin, quote] });
  bus.publish('orders', { userId, order });
  if (inviterId) bus.publish('wallets', { userId: inviterId, coins: [quote] });
}
