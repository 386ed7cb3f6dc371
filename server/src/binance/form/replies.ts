/** Replies of the calls in Binance's format. Amounts and prices are decimal text, times milliseconds since 1970. */
import { described } from '@sarraf/domain/contracts';
import { type TSchema, Type } from 'typebox';
import { SELF_TRADE_MODES, SIDES, TYPES } from '../order-form.ts';
import { replyFields } from './reply-fields.ts';

const { amount, dto, list, nullable, text, whole, words, yes } = replyFields;

const symbol = text('Symbol of the market.');
const ORDER_LIST = whole('Number of the order list; -1: none.');

const filter = Type.Object(
  { filterType: text('Type of the rule: PRICE_FILTER, LOT_SIZE, MIN_NOTIONAL, ICEBERG_PARTS, …') },
  { additionalProperties: true },
);
const market = dto({
  symbol,
  status: words('TRADING: orders are accepted. HALT: closed or paused. BREAK: inactive.', [
    'TRADING',
    'HALT',
    'BREAK',
  ]),
  baseAsset: text('Code of the coin.'),
  baseAssetPrecision: whole('Number of decimal places of amounts in the coin.'),
  quoteAsset: text('Code of the quote; TMN is Toman.'),
  quotePrecision: whole('Number of decimal places of totals in the quote.'),
  quoteAssetPrecision: whole('Number of decimal places of totals in the quote.'),
  baseCommissionPrecision: whole('Number of decimal places of fees in the coin.'),
  quoteCommissionPrecision: whole('Number of decimal places of fees in the quote.'),
  orderTypes: described('Accepted order types.', list(Type.Enum([...TYPES]))),
  icebergAllowed: yes('Whether `icebergQty` is supported.'),
  ocoAllowed: yes('Whether `orderList/oco` is supported.'),
  otoAllowed: yes('Always false; brackets are available in our own API.'),
  opoAllowed: yes('Always false; not supported.'),
  quoteOrderQtyMarketAllowed: yes('Whether `quoteOrderQty` is supported.'),
  allowTrailingStop: yes('Always false; trailing stops are available in our own API.'),
  cancelReplaceAllowed: yes('Whether `order/cancelReplace` is supported.'),
  amendAllowed: yes('Whether `order/amend/keepPriority` is supported.'),
  pegInstructionsAllowed: yes('Always false; not supported.'),
  isSpotTradingAllowed: yes('Always true; all markets are spot markets.'),
  isMarginTradingAllowed: yes('Always false; there is no margin trading.'),
  filters: described('Rules for orders.', list(filter)),
  permissions: described('Always empty, as in the current version of Binance.', list(Type.String())),
  permissionSets: described('Always SPOT.', list(list(Type.String()))),
  defaultSelfTradePreventionMode: text('Default self-trade prevention of an order.'),
  allowedSelfTradePreventionModes: described('Accepted self-trade prevention modes.', list(Type.String())),
});

const level = described('Price and amount.', Type.Array(Type.String(), { minItems: 2, maxItems: 2 }));
const trade = dto({
  id: whole('Number of the trade; increases within its market.'),
  price: amount('Price per coin, in the quote.'),
  qty: amount('Amount, in the coin.'),
  quoteQty: amount('Value, in the quote.'),
  time: whole('Time of the trade.'),
  isBuyerMaker: yes('Whether the buyer was the maker.'),
  isBestMatch: yes('Always true.'),
});
const aggregate = dto({
  a: whole('Number of the trade; each trade is a separate entry.'),
  p: amount('Price per coin, in the quote.'),
  q: amount('Amount, in the coin.'),
  f: whole('Number of the first trade.'),
  l: whole('Number of the last trade.'),
  T: whole('Time of the trade.'),
  m: yes('Whether the buyer was the maker.'),
  M: yes('Always true.'),
});
const candle = described(
  'Start time; open, high, low and close price; volume in the coin; end time; then five values that are not recorded and are always zero.',
  Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 12, maxItems: 12 }),
);
/** With `type=MINI` without the last fields. */
const day = dto({
  symbol,
  openPrice: amount('Price 24 hours ago.'),
  highPrice: amount('Highest price of the last 24 hours.'),
  lowPrice: amount('Lowest price of the last 24 hours.'),
  lastPrice: amount('Price of the last trade; 0: there are no trades.'),
  volume: amount('Volume, in the coin.'),
  quoteVolume: amount('Volume, in the quote.'),
  openTime: whole('Start of the period, 24 hours ago.'),
  closeTime: whole('End of the period: the current time.'),
  firstId: whole('Always -1; not recorded.'),
  lastId: whole('Always -1; not recorded.'),
  count: whole('Always 0; not recorded.'),
  priceChange: Type.Optional(amount('Price change over the last 24 hours, in the quote.')),
  priceChangePercent: Type.Optional(amount('Price change over the last 24 hours, in percent.')),
  weightedAvgPrice: Type.Optional(amount('Volume-weighted average price.')),
  prevClosePrice: Type.Optional(amount('Same as `openPrice`.')),
  lastQty: Type.Optional(amount('Always 0; not recorded.')),
  bidPrice: Type.Optional(amount('Best bid price; 0: there are no bids.')),
  bidQty: Type.Optional(amount('Amount at the best bid.')),
  askPrice: Type.Optional(amount('Best ask price; 0: there are no asks.')),
  askQty: Type.Optional(amount('Amount at the best ask.')),
});
const price = dto({ symbol, price: amount('Price of the last trade; 0: there are no trades.') });
const top = dto({
  symbol,
  bidPrice: amount('Best bid price; 0: there are no bids.'),
  bidQty: amount('Amount at the best bid.'),
  askPrice: amount('Best ask price; 0: there are no asks.'),
  askQty: amount('Amount at the best ask.'),
});
const rateLimit = {
  rateLimitType: text('REQUEST_WEIGHT: read calls. ORDERS: orders and cancellations.'),
  interval: text('Always MINUTE.'),
  intervalNum: whole('Always 1.'),
  limit: whole('Maximum number per interval.'),
};
/** One market alone is an object, several are a list. */
const anyOfOneOrMany = (schema: TSchema) => Type.Union([schema, list(schema)]);

/** By their paths below `/api/v3`. */
export const PUBLIC_REPLIES = {
  ping: dto({}),
  time: dto({ serverTime: whole('Server time.') }),
  exchangeInfo: dto({
    timezone: text('Always UTC.'),
    serverTime: whole('Server time.'),
    rateLimits: described(
      'Rate limits per minute. Each call has weight 1; each endpoint is counted separately, and calls with a key are counted per key. Replies contain the used amount in `X-MBX-USED-WEIGHT-1M` or `X-MBX-ORDER-COUNT-1M`.',
      list(dto(rateLimit)),
    ),
    exchangeFilters: described('Always empty; there are only the rules of markets.', list(Type.Unknown())),
    symbols: described('The markets.', list(market)),
  }),
  depth: dto({
    lastUpdateId: whole('Number of the last change of the order book included.'),
    bids: described('Bids, best first.', list(level)),
    asks: described('Asks, best first.', list(level)),
  }),
  trades: list(trade),
  historicalTrades: list(trade),
  aggTrades: list(aggregate),
  klines: list(candle),
  uiKlines: list(candle),
  avgPrice: dto({
    mins: whole('Always 0: the last price.'),
    price: amount('Price of the last trade; 0: there are no trades.'),
    closeTime: whole('Time of the last trade.'),
  }),
  'ticker/24hr': anyOfOneOrMany(day),
  'ticker/price': anyOfOneOrMany(price),
  'ticker/bookTicker': anyOfOneOrMany(top),
} satisfies Record<string, TSchema>;

const orderNames = {
  symbol,
  orderId: whole('Number of the order, derived from its id.'),
  orderListId: ORDER_LIST,
  clientOrderId: text('Id given by the client, or the generated id.'),
};
const orderFields = {
  ...orderNames,
  price: amount('Limit price; 0: none.'),
  origQty: amount('Amount of the order, in the coin.'),
  executedQty: amount('Filled amount, in the coin.'),
  cummulativeQuoteQty: amount('Filled value, in the quote.'),
  status: words('Status of the order.', [
    'NEW',
    'PARTIALLY_FILLED',
    'FILLED',
    'CANCELED',
    'EXPIRED',
    'EXPIRED_IN_MATCH',
  ]),
  timeInForce: words('Time in force; GTD orders of our own API are shown as GTC.', ['GTC', 'IOC', 'FOK']),
  type: words('Type of the order.', TYPES),
  side: words('Side of the order: BUY or SELL.', SIDES),
  stopPrice: Type.Optional(amount('Trigger price of an order that waits, or waited, for a price.')),
  selfTradePreventionMode: words(
    'Self-trade prevention: which order is cancelled when it would match one of the same account.',
    Object.keys(SELF_TRADE_MODES),
  ),
};
const cumulativeFields = amount('Always 0; not recorded.');
const order = dto({
  ...orderFields,
  icebergQty: amount('Amount shown in the order book at a time; 0: all of it.'),
  time: whole('Time at which the order was placed.'),
  updateTime: whole('Same as `time`.'),
  isWorking: yes('Whether the order is, or was, in the order book.'),
  workingTime: whole('Time at which the order entered the order book; -1: it waits for its trigger price.'),
  origQuoteOrderQty: cumulativeFields,
});
const cancelled = dto({
  ...orderFields,
  origClientOrderId: text('Client order id of the order.'),
  origQuoteOrderQty: cumulativeFields,
  transactTime: whole('Time at which the order was cancelled.'),
});
const fill = dto({
  price: amount('Price per coin, in the quote.'),
  qty: amount('Amount, in the coin.'),
  commission: amount('Fee.'),
  commissionAsset: text('Code of the currency of the fee: the quote.'),
  tradeId: whole('Number of the trade.'),
});
/** ACK has the ids, RESULT everything but the fills. */
const placed = dto({
  ...orderNames,
  ...Object.fromEntries(
    Object.entries(orderFields)
      .filter(([name]) => !(name in orderNames))
      .map(([name, schema]) => [name, Type.Optional(schema)]),
  ),
  transactTime: whole('Time at which the order was placed.'),
  origQuoteOrderQty: Type.Optional(cumulativeFields),
  workingTime: Type.Optional(
    whole('Time at which the order entered the order book; -1: it waits for its trigger price.'),
  ),
  fills: Type.Optional(described('Immediate fills; only with FULL.', list(fill))),
});
const orderList = {
  orderListId: whole('Number of the list, derived from its id.'),
  contingencyType: words(
    'OCO: two orders that cancel each other. OTO: a bracket of our own API, whose purchase activates its two sales.',
    ['OCO', 'OTO'],
  ),
  listStatusType: words('EXEC_STARTED: at least one order is open. ALL_DONE: no order is open.', [
    'EXEC_STARTED',
    'ALL_DONE',
  ]),
  listOrderStatus: words('EXECUTING: at least one order is open. ALL_DONE: no order is open.', [
    'EXECUTING',
    'ALL_DONE',
  ]),
  listClientOrderId: text('Id given by the client, or the generated id.'),
  transactionTime: whole(
    'Time at which the list was placed; in replies to DELETE, time at which it was cancelled.',
  ),
  symbol,
  orders: described(
    'Orders of the list, in the sequence in which they were placed.',
    list(dto({ symbol, orderId: orderNames.orderId, clientOrderId: orderNames.clientOrderId })),
  ),
};
const rates = dto({
  maker: amount('Maker fee rate, as a fraction of 1.'),
  taker: amount('Taker fee rate, as a fraction of 1.'),
  buyer: amount('Always 0.'),
  seller: amount('Always 0.'),
});
const outcome = nullable(Type.Object({}, { additionalProperties: true }));

/** By method and path below `/api/v3`. */
export const SIGNED_REPLIES = {
  'POST order': placed,
  'POST order/test': dto({}),
  'GET order': order,
  'DELETE order': cancelled,
  'POST order/cancelReplace': dto({
    cancelResult: words('Result of the cancellation.', ['SUCCESS', 'FAILURE']),
    newOrderResult: words('Result of the new order.', ['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
    cancelResponse: described('Reply of DELETE order, or its error.', outcome),
    newOrderResponse: described('Reply of POST order, or its error; null: not attempted.', outcome),
  }),
  'GET openOrders': list(order),
  'DELETE openOrders': list(cancelled),
  'GET allOrders': list(order),
  'GET myTrades': list(
    dto({
      symbol,
      id: whole('Number of the trade; increases within its market.'),
      orderId: whole('Number of the order.'),
      orderListId: ORDER_LIST,
      price: amount('Price per coin, in the quote.'),
      qty: amount('Amount, in the coin.'),
      quoteQty: amount('Value, in the quote.'),
      commission: amount('Fee.'),
      commissionAsset: text('Code of the currency of the fee.'),
      time: whole('Time of the trade.'),
      isBuyer: yes('Whether the caller was the buyer.'),
      isMaker: yes('Whether the caller was the maker.'),
      isBestMatch: yes('Always true.'),
    }),
  ),
  'GET account': dto({
    makerCommission: whole('Highest maker fee rate, in basis points.'),
    takerCommission: whole('Highest taker fee rate, in basis points.'),
    buyerCommission: whole('Always 0.'),
    sellerCommission: whole('Always 0.'),
    commissionRates: described('Highest fee rates, as fractions of 1.', rates),
    canTrade: yes('Whether the key may trade.'),
    canWithdraw: yes('Whether the key may withdraw.'),
    canDeposit: yes('Whether the key may deposit.'),
    brokered: yes('Always false.'),
    requireSelfTradePrevention: yes('Always true; self-trades are prevented.'),
    preventSor: yes('Always true; orders are not routed elsewhere.'),
    updateTime: whole('Current time.'),
    accountType: text('Always SPOT.'),
    balances: described(
      'Balances of the account.',
      list(
        dto({
          asset: text('Code of the coin; TMN is Toman.'),
          free: amount('Spendable balance.'),
          locked: amount('Blocked balance.'),
        }),
      ),
    ),
    permissions: described('Always SPOT.', list(Type.String())),
  }),
  'GET account/commission': dto({
    symbol,
    standardCommission: described("Fee rates of the caller's level.", rates),
    specialCommission: described('Always zero.', rates),
    taxCommission: described('Always zero.', rates),
    discount: described(
      'Discount; there is none.',
      dto({
        enabledForAccount: yes('Always false.'),
        enabledForSymbol: yes('Always false.'),
        discountAsset: text('Always empty.'),
        discount: amount('Always 0.'),
      }),
    ),
  }),
  'POST orderList/oco': dto({
    ...orderList,
    orderReports: described('Orders of the list, as in the reply of POST order.', list(placed)),
  }),
  'POST order/oco': dto({
    ...orderList,
    orderReports: described('Orders of the list, as in the reply of POST order.', list(placed)),
  }),
  'GET orderList': dto(orderList),
  'DELETE orderList': dto({
    ...orderList,
    orderReports: described('Orders of the list, as in the reply of DELETE order.', list(cancelled)),
  }),
  'GET openOrderList': list(dto(orderList)),
  'GET allOrderList': list(dto(orderList)),
  'GET rateLimit/order': list(dto({ ...rateLimit, count: whole('Number sent in the current minute.') })),
  'PUT order/amend/keepPriority': dto({
    transactTime: whole('Time at which the order was changed.'),
    executionId: whole('Number of the order.'),
    amendedOrder: described(
      'The order after the change.',
      dto({
        ...orderNames,
        origClientOrderId: text('Previous client order id.'),
        price: orderFields.price,
        qty: orderFields.origQty,
        executedQty: orderFields.executedQty,
        preventedQty: amount('Always 0.'),
        quoteOrderQty: amount('Always 0.'),
        cumulativeQuoteQty: orderFields.cummulativeQuoteQty,
        status: orderFields.status,
        timeInForce: orderFields.timeInForce,
        type: orderFields.type,
        side: orderFields.side,
        workingTime: whole(
          'Time at which the order entered the order book; -1: it waits for its trigger price.',
        ),
        selfTradePreventionMode: orderFields.selfTradePreventionMode,
      }),
    ),
  }),
} satisfies Record<string, TSchema>;

export const NETWORKS_REPLY = list(
  dto({
    coin: text('Code of the coin.'),
    name: text('English name of the coin.'),
    depositAllEnable: yes('Whether deposits are available on at least one network.'),
    withdrawAllEnable: yes('Whether withdrawals are available on at least one network.'),
    trading: yes('Whether the coin is active.'),
    isLegalMoney: yes('Whether the asset is Toman.'),
    networkList: described(
      'Networks of the coin.',
      list(
        dto({
          network: text('Code of the network, as in our own API.'),
          coin: text('Code of the coin.'),
          name: text('Same as `network`.'),
          isDefault: yes('Whether this is the first network of the coin.'),
          depositEnable: yes('Whether deposits are available.'),
          withdrawEnable: yes('Whether withdrawals are available.'),
          withdrawFee: amount('Withdrawal fee, in the coin.'),
          withdrawMin: amount('Minimum amount of a withdrawal, in the coin.'),
          withdrawMax: amount('Maximum amount of a withdrawal, in the coin.'),
          minConfirm: whole('Number of confirmations required for a deposit.'),
          sameAddress: yes('Whether a tag is required.'),
        }),
      ),
    ),
  }),
);
