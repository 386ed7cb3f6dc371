/** Parameters of calls in Binance's form, with their meaning here. */
import { BOOK_LEVELS, described } from '@sarraf/domain/contracts';
import { type TProperties, Type } from 'typebox';
import { RESPONSES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE, TYPES } from '../order-form.ts';
import { parameterFields } from './fields.ts';
import { LIST_PARAMETERS } from './list-parameters.ts';

const { decimal, flag, optional, text, whole, word } = parameterFields;

const symbol = text('Symbol of the market, as in `exchangeInfo`.', 'BTCUSDT');
const symbols = text(
  'Symbols of markets, as a JSON array. Cannot be combined with `symbol`.',
  '["BTCUSDT","BTCTMN"]',
);
const limitField = (maxLimit: number, defaultLimit: number) =>
  whole('Maximum number of entries to return; higher values are reduced to the maximum.', {
    minimum: 1,
    maximum: maxLimit,
    default: defaultLimit,
  });
const span = optional({
  startTime: whole('Start of the range, in milliseconds since 1970.'),
  endTime: whole('End of the range, in milliseconds since 1970.'),
});

const trades = { symbol, ...optional({ limit: limitField(100, 100) }) };
const tradesFrom = {
  ...trades,
  ...optional({ fromId: whole('Number of the first trade; unset: the newest trades.') }),
};
const tickers = optional({ symbol, symbols });
const klines = {
  symbol,
  interval: word('Length of a candle.', ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w']),
  ...span,
  ...optional({
    limit: limitField(1_000, 500),
    timeZone: text('Time zone in which days start: 0 (UTC) or 3:30 (Tehran).', '3:30'),
  }),
};

/** Parameters of the calls without a key, by their paths below `/api/v3`. */
export const PUBLIC_PARAMETERS = {
  ping: {},
  time: {},
  exchangeInfo: optional({
    symbol,
    symbols,
    permissions: text('Types of markets; only SPOT is available.', 'SPOT'),
    symbolStatus: word('Returns only markets with this status.', ['TRADING', 'HALT', 'BREAK']),
    showPermissionSets: flag('Accepted and ignored.'),
  }),
  depth: { symbol, ...optional({ limit: limitField(BOOK_LEVELS.max, 100) }) },
  trades,
  historicalTrades: tradesFrom,
  aggTrades: tradesFrom,
  klines,
  uiKlines: klines,
  avgPrice: { symbol },
  'ticker/24hr': {
    ...tickers,
    ...optional({
      type: word('Level of detail. FULL: all fields. MINI: only prices and volumes.', ['FULL', 'MINI']),
    }),
  },
  'ticker/price': tickers,
  'ticker/bookTicker': tickers,
} satisfies Record<string, TProperties>;

/** Parameters of every call with a key. */
export const SIGNING_PARAMETERS = {
  timestamp: whole(
    'Time of the signature, in milliseconds since 1970; must be within five seconds of the server time (otherwise -1021).',
  ),
  recvWindow: Type.Optional(
    described(
      'Maximum age of the request, in milliseconds; can only shorten the five seconds allowed.',
      Type.Number({ minimum: 0 }),
    ),
  ),
  signature: text(
    'Signature of all parameters before it; must be the last parameter. HMAC-SHA256 in hexadecimal, keyed with the text of the secret, or Ed25519 in base64. `X-MBX-APIKEY` is the id of the key.',
    'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
  ),
};

const newOrder = {
  symbol,
  side: word('Side of the order: BUY or SELL.', SIDES),
  type: word(
    'Type of the order. LIMIT_MAKER is refused if it would trade immediately; STOP_LOSS and TAKE_PROFIT types wait until the last price reaches `stopPrice`.',
    TYPES,
  ),
  ...optional({
    quantity: decimal('Amount, in the coin.'),
    quoteOrderQty: decimal(
      'Total to pay, in the quote, including the fee; for MARKET orders, instead of `quantity`.',
    ),
    price: decimal('Limit price, in the quote, for types that have one.'),
    stopPrice: decimal('Trigger price, in the quote.'),
    trailingDelta: whole(
      'Not supported (-2010): trailing stops with a distance in the quote are available in our own API.',
      {
        minimum: 1,
        maximum: 10_000,
      },
    ),
    timeInForce: word(
      'Time in force; required for LIMIT, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT.',
      TIMES_IN_FORCE,
    ),
    newClientOrderId: text('Id chosen by the client, unique among open orders.', 'mine:1'),
    selfTradePreventionMode: word(
      'Self-trade prevention: which order is cancelled when it would match one of the same account.',
      Object.keys(SELF_TRADE_MODES),
    ),
    icebergQty: decimal(
      'Amount shown in the order book at a time (iceberg order), for resting LIMIT and LIMIT_MAKER orders; 0 or the full amount: all of it is shown.',
    ),
    newOrderRespType: word(
      'Level of detail of the reply. Default: FULL for LIMIT and MARKET, otherwise ACK.',
      RESPONSES,
    ),
    strategyId: whole('Accepted and not stored.'),
    strategyType: whole('Accepted and not stored.'),
  }),
};
const orderIdentifier = {
  symbol,
  ...optional({
    orderId: whole('Number of the order. Either this or `origClientOrderId` is required.'),
    origClientOrderId: text(
      'Id given by the client, or the id generated for an order without one.',
      'mine:1',
    ),
  }),
};
const cancelling = optional({
  newClientOrderId: text('Id of the cancellation in the reply; not stored.', 'cancel:1'),
  cancelRestrictions: text('Not supported (-1145).', 'ONLY_NEW'),
});

/** Parameters of the calls with a key, apart from those of the signature: by method and path below `/api/v3`. */
export const SIGNED_PARAMETERS = {
  'POST order': newOrder,
  'POST order/test': {
    ...newOrder,
    ...optional({ computeCommissionRates: flag('Accepted and ignored.') }),
  },
  'GET order': orderIdentifier,
  'DELETE order': { ...orderIdentifier, ...cancelling },
  'POST order/cancelReplace': {
    ...newOrder,
    cancelReplaceMode: word(
      'Whether the new order is placed if the old one cannot be cancelled. STOP_ON_FAILURE: it is not placed. ALLOW_FAILURE: it is placed.',
      ['STOP_ON_FAILURE', 'ALLOW_FAILURE'],
    ),
    ...optional({
      cancelOrderId: whole(
        'Number of the order to cancel. Either this or `cancelOrigClientOrderId` is required.',
      ),
      cancelOrigClientOrderId: text('Id that the client gave the order to cancel.', 'mine:1'),
      cancelNewClientOrderId: text('Id of the cancellation in the reply; not stored.', 'cancel:1'),
      cancelRestrictions: text('Not supported (-1145).', 'ONLY_NEW'),
    }),
  },
  'GET openOrders': optional({ symbol }),
  'DELETE openOrders': { symbol },
  'GET allOrders': {
    symbol,
    ...optional({ orderId: whole('Number of the first order.'), limit: limitField(1_000, 500) }),
    ...span,
  },
  'GET myTrades': {
    symbol,
    ...optional({
      orderId: whole('Returns only fills of this order.'),
      fromId: whole('Number of the first trade.'),
      limit: limitField(1_000, 500),
    }),
    ...span,
  },
  'GET account': optional({ omitZeroBalances: flag('Whether to omit zero balances.') }),
  'GET account/commission': { symbol },
  ...LIST_PARAMETERS,
  'GET rateLimit/order': {},
  'PUT order/amend/keepPriority': {
    ...orderIdentifier,
    newQty: decimal(
      'New total amount, in the coin, including the filled amount; must be less than the current amount.',
    ),
    ...optional({ newClientOrderId: text('New id chosen by the client.', 'mine:2') }),
  },
} satisfies Record<string, TProperties>;
