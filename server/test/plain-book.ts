import type { Book, Match, Resting, Taker } from '../src/trading/book/book-types.ts';

type Waiting = Resting & { handle: number };

/** The book as one would explain it: a list, sorted by price whenever somebody asks. What the fast one is held against. */
export function createPlainBook(): Book {
  /** In the order they came. */
  let waiting: Waiting[] = [];
  let lastHandle = 0;
  let matches = 0;
  /** The last match, while nothing has changed since. */
  let matched: Match | null = null;

  const sideOf = (side: 'buy' | 'sell') =>
    waiting
      .filter((order) => order.side === side)
      // Sorting is stable: at one price they stay in the order they came.
      .toSorted((a, b) => (side === 'buy' ? b.tick - a.tick : a.tick - b.tick));
  const opposite = (side: 'buy' | 'sell') => sideOf(side === 'buy' ? 'sell' : 'buy');
  const crosses = (side: 'buy' | 'sell', limit: number, tick: number) =>
    side === 'buy' ? limit >= tick : limit <= tick;
  const find = (handle: number): Waiting => {
    const order = waiting.find((one) => one.handle === handle);
    if (!order) throw new Error(`no order ${handle}`);
    return order;
  };
  const takeOut = (handle: number) => {
    waiting = waiting.filter((one) => one.handle !== handle);
  };

  function meet({ side, owner, limit, lots, budget }: Taker): Omit<Match, 'number'> {
    const fills: { maker: number; tick: number; lots: number }[] = [];
    const rest = () => lots - fills.reduce((sum, fill) => sum + fill.lots, 0);
    const paid = () => fills.reduce((sum, fill) => sum + fill.lots * fill.tick, 0);
    for (const maker of opposite(side).filter(({ tick }) => crosses(side, limit, tick))) {
      if (rest() === 0) break;
      const affordable = Math.floor((budget - paid()) / maker.tick);
      if (affordable === 0) return { fills, rest: rest(), end: 'budget' };
      if (maker.owner === owner) return { fills, rest: rest(), end: 'own' };
      const taken = Math.min(rest(), affordable, maker.lots);
      fills.push({ maker: maker.handle, tick: maker.tick, lots: taken });
      if (rest() > 0 && taken === affordable) return { fills, rest: rest(), end: 'budget' };
    }
    return { fills, rest: rest(), end: rest() === 0 ? 'filled' : 'empty' };
  }

  return {
    match: (taker) => {
      matches += 1;
      matched = { number: matches, ...meet(taker) };
      return matched;
    },
    apply: (matchNumber) => {
      if (matched?.number !== matchNumber) throw new Error('a stale match');
      const { fills } = matched;
      matched = null;
      for (const { maker, lots } of fills) {
        const order = find(maker);
        order.lots -= lots;
        if (order.lots === 0) takeOut(maker);
      }
    },
    add: ({ side, owner, tick, lots }) => {
      const [first] = opposite(side);
      if (first && crosses(side, tick, first.tick)) throw new Error('it would cross');
      matched = null;
      lastHandle += 1;
      waiting.push({ side, owner, tick, lots, handle: lastHandle });
      return lastHandle;
    },
    remove: (handle) => {
      const { lots } = find(handle);
      matched = null;
      takeOut(handle);
      return lots;
    },
    lotsOf: (handle) => find(handle).lots,
    best: (side) => sideOf(side)[0]?.tick ?? null,
    levels: (side, most) =>
      [...Map.groupBy(sideOf(side), ({ tick }) => tick)]
        .map(([tick, all]): [number, number, number] => [
          tick,
          all.reduce((sum, { lots }) => sum + lots, 0),
          all.length,
        ])
        .slice(0, most),
    get size() {
      return waiting.length;
    },
    bytes: () => {
      const all = (['buy', 'sell'] as const).flatMap((side) => {
        const levels = [...Map.groupBy(sideOf(side), ({ tick }) => tick)];
        return [
          levels.length,
          ...levels.flatMap(([tick, orders]) => [
            tick,
            orders.length,
            ...orders.flatMap(({ owner, lots }) => [owner, lots]),
          ]),
        ];
      });
      return new Uint8Array(Float64Array.from(all).buffer);
    },
  };
}
