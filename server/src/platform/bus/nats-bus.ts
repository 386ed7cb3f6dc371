import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { SecretKeys } from '../secrets/secrets.ts';
import { fromWire, toWire } from '../wire.ts';
import {
  type Bus,
  type BusSubject,
  busSubjectOf,
  createBus,
  LOCAL_TOPICS,
  type RemoteSubscription,
  type Topics,
} from './bus.ts';
import { type BusSeal, createBusSeal } from './bus-seal.ts';
import { FULL_FRAME, MAX_FRAME } from './frames.ts';
import { createLine, type ProcessRpc } from './line.ts';
import { connectWithRetry, type NatsSession } from './nats-link.ts';

export interface NatsBusOptions {
  /** nats://user:password@host:4222, tls:// for TLS; several separated by commas. */
  url: string;
  /** Distinguishes installations that share one NATS. */
  installation: string;
  masterKeys: SecretKeys;
  log: Log;
}

/**
 * The bus of several processes. A message is delivered in this process immediately and in others shortly after, in
 * the order of its sender. While NATS is unreachable, messages to other processes are lost (`missed` is published
 * after the reconnect). NATS belongs into the private network; its messages are encrypted all the same.
 */
export function createNatsBus(options: NatsBusOptions): { bus: Bus; line: ProcessRpc } {
  const { log } = options;
  const local = createBus();
  const seal = createBusSeal(options.masterKeys);
  const places = placesOf(options.installation);
  const missed = () => local.publish('missed', { at: Date.now() });
  const link = connectWithRetry(options, {
    onOpen(connection) {
      line.open(connection);
      follower.open(connection);
    },
    onAgain() {
      missed();
      // The messages published in the meantime did not reach the other processes, although those may have stayed
      // connected.
      sender.skip();
    },
  });
  const line = createLine(link, seal, places, log);
  const follower = createFollower(link, places, (place, msg) => receive(seal.open(place, msg.data)));
  const sender = createSender(link, seal, places, log);
  const outbox = createOutbox(sender.send);
  const counts = createCounts(missed);

  let warned = false;
  function receive(opened: { from: string; content: Buffer } | null): void {
    if (opened === null) {
      // Logged once, since an attacker could fill the log with such messages.
      if (!warned)
        log.warn({ area: 'bus' }, 'received NATS messages that are old or not sealed with our SECRET_KEY');
      warned = true;
      return;
    }
    guarded(log, () => {
      for (const [topic, message] of fromWire(opened.content.toString('utf8')) as [string, never][])
        if (topic === COUNT) counts.hear(opened.from, message);
        else if (!LOCAL_TOPICS.has(topic as keyof Topics))
          guarded(log, () => local.publish(topic as keyof Topics, message));
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
        counts.stop();
        line.end();
        await link.close();
      },
    },
  };
}

/** NATS subjects, and the names messages are sealed for. */
const placesOf = (installation: string) => ({
  /** Null: the subject of all processes. */
  of: (subject: BusSubject | null) => `sarraf.${installation}.${subject ?? 'all'}`,
  to: (process: string) => `sarraf.${installation}.to.${process}`,
  back: (process: string) => `sarraf.${installation}.back.${process}`,
});
type Places = ReturnType<typeof placesOf>;

/** Subscriptions of this process, one per subject however many subscribers it has. */
function createFollower(link: NatsSession, places: Places, hear: (place: string, msg: Msg) => void) {
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
    // Once NATS replies it has the subscription that was sent before; if it is disconnected, it gets it at the
    // reconnect.
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
    follow(subject: BusSubject): RemoteSubscription {
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

/**
 * First entry of each broadcast frame: its number within the frames of its sender. Versions that don't know it skip
 * it.
 */
const COUNT = 'count';

function createSender(link: NatsSession, seal: BusSeal, places: Places, log: Log) {
  const forAll = places.of(null);
  let count = 0;
  /** `texts`: separated by commas. */
  function send(place: string, texts: string): void {
    const connection = link.connection();
    if (connection === null) return;
    if (place === forAll) count += 1;
    const counted = place === forAll ? [toWire([COUNT, count]), texts] : [texts];
    const frame = seal.seal(place, `[${counted.filter((text) => text !== '').join(',')}]`);
    // The others notice the gap by the frame number, and subscribers of an order book by its sequence.
    if (frame.length > MAX_FRAME) log.error({ area: 'bus', length: frame.length }, 'message too large');
    else connection.publish(place, frame);
  }
  return {
    send,
    /** Skips a frame number, so that the others notice a gap. */
    skip(): void {
      count += 1;
      send(forAll, '');
    },
  };
}

const MANY_SENDERS = 256;
/** Reconnects within this time, as after a restart of NATS, are reported once. */
const TOGETHER_MS = 500;

/**
 * Frames arrive in the order of their sender. A gap in their numbers means that some were lost although both ends
 * are connected: the sender's connection broke, a route within the NATS cluster failed, or NATS dropped a slow
 * consumer.
 */
function createCounts(missed: () => void) {
  const last = new LRUCache<string, number>({ max: MANY_SENDERS });
  let timer: NodeJS.Timeout | undefined;
  return {
    hear(from: string, count: number): void {
      const before = last.get(from);
      last.set(from, count);
      if (before === undefined || count === before + 1 || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        missed();
      }, TOGETHER_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Collects the messages of one turn of the event loop into one frame per subject. */
function createOutbox(deliver: (place: string, texts: string) => void) {
  const waiting = new Map<string, { texts: string[]; length: number }>();
  let due = false;
  function flush(): void {
    due = false;
    for (const [place, { texts }] of waiting) deliver(place, texts.join(','));
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
