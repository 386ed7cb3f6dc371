import { OPERATIONS } from './api.ts';
import { OrderBook } from './book.ts';
import { Clock } from './clock.ts';
import {
  type Answer,
  type Asked,
  type CallOptions,
  type OperationName,
  type RequestSettings,
  request,
} from './request.ts';
import type { Signer } from './sign.ts';
import { Stream, type Subscription } from './stream.ts';

export type * from './api.ts';
export { OrderBook } from './book.ts';
export { compareDecimals } from './decimal.ts';
export { Refusal, Unanswered } from './refusal.ts';
export type { Answer, Asked, CallOptions, OperationName } from './request.ts';
export { ed25519, hmac, newKeyPair, type Signer, textToSign } from './sign.ts';
export type { ChannelName, Stream, Subscription } from './stream.ts';

export interface Options {
  /** Address of the exchange, without `/api`: `https://exchange.example`. */
  url: string;
  /** Signs requests: `ed25519(…)` or `hmac(…)`. Unset: only public requests are possible. */
  signer?: Signer;
  /** Maximum number of attempts of a request. Default: 6. */
  mostAttempts?: number;
  /** Timeout of one attempt. Default: 10,000. */
  timeoutMs?: number;
  /** Maximum Retry-After to wait for. Default: 30,000. */
  longestWaitMs?: number;
  /** Called with errors of the stream. Unset: they are logged as warnings on the console. */
  onStreamError?: (error: Error) => void;
  fetch?: typeof fetch;
  WebSocket?: typeof WebSocket;
  /** Milliseconds since 1970. */
  now?: () => number;
}

type OperationMethod<N extends OperationName> =
  Record<string, never> extends Asked<N>
    ? (request?: Asked<N>, options?: CallOptions) => Promise<Answer<N>>
    : (request: Asked<N>, options?: CallOptions) => Promise<Answer<N>>;
type OperationMethods = { readonly [N in OperationName]: OperationMethod<N> };

export interface Client extends OperationMethods {
  /** Channels of the stream, all over one connection. */
  readonly stream: Stream;
  /**
   * Follows a market's order book, verified by its checksums: `onBook` is called after each change, and after each
   * new snapshot. An order book that differs from the exchange's is fetched again instead.
   */
  watchBook(marketType: string, onBook: (book: OrderBook) => void): Subscription;
  /** Closes the stream. */
  close(): void;
}

/**
 * Creates a client of one exchange, with a method for each operation: its fields are in one object, whatever part
 * of the request they belong to.
 */
export function connect(options: Options): Client {
  const { url, signer = null, mostAttempts = 6, timeoutMs = 10_000, longestWaitMs = 30_000 } = options;
  const clock = new Clock(options.now);
  const settings: RequestSettings = {
    url,
    signer,
    clock,
    mostAttempts,
    timeoutMs,
    longestWaitMs,
    fetch: options.fetch ?? ((...params) => fetch(...params)),
  };
  const names = Object.keys(OPERATIONS) as OperationName[];
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      (params: Asked<typeof name> = {} as never, callOptions?: CallOptions) =>
        request(settings, name, params, callOptions),
    ]),
  ) as unknown as OperationMethods;
  const stream = new Stream({
    url,
    signer,
    clock,
    WebSocket: options.WebSocket ?? WebSocket,
    correctClock: async () => clock.follow((await methods.serverTime()).baseDTO.milliseconds),
    onError: options.onStreamError ?? ((error) => console.warn(error)),
  });
  return {
    ...methods,
    stream,
    watchBook: (marketType, onBook) => watchBook(stream, marketType, onBook),
    close: () => stream.close(),
  };
}

function watchBook(stream: Stream, marketType: string, onBook: (book: OrderBook) => void): Subscription {
  const book = new OrderBook();
  const subscription = stream.subscribe(
    `book:${marketType}`,
    (message) => {
      if (book.apply(message)) onBook(book);
      else subscription.resync();
    },
    { checksum: true },
  );
  return subscription;
}
