/** Messages of WebSocket `/api/stream`, in both directions, one JSON object each. */
import { type Static, type TSchema, Type } from 'typebox';
import { DecimalText, described, open } from './endpoint.ts';
import { CoinPrice } from './market.ts';
import { Candle, MarketInfo, PriceLevel, PublicTrade } from './market-data.ts';
import { OwnFill } from './movements.ts';
import { Maintenance } from './operations.ts';
import { Order } from './trading.ts';

const channels = described(
  'Names of channels, fifty at most.',
  Type.Array(Type.String(), { examples: [['prices', 'book:BITCOIN_TOMAN']] }),
);

export const Subscribe = described(
  'Reads channels from now on; each begins with a snapshot. Once more of a channel: a new snapshot.',
  Type.Object(
    {
      op: described('What is asked.', Type.Literal('subscribe')),
      channels,
      checksum: described(
        'With true the messages of these books have a `checksum`.',
        Type.Optional(Type.Boolean()),
      ),
      since: described(
        'By channel the number of the last message that was read: of `balances` and `fills` what came after it follows in one update, or a snapshot where that is too much.',
        Type.Optional(
          Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { examples: [{ balances: 81234 }] }),
        ),
      ),
    },
    open,
  ),
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
export const AuthenticateProgram = described(
  'Signs the connection in by an API key of a customer that has READ, for the channels that each person has of their own. What is signed is the text of a request GET /api/stream without a body: the time, GET, /api/stream and the SHA-256 of nothing, each in a line.',
  Type.Object(
    {
      op: described('What is asked.', Type.Literal('auth')),
      key: described('Id of the API key.', Type.String()),
      time: described(
        'Milliseconds since 1970, within five seconds of ours.',
        Type.String({ examples: ['1795000000000'] }),
      ),
      signature: described('The signature in base64; each is good once.', Type.String()),
    },
    open,
  ),
);
export const Ping = described(
  'Asks whether the server is there.',
  Type.Object({ op: described('What is asked.', Type.Literal('ping')) }, open),
);
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
  Type.Object(
    {
      channel: described('Name of the channel.', channel),
      seq: described('Number of the message; numbers of a channel only rise.', Type.Integer()),
      prev: described(
        'Number of the message it stands on, where that isn’t seq - 1. Another one before it means that something was missed: subscribe again.',
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
/** A channel of a single market: `book:BITCOIN_TOMAN`. */
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
          checksum: described(
            'Where it was asked for: CRC32 (IEEE, unsigned) of the book as it is after this message. Of the best 25 asks and then the best 25 bids, best first, price and amount are written one after another without their point and without zeros at the front: asks 10.50 × 0.020 and 11.00 × 3.000 and a bid 9.75 × 1.500 make "105020" "11003000" "9751500", together "105020110030009751500", and that 1611183864.',
            Type.Optional(Type.Integer()),
          ),
        },
        open,
      ),
    ),
  ),
);
export type BookMessage = Static<typeof BookMessage>;

const OWN =
  'Begins with a snapshot. `seq` is the number of the batch of the ledger that it is of, on whichever server; an update has all that came after `prev` up to `seq`. A `prev` that is higher than the last number read means that something was missed.';

export const BalancesMessage = described(
  `What the person has, to the last unit. ${OWN}`,
  message(
    named('balances'),
    described(
      'A snapshot has every coin that was ever there, an update those that changed, as they are now.',
      Type.Array(
        Type.Object(
          {
            relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
            credit: described('Spendable, in the coin.', DecimalText),
            blockedCredit: described('Blocked, in the coin.', DecimalText),
            totalBalance: described('Both together, in the coin.', DecimalText),
          },
          open,
        ),
      ),
    ),
  ),
);
export type BalancesMessage = Static<typeof BalancesMessage>;

export const FillsMessage = described(
  `What the person's orders are filled by, each once. ${OWN}`,
  message(named('fills'), described('Newest first. A snapshot has the last fifty.', Type.Array(OwnFill))),
);
export type FillsMessage = Static<typeof FillsMessage>;

export const OpenOrdersMessage = described(
  `The person's orders as they are. ${OWN}`,
  message(
    named('open-orders'),
    described(
      'A snapshot has the newest 1,000 that are open, an update those that came, changed or ended.',
      Type.Array(Order),
    ),
  ),
);
export type OpenOrdersMessage = Static<typeof OpenOrdersMessage>;

export const TradesMessage = described(
  'The trades of a market; `seq` is the number of the newest.',
  message(ofMarket('trades'), described('Newest first.', Type.Array(PublicTrade))),
);
export type TradesMessage = Static<typeof TradesMessage>;

export const CandlesMessage = described(
  'The running candle of a market: of one minute, or of the length that is named behind it (`candles:BITCOIN_TOMAN:4h`), by the clock of Tehran or, with `:UTC` behind that, of UTC. Those of a length once a second.',
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
  'The connection is logged in.',
  Type.Object({ op: described('What is answered.', Type.Literal('authenticated')) }, open),
);
export const Pong = described(
  'The answer to a ping.',
  Type.Object({ op: described('What is answered.', Type.Literal('pong')) }, open),
);
export type ServerMessage = StreamMessage | Static<typeof StreamError | typeof Authenticated | typeof Pong>;
