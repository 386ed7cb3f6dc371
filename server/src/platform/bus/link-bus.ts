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
export function bridgeBus(bus: Bus, pipe: IpcChannel, topics: readonly (keyof Topics)[]): () => void {
  // Incoming messages are handled synchronously: this keeps them from being sent back.
  let arriving = false;
  const ways = topics.map((topic) =>
    bus.subscribe(topic, (message) => {
      if (!arriving) pipe.send({ topic, message } satisfies Frame);
    }),
  );
  ways.push(
    pipe.listen((frame) => {
      const { topic, message } = frame as Frame;
      arriving = true;
      try {
        bus.publish(topic, message as Topics[typeof topic]);
      } finally {
        arriving = false;
      }
    }),
  );
  return () => {
    for (const stop of ways) stop();
  };
}
