import type { Bus, Topics } from './bus.ts';

/** One end of the way between two processes of one machine. */
export interface IpcChannel {
  send(message: unknown): void;
  /** Returns the way to stop listening. */
  listen(handler: (message: unknown) => void): () => void;
}

interface Frame {
  topic: keyof Topics;
  message: unknown;
}

/** Sends what is published here on these topics to the other end, and publishes here what comes from there. */
export function bridgeBus(bus: Bus, pipe: IpcChannel, topics: readonly (keyof Topics)[]): () => void {
  // What comes is heard here in the same moment: it doesn't go back.
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
