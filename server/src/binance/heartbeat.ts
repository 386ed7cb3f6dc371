import type { WebSocket } from 'ws';

const PING_MS = 20_000;

/** Closes a connection that stopped replying to pings; returns a function that ends the pings. */
export function watchHeartbeat(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const pingTimer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS).unref();
  return () => clearInterval(pingTimer);
}
