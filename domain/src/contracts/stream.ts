/** Messages of WebSocket `/api/stream`, both ways, one JSON object each. */
import { type Static, type TSchema, Type } from 'typebox';
import { described, open } from './endpoint.ts';
import { CoinPrice } from './market.ts';
import { Candle, MarketInfo, PriceLevel, PublicTrade } from './market-data.ts';
import { Maintenance } from './operations.ts';
import { Order } from './trading.ts';

const channels = described(
  'Names of channels, fifty at most.',
  Type.Array(Type.String(), { examples: [['prices', 'book:BITCOIN_TOMAN']] }),
);

export const Subscribe = described(
  'Reads channels from now on; each begins with a snapshot. Once more of a channel: a new snapshot.',
  Type.Object({ op: described('What is asked.', Type.Literal('subscribe')), channels }, open),
);
export const Unsubscribe = described(
  'Reads channels no more.',
  Type.Object({ op: described('What is asked.', Type.Literal('unsubscribe')), channels }, open),
);
export const Authenticate = described(
  'Signs the connection in, for the channels that each person has of their own.',
  Type.Object(
    {
      op: described('What is asked.', Type.Literal('auth')),
      token: described('The bearer token of a session.', Type.String()),
    },
    open,
  ),
);
export const Ping = described(
  'Asks whether the server is there.',
  Type.Object({ op: described('What is asked.', Type.Literal('ping')) }, open),
);
export type ClientMessage = Static<typeof Subscribe | typeof Unsubscribe | typeof Authenticate | typeof Ping>;

/**
 * Numbers of a channel only rise. An update stands on the message before it: `prev` is that one's number, or, where it
 * is left out, `seq` - 1. Anything else before it means that something was missed: subscribe anew for a snapshot.
 */
export interface StreamMessage<C extends string = string, D = unknown> {
  channel: C;
  seq: number;
  prev?: number;
  type: 'snapshot' | 'update';
  data: D;
}

const message = <C extends TSchema, D extends TSchema>(channel: C, data: D) =>
  Type.Object(
    {
      channel: described('Name of the channel.', channel),
      seq: described('Number of the message; numbers of a channel only rise.', Type.Integer()),
      prev: described(
        'Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe anew.',
        Type.Optional(Type.Integer()),
      ),
      type: described(
        'A snapshot is the whole, an update what has changed.',
        Type.Enum(['snapshot', 'update']),
      ),
      data,
    },
    open,
  );
const named = <const N extends string>(name: N) => Type.Literal(name);
/** A channel a market has of its own: `book:BITCOIN_TOMAN`. */
const ofMarket = <const N extends string>(name: N) =>
  Type.Unsafe<`${N}:${string}`>(Type.String({ pattern: `^${name}:`, examples: [`${name}:BITCOIN_TOMAN`] }));

export const PricesMessage = described(
  'Quick trade prices, once a second.',
  message(
    named('prices'),
    described(
      'Prices of the coins, by quote.',
      Type.Object(
        {
          TOMAN: described('Prices in Toman.', Type.Array(CoinPrice)),
          TETHER: described('Prices in Tether.', Type.Array(CoinPrice)),
        },
        open,
      ),
    ),
  ),
);
export type PricesMessage = Static<typeof PricesMessage>;

export const CoinsMessage = described(
  'Limits, steps or switches of coins, networks or markets have changed: fetch them again.',
  message(
    named('coins'),
    described(
      'When it was.',
      Type.Object({ at: described('Milliseconds since 1970.', Type.Number()) }, open),
    ),
  ),
);
export type CoinsMessage = Static<typeof CoinsMessage>;

export const MaintenanceMessage = described(
  'Maintenance or a pause has begun, ended, or has another text or end.',
  message(named('maintenance'), described('How it is now, in a snapshot and in an update.', Maintenance)),
);
export type MaintenanceMessage = Static<typeof MaintenanceMessage>;

export const WalletsMessage = described(
  'The balances may have changed.',
  message(
    named('wallets'),
    described(
      'Which balances.',
      Type.Object({ coins: described('Codes of the coins.', Type.Array(Type.String())) }, open),
    ),
  ),
);
export type WalletsMessage = Static<typeof WalletsMessage>;

export const NoticesMessage = described(
  'A notice has come, or was read.',
  message(
    named('notices'),
    described(
      'What there is.',
      Type.Object({ unread: described('Unread notices, counted up to a hundred.', Type.Integer()) }, open),
    ),
  ),
);
export type NoticesMessage = Static<typeof NoticesMessage>;

export const OrdersMessage = described(
  'An order of the person has changed.',
  message(named('orders'), described('The order.', Order)),
);
export type OrdersMessage = Static<typeof OrdersMessage>;

export const BookMessage = described(
  "The open orders of a market; `seq` is the book's sequence.",
  message(
    ofMarket('book'),
    described(
      'A snapshot has the best 200 levels of both sides, best first; an update those that came, went or changed since the message before, in no order ("0": gone, or no longer among the best 200).',
      Type.Object(
        {
          bids: described('Who buys.', Type.Array(PriceLevel)),
          asks: described('Who sells.', Type.Array(PriceLevel)),
        },
        open,
      ),
    ),
  ),
);
export type BookMessage = Static<typeof BookMessage>;

export const TradesMessage = described(
  'The trades of a market; `seq` is the number of the newest.',
  message(ofMarket('trades'), described('Newest first.', Type.Array(PublicTrade))),
);
export type TradesMessage = Static<typeof TradesMessage>;

export const CandlesMessage = described(
  'The running candle of one minute of a market.',
  message(
    ofMarket('candles'),
    described('The candle; null: there is none yet.', Type.Union([Candle, Type.Null()])),
  ),
);
export type CandlesMessage = Static<typeof CandlesMessage>;

export const MarketsMessage = described(
  'The markets of a quote with their 24 hours.',
  message(
    Type.Enum(['markets:TOMAN', 'markets:TETHER']),
    described('Those that changed; a snapshot has all.', Type.Array(MarketInfo)),
  ),
);
export type MarketsMessage = Static<typeof MarketsMessage>;

export const PrivateSnapshot = described(
  'The beginning of a channel that each person has of their own: nothing but its number.',
  message(Type.Enum(['wallets', 'notices', 'orders']), described('Nothing.', Type.Null())),
);

export const StreamError = described(
  'A message could not be taken.',
  Type.Object(
    {
      op: described('What is answered.', Type.Literal('error')),
      message: described('A code, or what was wrong with the channel.', Type.String()),
      errors: described(
        "Names of the message's fields that are wrong (BAD_REQUEST) or that it doesn't have (UNKNOWN_FIELD).",
        Type.Optional(Type.Array(Type.String())),
      ),
    },
    open,
  ),
);
export const Authenticated = described(
  'The connection is signed in.',
  Type.Object({ op: described('What is answered.', Type.Literal('authenticated')) }, open),
);
export const Pong = described(
  'The answer to a ping.',
  Type.Object({ op: described('What is answered.', Type.Literal('pong')) }, open),
);
export type ServerMessage = StreamMessage | Static<typeof StreamError | typeof Authenticated | typeof Pong>;
