import {
  type Amount,
  AppError,
  amountOf,
  type Coin,
  computeQuickTrade,
  computeReferralShare,
  type ErrorCode,
  type Ppm,
  parseAmount,
  parseDecimal,
  parseMarket,
  type QuickTrade,
  type QuickTradeTotals,
  type Quote,
  type Side,
  scaleOf,
  validateQuickTrade,
} from '@sarraf/domain';
import {
  type Account,
  type BalanceOf,
  houseAccount,
  type Transfer,
  userAccount,
} from '../../ledger/index.ts';

export interface QuickTradeRequest {
  marketType: string;
  amount: string | number;
  unitPrice: string | number;
  orderType?: string | undefined;
  sourceCoin?: string | undefined;
  destinationCoin?: string | undefined;
}

/**
 * Parses a request for a quick trade. Other fields from the client (total, fee) are ignored.
 * BAD_REQUEST (marketType, orderType, sourceCoin, destinationCoin, unitPrice), UNACCEPTABLE_AMOUNT.
 */
export function parseQuickTrade(side: Side, request: QuickTradeRequest): QuickTrade {
  const market = parseMarket(request.marketType);
  if (!market) throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const { coin, quote } = market;
  const [paidAsset, receivedAsset] = side === 'buy' ? [quote, coin] : [coin, quote];
  assertSame('orderType', request.orderType, side === 'buy' ? 'EXCHANGE_BUY' : 'EXCHANGE_SELL');
  assertSame('sourceCoin', request.sourceCoin, paidAsset);
  assertSame('destinationCoin', request.destinationCoin, receivedAsset);
  const unitPrice = parseDecimal(request.unitPrice, scaleOf(quote));
  if (unitPrice === null || unitPrice <= 0n) throw new AppError('BAD_REQUEST', { errors: ['unitPrice'] });
  return { side, coin, quote, amount: parseAmount(request.amount, coin), unitPrice };
}

function assertSame(field: string, sent: string | undefined, expected: string): void {
  if (sent !== undefined && sent !== '' && sent !== expected)
    throw new AppError('BAD_REQUEST', { errors: [field] });
}

export interface QuickTradeTerms {
  userId: string;
  supervisor: boolean;
  feeRate: Ppm;
  inviterId: string | null;
  minAmount: bigint;
  maxAmount: bigint;
  /** Maximum amount of the coin that the house may hold. */
  maxInventory: bigint;
  /** Order id; reference of every transfer. */
  reference: string;
}

/** Returns the accounts of one trade: the customer's and the house's. */
export function getTradeAccounts(
  { coin, quote }: { coin: Coin; quote: Quote },
  terms: Pick<QuickTradeTerms, 'userId' | 'inviterId'>,
) {
  return {
    coin: userAccount(terms.userId, coin),
    quote: userAccount(terms.userId, quote),
    houseCoin: houseAccount(coin, 'inventory'),
    houseQuote: houseAccount(quote, 'inventory'),
    fees: houseAccount(quote, 'fee'),
    ...(terms.inviterId && { inviter: userAccount(terms.inviterId, quote) }),
  };
}
export type TradeAccounts = ReturnType<typeof getTradeAccounts>;

/**
 * Computes the transfers of a quick trade from the balances. Pure.
 * Refusals: those of requirements §5.1 (`validateQuickTrade`) and INVENTORY_LIMIT.
 */
export function settleQuickTrade(
  trade: QuickTrade,
  terms: QuickTradeTerms,
  accounts: TradeAccounts,
  balanceOf: BalanceOf,
): { money: QuickTradeTotals; transfers: Transfer[] } {
  const money = computeQuickTrade(trade, terms.feeRate);
  const refusal = findRefusal(trade, money, terms, accounts, balanceOf);
  if (refusal) throw new AppError(refusal);
  const { coin, quote, houseCoin, houseQuote, fees, inviter } = accounts;
  const { reference } = terms;
  const transfers: Transfer[] = [];
  const addTransfer = (debit: Account, credit: Account, amount: Amount, kind: Transfer['kind']) => {
    if (amount > 0n) transfers.push({ debit, credit, amount, kind, reference });
  };
  if (trade.side === 'buy') {
    addTransfer(quote, houseQuote, money.notional, 'trade');
    addTransfer(houseCoin, coin, trade.amount, 'trade');
  } else {
    addTransfer(coin, houseCoin, trade.amount, 'trade');
    addTransfer(houseQuote, quote, money.notional, 'trade');
  }
  addTransfer(quote, fees, money.fee, 'fee');
  if (inviter) addTransfer(fees, inviter, computeReferralShare(money.fee), 'referral');
  return { money, transfers };
}

function findRefusal(
  trade: QuickTrade,
  money: QuickTradeTotals,
  terms: QuickTradeTerms,
  accounts: TradeAccounts,
  balanceOf: BalanceOf,
): ErrorCode | null {
  const refusal = validateQuickTrade({
    trade,
    money,
    limits: { minAmount: terms.minAmount, maxAmount: terms.maxAmount },
    supervisor: terms.supervisor,
    balance: balanceOf(trade.side === 'buy' ? accounts.quote : accounts.coin),
  });
  if (refusal) return refusal;
  const coins = balanceOf(accounts.houseCoin);
  if (trade.side === 'buy') return coins < trade.amount ? 'INVENTORY_LIMIT' : null;
  if (coins + trade.amount > terms.maxInventory) return 'INVENTORY_LIMIT';
  return balanceOf(accounts.houseQuote) < money.notional ? 'INVENTORY_LIMIT' : null;
}

/** Returns the Toman value of a trade: its quote amount, converted when the quote is Tether. */
export const computeTomanValue = (
  trade: QuickTrade,
  money: QuickTradeTotals,
  tetherInToman: bigint | null,
): Amount => (trade.quote === 'TOMAN' ? money.notional : amountOf(tetherInToman ?? 0n));
