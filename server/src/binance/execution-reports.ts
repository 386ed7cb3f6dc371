import {
  ASSETS,
  type Asset,
  formatAmount,
  formatDecimal,
  parseDecimal,
  pow10,
  scaleOf,
} from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { isWorking, orderCore, quoteOf } from './order-shape.ts';
import { assetCodeOf, marketOfName } from './symbols.ts';

/** State of an order when it was last reported: coin units, quote units. */
export interface Reported {
  executed: bigint;
  notional: bigint;
  fee: bigint;
  /** Whether it rested on the order book: its later trades are maker trades. */
  rested: boolean;
}

const NOTHING: Reported = { executed: 0n, notional: 0n, fee: 0n, rested: false };

export type Execution = 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED';

/** Returns the present state of an order. */
export function reportedOf(order: Order): Reported {
  const { coin, quote } = marketOfName(order.marketType);
  return {
    executed: units(order.executedAmount, coin),
    notional: units(order.executedPrice, quote),
    fee: units(order.wage, quote),
    rested: order.orderStatus === 'IS_OPEN' && isWorking(order),
  };
}

const units = (text: string, asset: Asset): bigint => parseDecimal(text, scaleOf(asset)) ?? 0n;

/**
 * Returns the changes of an order since it was last reported (null: never), as one execution report each: new,
 * traded, ended. `id` numbers the reports.
 */
export function reportsOf(before: Reported | null, order: Order, now: number, id: () => number): object[] {
  const after = reportedOf(order);
  const from = before ?? NOTHING;
  const reports: object[] = [];
  if (before === null)
    reports.push(report(order, { execution: 'NEW', status: 'NEW', from: NOTHING, to: NOTHING }, now, id()));
  if (after.executed > from.executed) {
    const status = order.orderStatus === 'IS_CLOSED' ? 'FILLED' : 'PARTIALLY_FILLED';
    reports.push(report(order, { execution: 'TRADE', status, from, to: after }, now, id()));
  }
  const { status } = orderCore(order);
  if (order.orderStatus !== 'IS_OPEN' && status !== 'FILLED') {
    const execution = status === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
    reports.push(report(order, { execution, status, from: after, to: after }, now, id()));
  }
  return reports;
}

function report(
  order: Order,
  { execution, status, from, to }: { execution: Execution; status: string; from: Reported; to: Reported },
  now: number,
  id: number,
): object {
  const core = orderCore(order);
  const { coin, quote } = marketOfName(order.marketType);
  const made = Date.parse(order.createdAtDateTime);
  const [amount, worth, fee] = [to.executed - from.executed, to.notional - from.notional, to.fee - from.fee];
  const price = amount === 0n ? 0n : (worth * pow10(scaleOf(coin))) / amount;
  return {
    e: 'executionReport',
    E: now,
    s: core.symbol,
    c: core.clientOrderId,
    S: core.side,
    o: core.type,
    f: core.timeInForce,
    q: core.origQty,
    p: core.price,
    P: order.trigger?.price ?? '0',
    F: order.displayAmount ?? '0',
    g: core.orderListId,
    C: execution === 'CANCELED' ? core.clientOrderId : '',
    x: execution,
    X: status,
    r: 'NONE',
    i: core.orderId,
    l: formatAmount(amount, coin),
    z: formatAmount(to.executed, coin),
    L: formatDecimal(price, scaleOf(quote), ASSETS[quote].decimals === 6 ? 0 : ASSETS[quote].decimals),
    n: formatAmount(fee, quote),
    N: fee === 0n ? null : assetCodeOf(quoteOf(order)),
    T: now,
    t: -1,
    I: id,
    w: order.orderStatus === 'IS_OPEN' && isWorking(order),
    m: execution === 'TRADE' && from.rested,
    M: false,
    O: made,
    Z: formatAmount(to.notional, quote),
    Y: formatAmount(worth, quote),
    Q: '0',
    W: made,
    V: core.selfTradePreventionMode,
  };
}
