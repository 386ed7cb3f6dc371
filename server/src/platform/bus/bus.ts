/** One committed order, cancellation or match. Prices in quote units for one coin, amounts in coin units. */
export interface BookChange {
  /** For example `BITCOIN_TOMAN`. */
  market: string;
  sequence: number;
  /** Changes of the open amount by price; the same price may occur more than once. */
  levels: { side: 'buy' | 'sell'; price: bigint; delta: bigint }[];
  /** Oldest first. */
  fills: { number: number; price: bigint; amount: bigint; notional: bigint; side: 'buy' | 'sell' }[];
  /** Milliseconds since 1970. */
  at: number;
}

/** Prices published once a second by the ledger writer; the other processes show the same. */
export interface PriceSnapshot {
  /** Milliseconds since 1970. */
  at: number;
  /** Markets that are not halted. */
  markets: {
    /** For example `BITCOIN_TOMAN`. */
    market: string;
    /** Price at which customers buy and sell one coin, in the quote’s smallest units. */
    buy: bigint;
    sell: bigint;
    /** From the price feed: price, change within a day, and the last moment at which the price may be used. */
    reference: { price: bigint; change: bigint | null; validUntil: number };
  }[];
}

/**
 * Entry of the market lists, in quote units for one coin and coin units; published by the process that maintains
 * the order book.
 */
export interface MarketTicker {
  /** For example `BITCOIN_TOMAN`. */
  market: string;
  lastPrice: bigint | null;
  bestBid: bigint | null;
  bestAsk: bigint | null;
  /** Open amount at the best price; unset in messages of a version without it. */
  bidAmount?: bigint | null;
  askAmount?: bigint | null;
  /** Statistics of the last 24 hours; 0 if nothing was traded. */
  day: { traded: boolean; volume: bigint; value: bigint; high: bigint; low: bigint; before: bigint | null };
}

/** Rate-limit usage as counted by one process. */
export interface RateUse {
  /** `POST /api/orders`. */
  route: string;
  /** The network address that is counted. */
  key: string;
  count: number;
  /** Milliseconds since its window started. */
  ageMs: number;
}

/** Announces which process is the ledger writer. */
export interface WriterAnnouncement {
  process: string;
  /** Epoch of its lease: of two announcements, the one with the higher epoch is the writer's. */
  epoch: bigint;
  /** False: the process is giving up the lease, or can't reply at the moment. */
  serving: boolean;
  /** `CALL_PROTOCOL` of the writer; unset: 1. */
  protocol?: number;
}

/**
 * Messages between the capabilities. Handlers run in order and must not throw. During a rolling upgrade messages
 * come from the previous and the next version: fields are only added and may be missing, and a message with a new
 * meaning gets a topic of its own, which older versions don't receive.
 */
export interface Topics {
  /** This process has new prices. */
  prices: { at: number };
  /** The prices that apply in all processes. */
  price_sheet: PriceSnapshot;
  /** Balances of this user may have changed. */
  wallets: { userId: string; coins: string[] };
  /** Number of unread notices of this user. */
  notices: { userId: string; unread: number };
  /** An order or trade of this user was created or changed; the row as in the API. */
  orders: { userId: string; order: unknown };
  /**
   * A committed change of a market's order book, ordered by `sequence`, without gaps while the writer stays the
   * same process.
   */
  book: BookChange;
  /**
   * Tickers of all markets, published once a second by the ledger writer: other processes subscribe only to the
   * order books that their clients read.
   */
  market_figures: { markets: MarketTicker[] };
  /** State, level or sessions of this user changed. */
  user: { userId: string };
  /** Texts edited by staff have changed. */
  content: { at: number };
  writer: WriterAnnouncement;
  /** `from`: the process that counted the uses. */
  rates: { from: string; uses: RateUse[] };
  /** Name, colours or logo of the installation changed. */
  brand: { at: number };
  /** Maintenance or a pause was started, ended or changed. */
  maintenance: { at: number };
  /** Business rows of this kind changed: coins, networks, markets, levels, limits. */
  rows: { kind: string; at: number };
  /** Messages of other processes may have been lost: state built from them must be reloaded. */
  missed: { at: number };
}

/** Topics that stay within the process; all others are sent to every process of the installation. */
export const LOCAL_TOPICS: ReadonlySet<keyof Topics> = new Set(['prices', 'missed']);

/**
 * A market's order book, or the screens of one user: received from other processes only while subscribed with
 * `follow`.
 */
export type BusSubject = `market.${string}` | `person.${string}`;

/** Returns the subject of a message; null: it is sent to every process. */
export function getBusSubject<T extends keyof Topics>(topic: T, message: Topics[T]): BusSubject | null {
  if (topic === 'book') return `market.${(message as Topics['book']).market}`;
  if (topic === 'wallets' || topic === 'orders' || topic === 'notices')
    return `person.${(message as Topics['wallets']).userId}`;
  return null;
}

export interface RemoteSubscription {
  /**
   * Resolves once messages of other processes are received, so that state read afterwards has no gap before the
   * next message. If the other processes can't be reached it resolves immediately, and `missed` is published when
   * they are reachable again.
   */
  ready: Promise<void>;
  stop(): void;
}

export interface Bus {
  /** Handlers of this process have run when this returns. */
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /**
   * Returns a function that unsubscribes. Messages with a subject are received from this process, and from others
   * while `follow` is active.
   */
  subscribe<T extends keyof Topics>(topic: T, handler: (message: Topics[T]) => void): () => void;
  /** Subscribes to a subject of other processes; may be called repeatedly. */
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
