/** Messages of WebSocket `/api/stream`, in both directions, one JSON object each. */
import { type Static, type TSchema, Type } from 'typebox';
import { decimal, described, integer, list, nullable, object, oneOf, optional, text } from './fields.ts';
import { CoinPrice } from './market.ts';
import { Candle, MarketInfo, PriceLevel, PublicTrade } from './market-data.ts';
import { OwnFill } from './movements.ts';
import { Maintenance } from './operations.ts';
import { Order } from './trading.ts';

const channels = list('Names of channels, at most 50.', Type.String(), {
  examples: [['prices', 'book:BITCOIN_TOMAN']],
});

export const Subscribe = described(
  'Subscribes to channels; each starts with a snapshot. Subscribing to a channel again returns a new snapshot.',
  {
    op: described('Operation.', Type.Literal('subscribe')),
    channels,
    checksum: optional('If true, messages of these order books include a `checksum`.', Type.Boolean()),
    since: optional(
      'Number of the last message received, by channel. For `balances` and `fills`, the changes since then are sent in one update, or a snapshot if there are too many.',
      Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { examples: [{ balances: 81234 }] }),
    ),
  },
);
export const Unsubscribe = described('Unsubscribes from channels.', {
  op: described('Operation.', Type.Literal('unsubscribe')),
  channels,
});
export const Authenticate = described('Authenticates the connection for the private channels.', {
  op: described('Operation.', Type.Literal('auth')),
  token: text('Bearer token of a session.'),
});
export const AuthenticateProgram = described(
  "Authenticates the connection for the private channels with a customer's API key that has READ. The signed text is that of a GET /api/stream request without a body: the time, GET, /api/stream and the SHA-256 of the empty body, each on its own line.",
  {
    op: described('Operation.', Type.Literal('auth')),
    key: text('Id of the API key.'),
    time: text('Current time in milliseconds since 1970, within five seconds of the server time.', {
      examples: ['1795000000000'],
    }),
    signature: text('Signature in base64; each can be used only once.'),
  },
);
export const Ping = described('Checks whether the server responds.', {
  op: described('Operation.', Type.Literal('ping')),
});
export type ClientMessage = Static<
  typeof Subscribe | typeof Unsubscribe | typeof Authenticate | typeof AuthenticateProgram | typeof Ping
>;

/**
 * Numbers of a channel increase. An update follows the message with number `prev` or, if that is absent, `seq` - 1.
 * If the last message received has another number, some were missed: subscribe again for a snapshot.
 */
export interface StreamMessage<C extends string = string, D = unknown> {
  channel: C;
  seq: number;
  prev?: number;
  type: 'snapshot' | 'update';
  data: D;
}

const message = <C extends TSchema, D extends TSchema>(channel: C, data: D) =>
  object({
    channel: described('Name of the channel.', channel),
    seq: integer('Number of the message; increases within its channel.'),
    prev: optional(
      "Number of the preceding message, if that isn't seq - 1. If the last message received has another number, some were missed: subscribe again.",
      Type.Integer(),
    ),
    type: oneOf('snapshot: the complete state. update: the changes.', ['snapshot', 'update']),
    data,
  });
const channelName = <const N extends string>(name: N) => Type.Literal(name);
/** A channel of a single market: `book:BITCOIN_TOMAN`. */
const ofMarket = <const N extends string>(name: N) =>
  Type.Unsafe<`${N}:${string}`>(Type.String({ pattern: `^${name}:`, examples: [`${name}:BITCOIN_TOMAN`] }));

export const PricesMessage = described(
  'Quick trade prices, once per second.',
  message(
    channelName('prices'),
    described('Prices of the coins, by quote.', {
      TOMAN: list('Prices in Toman.', CoinPrice),
      TETHER: list('Prices in Tether.', CoinPrice),
    }),
  ),
);
export type PricesMessage = Static<typeof PricesMessage>;

export const CoinsMessage = described(
  'Limits, steps or switches of coins, networks or markets have changed: fetch them again.',
  message(
    channelName('coins'),
    described('Time of the change.', { at: described('Time in milliseconds since 1970.', Type.Number()) }),
  ),
);
export type CoinsMessage = Static<typeof CoinsMessage>;

export const MaintenanceMessage = described(
  'Maintenance or a pause has started or ended, or its text or end has changed.',
  message(channelName('maintenance'), described('Current state, in snapshots and updates.', Maintenance)),
);
export type MaintenanceMessage = Static<typeof MaintenanceMessage>;

export const WalletsMessage = described(
  'Balances may have changed.',
  message(
    channelName('wallets'),
    described('Balances that may have changed.', { coins: list('Codes of the coins.', Type.String()) }),
  ),
);
export type WalletsMessage = Static<typeof WalletsMessage>;

export const NoticesMessage = described(
  'A notice was created or read.',
  message(
    channelName('notices'),
    described('State of the inbox.', { unread: integer('Number of unread notices, at most 100.') }),
  ),
);
export type NoticesMessage = Static<typeof NoticesMessage>;

export const OrdersMessage = described(
  'An order of the user has changed.',
  message(channelName('orders'), described('The order.', Order)),
);
export type OrdersMessage = Static<typeof OrdersMessage>;

export const BookMessage = described(
  'Order book of a market; `seq` is the sequence number of the order book.',
  message(
    ofMarket('book'),
    described(
      'A snapshot contains the best 200 levels of both sides, best first. An update contains the levels that changed since the preceding message, in no particular order; amount "0": the level was removed or is no longer among the best 200.',
      {
        bids: list('Buying side, in price levels.', PriceLevel),
        asks: list('Selling side, in price levels.', PriceLevel),
        checksum: optional(
          'Checksum of the order book after this message, if requested: CRC32 (IEEE, unsigned) of a text made of the best 25 asks followed by the best 25 bids, best first. Price and amount of each level are appended without the decimal point and without leading zeros. Example: the asks 10.50 × 0.020 and 11.00 × 3.000 and the bid 9.75 × 1.500 make "105020" "11003000" "9751500", together "105020110030009751500", with the checksum 1611183864.',
          Type.Integer(),
        ),
      },
    ),
  ),
);
export type BookMessage = Static<typeof BookMessage>;

const OWN =
  'Starts with a snapshot. `seq` is the number of the ledger batch, the same on every server; an update contains all changes after `prev` up to and including `seq`. If `prev` is higher than the last number received, messages were missed.';

export const BalancesMessage = described(
  `Balances of the user. ${OWN}`,
  message(
    channelName('balances'),
    list(
      'A snapshot contains every coin that the user has ever held. An update contains the coins that changed, with their current balances.',
      {
        relatedCoin: text('Code of the coin; TOMAN for Toman.'),
        credit: decimal('Spendable balance, in the coin.'),
        blockedCredit: decimal('Blocked balance, in the coin.'),
        totalBalance: decimal('Total balance (spendable and blocked), in the coin.'),
      },
    ),
  ),
);
export type BalancesMessage = Static<typeof BalancesMessage>;

export const FillsMessage = described(
  `Fills of the user's orders, each sent once. ${OWN}`,
  message(channelName('fills'), list('Fills, newest first. A snapshot contains the last 50.', OwnFill)),
);
export type FillsMessage = Static<typeof FillsMessage>;

export const OpenOrdersMessage = described(
  `Open orders of the user. ${OWN}`,
  message(
    channelName('open-orders'),
    list(
      'A snapshot contains the newest 1,000 open orders. An update contains the orders that were placed, changed or ended.',
      Order,
    ),
  ),
);
export type OpenOrdersMessage = Static<typeof OpenOrdersMessage>;

export const TradesMessage = described(
  'Trades of a market; `seq` is the number of the newest trade.',
  message(ofMarket('trades'), list('Trades, newest first.', PublicTrade)),
);
export type TradesMessage = Static<typeof TradesMessage>;

export const CandlesMessage = described(
  'Current candle of a market: of one minute, or of the length appended to the name (`candles:BITCOIN_TOMAN:4h`), by Tehran time or, with `:UTC` appended to that, by UTC. Candles with a length in the name are sent once per second.',
  message(ofMarket('candles'), nullable('The candle; null: there is none yet.', Candle)),
);
export type CandlesMessage = Static<typeof CandlesMessage>;

export const MarketsMessage = described(
  'Markets of a quote with their 24-hour statistics.',
  message(
    Type.Enum(['markets:TOMAN', 'markets:TETHER']),
    list('Markets that changed; a snapshot contains all.', MarketInfo),
  ),
);
export type MarketsMessage = Static<typeof MarketsMessage>;

export const PrivateSnapshot = described(
  'First message of a private channel, which only contains its number.',
  message(Type.Enum(['wallets', 'notices', 'orders']), described('No data.', Type.Null())),
);

export const StreamError = described('The server could not process a message.', {
  op: described('Type of the reply.', Type.Literal('error')),
  message: text('Error code, or a description of the problem with the channel.'),
  errors: optional(
    "Names of the message's fields that are invalid (BAD_REQUEST) or unknown (UNKNOWN_FIELD).",
    Type.Array(Type.String()),
  ),
});
export const Authenticated = described('The connection is authenticated.', {
  op: described('Type of the reply.', Type.Literal('authenticated')),
});
export const Pong = described('Reply to a ping.', {
  op: described('Type of the reply.', Type.Literal('pong')),
});
export type ServerMessage = StreamMessage | Static<typeof StreamError | typeof Authenticated | typeof Pong>;
