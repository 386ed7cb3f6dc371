/**
 * Why the server closes a stream: the code of the close frame. Its reason is the name that stands here.
 * Codes of 4000 and more are the application's own (RFC 6455 §7.4.2).
 */
export const STREAM_CLOSES = {
  /** The server stops: come back. */
  SERVER_STOPS: 1001,
  /** There is no room now: come back later, and wait longer each time. */
  FULL: 1013,
  /** The session that the stream stood on has ended, or its rights have changed: come back and sign in again. */
  SESSION_ENDED: 4001,
  /** No channel was read for a while: come back when there is something to read. */
  IDLE: 4002,
  /** What was sent was not read in time: come back for new snapshots, and wait longer each time. */
  SLOW_READER: 4003,
} as const;

export type StreamClose = keyof typeof STREAM_CLOSES;
