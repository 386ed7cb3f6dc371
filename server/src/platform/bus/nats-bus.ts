import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { SecretKeys } from '../secrets/secrets.ts';
import { fromWire, toWire } from '../wire.ts';
import {
  type Bus,
  type BusSubject,
  createBus,
  getBusSubject,
  LOCAL_TOPICS,
  type RemoteSubscription,
  type Topics,
} from './bus.ts';
import { type BusSeal, createBusSeal } from './bus-seal.ts';
import { MAX_FRAME_BYTES, TARGET_FRAME_BYTES } from './frames.ts';
import { createRpcEndpoint, type ProcessRpc } from './line.ts';
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
  const subjects = natsSubjects(options.installation);
  const publishMissed = () => local.publish('missed', { at: Date.now() });
  const session = connectWithRetry(options, {
    onOpen(connection) {
      rpc.open(connection);
      subscriptions.open(connection);
    },
    onAgain() {
      publishMissed();
      // The messages published in the meantime did not reach the other processes, although those may have stayed
      // connected.
      sender.skip();
    },
  });
  const rpc = createRpcEndpoint(session, seal, subjects, log);
  const subscriptions = createSubscriptions(session, subjects, (natsSubject, msg) =>
    handleBroadcast(seal.open(natsSubject, msg.data)),
  );
  const sender = createSender(session, seal, subjects, log);
  const outbox = createOutbox(sender.send);
  const gapDetector = createGapDetector(publishMissed);

  let hasWarned = false;
  function handleBroadcast(opened: { from: string; content: Buffer } | null): void {
    if (opened === null) {
      // Logged once, since an attacker could fill the log with such messages.
      if (!hasWarned)
        log.warn({ area: 'bus' }, 'received NATS messages that are old or not sealed with our SECRET_KEY');
      hasWarned = true;
      return;
    }
    catchErrors(log, () => {
      for (const [topic, message] of fromWire(opened.content.toString('utf8')) as [string, never][])
        if (topic === FRAME_NUMBER) gapDetector.checkNumber(opened.from, message);
        else if (!LOCAL_TOPICS.has(topic as keyof Topics))
          catchErrors(log, () => local.publish(topic as keyof Topics, message));
    });
  }

  return {
    bus: {
      subscribe: local.subscribe,
      publish(topic, message) {
        local.publish(topic, message);
        if (LOCAL_TOPICS.has(topic)) return;
        outbox.add(subjects.of(getBusSubject(topic, message)), toWire([topic, message]));
      },
      follow: subscriptions.follow,
    },
    line: {
      self: rpc.self,
      ask: rpc.ask,
      answer: rpc.answer,
      connected: () => session.connection() !== null,
      close: async () => {
        outbox.flush();
        gapDetector.stop();
        rpc.end();
        await session.close();
      },
    },
  };
}

/** NATS subjects, and the names messages are sealed for. */
const natsSubjects = (installation: string) => ({
  /** Null: the subject of all processes. */
  of: (subject: BusSubject | null) => `sarraf.${installation}.${subject ?? 'all'}`,
  to: (process: string) => `sarraf.${installation}.to.${process}`,
  back: (process: string) => `sarraf.${installation}.back.${process}`,
});
type NatsSubjects = ReturnType<typeof natsSubjects>;

/** Subscriptions of this process, one per subject however many subscribers it has. */
function createSubscriptions(
  session: NatsSession,
  subjects: NatsSubjects,
  handle: (place: string, msg: Msg) => void,
) {
  interface SharedSubscription {
    count: number;
    subscription: Subscription | null;
    ready: Promise<void>;
  }
  const bySubject = new Map<BusSubject, SharedSubscription>();
  let openConnection: NatsConnection | null = null;
  const subscribeTo = (connection: NatsConnection, subject: BusSubject | null): Subscription => {
    const natsSubject = subjects.of(subject);
    const callback = (error: Error | null, msg: Msg) => {
      if (error === null) handle(natsSubject, msg);
    };
    return connection.subscribe(natsSubject, { callback });
  };

  function startSubscription(subject: BusSubject): SharedSubscription {
    const subscription = openConnection && subscribeTo(openConnection, subject);
    // Once NATS replies it has the subscription that was sent before; if it is disconnected, it gets it at the
    // reconnect.
    const flushed =
      subscription &&
      session
        .connection()
        ?.flush()
        .catch(() => {});
    const shared = { count: 0, subscription, ready: flushed ?? Promise.resolve() };
    bySubject.set(subject, shared);
    return shared;
  }

  return {
    open(connection: NatsConnection): void {
      openConnection = connection;
      subscribeTo(connection, null);
      for (const [subject, shared] of bySubject) shared.subscription = subscribeTo(connection, subject);
    },
    follow(subject: BusSubject): RemoteSubscription {
      const shared = bySubject.get(subject) ?? startSubscription(subject);
      shared.count += 1;
      let isStopped = false;
      return {
        ready: shared.ready,
        stop() {
          if (isStopped) return;
          isStopped = true;
          shared.count -= 1;
          if (shared.count > 0) return;
          shared.subscription?.unsubscribe();
          bySubject.delete(subject);
        },
      };
    },
  };
}

function catchErrors(log: Log, work: () => void): void {
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
const FRAME_NUMBER = 'count';

function createSender(session: NatsSession, seal: BusSeal, subjects: NatsSubjects, log: Log) {
  const broadcastSubject = subjects.of(null);
  let frameNumber = 0;
  /** `texts`: separated by commas. */
  function send(subject: string, texts: string): void {
    const connection = session.connection();
    if (connection === null) return;
    if (subject === broadcastSubject) frameNumber += 1;
    const parts = subject === broadcastSubject ? [toWire([FRAME_NUMBER, frameNumber]), texts] : [texts];
    const frame = seal.seal(subject, `[${parts.filter((text) => text !== '').join(',')}]`);
    // The others notice the gap by the frame number, and subscribers of an order book by its sequence.
    if (frame.length > MAX_FRAME_BYTES) log.error({ area: 'bus', length: frame.length }, 'message too large');
    else connection.publish(subject, frame);
  }
  return {
    send,
    /** Skips a frame number, so that the others notice a gap. */
    skip(): void {
      frameNumber += 1;
      send(broadcastSubject, '');
    },
  };
}

const MAX_SENDERS = 256;
/** Reconnects within this time, as after a restart of NATS, are reported once. */
const GAP_REPORT_DELAY_MS = 500;

/**
 * Frames arrive in the order of their sender. A gap in their numbers means that some were lost although both ends
 * are connected: the sender's connection broke, a route within the NATS cluster failed, or NATS dropped a slow
 * consumer.
 */
function createGapDetector(onGap: () => void) {
  const lastBySender = new LRUCache<string, number>({ max: MAX_SENDERS });
  let timer: NodeJS.Timeout | undefined;
  return {
    checkNumber(from: string, count: number): void {
      const before = lastBySender.get(from);
      lastBySender.set(from, count);
      if (before === undefined || count === before + 1 || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        onGap();
      }, GAP_REPORT_DELAY_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Collects the messages of one turn of the event loop into one frame per subject. */
function createOutbox(deliver: (place: string, texts: string) => void) {
  const pendingBySubject = new Map<string, { texts: string[]; length: number }>();
  let isFlushScheduled = false;
  function flush(): void {
    isFlushScheduled = false;
    for (const [subject, { texts }] of pendingBySubject) deliver(subject, texts.join(','));
    pendingBySubject.clear();
  }
  return {
    add(subject: string, text: string): void {
      const previous = pendingBySubject.get(subject);
      if (previous && previous.length + text.length > TARGET_FRAME_BYTES) flush();
      const pending = pendingBySubject.get(subject) ?? { texts: [], length: 0 };
      pending.texts.push(text);
      pending.length += text.length;
      pendingBySubject.set(subject, pending);
      if (isFlushScheduled) return;
      isFlushScheduled = true;
      queueMicrotask(flush);
    },
    flush,
  };
}
