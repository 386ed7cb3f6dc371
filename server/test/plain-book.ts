import type { Book, IncomingOrder, Match, RestingOrder } from '../src/trading/book/book-types.ts';

type PlainOrder = Required<RestingOrder> & { handle: number };

/** A naive order book: a list, sorted by price at each access. The fast one is compared with it. */
export function createPlainBook(): Book {
  /** In order of arrival. */
  let waiting: PlainOrder[] = [];
  let lastHandle = 0;
  let matches = 0;
  /** The last match, while nothing has changed since. */
  let matched: Match | null = null;

  const listSide = (side: 'buy' | 'sell') =>
    waiting
      .filter((order) => order.side === side)
      // Sorting is stable: orders at one price stay in order of arrival.
      .toSorted((a, b) => (side === 'buy' ? b.tick - a.tick : a.tick - b.tick));
  const oppositeSide = (side: 'buy' | 'sell') => listSide(side === 'buy' ? 'sell' : 'buy');
  const crosses = (side: 'buy' | 'sell', limit: number, tick: number) =>
    side === 'buy' ? limit >= tick : limit <= tick;
  const findOrder = (handle: number): PlainOrder => {
    const order = waiting.find((one) => one.handle === handle);
    if (!order) throw new Error(`no order ${handle}`);
    return order;
  };
  const removeOrder = (handle: number) => {
    waiting = waiting.filter((one) => one.handle !== handle);
  };

  /** Orders change in `queue`, so it contains copies. */
  function matchOrders(
    queue: PlainOrder[],
    { owner, lots, budget, selfTrade, gone }: IncomingOrder,
  ): Omit<Match, 'number'> {
    const fills = new Map<PlainOrder, { maker: number; tick: number; lots: number }>();
    const refilled = new Set<PlainOrder>();
    let rest = lots;
    let purse = budget;
    const createMatch = (end: Match['end']) => ({
      fills: [...fills.values()],
      refilled: [...refilled].map(({ handle, displayedLots }) => ({ maker: handle, displayedLots })),
      rest,
      end,
    });
    while (rest > 0) {
      const [maker] = queue;
      if (!maker) return createMatch('empty');
      const affordable = Math.floor(purse / maker.tick);
      if (affordable === 0) return createMatch('budget');
      const removeFilled = () => queue.splice(queue.indexOf(maker), 1);
      const nothing = { maker: maker.handle, tick: maker.tick, lots: 0 };
      if (gone?.(maker.handle)) {
        fills.set(maker, nothing);
        removeFilled();
        continue;
      }
      if (maker.owner === owner) {
        if (selfTrade === 'OLDEST' || selfTrade === 'BOTH') fills.set(maker, nothing);
        if (selfTrade !== 'OLDEST') return createMatch('own');
        removeFilled();
        continue;
      }
      const tradedLots = Math.min(rest, affordable, maker.displayedLots);
      const fill = fills.get(maker) ?? nothing;
      fills.set(maker, fill);
      fill.lots += tradedLots;
      rest -= tradedLots;
      purse -= tradedLots * maker.tick;
      maker.lots -= tradedLots;
      maker.displayedLots -= tradedLots;
      if (maker.displayedLots === 0) {
        removeFilled();
        refilled.delete(maker);
        if (maker.lots > 0) {
          maker.displayedLots = Math.min(maker.slice, maker.lots);
          // It moves behind the others at its price.
          const behind = queue.findIndex(({ tick }) => tick !== maker.tick);
          queue.splice(behind < 0 ? queue.length : behind, 0, maker);
          refilled.add(maker);
        }
      }
      if (rest > 0 && tradedLots === affordable) return createMatch('budget');
    }
    return createMatch('filled');
  }

  return {
    match: (taker) => {
      matches += 1;
      const met = oppositeSide(taker.side)
        .filter(({ tick }) => crosses(taker.side, taker.limit, tick))
        .map((order) => ({ ...order }));
      matched = { number: matches, ...matchOrders(met, taker) };
      return matched;
    },
    apply: (matchNumber) => {
      if (matched?.number !== matchNumber) throw new Error('a stale match');
      const { fills, refilled } = matched;
      matched = null;
      for (const { maker, lots } of fills) {
        const order = findOrder(maker);
        order.lots -= lots;
        order.displayedLots -= lots;
        if (order.lots === 0 || lots === 0) removeOrder(maker);
      }
      for (const { maker, displayedLots } of refilled) {
        const order = findOrder(maker);
        removeOrder(maker);
        waiting.push({ ...order, displayedLots });
      }
    },
    add: ({ side, owner, tick, lots, slice = lots, displayedLots = Math.min(slice, lots) }) => {
      const [first] = oppositeSide(side);
      if (first && crosses(side, tick, first.tick)) throw new Error('it would cross');
      matched = null;
      lastHandle += 1;
      waiting.push({ side, owner, tick, lots, slice, displayedLots, handle: lastHandle });
      return lastHandle;
    },
    remove: (handle) => {
      const { lots } = findOrder(handle);
      matched = null;
      removeOrder(handle);
      return lots;
    },
    reduce: (handle, lots) => {
      const order = findOrder(handle);
      if (lots <= 0 || lots >= order.lots) throw new Error(`not less by ${lots}`);
      matched = null;
      order.lots -= lots;
      order.displayedLots = Math.min(order.displayedLots, order.lots);
    },
    getLots: (handle) => findOrder(handle).lots,
    getDisplayedLots: (handle) => findOrder(handle).displayedLots,
    getBestTick: (side) => listSide(side)[0]?.tick ?? null,
    listLevels: (side, most) =>
      [...Map.groupBy(listSide(side), ({ tick }) => tick)]
        .map(([tick, all]): [number, number, number] => [
          tick,
          all.reduce((sum, { displayedLots }) => sum + displayedLots, 0),
          all.length,
        ])
        .slice(0, most),
    get size() {
      return waiting.length;
    },
    serialize: () => {
      const all = (['buy', 'sell'] as const).flatMap((side) => {
        const levels = [...Map.groupBy(listSide(side), ({ tick }) => tick)];
        return [
          levels.length,
          ...levels.flatMap(([tick, orders]) => [
            tick,
            orders.length,
            ...orders.flatMap(({ owner, lots, displayedLots, slice }) =>
              lots === displayedLots
                ? [owner, displayedLots, 0, 0]
                : [owner, displayedLots, lots - displayedLots, slice],
            ),
          ]),
        ];
      });
      return new Uint8Array(Float64Array.from(all).buffer);
    },
  };
}
