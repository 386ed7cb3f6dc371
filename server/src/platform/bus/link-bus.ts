import type { Bus, Topics } from './bus.ts';

/** One end of a channel between two processes on the same machine. */
export interface IpcChannel {
  send(message: unknown): void;
  /** Returns a function that stops listening. */
  listen(handler: (message: unknown) => void): () => void;
}

interface Frame {
  topic: keyof Topics;
  message: unknown;
}

/** Forwards messages of these topics between this bus and the other end of the channel, in both directions. */
export function bridgeBus(bus: Bus, channel: IpcChannel, topics: readonly (keyof Topics)[]): () => void {
  // Incoming messages are handled synchronously: this keeps them from being sent back.
  let isReceiving = false;
  const stopFunctions = topics.map((topic) =>
    bus.subscribe(topic, (message) => {
      if (!isReceiving) channel.send({ topic, message } satisfies Frame);
    }),
  );
  stopFunctions.push(
    channel.listen((frame) => {
      const { topic, message } = frame as Frame;
      isReceiving = true;
      try {
        bus.publish(topic, message as Topics[typeof topic]);
      } finally {
        isReceiving = false;
      }
    }),
  );
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
