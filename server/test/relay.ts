/** A TCP relay to another local port, which a test cuts or stalls for one process alone. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './running-server.ts';

export interface Relay {
  port: number;
  /** Ends all connections, and accepts no new one. */
  cut(): void;
  /** Forwards nothing and ends nothing, like a network that loses every packet. */
  stall(): void;
  /** Restores the relay. Data held back by a stalled connection is forwarded. */
  mend(): void;
  stop(): Promise<void>;
}

/** `onRequest` is called with the bytes of a client before they are forwarded. */
export async function startRelay(to: number, onRequest: (bytes: Buffer) => void = () => {}): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'stalled' = 'open';
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('data', onRequest);
    for (const [from, into] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => into.write(bytes));
      from.on('error', () => {});
      from.once('close', () => {
        into.destroy();
        pairs.delete(pair);
      });
      if (state === 'stalled') from.pause();
    }
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
  };
  return {
    port,
    cut() {
      state = 'cut';
      cut();
    },
    stall() {
      state = 'stalled';
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    mend() {
      state = 'open';
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    async stop() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
