import {
  amountOf,
  type Coin,
  fillFee,
  notionalOf,
  type Ppm,
  type Quote,
  referralShareOf,
  type Side,
} from '@sarraf/domain';
import { type Account, houseAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { BookChange } from '../../platform/bus/bus.ts';
import type { Match } from '../book/book-types.ts';
import type { InviterIds, MarketBook, OpenOrder } from '../book/market-book.ts';
import { shownOf, withShown } from '../book/slices.ts';
import { isOver, type OrderManner } from './manner.ts';
import type { NewFill } from './open-order-store.ts';
import { endedRow, isBuy, type OrderRow, statusOf } from './order.ts';

/** The incoming order. */
export interface TakerOrder extends InviterIds {
  id: string;
  userId: string;
  side: Side;
  wage: Ppm;
}

/** A resting order, and its row after the match. */
export interface MakerUpdate {
  order: OpenOrder;
  row: OrderRow;
}

/** Executed totals of an order: coin units; quote units. */
export interface ExecutionTotals {
  amount: bigint;
  notional: bigint;
  fee: bigint;
  tomanValue: bigint;
}

export interface MatchSettlement {
  transfers: Transfer[];
  fills: NewFill[];
  makers: MakerUpdate[];
  /** Makers that leave untraded: they expired, or gave way to the taker. */
  ended: MakerUpdate[];
  /** Difference between the displayed amounts and what the levels lose by the fills, caused by iceberg orders. */
  uncovered: BookChange['levels'];
  taker: ExecutionTotals;
}

/**
 * Computes the transfers of a match. Pure. The taker pays from the spendable balance, makers from what is blocked
 * for their orders; each pays the fee of their own order, and the inviter gets a share of each fee.
 */
export function settleMatch(
  market: MarketBook,
  match: Match,
  taker: TakerOrder,
  { tomanValue, at }: { tomanValue(notional: bigint): bigint; at: Date },
): MatchSettlement {
  const moves = new TradeTransfers(market);
  const fills: NewFill[] = [];
  const ended: MakerUpdate[] = [];
  const makers: MakerUpdate[] = [];
  const uncovered: BookChange['levels'][number][] = [];
  const executed: ExecutionTotals = { amount: 0n, notional: 0n, fee: 0n, tomanValue: 0n };
  let shared = 0n;
  for (const { maker: handle, lots } of match.fills) {
    const order = market.order(handle);
    if (lots === 0) {
      const row = endedRow(order.row, isOver(order.row.manner, at.getTime()) ? 'EXPIRED' : 'SELF_TRADE');
      moves.release(row, order.row.reserved);
      ended.push({ order, row });
      continue;
    }
    const amount = market.amountOf(lots);
    const price = order.row.unitPrice;
    const notional = notionalOf(market.coin, amount, price);
    const takerFee = fillFee(executed, notional, taker.wage);
    const worth = tomanValue(notional);
    const { row, fee } = filledRow(order, amount, notional, worth);
    const rewarded = !areRelated(taker, { userId: order.row.userId, invitedBy: order.invitedBy });
    moves.trade(taker, order, amount, notional);
    moves.fee(order.row, order.inviterId, order.side === 'buy' ? 'blocked' : 'spendable', {
      fee,
      shared: rewarded ? fee : 0n,
    });
    if (row.orderStatus === 'IS_CLOSED')
      moves.release(row, order.row.reserved - spent(order, amount, notional, fee));
    executed.amount += amount;
    executed.notional += notional;
    executed.fee += takerFee;
    if (rewarded) shared += takerFee;
    executed.tomanValue += worth;
    if (row.manner.slices !== null) {
      const refill = match.refilled.findIndex(({ maker }) => maker === handle);
      row.manner = mannerAfter(market, row, amount, { shown: match.refilled[refill]?.shown, turn: refill });
      const delta = shownOf(row) - shownOf(order.row) + amount;
      if (delta !== 0n) uncovered.push({ side: order.side, price, delta });
    }
    makers.push({ order, row });
    fills.push({
      number: market.head.fill + fills.length + 1,
      maker: row,
      taker,
      price,
      amount,
      notional,
      makerFee: fee,
      takerFee,
      tomanValue: worth,
      at,
    });
  }
  moves.fee(taker, taker.inviterId, 'spendable', { fee: executed.fee, shared });
  return { transfers: moves.transfers, fills, makers, ended, uncovered, taker: executed };
}

/** Returns the manner after a fill: the remainder of a slice, or the next one at the end of the line. */
function mannerAfter(
  market: MarketBook,
  { manner, orderStatus }: OrderRow,
  amount: bigint,
  { shown, turn }: { shown: number | undefined; turn: number },
): OrderManner {
  const { slices } = manner;
  if (slices === null || orderStatus !== 'IS_OPEN') return withShown(manner, 0n);
  if (shown === undefined) return withShown(manner, slices.shown - amount);
  const at = market.head.sequence + 1;
  return { ...manner, slices: { ...slices, shown: market.amountOf(shown), at, turn } };
}

interface Trading {
  userId: string;
  invitedBy: string | null;
}

/**
 * Whether two people could trade for the sake of a reward: one invited the other, or one person invited both.
 * Decision 24.
 */
const areRelated = (a: Trading, b: Trading): boolean =>
  a.invitedBy === b.userId ||
  b.invitedBy === a.userId ||
  (a.invitedBy !== null && a.invitedBy === b.invitedBy);

/** Returns the row of a resting order after one more fill. */
function filledRow({ row, wage, side }: OpenOrder, amount: bigint, more: bigint, worth: bigint) {
  const charged = fillFee(row, more, wage);
  const executedAmount = row.executedAmount + amount;
  const notional = row.notional + more;
  const fee = row.fee + charged;
  const closed = executedAmount === row.amount;
  const next: OrderRow = {
    ...row,
    orderStatus: statusOf(row.amount, executedAmount, !closed),
    executedAmount,
    notional,
    fee,
    total: side === 'buy' ? notional + fee : notional - fee,
    tomanValue: row.tomanValue + worth,
    reserved: closed ? 0n : row.reserved - (side === 'buy' ? more + charged : amount),
  };
  return { row: next, fee: charged };
}

/** Returns what a fill takes from an order's blocked amount. */
const spent = ({ side }: OpenOrder, amount: bigint, notional: bigint, fee: bigint): bigint =>
  side === 'buy' ? notional + fee : amount;

/** The transfers of one command, in an order in which none overdraws. */
export class TradeTransfers {
  readonly transfers: Transfer[] = [];
  readonly #coin: Coin;
  readonly #quote: Quote;
  readonly #fees: Account;

  constructor({ coin, quote }: { coin: Coin; quote: Quote }) {
    this.#coin = coin;
    this.#quote = quote;
    this.#fees = houseAccount(quote, 'fee');
  }

  trade(taker: TakerOrder, { row: maker }: OpenOrder, amount: bigint, notional: bigint): void {
    const [coin, quote] = [this.#coin, this.#quote];
    const buys = taker.side === 'buy';
    const [payer, seller] = buys ? [taker, maker] : [maker, taker];
    const paid = userAccount(payer.userId, quote, buys ? 'spendable' : 'blocked');
    const sold = userAccount(seller.userId, coin, buys ? 'blocked' : 'spendable');
    this.#move(paid, userAccount(seller.userId, quote), notional, 'trade', taker.id);
    this.#move(sold, userAccount(payer.userId, coin), amount, 'trade', taker.id);
  }

  /** `shared`: the part of the fee of which the inviter gets a share. */
  fee(
    payer: { id: string; userId: string },
    inviterId: string | null,
    from: 'spendable' | 'blocked',
    { fee, shared }: { fee: bigint; shared: bigint },
  ): void {
    this.#move(userAccount(payer.userId, this.#quote, from), this.#fees, fee, 'fee', payer.id);
    if (inviterId === null) return;
    const inviter = userAccount(inviterId, this.#quote);
    this.#move(this.#fees, inviter, referralShareOf(shared), 'referral', payer.id);
  }

  hold(order: { id: string; userId: string }, side: Side, amount: bigint): void {
    const asset = side === 'buy' ? this.#quote : this.#coin;
    this.#move(
      userAccount(order.userId, asset),
      userAccount(order.userId, asset, 'blocked'),
      amount,
      'hold',
      order.id,
    );
  }

  release({ id, userId, orderType }: OrderRow, amount: bigint): void {
    const asset = isBuy(orderType) ? this.#quote : this.#coin;
    this.#move(userAccount(userId, asset, 'blocked'), userAccount(userId, asset), amount, 'release', id);
  }

  #move(debit: Account, credit: Account, amount: bigint, kind: Transfer['kind'], reference: string): void {
    if (amount > 0n) this.transfers.push({ debit, credit, amount: amountOf(amount), kind, reference });
  }
}
