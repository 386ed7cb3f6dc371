/** The index against a plain list: whatever the price does, both return the same orders in the same order. */
import { isTriggerReached, type Side } from '@sarraf/domain';
import { TRIGGER_PRICES, type TriggerKind, type TriggerPrice } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { createNamedRandom } from '../../../test/random.ts';
import { Heap } from './heap.ts';
import type { OrderTrigger } from './trigger.ts';
import { type PricePath, TriggerIndex, type WaitingOrder } from './trigger-index.ts';

const random = createNamedRandom('trigger-index');
const below = (limit: number) => Math.floor(random() * limit);
const of = <T>(list: readonly T[]) => list[below(list.length)] as T;

/** Checks each order's trigger by its definition: price by price along the path, one order after another. */
class PlainIndex {
  readonly orders = new Map<WaitingOrder, bigint>();

  add(order: WaitingOrder, price: bigint): void {
    this.orders.set(order, price);
  }

  /** Removes and returns the orders that trigger; the others have seen the prices. */
  go(by: TriggerPrice, { from, to }: PricePath): WaitingOrder[] {
    const met = new Set<WaitingOrder>();
    for (const price of [from, to])
      for (const [order, best] of this.orders) {
        const trigger = order.row.trigger as OrderTrigger;
        if (trigger.by !== by || met.has(order)) continue;
        const better = order.side === 'sell' ? price > best : price < best;
        const basePrice = better ? price : best;
        const { distance } = trigger;
        const stop =
          distance === null
            ? (trigger.price ?? 0n)
            : order.side === 'sell'
              ? basePrice - distance
              : basePrice + distance;
        if (isTriggerReached(order.side, trigger.kind, stop, price)) met.add(order);
        else this.orders.set(order, basePrice);
      }
    for (const order of met) this.orders.delete(order);
    return [...met].sort((a, b) => a.sequence - b.sequence);
  }
}

const KINDS: readonly TriggerKind[] = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'];

function orderAt(sequence: number, price: bigint): WaitingOrder {
  const side: Side = of(['buy', 'sell']);
  const kind = of(KINDS);
  const distance = kind === 'TRAILING_STOP' ? BigInt(1 + below(40)) : null;
  const away = BigInt(1 + below(40));
  const up = (side === 'buy') === (kind !== 'TAKE_PROFIT');
  const at =
    distance === null ? price + (up ? away : -away) : side === 'sell' ? price - distance : price + distance;
  const trigger = { kind, by: of(TRIGGER_PRICES), price: at, distance, state: 'WAITING' as const };
  return { sequence, side, row: { trigger: { ...trigger, limit: null, total: null, triggeredAt: null } } };
}

it('TriggerIndex returns the same orders as a plain list, on thousands of random price paths', () => {
  for (let round = 0; round < 40; round += 1) {
    const index = new TriggerIndex<WaitingOrder>();
    const plain = new PlainIndex();
    const last: Record<TriggerPrice, bigint> = { LAST: 1_000n, REFERENCE: 1_000n };
    let triggered = 0;
    for (let step = 0; step < 400; step += 1) {
      const kind = random();
      if (kind < 0.5) {
        const order = orderAt(step, 0n);
        const trigger = order.row.trigger as OrderTrigger;
        const moved = { ...trigger, price: (trigger.price ?? 0n) + last[trigger.by as TriggerPrice] };
        const placed = { ...order, row: { trigger: moved } };
        index.add(placed);
        plain.add(placed, last[trigger.by as TriggerPrice]);
        continue;
      }
      if (kind < 0.6) {
        const order = of([...plain.orders.keys()]);
        if (!order) continue;
        plain.orders.delete(order);
        index.remove(order);
        continue;
      }
      const by = of(TRIGGER_PRICES);
      const path = { from: last[by] + BigInt(below(41) - 20), to: last[by] + BigInt(below(41) - 20) };
      last[by] = path.to;
      const due = index.listTriggered(by, path);
      expect(index.listTriggered(by, path)).toEqual(due);
      const movedSides = index.listNewBests(by, path);
      for (const order of due) index.remove(order);
      index.applyPath(by, path);
      const before = new Map(plain.orders);
      const expected = plain.go(by, path);
      expect(due.map(({ sequence }) => sequence)).toEqual(expected.map(({ sequence }) => sequence));
      triggered += due.length;
      for (const [order, best] of plain.orders) {
        if (order.row.trigger?.kind !== 'TRAILING_STOP') continue;
        expect(index.getBest(order)).toBe(best);
        // A new best price must be among those that are reported for storing.
        if (before.get(order) !== best) expect(movedSides).toContainEqual({ side: order.side, price: best });
      }
    }
    expect(triggered).toBeGreaterThan(20);
  }
});

describe('TriggerIndex.due', () => {
  it('is ordered by the time at which the price was reached, and then by the time of placing', () => {
    const index = new TriggerIndex<WaitingOrder>();
    const trigger = {
      state: 'DUE',
      kind: 'STOP',
      by: 'LAST',
      price: 1n,
      distance: null,
      limit: null,
      total: null,
    } as const;
    const sequenceTimes = [
      [3, 20],
      [9, 10],
      [1, 20],
      [4, 10],
    ] as const;
    for (const [sequence, at] of sequenceTimes)
      index.add({ sequence, side: 'sell', row: { trigger: { ...trigger, triggeredAt: new Date(at) } } });
    const order: number[] = [];
    for (let next = index.peekDue(); next; next = index.peekDue()) {
      order.push(next.sequence);
      index.remove(next);
    }
    expect(order).toEqual([4, 9, 1, 3]);
  });
});

describe('Heap', () => {
  it('returns its items in order, whatever was removed', () => {
    for (let round = 0; round < 200; round += 1) {
      const heap = new Heap<{ key: number }>((a, b) => a.key < b.key);
      const items = Array.from({ length: below(60) }, () => ({ key: below(30) }));
      for (const item of items) heap.push(item);
      const remainingItems = items.filter((item) => random() < 0.6 || !heap.remove(item));
      expect([...heap.iterateMatching(({ key }) => key < 15)].map(({ key }) => key).sort()).toEqual(
        remainingItems
          .map(({ key }) => key)
          .filter((key) => key < 15)
          .sort(),
      );
      const poppedKeys: number[] = [];
      for (let next = heap.peek(); next; next = heap.peek()) {
        poppedKeys.push(next.key);
        heap.remove(next);
      }
      expect(poppedKeys).toEqual(remainingItems.map(({ key }) => key).sort((a, b) => a - b));
      expect(heap.size).toBe(0);
    }
  });
});
