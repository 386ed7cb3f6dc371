/** What a call in Binance's form may bring, with what each means here. */
import { BOOK_LEVELS, described } from '@sarraf/domain/contracts';
import { type TProperties, Type } from 'typebox';
import { RESPONSES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE, TYPES } from '../order-form.ts';
import { parameterFields } from './fields.ts';
import { LIST_PARAMETERS } from './list-parameters.ts';

const { decimal, flag, optional, text, whole, word } = parameterFields;

const symbol = text('The market, as `exchangeInfo` names it.', 'BTCUSDT');
const symbols = text('Markets, as a JSON list; not with `symbol`.', '["BTCUSDT","BTCTMN"]');
const limit = (most: number, standard: number) =>
  whole('How many at most; more than that is taken for it.', {
    minimum: 1,
    maximum: most,
    default: standard,
  });
const span = optional({
  startTime: whole('From then on, milliseconds since 1970.'),
  endTime: whole('Until then, milliseconds since 1970.'),
});

const trades = { symbol, ...optional({ limit: limit(100, 100) }) };
const tradesFrom = {
  ...trades,
  ...optional({ fromId: whole('The first number; unset: the newest trades.') }),
};
const tickers = optional({ symbol, symbols });
const klines = {
  symbol,
  interval: word('How long a candle is.', ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w']),
  ...span,
  ...optional({
    limit: limit(1_000, 500),
    timeZone: text('Whose days: 0 (UTC) or 3:30 (Tehran).', '3:30'),
  }),
};

/** Parameters of the calls without a key, by their paths below `/api/v3`. */
export const PUBLIC_PARAMETERS = {
  ping: {},
  time: {},
  exchangeInfo: optional({
    symbol,
    symbols,
    permissions: text('Kinds of markets; there are spot markets alone.', 'SPOT'),
    symbolStatus: word('Markets in this state alone.', ['TRADING', 'HALT', 'BREAK']),
    showPermissionSets: flag('Read, and of no effect.'),
  }),
  depth: { symbol, ...optional({ limit: limit(BOOK_LEVELS.max, 100) }) },
  trades,
  historicalTrades: tradesFrom,
  aggTrades: tradesFrom,
  klines,
  uiKlines: klines,
  avgPrice: { symbol },
  'ticker/24hr': {
    ...tickers,
    ...optional({ type: word('MINI: prices and sums alone.', ['FULL', 'MINI']) }),
  },
  'ticker/price': tickers,
  'ticker/bookTicker': tickers,
} satisfies Record<string, TProperties>;

/** Parameters of every call with a key. */
export const SIGNING_PARAMETERS = {
  timestamp: whole('When it was signed, milliseconds since 1970; within five seconds of ours (-1021).'),
  recvWindow: Type.Optional(
    described(
      'How many milliseconds old it may be; it can make our five seconds shorter, not longer.',
      Type.Number({ minimum: 0 }),
    ),
  ),
  signature: text(
    'The last parameter: HMAC-SHA256 in hexadecimal with the text of the secret, or Ed25519 in base64, over all that comes before it. `X-MBX-APIKEY` is the id of the key.',
    'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
  ),
};

const newOrder = {
  symbol,
  side: word('Whether it buys or sells the coin.', SIDES),
  type: word(
    'LIMIT_MAKER is refused where it would trade at once; those of STOP_LOSS and TAKE_PROFIT wait for `stopPrice`, judged by the last price.',
    TYPES,
  ),
  ...optional({
    quantity: decimal('How much of the coin.'),
    quoteOrderQty: decimal(
      'MARKET, in the place of `quantity`: what is paid in all, in the quote, the fee included.',
    ),
    price: decimal('The limit, in the quote: of the types that have one.'),
    stopPrice: decimal('At which price it triggers, in the quote.'),
    trailingDelta: whole('Refused (-2010): trailing stops have a distance in the quote, by our own API.', {
      minimum: 1,
      maximum: 10_000,
    }),
    timeInForce: word('Of LIMIT, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT, which need one.', TIMES_IN_FORCE),
    newClientOrderId: text('An id of your own; no other open order may have it.', 'mine:1'),
    selfTradePreventionMode: word(
      'Whose order ends where it would meet one of the same account.',
      Object.keys(SELF_TRADE_MODES),
    ),
    icebergQty: decimal(
      'LIMIT and LIMIT_MAKER that wait: how much of it the book shows at a time; 0 or all of it: all.',
    ),
    newOrderRespType: word(
      'How much the answer tells: FULL for LIMIT and MARKET, unless said otherwise, else ACK.',
      RESPONSES,
    ),
    strategyId: whole('Read, and not kept.'),
    strategyType: whole('Read, and not kept.'),
  }),
};
const named = {
  symbol,
  ...optional({
    orderId: whole('The number of the order. It or `origClientOrderId` is needed.'),
    origClientOrderId: text('The id that its owner gave it, or our id of one without.', 'mine:1'),
  }),
};
const cancelling = optional({
  newClientOrderId: text('What the answer calls the cancel; not kept.', 'cancel:1'),
  cancelRestrictions: text('Refused (-1145).', 'ONLY_NEW'),
});

/** Parameters of the calls with a key, apart from those of the signature: by method and path below `/api/v3`. */
export const SIGNED_PARAMETERS = {
  'POST order': newOrder,
  'POST order/test': {
    ...newOrder,
    ...optional({ computeCommissionRates: flag('Read, and of no effect.') }),
  },
  'GET order': named,
  'DELETE order': { ...named, ...cancelling },
  'POST order/cancelReplace': {
    ...newOrder,
    cancelReplaceMode: word('Whether the new order is placed where the old one can not be cancelled.', [
      'STOP_ON_FAILURE',
      'ALLOW_FAILURE',
    ]),
    ...optional({
      cancelOrderId: whole('The number of the old order. It or `cancelOrigClientOrderId` is needed.'),
      cancelOrigClientOrderId: text('The id that its owner gave it.', 'mine:1'),
      cancelNewClientOrderId: text('What the answer calls the cancel; not kept.', 'cancel:1'),
      cancelRestrictions: text('Refused (-1145).', 'ONLY_NEW'),
    }),
  },
  'GET openOrders': optional({ symbol }),
  'DELETE openOrders': { symbol },
  'GET allOrders': {
    symbol,
    ...optional({ orderId: whole('The first number.'), limit: limit(1_000, 500) }),
    ...span,
  },
  'GET myTrades': {
    symbol,
    ...optional({
      orderId: whole('Of this order alone.'),
      fromId: whole('The first number of a trade.'),
      limit: limit(1_000, 500),
    }),
    ...span,
  },
  'GET account': optional({ omitZeroBalances: flag('Whether balances of nothing are left out.') }),
  'GET account/commission': { symbol },
  ...LIST_PARAMETERS,
  'GET rateLimit/order': {},
  'PUT order/amend/keepPriority': {
    ...named,
    newQty: decimal('How much of the coin it is for in all, what is traded included: less than now.'),
    ...optional({ newClientOrderId: text('Another id of your own.', 'mine:2') }),
  },
} satisfies Record<string, TProperties>;
