/**
 * Reasons why the server closes a stream, with the code of the close frame. Its text is the name.
 * Codes from 4000 are application-defined (RFC 6455 §7.4.2).
 */
export const STREAM_CLOSES = {
  /** The server stops: reconnect. */
  SERVER_STOPS: 1001,
  /** The server is full: reconnect later, with increasing delays. */
  FULL: 1013,
  /** The stream's session has ended, or its rights have changed: reconnect and sign in again. */
  SESSION_ENDED: 4001,
  /** No channel was read for a while: reconnect when needed. */
  IDLE: 4002,
  /** The client read too slowly: reconnect for new snapshots, with increasing delays. */
  SLOW_READER: 4003,
} as const;

export type StreamClose = keyof typeof STREAM_CLOSES;
