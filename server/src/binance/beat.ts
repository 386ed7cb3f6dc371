import type { WebSocket } from 'ws';

const PING_MS = 20_000;

/** Cuts a connection whose other side answers no ping any more; answers what ends the pings. */
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
