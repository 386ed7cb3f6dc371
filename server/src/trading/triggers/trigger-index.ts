import { type Side, waitsForRise } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import { Heap } from './heap.ts';
import { type Trailing, TrailingLine } from './trailing-line.ts';
import { type OrderTrigger, trailStart } from './trigger.ts';

/** An order that waits for a price, as far as the index looks at it. */
export interface WaitingOrder extends Trailing {
  /** Its place among those of its market by the time at which they were placed. */
  readonly sequence: number;
  readonly side: Side;
  readonly row: { readonly trigger: OrderTrigger | null };
}

/** The way of a market's price within one command; of a single price both are the same. */
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
 * What of one market waits for a price, and what is due. Which orders a price meets is found by looking at those alone.
 * Nothing here decides anything: `due` is asked where a command is decided, and the rest is told when that is applied.
 */
export class TriggerIndex<T extends WaitingOrder> {
  readonly #lines: Record<TriggerPrice, Lines<T>> = { LAST: newLines(), REFERENCE: newLines() };
  readonly #due = new Heap<T>(earlier);

  /** Orders that became due and have not come to the book yet. */
  get dueCount(): number {
    return this.#due.size;
  }

  /** `best`: the best price that one that trails has seen; unset: the one at which it was placed. */
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

  /** Wherever it is, if it is. */
  remove(order: T): void {
    if (this.#due.remove(order)) return;
    for (const { rises, falls, trails } of Object.values(this.#lines))
      if (rises.remove(order) || falls.remove(order) || trails[order.side].remove(order)) return;
  }

  /** The order whose turn it is. */
  next(): T | undefined {
    return this.#due.peek();
  }

  /** Some of those that are due, the next ones among them as a rule. */
  soon(most: number): readonly T[] {
    return this.#due.values().slice(0, most);
  }

  /** Which orders are triggered on a price's way, in the order in which they were placed. */
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

  /** On which sides the best price moves that a waiting order has seen, and to where. */
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

  /** Has what still waits see the prices of a way. */
  see(by: TriggerPrice, path: PricePath): void {
    const { trails } = this.#lines[by];
    for (const side of ['sell', 'buy'] as const) trails[side].see(signed(side, bestOf(side, path)));
  }

  /** The best price that a trailing order has seen. */
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
