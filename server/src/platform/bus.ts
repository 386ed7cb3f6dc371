/** Messages between the capabilities of one process. Handlers run in order and must not throw. */
export interface Topics {
  /** New prices were published. */
  prices: { at: number };
  /** Balances of this person may have changed. */
  wallets: { userId: string; coins: string[] };
  /** An order or trade of this person came into being or changed; the API's row. */
  orders: { userId: string; order: unknown };
  /** What is known of this person (state, level, sessions) changed. */
  user: { userId: string };
}

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the way to stop listening. */
  subscribe<T extends keyof Topics>(topic: T, handler: (message: Topics[T]) => void): () => void;
}

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
  };
}
