import { type Side, waitsForRise } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import { Heap } from './heap.ts';
import { type Trailing, TrailingLine } from './trailing-line.ts';
import { type OrderTrigger, trailStart } from './trigger.ts';

/** An order that waits for a price, with the fields that the index reads. */
export interface WaitingOrder extends Trailing {
  /** Its sequence number in its market, by the time of placing. */
  readonly sequence: number;
  readonly side: Side;
  readonly row: { readonly trigger: OrderTrigger | null };
}

/** The path of a market's price within one command; for a single price both are the same. */
export interface PricePath {
  from: bigint;
  to: bigint;
}

interface Lines<T extends Trailing> {
  rises: Heap<T>;
  falls: Heap<T>;
  trails: Record<Side, TrailingLine<T>>;
}

const priceOf = (order: WaitingOrder): bigint => order.row.trigger?.price ?? 0n;
const timeOf = (order: WaitingOrder): number => order.row.trigger?.triggeredAt?.getTime() ?? 0;
const earlier = (a: WaitingOrder, b: WaitingOrder): boolean =>
  timeOf(a) === timeOf(b) ? a.sequence < b.sequence : timeOf(a) < timeOf(b);

const newLines = <T extends WaitingOrder>(): Lines<T> => ({
  rises: new Heap((a, b) => priceOf(a) < priceOf(b)),
  falls: new Heap((a, b) => priceOf(a) > priceOf(b)),
  trails: { buy: new TrailingLine(), sell: new TrailingLine() },
});

/**
 * The orders of one market that wait for a price, and those that are due. Finding the orders that a price triggers
 * visits only those. Nothing is decided here: `due` is queried while a command is decided, and the changes are made
 * when it is applied.
 */
export class TriggerIndex<T extends WaitingOrder> {
  readonly #lines: Record<TriggerPrice, Lines<T>> = { LAST: newLines(), REFERENCE: newLines() };
  readonly #due = new Heap<T>(earlier);

  /** Number of orders that are due and have not been sent to the order book yet. */
  get dueCount(): number {
    return this.#due.size;
  }

  /** `best`: the best price that a trailing order has seen; unset: the one at which it was placed. */
  add(order: T, best?: bigint): void {
    const { trigger } = order.row;
    if (trigger?.state === 'DUE') this.#due.push(order);
    if (trigger?.state !== 'WAITING' || trigger.by === null || trigger.price === null) return;
    const lines = this.#lines[trigger.by];
    const { side } = order;
    if (trigger.distance !== null)
      lines.trails[side].add(order, signed(side, best ?? trailStart(side, trigger.price, trigger.distance)));
    else if (waitsForRise(side, trigger.kind)) lines.rises.push(order);
    else lines.falls.push(order);
  }

  /** Removes an order from whichever list has it, if any. */
  remove(order: T): void {
    if (this.#due.remove(order)) return;
    for (const { rises, falls, trails } of Object.values(this.#lines))
      if (rises.remove(order) || falls.remove(order) || trails[order.side].remove(order)) return;
  }

  /** Returns the next due order. */
  next(): T | undefined {
    return this.#due.peek();
  }

  /** Returns some of the due orders, usually including the next ones. */
  soon(most: number): readonly T[] {
    return this.#due.values().slice(0, most);
  }

  /** Returns the orders that trigger on a price path, in the order of placing. */
  due(by: TriggerPrice, { from, to }: PricePath): T[] {
    const { rises, falls, trails } = this.#lines[by];
    const [low, high] = from < to ? [from, to] : [to, from];
    if (rises.size + falls.size + trails.sell.size + trails.buy.size === 0) return [];
    return [
      ...rises.whereLeast((order) => priceOf(order) <= high),
      ...falls.whereLeast((order) => priceOf(order) >= low),
      ...trails.sell.due(from, to),
      ...trails.buy.due(-from, -to),
    ].sort((a, b) => a.sequence - b.sequence);
  }

  /** Returns the sides on which the best price seen by a waiting order changes, with the new price. */
  bests(by: TriggerPrice, path: PricePath): { side: Side; price: bigint }[] {
    const { trails } = this.#lines[by];
    return (['sell', 'buy'] as const).flatMap((side) => {
      const price = bestOf(side, path);
      return trails[side].isMovedBy(signed(side, price)) ? [{ side, price }] : [];
    });
  }

  /** Whether a price would change anything. */
  isMetBy(by: TriggerPrice, path: PricePath): boolean {
    return this.bests(by, path).length > 0 || this.due(by, path).length > 0;
  }

  /** Lets the orders that still wait see the prices of a path. */
  see(by: TriggerPrice, path: PricePath): void {
    const { trails } = this.#lines[by];
    for (const side of ['sell', 'buy'] as const) trails[side].see(signed(side, bestOf(side, path)));
  }

  /** Returns the best price that a trailing order has seen. */
  bestOf(order: T): bigint | undefined {
    const { trigger } = order.row;
    if (!trigger?.by) return;
    const best = this.#lines[trigger.by].trails[order.side].bestOf(order);
    return best === undefined ? undefined : signed(order.side, best);
  }
}

/** Sales trail what rises, purchases what falls. */
const signed = (side: Side, price: bigint): bigint => (side === 'sell' ? price : -price);

const bestOf = (side: Side, { from, to }: PricePath): bigint => (from > to === (side === 'sell') ? from : to);
