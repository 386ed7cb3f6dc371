import { type Side, triggersOnRise } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import { Heap } from './heap.ts';
import { TrailingLine, type TrailingOrder } from './trailing-line.ts';
import { computeTrailStart, type OrderTrigger } from './trigger.ts';

/** An order that waits for a price, with the fields that the index reads. */
export interface WaitingOrder extends TrailingOrder {
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

interface TriggerLists<T extends TrailingOrder> {
  rises: Heap<T>;
  falls: Heap<T>;
  trails: Record<Side, TrailingLine<T>>;
}

const getTriggerPrice = (order: WaitingOrder): bigint => order.row.trigger?.price ?? 0n;
const getTriggerTime = (order: WaitingOrder): number => order.row.trigger?.triggeredAt?.getTime() ?? 0;
const isEarlier = (a: WaitingOrder, b: WaitingOrder): boolean =>
  getTriggerTime(a) === getTriggerTime(b) ? a.sequence < b.sequence : getTriggerTime(a) < getTriggerTime(b);

const createLists = <T extends WaitingOrder>(): TriggerLists<T> => ({
  rises: new Heap((a, b) => getTriggerPrice(a) < getTriggerPrice(b)),
  falls: new Heap((a, b) => getTriggerPrice(a) > getTriggerPrice(b)),
  trails: { buy: new TrailingLine(), sell: new TrailingLine() },
});

/**
 * The orders of one market that wait for a price, and those that are due. Finding the orders that a price triggers
 * visits only those. Nothing is decided here: `due` is queried while a command is decided, and the changes are made
 * when it is applied.
 */
export class TriggerIndex<T extends WaitingOrder> {
  readonly #listsByPrice: Record<TriggerPrice, TriggerLists<T>> = {
    LAST: createLists(),
    REFERENCE: createLists(),
  };
  readonly #due = new Heap<T>(isEarlier);

  /** Number of orders that are due and have not been sent to the order book yet. */
  get dueCount(): number {
    return this.#due.size;
  }

  /** `best`: the best price that a trailing order has seen; unset: the one at which it was placed. */
  add(order: T, best?: bigint): void {
    const { trigger } = order.row;
    if (trigger?.state === 'DUE') this.#due.push(order);
    if (trigger?.state !== 'WAITING' || trigger.by === null || trigger.price === null) return;
    const lines = this.#listsByPrice[trigger.by];
    const { side } = order;
    if (trigger.distance !== null)
      lines.trails[side].add(
        order,
        orientPrice(side, best ?? computeTrailStart(side, trigger.price, trigger.distance)),
      );
    else if (triggersOnRise(side, trigger.kind)) lines.rises.push(order);
    else lines.falls.push(order);
  }

  /** Removes an order from whichever list has it, if any. */
  remove(order: T): void {
    if (this.#due.remove(order)) return;
    for (const { rises, falls, trails } of Object.values(this.#listsByPrice))
      if (rises.remove(order) || falls.remove(order) || trails[order.side].remove(order)) return;
  }

  /** Returns the next due order. */
  peekDue(): T | undefined {
    return this.#due.peek();
  }

  /** Returns some of the due orders, usually including the next ones. */
  listSomeDue(maxCount: number): readonly T[] {
    return this.#due.values().slice(0, maxCount);
  }

  /** Returns the orders that trigger on a price path, in the order of placing. */
  listTriggered(by: TriggerPrice, { from, to }: PricePath): T[] {
    const { rises, falls, trails } = this.#listsByPrice[by];
    const [low, high] = from < to ? [from, to] : [to, from];
    if (rises.size + falls.size + trails.sell.size + trails.buy.size === 0) return [];
    return [
      ...rises.iterateMatching((order) => getTriggerPrice(order) <= high),
      ...falls.iterateMatching((order) => getTriggerPrice(order) >= low),
      ...trails.sell.iterateTriggered(from, to),
      ...trails.buy.iterateTriggered(-from, -to),
    ].sort((a, b) => a.sequence - b.sequence);
  }

  /** Returns the sides on which the best price seen by a waiting order changes, with the new price. */
  listNewBests(by: TriggerPrice, path: PricePath): { side: Side; price: bigint }[] {
    const { trails } = this.#listsByPrice[by];
    return (['sell', 'buy'] as const).flatMap((side) => {
      const price = getBestOnPath(side, path);
      return trails[side].isBetterThanLowest(orientPrice(side, price)) ? [{ side, price }] : [];
    });
  }

  /** Whether a price would change anything. */
  isAffectedBy(by: TriggerPrice, path: PricePath): boolean {
    return this.listNewBests(by, path).length > 0 || this.listTriggered(by, path).length > 0;
  }

  /** Lets the orders that still wait see the prices of a path. */
  applyPath(by: TriggerPrice, path: PricePath): void {
    const { trails } = this.#listsByPrice[by];
    for (const side of ['sell', 'buy'] as const)
      trails[side].updateBest(orientPrice(side, getBestOnPath(side, path)));
  }

  /** Returns the best price that a trailing order has seen. */
  getBest(order: T): bigint | undefined {
    const { trigger } = order.row;
    if (!trigger?.by) return;
    const best = this.#listsByPrice[trigger.by].trails[order.side].getBest(order);
    return best === undefined ? undefined : orientPrice(order.side, best);
  }
}

/** Sales trail what rises, purchases what falls. */
const orientPrice = (side: Side, price: bigint): bigint => (side === 'sell' ? price : -price);

const getBestOnPath = (side: Side, { from, to }: PricePath): bigint =>
  from > to === (side === 'sell') ? from : to;
