/** One committed order, cancel or match. Prices in quote units for one coin, amounts in coin units. */
export interface BookChange {
  /** `BITCOIN_TOMAN`. */
  market: string;
  sequence: number;
  /** By how much the waiting amount at a price grew or shrank; the same price may come more than once. */
  levels: { side: 'buy' | 'sell'; price: bigint; delta: bigint }[];
  /** Oldest first. */
  fills: { number: number; price: bigint; amount: bigint; notional: bigint; side: 'buy' | 'sell' }[];
  /** Milliseconds since 1970. */
  at: number;
}

/** What the process that settles the books publishes as prices, once a second; the others show the same. */
export interface PriceSnapshot {
  /** Milliseconds since 1970. */
  at: number;
  /** Of the markets that are not halted. */
  markets: {
    /** `BITCOIN_TOMAN`. */
    market: string;
    /** What one coin costs and brings, quote smallest units. */
    buy: bigint;
    sell: bigint;
    /** As the feed has it: its price, its change of a day, and the last moment at which it may be used. */
    reference: { price: bigint; change: bigint | null; validUntil: number };
  }[];
}

/** What lists of markets show of one, in quote units for one coin and coin units; from who follows its book. */
export interface MarketTicker {
  /** `BITCOIN_TOMAN`. */
  market: string;
  lastPrice: bigint | null;
  bestBid: bigint | null;
  bestAsk: bigint | null;
  /** What waits at these; unset: told by a version that doesn't say. */
  bidAmount?: bigint | null;
  askAmount?: bigint | null;
  /** Of the last 24 hours; 0 where nothing was traded. */
  day: { traded: boolean; volume: bigint; value: bigint; high: bigint; low: bigint; before: bigint | null };
}

/** Uses of what is limited by rate, as one process counted them. */
export interface RateUse {
  /** `POST /api/orders`. */
  route: string;
  /** Whose: an address of the network. */
  key: string;
  count: number;
  /** How long ago its window began. */
  ageMs: number;
}

/** Which process settles the books. */
export interface WriterAnnouncement {
  process: string;
  /** Of its lease, when it took it: of two, the higher one has the books. */
  epoch: bigint;
  /** False: it lets go of them, or can't answer now. */
  serving: boolean;
  /** What calls it understands (`CALL_PROTOCOL`); unset: 1. */
  protocol?: number;
}

/**
 * Messages between the capabilities. Handlers run in order and must not throw. While an installation is updated they come
 * from the version before and the one after: fields are only added, may be missing, and what means something else gets a
 * topic of its own, which nobody else hears.
 */
export interface Topics {
  /** New prices are shown here. */
  prices: { at: number };
  /** The prices that count everywhere. */
  price_sheet: PriceSnapshot;
  /** Balances of this person may have changed. */
  wallets: { userId: string; coins: string[] };
  /** So many notices of this person are unread now. */
  notices: { userId: string; unread: number };
  /** An order or trade of this person came into being or changed; the API's row. */
  orders: { userId: string; order: unknown };
  /** A market's book has changed, durably. In the order of `sequence`, none left out while one process is the writer. */
  book: BookChange;
  /** Of every market, once a second, by the process that settles the books: the others follow only books that are read there. */
  market_figures: { markets: MarketTicker[] };
  /** What is known of this person (state, level, sessions) changed. */
  user: { userId: string };
  /** Texts that staff writes have changed. */
  content: { at: number };
  writer: WriterAnnouncement;
  /** `from`: which process counted them. */
  rates: { from: string; uses: RateUse[] };
  /** Name, colours or logo of the installation have changed. */
  brand: { at: number };
  /** Maintenance or a pause was begun, ended or changed. */
  maintenance: { at: number };
  /** Rows of business of this kind have changed: coins, networks, markets, levels, limits. */
  rows: { kind: string; at: number };
  /** Messages of other processes may have been lost: what was built from them is to be read anew. */
  missed: { at: number };
}

/** These concern one process alone; all others go to every process of the installation. */
export const LOCAL_TOPICS: ReadonlySet<keyof Topics> = new Set(['prices', 'missed']);

/** A market's book, or what one person's screens show: of other processes it is heard here only while it is followed. */
export type BusSubject = `market.${string}` | `person.${string}`;

/** Null: each process hears of it. */
export function busSubjectOf<T extends keyof Topics>(topic: T, message: Topics[T]): BusSubject | null {
  if (topic === 'book') return `market.${(message as Topics['book']).market}`;
  if (topic === 'wallets' || topic === 'orders' || topic === 'notices')
    return `person.${(message as Topics['wallets']).userId}`;
  return null;
}

export interface RemoteSubscription {
  /**
   * From then on whatever other processes publish is heard, so that a state that is read now has no gap before what
   * comes. Where the others can't be reached it is so at once: `missed` tells when they are back.
   */
  ready: Promise<void>;
  stop(): void;
}

export interface Bus {
  /** Its own process has heard it when this returns. */
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the way to stop listening. Of what has a subject it hears its own process, and what is followed here. */
  subscribe<T extends keyof Topics>(topic: T, handler: (message: Topics[T]) => void): () => void;
  /** Begins to hear of a subject from other processes; as often as one likes. */
  follow(subject: BusSubject): RemoteSubscription;
}

/** The bus of one process. */
export function createBus(): Bus {
  const handlers = new Map<keyof Topics, Set<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) handler(message as never);
    },
    subscribe(topic, handler) {
      const set = handlers.get(topic) ?? new Set();
      handlers.set(topic, set);
      set.add(handler as (message: never) => void);
      return () => set.delete(handler as (message: never) => void);
    },
    follow: () => ({ ready: Promise.resolve(), stop() {} }),
  };
}
