import {
  AppError,
  amountOf,
  type Coin,
  computeAmountForTotal,
  computeQuickTrade,
  formatAmount,
  type QuickTrade,
  truncateToOrderPrecision,
  type UserLevel,
} from '@sarraf/domain';
import { type Account, type BalanceOf, type Command, type Row, receiptsAccount } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import { newId } from '../../platform/ids.ts';
import { orderDto } from '../orders/order.ts';
import { insertOrder } from '../orders/order-table.ts';
import { assertMarketOpen } from '../refuse-closed-market.ts';
import {
  buildOrderRow,
  getReceivedAmount,
  publishQuickTrade,
  type QuickTradeDeps,
} from './place-quick-trade.ts';
import { getTradeAccounts, settleQuickTrade } from './quick-trade.ts';
import {
  enforceStablecoinLimit,
  readStablecoinFacts,
  runSequentiallyPerUser,
  type StablecoinFacts,
} from './stablecoin-limit.ts';

/** The owner of a company, with what fees and limits depend on. */
export interface CompanyBuyer {
  userId: string;
  level: UserLevel;
  inviterId: string | null;
}

/** A settlement's purchase. Amounts are smallest units. */
export interface CompanyPurchase {
  /** Id of the settlement: the command's idempotency key. */
  id: string;
  companyId: string;
  owner: CompanyBuyer;
  coin: Coin;
  /** Maximum cost in Toman. */
  budget: bigint;
  /** Minimum and maximum amount of the coin per purchase. */
  least: bigint;
  most: bigint;
  /** Rows written with the purchase; null: the budget is below the minimum, and nothing is bought. */
  rows(bought: PurchaseResult | null, at: Date): readonly Row[];
}

export interface PurchaseResult {
  orderId: string;
  amount: bigint;
  unitPrice: bigint;
  fee: bigint;
  /** Cost in Toman, fee included. */
  total: bigint;
}

export interface CompanyQuote extends Omit<PurchaseResult, 'orderId'> {
  /** Cost of the minimum amount in Toman. */
  least: bigint;
}

/**
 * Returns what this sum of Toman buys at the current price; an amount of 0: less than the minimum.
 * MARKET_IS_NOT_ACTIVE.
 */
export function quoteForCompany(
  deps: Pick<CompanyBuyDeps, 'market' | 'getFeeRate'>,
  level: UserLevel,
  { coin, budget, least, most }: Pick<CompanyPurchase, 'coin' | 'budget' | 'least' | 'most'>,
  now?: number,
): CompanyQuote {
  const unitPrice = deps.market.price(coin, 'TOMAN', now)?.buy;
  if (unitPrice === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  const feeRate = deps.getFeeRate(level, 'TOMAN');
  const trade = { side: 'buy', coin, quote: 'TOMAN', unitPrice } as const;
  const computeMoney = (amount: bigint) => computeQuickTrade({ ...trade, amount: amountOf(amount) }, feeRate);
  const affordable = computeAmountForTotal({ ...trade, total: budget }, feeRate);
  const bounded = affordable > most ? truncateToOrderPrecision(most, coin) : affordable;
  const amount = bounded < least ? 0n : bounded;
  const { fee, total } = computeMoney(amount);
  return { amount, unitPrice, fee, total, least: computeMoney(least).total };
}

export interface CompanyBuyDeps extends QuickTradeDeps {
  market: QuickTradeDeps['market'] & Pick<Market, 'price'>;
}

/**
 * Buys coins for a company's receipts at the published price, once per settlement, in one command: moves the
 * receipts to the owner's wallet, makes a quick trade with the usual fee and referral share, and sets the coins
 * aside until they are sent. A repeat changes nothing.
 *
 * TRADING_CLOSED, PAUSED, MARKET_IS_NOT_ACTIVE, INVENTORY_LIMIT, STABLECOIN_LIMIT,
 * QUICK_TRADE_DISABLED_FOR_MARKETER, NOT_ENOUGH_BALANCE_TOMAN (the receipts are less than the budget),
 * SERVICE_UNAVAILABLE.
 */
export async function buyForCompany(deps: CompanyBuyDeps, purchase: CompanyPurchase): Promise<void> {
  const { coin, owner } = purchase;
  const facts = () => readStablecoinFacts(deps, { coin, quote: 'TOMAN', side: 'buy' }, owner.userId);
  await runSequentiallyPerUser(owner.userId, async () => submitPurchase(deps, purchase, await facts()));
}

async function submitPurchase(
  deps: CompanyBuyDeps,
  purchase: CompanyPurchase,
  facts: StablecoinFacts | null,
): Promise<void> {
  const { id, companyId, owner, coin } = purchase;
  const terms = { userId: owner.userId, inviterId: owner.inviterId, reference: newId() };
  const accounts = getTradeAccounts({ coin, quote: 'TOMAN' }, terms);
  const receipts = receiptsAccount(companyId, 'TOMAN');
  const reservedAccount = receiptsAccount(companyId, coin);
  const command: Command = {
    accounts: [
      ...Object.values(accounts),
      receipts,
      reservedAccount,
      ...(facts ? [facts.spendable, facts.blocked] : []),
    ],
    idempotency: { owner: 'settlement', key: id, digest: 'take' },
    decide(balanceOf, at) {
      const now = at.getTime();
      assertMarketOpen(deps, coin, 'TOMAN', now);
      if (balanceOf(receipts) < purchase.budget) throw new AppError('NOT_ENOUGH_BALANCE_TOMAN');
      const { amount, unitPrice, total } = quoteForCompany(deps, owner.level, purchase, now);
      if (amount === 0n) return { transfers: [], rows: purchase.rows(null, at), reply: 'carried' };
      const trade: QuickTrade = { side: 'buy', coin, quote: 'TOMAN', amount: amountOf(amount), unitPrice };
      const row = deps.market.coin(coin);
      const feeRate = deps.getFeeRate(owner.level, 'TOMAN');
      const { money, transfers } = settleQuickTrade(
        trade,
        {
          ...terms,
          supervisor: owner.level === 'SUPERVISOR',
          feeRate,
          minAmount: row.minExchange,
          maxAmount: row.maxExchange,
          maxInventory: row.maxInventory,
        },
        accounts,
        withAddedFunds(balanceOf, accounts.quote, total),
      );
      if (facts)
        enforceStablecoinLimit(deps.rules.current(now), facts, getReceivedAmount(trade, money), balanceOf);
      const order = buildOrderRow(trade, terms, money, { market: deps.market, at });
      return {
        transfers: [
          { debit: receipts, credit: accounts.quote, amount: money.total, kind: 'deposit', reference: id },
          ...transfers,
          {
            debit: accounts.coin,
            credit: reservedAccount,
            amount: trade.amount,
            kind: 'hold',
            reference: id,
          },
        ],
        rows: [
          insertOrder(order, { feeRate, key: null }),
          ...purchase.rows({ orderId: order.id, amount, unitPrice, fee: money.fee, total: money.total }, at),
        ],
        reply: formatAmount(amount, coin),
        durable: () => publishQuickTrade(deps, order, orderDto(order), terms.inviterId),
      };
    },
  };
  await deps.ledger.submit(command);
}

/** Returns balances as if this amount had been added to an account. */
const withAddedFunds =
  (balanceOf: BalanceOf, account: Account, amount: bigint): BalanceOf =>
  (other) =>
    balanceOf(other) + (other.key === account.key ? amount : 0n);
