import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import type { SecretKeys } from '../secrets/secrets.ts';
import { fromWire, toWire } from '../wire.ts';
import {
  type Bus,
  type BusSubject,
  busSubjectOf,
  createBus,
  type Following,
  LOCAL_TOPICS,
  type Topics,
} from './bus.ts';
import { type BusSeal, createBusSeal } from './bus-seal.ts';
import { FULL_FRAME, MAX_FRAME } from './frames.ts';
import { createLine, type Line } from './line.ts';
import { keepConnected, type Link } from './nats-link.ts';

export interface NatsBusOptions {
  /** nats://user:password@host:4222, tls:// for TLS; several with commas between them. */
  url: string;
  /** What several installations on one NATS are told apart by. */
  installation: string;
  masterKeys: SecretKeys;
  log: Log;
}

/**
 * The bus of several processes. What is published is heard here at once and elsewhere soon, in the order of its sender;
 * while NATS is away, what others should have heard is lost (`missed` tells when it is back). NATS belongs into the
 * private network; what passes it is sealed all the same.
 */
export function createNatsBus(options: NatsBusOptions): { bus: Bus; line: Line } {
  const { log } = options;
  const local = createBus();
  const seal = createBusSeal(options.masterKeys);
  const places = placesOf(options.installation);
  const link = keepConnected(options, {
    onOpen(connection) {
      line.open(connection);
      follower.open(connection);
    },
    onAgain: () => local.publish('missed', { at: Date.now() }),
  });
  const line = createLine(link, seal, places, log);
  const follower = createFollower(link, places, (place, msg) => receive(seal.open(place, msg.data)?.content));
  const outbox = createOutbox((place, text) => send(link, seal, place, text, log));

  let warned = false;
  function receive(content: Buffer | undefined): void {
    if (content === undefined) {
      // Once: whoever sends such things could fill the log with them.
      if (!warned)
        log.warn({ area: 'bus' }, 'somebody without our SECRET_KEY, or with old messages, is on NATS');
      warned = true;
      return;
    }
    guarded(log, () => {
      for (const [topic, message] of fromWire(content.toString('utf8')) as [keyof Topics, never][])
        if (!LOCAL_TOPICS.has(topic)) guarded(log, () => local.publish(topic, message));
    });
  }

  return {
    bus: {
      subscribe: local.subscribe,
      publish(topic, message) {
        local.publish(topic, message);
        if (LOCAL_TOPICS.has(topic)) return;
        outbox.add(places.of(busSubjectOf(topic, message)), toWire([topic, message]));
      },
      follow: follower.follow,
    },
    line: {
      self: line.self,
      ask: line.ask,
      answer: line.answer,
      connected: () => link.connection() !== null,
      close: async () => {
        outbox.flush();
        line.end();
        await link.close();
      },
    },
  };
}

/** Subjects of NATS, and what they are sealed for. */
const placesOf = (installation: string) => ({
  /** Null: for all. */
  of: (subject: BusSubject | null) => `sarraf.${installation}.${subject ?? 'all'}`,
  to: (process: string) => `sarraf.${installation}.to.${process}`,
  back: (process: string) => `sarraf.${installation}.back.${process}`,
});
type Places = ReturnType<typeof placesOf>;

/** What is followed here, each once however many follow it. */
function createFollower(link: Link, places: Places, hear: (place: string, msg: Msg) => void) {
  interface Followed {
    count: number;
    subscription: Subscription | null;
    ready: Promise<void>;
  }
  const followed = new Map<BusSubject, Followed>();
  let opened: NatsConnection | null = null;
  const listen = (connection: NatsConnection, subject: BusSubject | null): Subscription => {
    const place = places.of(subject);
    const callback = (error: Error | null, msg: Msg) => {
      if (error === null) hear(place, msg);
    };
    return connection.subscribe(place, { callback });
  };

  function begin(subject: BusSubject): Followed {
    const subscription = opened && listen(opened, subject);
    // Once NATS has answered, it has taken the subscription that was sent before; away, it takes it when it is back.
    const flushed =
      subscription &&
      link
        .connection()
        ?.flush()
        .catch(() => {});
    const begun = { count: 0, subscription, ready: flushed ?? Promise.resolve() };
    followed.set(subject, begun);
    return begun;
  }

  return {
    open(connection: NatsConnection): void {
      opened = connection;
      listen(connection, null);
      for (const [subject, one] of followed) one.subscription = listen(connection, subject);
    },
    follow(subject: BusSubject): Following {
      const one = followed.get(subject) ?? begin(subject);
      one.count += 1;
      let stopped = false;
      return {
        ready: one.ready,
        stop() {
          if (stopped) return;
          stopped = true;
          one.count -= 1;
          if (one.count > 0) return;
          one.subscription?.unsubscribe();
          followed.delete(subject);
        },
      };
    },
  };
}

function guarded(log: Log, work: () => void): void {
  try {
    work();
  } catch (err) {
    log.error({ area: 'bus', err }, 'a message of another process was not understood');
  }
}

function send(link: Link, seal: BusSeal, place: string, text: string, log: Log): void {
  const connection = link.connection();
  if (connection === null) return;
  const frame = seal.seal(place, text);
  // Whoever follows a book sees by its sequence that something is missing.
  if (frame.length > MAX_FRAME) log.error({ area: 'bus', length: frame.length }, 'a message is too long');
  else connection.publish(place, frame);
}

/** What is published in one go goes out in one frame for each subject. */
function createOutbox(deliver: (place: string, text: string) => void) {
  const waiting = new Map<string, { texts: string[]; length: number }>();
  let due = false;
  function flush(): void {
    due = false;
    for (const [place, { texts }] of waiting) deliver(place, `[${texts.join(',')}]`);
    waiting.clear();
  }
  return {
    add(place: string, text: string): void {
      const before = waiting.get(place);
      if (before && before.length + text.length > FULL_FRAME) flush();
      const own = waiting.get(place) ?? { texts: [], length: 0 };
      own.texts.push(text);
      own.length += text.length;
      waiting.set(place, own);
      if (due) return;
      due = true;
      queueMicrotask(flush);
    },
    flush,
  };
}
