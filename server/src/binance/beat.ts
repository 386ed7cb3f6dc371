import type { WebSocket } from 'ws';

const PING_MS = 20_000;

/** Closes a connection that stopped replying to pings; returns a function that ends the pings. */
export function watchBeat(socket: WebSocket): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const beat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS).unref();
  return () => clearInterval(beat);
}
