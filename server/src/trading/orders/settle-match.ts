import {
  amountOf,
  type Coin,
  computeFillFee,
  computeNotional,
  computeReferralShare,
  type Ppm,
  type Quote,
  type Side,
} from '@sarraf/domain';
import { type Account, houseAccount, type Transfer, userAccount } from '../../ledger/index.ts';
import type { BookChange } from '../../platform/bus/bus.ts';
import type { Match } from '../book/book-types.ts';
import type { InviterIds, MarketBook, OpenOrder } from '../book/market-book.ts';
import { getDisplayedAmount, withDisplayedAmount } from '../book/slices.ts';
import { isMannerExpired, type OrderManner } from './manner.ts';
import type { NewFill } from './open-order-store.ts';
import { computeStatus, isBuy, type OrderRow, toEndedRow } from './order.ts';

/** The incoming order. */
export interface TakerOrder extends InviterIds {
  id: string;
  userId: string;
  side: Side;
  feeRate: Ppm;
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
  const transfers = new TradeTransfers(market);
  const fills: NewFill[] = [];
  const ended: MakerUpdate[] = [];
  const makers: MakerUpdate[] = [];
  const uncovered: BookChange['levels'][number][] = [];
  const executed: ExecutionTotals = { amount: 0n, notional: 0n, fee: 0n, tomanValue: 0n };
  let shared = 0n;
  for (const { maker: handle, lots } of match.fills) {
    const order = market.getOrder(handle);
    if (lots === 0) {
      const row = toEndedRow(
        order.row,
        isMannerExpired(order.row.manner, at.getTime()) ? 'EXPIRED' : 'SELF_TRADE',
      );
      transfers.addRelease(row, order.row.reserved);
      ended.push({ order, row });
      continue;
    }
    const amount = market.lotsToAmount(lots);
    const price = order.row.unitPrice;
    const notional = computeNotional(market.coin, amount, price);
    const takerFee = computeFillFee(executed, notional, taker.feeRate);
    const fillTomanValue = tomanValue(notional);
    const { row, fee } = buildFilledRow(order, amount, notional, fillTomanValue);
    const isRewarded = !areRelated(taker, { userId: order.row.userId, invitedBy: order.invitedBy });
    transfers.addTrade(taker, order, amount, notional);
    transfers.addFee(order.row, order.inviterId, order.side === 'buy' ? 'blocked' : 'spendable', {
      fee,
      shared: isRewarded ? fee : 0n,
    });
    if (row.orderStatus === 'IS_CLOSED')
      transfers.addRelease(row, order.row.reserved - computeSpent(order, amount, notional, fee));
    executed.amount += amount;
    executed.notional += notional;
    executed.fee += takerFee;
    if (isRewarded) shared += takerFee;
    executed.tomanValue += fillTomanValue;
    if (row.manner.slices !== null) {
      const refill = match.refilled.findIndex(({ maker }) => maker === handle);
      row.manner = buildMannerAfterFill(market, row, amount, {
        displayedLots: match.refilled[refill]?.displayedLots,
        turn: refill,
      });
      const delta = getDisplayedAmount(row) - getDisplayedAmount(order.row) + amount;
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
      tomanValue: fillTomanValue,
      at,
    });
  }
  transfers.addFee(taker, taker.inviterId, 'spendable', { fee: executed.fee, shared });
  return { transfers: transfers.transfers, fills, makers, ended, uncovered, taker: executed };
}

/** Returns the manner after a fill: the remainder of a slice, or the next one at the end of the line. */
function buildMannerAfterFill(
  market: MarketBook,
  { manner, orderStatus }: OrderRow,
  amount: bigint,
  { displayedLots, turn }: { displayedLots: number | undefined; turn: number },
): OrderManner {
  const { slices } = manner;
  if (slices === null || orderStatus !== 'IS_OPEN') return withDisplayedAmount(manner, 0n);
  if (displayedLots === undefined) return withDisplayedAmount(manner, slices.displayedAmount - amount);
  const at = market.head.sequence + 1;
  return { ...manner, slices: { ...slices, displayedAmount: market.lotsToAmount(displayedLots), at, turn } };
}

interface TraderIdentity {
  userId: string;
  invitedBy: string | null;
}

/**
 * Whether two people could trade for the sake of a reward: one invited the other, or one person invited both.
 * Decision 24.
 */
const areRelated = (a: TraderIdentity, b: TraderIdentity): boolean =>
  a.invitedBy === b.userId ||
  b.invitedBy === a.userId ||
  (a.invitedBy !== null && a.invitedBy === b.invitedBy);

/** Returns the row of a resting order after one more fill. */
function buildFilledRow(
  { row, feeRate, side }: OpenOrder,
  amount: bigint,
  fillNotional: bigint,
  fillTomanValue: bigint,
) {
  const fillFeeAmount = computeFillFee(row, fillNotional, feeRate);
  const executedAmount = row.executedAmount + amount;
  const notional = row.notional + fillNotional;
  const fee = row.fee + fillFeeAmount;
  const isClosed = executedAmount === row.amount;
  const next: OrderRow = {
    ...row,
    orderStatus: computeStatus(row.amount, executedAmount, !isClosed),
    executedAmount,
    notional,
    fee,
    total: side === 'buy' ? notional + fee : notional - fee,
    tomanValue: row.tomanValue + fillTomanValue,
    reserved: isClosed ? 0n : row.reserved - (side === 'buy' ? fillNotional + fillFeeAmount : amount),
  };
  return { row: next, fee: fillFeeAmount };
}

/** Returns what a fill takes from an order's blocked amount. */
const computeSpent = ({ side }: OpenOrder, amount: bigint, notional: bigint, fee: bigint): bigint =>
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

  addTrade(taker: TakerOrder, { row: maker }: OpenOrder, amount: bigint, notional: bigint): void {
    const [coin, quote] = [this.#coin, this.#quote];
    const buys = taker.side === 'buy';
    const [payer, seller] = buys ? [taker, maker] : [maker, taker];
    const paid = userAccount(payer.userId, quote, buys ? 'spendable' : 'blocked');
    const sold = userAccount(seller.userId, coin, buys ? 'blocked' : 'spendable');
    this.#addTransfer(paid, userAccount(seller.userId, quote), notional, 'trade', taker.id);
    this.#addTransfer(sold, userAccount(payer.userId, coin), amount, 'trade', taker.id);
  }

  /** `shared`: the part of the fee of which the inviter gets a share. */
  addFee(
    payer: { id: string; userId: string },
    inviterId: string | null,
    from: 'spendable' | 'blocked',
    { fee, shared }: { fee: bigint; shared: bigint },
  ): void {
    this.#addTransfer(userAccount(payer.userId, this.#quote, from), this.#fees, fee, 'fee', payer.id);
    if (inviterId === null) return;
    const inviter = userAccount(inviterId, this.#quote);
    this.#addTransfer(this.#fees, inviter, computeReferralShare(shared), 'referral', payer.id);
  }

  addHold(order: { id: string; userId: string }, side: Side, amount: bigint): void {
    const asset = side === 'buy' ? this.#quote : this.#coin;
    this.#addTransfer(
      userAccount(order.userId, asset),
      userAccount(order.userId, asset, 'blocked'),
      amount,
      'hold',
      order.id,
    );
  }

  addRelease({ id, userId, orderType }: OrderRow, amount: bigint): void {
    const asset = isBuy(orderType) ? this.#quote : this.#coin;
    this.#addTransfer(
      userAccount(userId, asset, 'blocked'),
      userAccount(userId, asset),
      amount,
      'release',
      id,
    );
  }

  #addTransfer(
    debit: Account,
    credit: Account,
    amount: bigint,
    kind: Transfer['kind'],
    reference: string,
  ): void {
    if (amount > 0n) this.transfers.push({ debit, credit, amount: amountOf(amount), kind, reference });
  }
}
