import {
  type Amount,
  amountOf,
  type Coin,
  type ErrorCode,
  type Ppm,
  parseAmount,
  parseMarket,
  type QuickTrade,
  type QuickTradeMoney,
  type Quote,
  quickTradeMoney,
  quickTradeRefusal,
  Refusal,
  readDecimal,
  referralShareOf,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import { type BalanceOf, houseAccount, type Transfer, userAccount } from '../ledger/index.ts';

export interface QuickTradeRequest {
  marketType: string;
  amount: string | number;
  unitPrice: string | number;
  orderType?: string | undefined;
  sourceCoin?: string | undefined;
  destinationCoin?: string | undefined;
}

/**
 * The trade a request asks for. Whatever else the client sent (total, fee) is not read.
 * BAD_REQUEST (marketType, orderType, sourceCoin, destinationCoin, unitPrice), UNACCEPTABLE_AMOUNT.
 */
export function readQuickTrade(side: Side, request: QuickTradeRequest): QuickTrade {
  const market = parseMarket(request.marketType);
  if (!market) throw new Refusal('BAD_REQUEST', { errors: ['marketType'] });
  const { coin, quote } = market;
  const [given, received] = side === 'buy' ? [quote, coin] : [coin, quote];
  expectSame('orderType', request.orderType, side === 'buy' ? 'EXCHANGE_BUY' : 'EXCHANGE_SELL');
  expectSame('sourceCoin', request.sourceCoin, given);
  expectSame('destinationCoin', request.destinationCoin, received);
  const unitPrice = readDecimal(request.unitPrice, scaleOf(quote));
  if (unitPrice === null || unitPrice <= 0n) throw new Refusal('BAD_REQUEST', { errors: ['unitPrice'] });
  return { side, coin, quote, amount: parseAmount(request.amount, coin), unitPrice };
}

function expectSame(field: string, sent: string | undefined, expected: string): void {
  if (sent !== undefined && sent !== '' && sent !== expected)
    throw new Refusal('BAD_REQUEST', { errors: [field] });
}

export interface Terms {
  userId: string;
  supervisor: boolean;
  wage: Ppm;
  inviterId: string | null;
  minAmount: bigint;
  maxAmount: bigint;
  /** The most of the coin the house may hold. */
  maxInventory: bigint;
  /** Order id; reference of every transfer. */
  reference: string;
}

export const accountsOf = (
  { coin, quote }: { coin: Coin; quote: Quote },
  terms: Pick<Terms, 'userId' | 'inviterId'>,
) => [
  userAccount(terms.userId, coin),
  userAccount(terms.userId, quote),
  houseAccount(coin, 'inventory'),
  houseAccount(quote, 'inventory'),
  houseAccount(quote, 'fee'),
  ...(terms.inviterId ? [userAccount(terms.inviterId, quote)] : []),
];

/**
 * What a quick trade moves, given the balances. Pure.
 * Refusals: those of specification §5.1 (`quickTradeRefusal`) and INVENTORY_LIMIT.
 */
export function settleQuickTrade(
  trade: QuickTrade,
  terms: Terms,
  balanceOf: BalanceOf,
): { money: QuickTradeMoney; transfers: Transfer[] } {
  const money = quickTradeMoney(trade, terms.wage);
  const refusal = refusalOf(trade, money, terms, balanceOf);
  if (refusal) throw new Refusal(refusal);
  const user = (asset: Coin | Quote) => userAccount(terms.userId, asset);
  const house = (asset: Coin | Quote) => houseAccount(asset, 'inventory');
  const fees = houseAccount(trade.quote, 'fee');
  const { reference } = terms;
  const transfers: Transfer[] = [];
  const move = (
    debit: Transfer['debit'],
    credit: Transfer['credit'],
    amount: Amount,
    kind: Transfer['kind'],
  ) => {
    if (amount > 0n) transfers.push({ debit, credit, amount, kind, reference });
  };
  if (trade.side === 'buy') {
    move(user(trade.quote), house(trade.quote), money.notional, 'trade');
    move(house(trade.coin), user(trade.coin), trade.amount, 'trade');
  } else {
    move(user(trade.coin), house(trade.coin), trade.amount, 'trade');
    move(house(trade.quote), user(trade.quote), money.notional, 'trade');
  }
  move(user(trade.quote), fees, money.fee, 'fee');
  if (terms.inviterId)
    move(fees, userAccount(terms.inviterId, trade.quote), referralShareOf(money.fee), 'referral');
  return { money, transfers };
}

function refusalOf(
  trade: QuickTrade,
  money: QuickTradeMoney,
  terms: Terms,
  balanceOf: BalanceOf,
): ErrorCode | null {
  const given = trade.side === 'buy' ? trade.quote : trade.coin;
  const refusal = quickTradeRefusal({
    trade,
    money,
    limits: { minAmount: terms.minAmount, maxAmount: terms.maxAmount },
    supervisor: terms.supervisor,
    balance: balanceOf(userAccount(terms.userId, given)),
  });
  if (refusal) return refusal;
  const coins = balanceOf(houseAccount(trade.coin, 'inventory'));
  if (trade.side === 'buy') return coins < trade.amount ? 'INVENTORY_LIMIT' : null;
  if (coins + trade.amount > terms.maxInventory) return 'INVENTORY_LIMIT';
  return balanceOf(houseAccount(trade.quote, 'inventory')) < money.notional ? 'INVENTORY_LIMIT' : null;
}

/** The Toman worth of a trade: its quote amount, or that in Toman when the quote is Tether. */
export const tomanWorth = (
  trade: QuickTrade,
  money: QuickTradeMoney,
  tetherInToman: bigint | null,
): Amount => (trade.quote === 'TOMAN' ? money.notional : amountOf(tetherInToman ?? 0n));
