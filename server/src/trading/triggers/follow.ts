import { type Coin, calculateHold, type Quote, triggerReached } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import type { Row, Transfer } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { announceOrders } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { shownOf } from '../book/slices.ts';
import { updateOrder } from '../orders/open-order-store.ts';
import { endedRow, isBuy, type OrderRow } from '../orders/order.ts';
import { TradeTransfers } from '../orders/settle-match.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { insertOutcome } from './outcome-store.ts';
import { type OrderTrigger, waitsForTrigger } from './trigger.ts';
import type { PricePath } from './trigger-index.ts';
import { updateTrigger, writeExtreme } from './trigger-store.ts';

export interface FollowDeps {
  exchange: OrderBooks;
  bus: Bus;
}

/** An open order, and its row after the command. */
export interface ChangedOrder {
  order: OpenOrder;
  row: OrderRow;
}

/** A command's effect on a market, as far as other orders depend on it. */
export interface MarketChange {
  /** Orders that it filled, ended or sent to the order book. */
  changed: readonly ChangedOrder[];
  /** Path of the market's price; null: unchanged. */
  path: PricePath | null;
  by?: TriggerPrice;
  /** Sequence number of this change of the market. */
  sequence: number;
  at: Date;
}

/**
 * Consequences of a change in the same command: orders that end with another of their group, orders activated by
 * their bracket's entry, orders whose price was reached, and best prices of trailing orders. Pure, except for
 * `applied` and `durable`, which the command's own callbacks call.
 */
export interface Consequence {
  /** Transfers before those of the trade, which may be paid from released money. */
  before: Transfer[];
  /** Transfers after those of the trade. */
  after: Transfer[];
  rows: Row[];
  levels: BookChange['levels'];
  applied(): void;
  durable(): void;
}

const NOTHING: Consequence = { before: [], after: [], rows: [], levels: [], applied() {}, durable() {} };

export function followChange(deps: FollowDeps, market: MarketBook, change: MarketChange): Consequence {
  const { changed, path } = change;
  const isMet = path !== null && market.triggers.isMetBy(change.by ?? 'LAST', path);
  if (!isMet && changed.every(({ row }) => row.group === null)) return NOTHING;
  const group = new GroupChange(deps.exchange, market, change);
  for (const one of changed) group.add(one);
  const due = path === null ? [] : dueOf(market, change, path, group);
  const extremes =
    path === null
      ? []
      : market.triggers.bests(change.by ?? 'LAST', path).map((best) => ({ ...best, ...place(change) }));
  const { ended, woken } = group;
  return {
    before: group.before,
    after: group.after,
    rows: [
      ...[...ended, ...woken].map(({ row }) => updateOrder(row, change.at)),
      ...[...woken, ...due].map(({ row, order }) => updateTrigger(row, order)),
      ...extremes.flatMap((extreme) => writeExtreme(market, extreme)),
      ...group.unexpected.map(({ row }) => insertOutcome(row, 'LINKED', change.at)),
    ],
    levels: ended.filter(({ order }) => !waitsForTrigger(order.row)).map(levelOf),
    applied() {
      for (const { order, row } of ended) {
        order.row = row;
        deps.exchange.end(market, order, true);
      }
      for (const { order, row } of [...woken, ...due]) {
        market.triggers.remove(order);
        order.row = row;
        market.triggers.add(order);
      }
      if (path !== null) market.triggers.see(change.by ?? 'LAST', path);
    },
    durable() {
      announceOrders(
        deps.bus,
        [...ended, ...woken, ...due].map(({ row }) => ({ row, inviterId: null })),
      );
      if (woken.length + due.length > 0) deps.exchange.onDue(market);
    },
  };
}

const place = ({ by, sequence }: MarketChange) => ({ by: by ?? ('LAST' as const), sequence });

/** Returns the path of the last price through a match; null: nothing was traded. */
export function pathOf(fills: readonly { price: bigint }[]): PricePath | null {
  const [first, last] = [fills[0], fills.at(-1)];
  return first && last ? { from: first.price, to: last.price } : null;
}

/** Returns the row of an order that is to be sent to the order book at its turn. */
export const dueRow = (row: OrderRow, at: Date): OrderRow => ({
  ...row,
  trigger: { ...(row.trigger as OrderTrigger), state: 'DUE', triggeredAt: at },
});

const levelOf = ({ order: { side, row } }: ChangedOrder): BookChange['levels'][number] => ({
  side,
  price: row.unitPrice,
  delta: -shownOf(row),
});

function dueOf(
  market: MarketBook,
  { by = 'LAST', changed, at }: MarketChange,
  path: PricePath,
  group: GroupChange,
) {
  const gone = new Set([...changed, ...group.ended].map(({ order }) => order));
  return market.triggers
    .due(by, path)
    .filter((order) => !gone.has(order))
    .map((order) => ({ order, row: dueRow(order.row, at) }));
}

type Role = 'entry' | 'limit' | 'stop';

/** Returns a member's role in its group: in an OCO and among a bracket's exits the stop waits for its price. */
function roleOf({ row }: OpenOrder, members: readonly OpenOrder[]): Role {
  if (row.trigger !== null) return row.trigger.kind === 'ENTRY' ? 'limit' : 'stop';
  return members.some((member) => member.row.trigger?.kind === 'ENTRY') ? 'entry' : 'limit';
}

/** Whether the owner knows that a change ends other orders: by having cancelled it, or by the notice of its trigger. */
const isKnownFrom = ({ order, row }: ChangedOrder): boolean =>
  row.endedBy === 'OWNER' || (waitsForTrigger(order.row) && !waitsForTrigger(row));

/** Effects on the other orders of a group when some of its orders change. */
class GroupChange {
  readonly before: Transfer[] = [];
  readonly after: Transfer[] = [];
  readonly ended: ChangedOrder[] = [];
  readonly woken: ChangedOrder[] = [];
  /** Ended orders about which the owner needs a notice of their own. */
  readonly unexpected: ChangedOrder[] = [];
  readonly #exchange: OrderBooks;
  readonly #market: { coin: Coin; quote: Quote };
  readonly #change: MarketChange;
  readonly #touched: Set<OpenOrder>;

  constructor(exchange: OrderBooks, market: MarketBook, change: MarketChange) {
    this.#exchange = exchange;
    this.#market = market;
    this.#change = change;
    this.#touched = new Set(change.changed.map(({ order }) => order));
  }

  add(one: ChangedOrder): void {
    const { group } = one.row;
    if (group === null) return;
    const members = [...this.#exchange.groupOf(group)];
    const others = members.filter((member) => !this.#touched.has(member));
    const role = roleOf(one.order, members);
    if (role === 'entry') return this.#entry(one, others);
    const ends = one.row.orderStatus !== 'IS_OPEN';
    const traded = one.row.executedAmount > one.order.row.executedAmount;
    const fired = role === 'stop' && one.row.trigger?.state === 'FIRED';
    if (!ends && !traded && !fired) return;
    for (const other of others) if (roleOf(other, members) !== 'entry') this.#end(other, one);
    if (role === 'limit' && !ends) this.#giveBackSurplus(one);
  }

  #entry({ order, row }: ChangedOrder, others: readonly OpenOrder[]): void {
    const profit = others.find((other) => other.row.trigger?.kind === 'ENTRY');
    const stop = others.find((other) => other !== profit);
    if (!profit || !stop) return;
    const gained = row.executedAmount - order.row.executedAmount;
    if (gained > 0n) this.#hold(profit, gained);
    const held = { ...profit.row, reserved: profit.row.reserved + gained };
    if (row.orderStatus === 'IS_OPEN') {
      if (gained > 0n) this.woken.push({ order: profit, row: held });
      return;
    }
    if (row.executedAmount === 0n) {
      // One notice for both.
      this.#end(profit, null);
      this.#end(stop, { order, row });
      return;
    }
    const amount = row.executedAmount;
    this.woken.push(
      { order: profit, row: dueRow({ ...held, amount }, this.#change.at) },
      { order: stop, row: this.#awake({ ...stop.row, amount }, stop.side) },
    );
  }

  /** Activates a stop; if its price is reached already, it is due. */
  #awake(row: OrderRow, side: OpenOrder['side']): OrderRow {
    const trigger = row.trigger as OrderTrigger;
    const last = this.#change.path?.to ?? this.#exchange.market(row.coin, row.quote)?.head.lastPrice ?? null;
    if (
      trigger.by === 'LAST' &&
      last !== null &&
      triggerReached(side, trigger.kind, trigger.price ?? 0n, last)
    )
      return dueRow(row, this.#change.at);
    return { ...row, trigger: { ...trigger, state: 'WAITING' } };
  }

  /** `by`: the order named as the reason in the notice; null: none. */
  #end(order: OpenOrder, by: ChangedOrder | null): void {
    if (this.ended.some((known) => known.order === order)) return;
    const row = endedRow(order.row, 'LINKED');
    const moves = new TradeTransfers(this.#market);
    moves.release(row, order.row.reserved);
    this.before.push(...moves.transfers);
    this.ended.push({ order, row });
    if (by !== null && !isKnownFrom(by)) this.unexpected.push({ order, row });
  }

  #hold({ row, side }: OpenOrder, amount: bigint): void {
    const moves = new TradeTransfers(this.#market);
    moves.hold(row, side, amount);
    this.after.push(...moves.transfers);
  }

  /** Releases what was blocked for the stop in addition, and isn't needed by the limit order alone. */
  #giveBackSurplus({ order, row }: ChangedOrder): void {
    const needs = calculateHold(
      order.side,
      row.coin,
      row.amount - row.executedAmount,
      row.unitPrice,
      order.wage,
      row,
    );
    if (!isBuy(row.orderType) || waitsForTrigger(order.row) || row.reserved <= needs) return;
    const moves = new TradeTransfers(this.#market);
    moves.release(row, row.reserved - needs);
    this.after.push(...moves.transfers);
    row.reserved = needs;
  }
}
