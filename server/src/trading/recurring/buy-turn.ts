import {
  AppError,
  computeAmountForTotal,
  type ErrorCode,
  pausablesForFeature,
  type QuickTrade,
} from '@sarraf/domain';
import type { RecurringSkip } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import type { BalanceOf, Command, Decision } from '../../ledger/index.ts';
import { newId } from '../../platform/ids.ts';
import { orderDto } from '../orders/order.ts';
import { insertOrder } from '../orders/order-table.ts';
import { buildOrderRow, publishQuickTrade } from '../quick/place-quick-trade.ts';
import { getTradeAccounts, settleQuickTrade } from '../quick/quick-trade.ts';
import {
  enforceStablecoinLimit,
  readStablecoinFacts,
  runSequentiallyPerUser,
  type StablecoinFacts,
} from '../quick/stablecoin-limit.ts';
import { assertMarketOpen } from '../refuse-closed-market.ts';
import type { RecurringDeps } from './deps.ts';
import { buildBoughtRow, buildSkippedRow, type TurnRow } from './turn-store.ts';

/** The buyer, with what a quick trade needs. */
export type Buyer = Pick<User, 'id' | 'level' | 'authenticationType' | 'blockedAt' | 'frozenAt'> & {
  /** User who gets a share of the buyer's fees. */
  inviterId: string | null;
};

/** Skip reasons by refusal. Other refusals aren't expected. */
const SKIP_REASONS: Partial<Record<ErrorCode, RecurringSkip>> = {
  NOT_ENOUGH_BALANCE_TOMAN: 'NOT_ENOUGH_BALANCE',
  UNACCEPTABLE_AMOUNT: 'AMOUNT_IS_LOW',
  AMOUNT_IS_LOW: 'AMOUNT_IS_LOW',
  AMOUNT_IS_HIGH: 'AMOUNT_IS_HIGH',
  STABLECOIN_LIMIT: 'STABLECOIN_LIMIT',
  QUICK_TRADE_DISABLED_FOR_MARKETER: 'QUICK_TRADE_DISABLED',
  MARKET_IS_NOT_ACTIVE: 'MARKET_CLOSED',
  TRADING_CLOSED: 'MARKET_CLOSED',
  PAUSED: 'MARKET_CLOSED',
  INVENTORY_LIMIT: 'INVENTORY_LIMIT',
};
/** Reasons that concern the exchange, not the person: they may pass soon. */
const TEMPORARY_REASONS: ReadonlySet<RecurringSkip> = new Set(['MARKET_CLOSED', 'INVENTORY_LIMIT']);

/** Thrown to try again later: nothing was decided. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  readonly reason: RecurringSkip;

  constructor(reason: RecurringSkip) {
    super(`a recurring purchase waits: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Idempotency key of a turn: whether it is bought or skipped, the first one is settled, and a repeat changes
 * nothing.
 */
const turnIdempotency = ({ id }: Pick<TurnRow, 'id'>) => ({ owner: 'recurring', key: id, digest: 'turn' });

/**
 * Buys a turn at the price published when its command is decided, as a quick trade of its owner; or records for
 * good that it is skipped, and why. Either is one command of the ledger under the turn's key.
 *
 * Wait: what the exchange lacks may become available before the turn expires; SERVICE_UNAVAILABLE.
 */
export async function buyTurn(deps: RecurringDeps, turn: TurnRow, buyer: Buyer | undefined): Promise<void> {
  const skipReason = findSkipReason(buyer);
  if (buyer === undefined || skipReason !== null)
    return skipTurn(deps, turn, skipReason ?? 'ACCOUNT_BLOCKED');
  const trade = { coin: turn.coin, quote: 'TOMAN', side: 'buy' } as const;
  await runSequentiallyPerUser(turn.userId, async () =>
    submitPurchase(deps, turn, buyer, await readStablecoinFacts(deps, trade, turn.userId)),
  );
}

/**
 * Skips a turn whose owner has paused or ended the plan, or may not trade: under the same key, so that it isn't
 * bought afterwards.
 */
export async function skipTurn(
  { ledger }: Pick<RecurringDeps, 'ledger'>,
  turn: Pick<TurnRow, 'id'>,
  reason: RecurringSkip,
): Promise<void> {
  await ledger.submit({
    accounts: [],
    idempotency: turnIdempotency(turn),
    decide: (_, at) => buildSkip(turn, reason, at),
  });
}

const buildSkip = (turn: Pick<TurnRow, 'id'>, reason: RecurringSkip, at: Date): Decision => ({
  transfers: [],
  rows: [buildSkippedRow(turn.id, reason, at)],
  reply: reason,
});

/** Returns the skip reason that follows from the person; a program of theirs would be refused for the same. */
function findSkipReason(buyer: Buyer | undefined): RecurringSkip | null {
  if (buyer === undefined || buyer.blockedAt !== null) return 'ACCOUNT_BLOCKED';
  if (buyer.frozenAt !== null) return 'ACCOUNT_FROZEN';
  return buyer.authenticationType === 'AUTHORIZED' ? null : 'NOT_AUTHORIZED';
}

async function submitPurchase(
  deps: RecurringDeps,
  turn: TurnRow,
  buyer: Buyer,
  facts: StablecoinFacts | null,
): Promise<void> {
  const terms = { userId: turn.userId, inviterId: buyer.inviterId, reference: newId() };
  const accounts = getTradeAccounts({ coin: turn.coin, quote: 'TOMAN' }, terms);
  const command: Command = {
    accounts: [...Object.values(accounts), ...(facts ? [facts.spendable, facts.blocked] : [])],
    idempotency: turnIdempotency(turn),
    decide(balanceOf, at) {
      try {
        return decidePurchase(deps, { turn, buyer, facts, terms, accounts }, balanceOf, at);
      } catch (error) {
        const reason = error instanceof AppError ? SKIP_REASONS[error.code] : undefined;
        if (reason === undefined) throw error;
        if (TEMPORARY_REASONS.has(reason) && at < turn.waitsUntil) throw new RetryLaterError(reason);
        return buildSkip(turn, reason, at);
      }
    },
  };
  await deps.ledger.submit(command);
}

interface PurchaseInput {
  turn: TurnRow;
  buyer: Buyer;
  facts: StablecoinFacts | null;
  terms: { userId: string; inviterId: string | null; reference: string };
  accounts: ReturnType<typeof getTradeAccounts>;
}

function decidePurchase(
  deps: RecurringDeps,
  { turn, buyer, facts, terms, accounts }: PurchaseInput,
  balanceOf: BalanceOf,
  at: Date,
): Decision {
  const now = at.getTime();
  const { coin } = turn;
  deps.refusePaused(pausablesForFeature('QUICK_TRADE'), now);
  assertMarketOpen(deps, coin, 'TOMAN', now);
  const unitPrice = deps.market.price(coin, 'TOMAN', now)?.buy;
  if (unitPrice === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  if (turn.maxPrice !== null && unitPrice > turn.maxPrice) return buildSkip(turn, 'PRICE_TOO_HIGH', at);
  const feeRate = deps.getFeeRate(buyer.level, 'TOMAN');
  const priced = { side: 'buy', coin, quote: 'TOMAN', unitPrice } as const;
  const trade: QuickTrade = {
    ...priced,
    amount: computeAmountForTotal({ ...priced, total: turn.budget }, feeRate),
  };
  const { minExchange, maxExchange, maxInventory } = deps.market.coin(coin);
  const supervisor = buyer.level === 'SUPERVISOR';
  const limits = { minAmount: minExchange, maxAmount: maxExchange, maxInventory };
  const { money, transfers } = settleQuickTrade(
    trade,
    { ...terms, supervisor, feeRate, ...limits },
    accounts,
    balanceOf,
  );
  if (facts) enforceStablecoinLimit(deps.rules.current(now), facts, trade.amount, balanceOf);
  const order = {
    ...buildOrderRow(trade, terms, money, { market: deps.market, at }),
    recurring: turn.planId,
  };
  const figures = { amount: trade.amount, unitPrice, fee: money.fee, total: money.total };
  return {
    transfers,
    rows: [
      insertOrder(order, { feeRate, key: null }),
      buildBoughtRow({ id: turn.id, orderId: order.id, ...figures, at }),
    ],
    reply: 'BOUGHT',
    durable: () => publishQuickTrade(deps, order, orderDto(order), terms.inviterId),
  };
}
