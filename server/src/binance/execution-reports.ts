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
import { assetCodeOf, findMarketByName } from './symbols.ts';

/** State of an order when it was last reported: coin units, quote units. */
export interface ReportedState {
  executed: bigint;
  notional: bigint;
  fee: bigint;
  /** Whether it rested on the order book: its later trades are maker trades. */
  rested: boolean;
}

const UNREPORTED: ReportedState = { executed: 0n, notional: 0n, fee: 0n, rested: false };

export type Execution = 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED';

/** Returns the present state of an order. */
export function reportedStateOf(order: Order): ReportedState {
  const { coin, quote } = findMarketByName(order.marketType);
  return {
    executed: parseUnits(order.executedAmount, coin),
    notional: parseUnits(order.executedPrice, quote),
    fee: parseUnits(order.wage, quote),
    rested: order.orderStatus === 'IS_OPEN' && isWorking(order),
  };
}

const parseUnits = (text: string, asset: Asset): bigint => parseDecimal(text, scaleOf(asset)) ?? 0n;

/**
 * Returns the changes of an order since it was last reported (null: never), as one execution report each: new,
 * traded, ended. `id` numbers the reports.
 */
export function buildExecutionReports(
  before: ReportedState | null,
  order: Order,
  now: number,
  id: () => number,
): object[] {
  const after = reportedStateOf(order);
  const previous = before ?? UNREPORTED;
  const reports: object[] = [];
  if (before === null)
    reports.push(
      buildReport(order, { execution: 'NEW', status: 'NEW', from: UNREPORTED, to: UNREPORTED }, now, id()),
    );
  if (after.executed > previous.executed) {
    const status = order.orderStatus === 'IS_CLOSED' ? 'FILLED' : 'PARTIALLY_FILLED';
    reports.push(buildReport(order, { execution: 'TRADE', status, from: previous, to: after }, now, id()));
  }
  const { status } = orderCore(order);
  if (order.orderStatus !== 'IS_OPEN' && status !== 'FILLED') {
    const execution = status === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
    reports.push(buildReport(order, { execution, status, from: after, to: after }, now, id()));
  }
  return reports;
}

function buildReport(
  order: Order,
  {
    execution,
    status,
    from,
    to,
  }: { execution: Execution; status: string; from: ReportedState; to: ReportedState },
  now: number,
  id: number,
): object {
  const core = orderCore(order);
  const { coin, quote } = findMarketByName(order.marketType);
  const createdAtMs = Date.parse(order.createdAtDateTime);
  const [amount, notional, fee] = [
    to.executed - from.executed,
    to.notional - from.notional,
    to.fee - from.fee,
  ];
  const price = amount === 0n ? 0n : (notional * pow10(scaleOf(coin))) / amount;
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
    O: createdAtMs,
    Z: formatAmount(to.notional, quote),
    Y: formatAmount(notional, quote),
    Q: '0',
    W: createdAtMs,
    V: core.selfTradePreventionMode,
  };
}
