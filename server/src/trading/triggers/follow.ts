import { type Coin, calculateHold, isTriggerReached, type Quote } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import type { Row, Transfer } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { publishOrders } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { getDisplayedAmount } from '../book/slices.ts';
import { updateOrder } from '../orders/open-order-store.ts';
import { isBuy, type OrderRow, toEndedRow } from '../orders/order.ts';
import { TradeTransfers } from '../orders/settle-match.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { insertOutcome } from './outcome-store.ts';
import { type OrderTrigger, waitsForTrigger } from './trigger.ts';
import type { PricePath } from './trigger-index.ts';
import { updateTrigger, writeExtreme } from './trigger-store.ts';

export interface ConsequenceDeps {
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

const NO_CONSEQUENCE: Consequence = {
  before: [],
  after: [],
  rows: [],
  levels: [],
  applied() {},
  durable() {},
};

export function deriveConsequence(
  deps: ConsequenceDeps,
  market: MarketBook,
  change: MarketChange,
): Consequence {
  const { changed, path } = change;
  const isMet = path !== null && market.triggers.isAffectedBy(change.by ?? 'LAST', path);
  if (!isMet && changed.every(({ row }) => row.group === null)) return NO_CONSEQUENCE;
  const group = new GroupChange(deps.exchange, market, change);
  for (const changedOrder of changed) group.addChange(changedOrder);
  const due = path === null ? [] : listDueOrders(market, change, path, group);
  const extremes =
    path === null
      ? []
      : market.triggers
          .listNewBests(change.by ?? 'LAST', path)
          .map((best) => ({ ...best, ...toPosition(change) }));
  const { ended, activated } = group;
  return {
    before: group.before,
    after: group.after,
    rows: [
      ...[...ended, ...activated].map(({ row }) => updateOrder(row, change.at)),
      ...[...activated, ...due].map(({ row, order }) => updateTrigger(row, order)),
      ...extremes.flatMap((extreme) => writeExtreme(market, extreme)),
      ...group.unexpected.map(({ row }) => insertOutcome(row, 'LINKED', change.at)),
    ],
    levels: ended.filter(({ order }) => !waitsForTrigger(order.row)).map(toLevelDelta),
    applied() {
      for (const { order, row } of ended) {
        order.row = row;
        deps.exchange.removeEnded(market, order, true);
      }
      for (const { order, row } of [...activated, ...due]) {
        market.triggers.remove(order);
        order.row = row;
        market.triggers.add(order);
      }
      if (path !== null) market.triggers.applyPath(change.by ?? 'LAST', path);
    },
    durable() {
      publishOrders(
        deps.bus,
        [...ended, ...activated, ...due].map(({ row }) => ({ row, inviterId: null })),
      );
      if (activated.length + due.length > 0) deps.exchange.onDue(market);
    },
  };
}

const toPosition = ({ by, sequence }: MarketChange) => ({ by: by ?? ('LAST' as const), sequence });

/** Returns the path of the last price through a match; null: nothing was traded. */
export function toPricePath(fills: readonly { price: bigint }[]): PricePath | null {
  const [first, last] = [fills[0], fills.at(-1)];
  return first && last ? { from: first.price, to: last.price } : null;
}

/** Returns the row of an order that is to be sent to the order book at its turn. */
export const toDueRow = (row: OrderRow, at: Date): OrderRow => ({
  ...row,
  trigger: { ...(row.trigger as OrderTrigger), state: 'DUE', triggeredAt: at },
});

const toLevelDelta = ({ order: { side, row } }: ChangedOrder): BookChange['levels'][number] => ({
  side,
  price: row.unitPrice,
  delta: -getDisplayedAmount(row),
});

function listDueOrders(
  market: MarketBook,
  { by = 'LAST', changed, at }: MarketChange,
  path: PricePath,
  group: GroupChange,
) {
  const excluded = new Set([...changed, ...group.ended].map(({ order }) => order));
  return market.triggers
    .listTriggered(by, path)
    .filter((order) => !excluded.has(order))
    .map((order) => ({ order, row: toDueRow(order.row, at) }));
}

type Role = 'entry' | 'limit' | 'stop';

/** Returns a member's role in its group: in an OCO and among a bracket's exits the stop waits for its price. */
function getRole({ row }: OpenOrder, members: readonly OpenOrder[]): Role {
  if (row.trigger !== null) return row.trigger.kind === 'ENTRY' ? 'limit' : 'stop';
  return members.some((member) => member.row.trigger?.kind === 'ENTRY') ? 'entry' : 'limit';
}

/** Whether the owner knows that a change ends other orders: by having cancelled it, or by the notice of its trigger. */
const isKnownToOwner = ({ order, row }: ChangedOrder): boolean =>
  row.endedBy === 'OWNER' || (waitsForTrigger(order.row) && !waitsForTrigger(row));

/** Effects on the other orders of a group when some of its orders change. */
class GroupChange {
  readonly before: Transfer[] = [];
  readonly after: Transfer[] = [];
  readonly ended: ChangedOrder[] = [];
  readonly activated: ChangedOrder[] = [];
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

  addChange(changedOrder: ChangedOrder): void {
    const { group } = changedOrder.row;
    if (group === null) return;
    const members = [...this.#exchange.listGroup(group)];
    const others = members.filter((member) => !this.#touched.has(member));
    const role = getRole(changedOrder.order, members);
    if (role === 'entry') return this.#applyEntryChange(changedOrder, others);
    const ends = changedOrder.row.orderStatus !== 'IS_OPEN';
    const traded = changedOrder.row.executedAmount > changedOrder.order.row.executedAmount;
    const fired = role === 'stop' && changedOrder.row.trigger?.state === 'FIRED';
    if (!ends && !traded && !fired) return;
    for (const other of others) if (getRole(other, members) !== 'entry') this.#endOrder(other, changedOrder);
    if (role === 'limit' && !ends) this.#releaseSurplus(changedOrder);
  }

  #applyEntryChange({ order, row }: ChangedOrder, others: readonly OpenOrder[]): void {
    const profit = others.find((other) => other.row.trigger?.kind === 'ENTRY');
    const stop = others.find((other) => other !== profit);
    if (!profit || !stop) return;
    const gained = row.executedAmount - order.row.executedAmount;
    if (gained > 0n) this.#addHold(profit, gained);
    const heldRow = { ...profit.row, reserved: profit.row.reserved + gained };
    if (row.orderStatus === 'IS_OPEN') {
      if (gained > 0n) this.activated.push({ order: profit, row: heldRow });
      return;
    }
    if (row.executedAmount === 0n) {
      // Both end, and the owner gets one notice, about the stop.
      this.#endOrder(profit, null);
      this.#endOrder(stop, { order, row });
      return;
    }
    const amount = row.executedAmount;
    this.activated.push(
      { order: profit, row: toDueRow({ ...heldRow, amount }, this.#change.at) },
      { order: stop, row: this.#activateStop({ ...stop.row, amount }, stop.side) },
    );
  }

  /** Activates a stop; if its price is reached already, it is due. */
  #activateStop(row: OrderRow, side: OpenOrder['side']): OrderRow {
    const trigger = row.trigger as OrderTrigger;
    const last =
      this.#change.path?.to ?? this.#exchange.findMarket(row.coin, row.quote)?.head.lastPrice ?? null;
    if (
      trigger.by === 'LAST' &&
      last !== null &&
      isTriggerReached(side, trigger.kind, trigger.price ?? 0n, last)
    )
      return toDueRow(row, this.#change.at);
    return { ...row, trigger: { ...trigger, state: 'WAITING' } };
  }

  /** `by`: the order named as the reason in the notice; null: none. */
  #endOrder(order: OpenOrder, by: ChangedOrder | null): void {
    if (this.ended.some((endedOrder) => endedOrder.order === order)) return;
    const row = toEndedRow(order.row, 'LINKED');
    const moves = new TradeTransfers(this.#market);
    moves.addRelease(row, order.row.reserved);
    this.before.push(...moves.transfers);
    this.ended.push({ order, row });
    if (by !== null && !isKnownToOwner(by)) this.unexpected.push({ order, row });
  }

  #addHold({ row, side }: OpenOrder, amount: bigint): void {
    const moves = new TradeTransfers(this.#market);
    moves.addHold(row, side, amount);
    this.after.push(...moves.transfers);
  }

  /** Releases what was blocked for the stop in addition, and isn't needed by the limit order alone. */
  #releaseSurplus({ order, row }: ChangedOrder): void {
    const needs = calculateHold(
      order.side,
      row.coin,
      row.amount - row.executedAmount,
      row.unitPrice,
      order.feeRate,
      row,
    );
    if (!isBuy(row.orderType) || waitsForTrigger(order.row) || row.reserved <= needs) return;
    const moves = new TradeTransfers(this.#market);
    moves.addRelease(row, row.reserved - needs);
    this.after.push(...moves.transfers);
    row.reserved = needs;
  }
}
