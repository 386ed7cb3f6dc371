/** Replies of the calls in Binance's format. Amounts and prices are decimal text, times milliseconds since 1970. */
import { described } from '@sarraf/domain/contracts';
import { type TSchema, Type } from 'typebox';
import { SELF_TRADE_MODES, SIDES, TYPES } from '../order-form.ts';
import { replyFields } from './reply-fields.ts';

const { amount, dto, list, nullable, text, whole, words, yes } = replyFields;

const symbol = text('The market.');
const ORDER_LIST = whole('The number of its list; -1: it is of none.');

const filter = Type.Object(
  { filterType: text('Which rule: PRICE_FILTER, LOT_SIZE, MIN_NOTIONAL, ICEBERG_PARTS, …') },
  { additionalProperties: true },
);
const market = dto({
  symbol,
  status: words('TRADING: orders are taken. HALT: closed or paused. BREAK: inactive.', [
    'TRADING',
    'HALT',
    'BREAK',
  ]),
  baseAsset: text('Code of the coin.'),
  baseAssetPrecision: whole('Decimals of its amounts.'),
  quoteAsset: text('Code of the quote; TMN is Toman.'),
  quotePrecision: whole('Decimals of sums in the quote.'),
  quoteAssetPrecision: whole('Decimals of sums in the quote.'),
  baseCommissionPrecision: whole('Decimals of fees in the coin.'),
  quoteCommissionPrecision: whole('Decimals of fees in the quote.'),
  orderTypes: described('Types of orders that are taken.', list(Type.Enum([...TYPES]))),
  icebergAllowed: yes('Whether `icebergQty` is taken.'),
  ocoAllowed: yes('Whether `orderList/oco` is taken.'),
  otoAllowed: yes('False: our own API has brackets.'),
  opoAllowed: yes('False: there are none.'),
  quoteOrderQtyMarketAllowed: yes('Whether `quoteOrderQty` is taken.'),
  allowTrailingStop: yes('False: our own API has them.'),
  cancelReplaceAllowed: yes('Whether `order/cancelReplace` is taken.'),
  amendAllowed: yes('Whether `order/amend/keepPriority` is taken.'),
  pegInstructionsAllowed: yes('False: there are none.'),
  isSpotTradingAllowed: yes('True: it is a spot market.'),
  isMarginTradingAllowed: yes('False: nothing is lent.'),
  filters: described('What an order must keep to.', list(filter)),
  permissions: described('Empty, as Binance has it now.', list(Type.String())),
  permissionSets: described('SPOT.', list(list(Type.String()))),
  defaultSelfTradePreventionMode: text('Where an order says nothing.'),
  allowedSelfTradePreventionModes: described('What an order may say.', list(Type.String())),
});

const level = described('Price and amount.', Type.Array(Type.String(), { minItems: 2, maxItems: 2 }));
const trade = dto({
  id: whole('Rises within its market.'),
  price: amount('Of one coin, in the quote.'),
  qty: amount('How much of the coin.'),
  quoteQty: amount('What that cost, in the quote.'),
  time: whole('When it was traded.'),
  isBuyerMaker: yes('Whether the seller came to an order that waited.'),
  isBestMatch: yes('True.'),
});
const aggregate = dto({
  a: whole('Number of the trade: each is told by itself.'),
  p: amount('Price.'),
  q: amount('How much of the coin.'),
  f: whole('First number.'),
  l: whole('Last number.'),
  T: whole('When it was traded.'),
  m: yes('Whether the seller came to an order that waited.'),
  M: yes('True.'),
});
const candle = described(
  'When it began; open, high, low, close; volume in the coin; when it ends; then five sums that are not kept, and are zero.',
  Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 12, maxItems: 12 }),
);
/** With `type=MINI` without the last fields. */
const day = dto({
  symbol,
  openPrice: amount('A day ago.'),
  highPrice: amount('Highest of the day.'),
  lowPrice: amount('Lowest of the day.'),
  lastPrice: amount('Of the last trade; 0: nobody has traded.'),
  volume: amount('How much of the coin was traded.'),
  quoteVolume: amount('What that cost.'),
  openTime: whole('A day ago.'),
  closeTime: whole('Now.'),
  firstId: whole('-1: it is not kept.'),
  lastId: whole('-1: it is not kept.'),
  count: whole('0: it is not kept.'),
  priceChange: Type.Optional(amount('In a day, in the quote.')),
  priceChangePercent: Type.Optional(amount('In a day, per cent.')),
  weightedAvgPrice: Type.Optional(amount('Of all that was traded.')),
  prevClosePrice: Type.Optional(amount('As `openPrice`.')),
  lastQty: Type.Optional(amount('0: it is not kept.')),
  bidPrice: Type.Optional(amount('Best bid; 0: nobody.')),
  bidQty: Type.Optional(amount('How much waits there.')),
  askPrice: Type.Optional(amount('Best ask; 0: nobody.')),
  askQty: Type.Optional(amount('How much waits there.')),
});
const price = dto({ symbol, price: amount('Of the last trade; 0: nobody has traded.') });
const top = dto({
  symbol,
  bidPrice: amount('Best bid; 0: nobody.'),
  bidQty: amount('How much waits there.'),
  askPrice: amount('Best ask; 0: nobody.'),
  askQty: amount('How much waits there.'),
});
const rateLimit = {
  rateLimitType: text('REQUEST_WEIGHT: calls that read. ORDERS: orders and cancels.'),
  interval: text('MINUTE.'),
  intervalNum: whole('1.'),
  limit: whole('How many.'),
};
/** One market alone is an object, several are a list. */
const oneOrMany = (schema: TSchema) => Type.Union([schema, list(schema)]);

/** By their paths below `/api/v3`. */
export const PUBLIC_REPLIES = {
  ping: dto({}),
  time: dto({ serverTime: whole('Now.') }),
  exchangeInfo: dto({
    timezone: text('UTC.'),
    serverTime: whole('Now.'),
    rateLimits: described(
      'A minute each: every call weighs one, each endpoint counts by itself, and those by a key by their key; answers tell what was used in `X-MBX-USED-WEIGHT-1M` or `X-MBX-ORDER-COUNT-1M`.',
      list(dto(rateLimit)),
    ),
    exchangeFilters: described('Empty: there are none beside those of markets.', list(Type.Unknown())),
    symbols: described('The markets.', list(market)),
  }),
  depth: dto({
    lastUpdateId: whole('The change of the book that this is after.'),
    bids: described('Best first.', list(level)),
    asks: described('Best first.', list(level)),
  }),
  trades: list(trade),
  historicalTrades: list(trade),
  aggTrades: list(aggregate),
  klines: list(candle),
  uiKlines: list(candle),
  avgPrice: dto({
    mins: whole('0: the last price.'),
    price: amount('Of the last trade; 0: nobody has traded.'),
    closeTime: whole('When that was.'),
  }),
  'ticker/24hr': oneOrMany(day),
  'ticker/price': oneOrMany(price),
  'ticker/bookTicker': oneOrMany(top),
} satisfies Record<string, TSchema>;

const orderNames = {
  symbol,
  orderId: whole('The number of the order, made of its id.'),
  orderListId: ORDER_LIST,
  clientOrderId: text('The id that its owner gave it, or ours.'),
};
const orderFields = {
  ...orderNames,
  price: amount('The limit; 0: it has none.'),
  origQty: amount('How much of the coin it is for.'),
  executedQty: amount('How much was traded.'),
  cummulativeQuoteQty: amount('What that cost, in the quote.'),
  status: words('How far it has come.', [
    'NEW',
    'PARTIALLY_FILLED',
    'FILLED',
    'CANCELED',
    'EXPIRED',
    'EXPIRED_IN_MATCH',
  ]),
  timeInForce: words('GTD of ours is GTC here.', ['GTC', 'IOC', 'FOK']),
  type: words('Its type.', TYPES),
  side: words('Whether it buys or sells the coin.', SIDES),
  stopPrice: Type.Optional(amount('Of one that waits, or waited, for a price.')),
  selfTradePreventionMode: words(
    'Whose order ends where it would meet one of the same account.',
    Object.keys(SELF_TRADE_MODES),
  ),
};
const inAll = amount('0: it is not kept.');
const order = dto({
  ...orderFields,
  icebergQty: amount('How much of it the book shows at a time; 0: all.'),
  time: whole('When it was placed.'),
  updateTime: whole('As `time`.'),
  isWorking: yes('Whether it is in the book, or was.'),
  workingTime: whole('Since when it is in the book; -1: it waits for its price.'),
  origQuoteOrderQty: inAll,
});
const cancelled = dto({
  ...orderFields,
  origClientOrderId: text('The id that the order has.'),
  origQuoteOrderQty: inAll,
  transactTime: whole('When it was cancelled.'),
});
const fill = dto({
  price: amount('Of one coin.'),
  qty: amount('How much of the coin.'),
  commission: amount('The fee.'),
  commissionAsset: text('What the fee is in: the quote.'),
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
  transactTime: whole('When it was placed.'),
  origQuoteOrderQty: Type.Optional(inAll),
  workingTime: Type.Optional(whole('Since when it is in the book; -1: it waits for its price.')),
  fills: Type.Optional(described('What it took as it came, of FULL.', list(fill))),
});
const orderList = {
  orderListId: whole('The number of the list, made of its id.'),
  contingencyType: words('OTO: a bracket of our own API, whose purchase brings its two sales to life.', [
    'OCO',
    'OTO',
  ]),
  listStatusType: words('ALL_DONE: nothing of it is open.', ['EXEC_STARTED', 'ALL_DONE']),
  listOrderStatus: words('ALL_DONE: nothing of it is open.', ['EXECUTING', 'ALL_DONE']),
  listClientOrderId: text('The id that its owner gave it, or ours.'),
  transactionTime: whole('When it was placed; of DELETE, when it was cancelled.'),
  symbol,
  orders: described(
    'Its orders, in the order in which they were placed.',
    list(dto({ symbol, orderId: orderNames.orderId, clientOrderId: orderNames.clientOrderId })),
  ),
};
const rates = dto({
  maker: amount('Of orders that waited, a part of one.'),
  taker: amount('Of orders that came, a part of one.'),
  buyer: amount('0.'),
  seller: amount('0.'),
});
const outcome = nullable(Type.Object({}, { additionalProperties: true }));

/** By method and path below `/api/v3`. */
export const SIGNED_REPLIES = {
  'POST order': placed,
  'POST order/test': dto({}),
  'GET order': order,
  'DELETE order': cancelled,
  'POST order/cancelReplace': dto({
    cancelResult: words('What became of the cancel.', ['SUCCESS', 'FAILURE']),
    newOrderResult: words('What became of the new order.', ['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
    cancelResponse: described('As DELETE order answers, or its failure.', outcome),
    newOrderResponse: described('As POST order answers, or its failure; null: it was not tried.', outcome),
  }),
  'GET openOrders': list(order),
  'DELETE openOrders': list(cancelled),
  'GET allOrders': list(order),
  'GET myTrades': list(
    dto({
      symbol,
      id: whole('Number of the trade, which rises within its market.'),
      orderId: whole('The number of the order.'),
      orderListId: ORDER_LIST,
      price: amount('Of one coin, in the quote.'),
      qty: amount('How much of the coin.'),
      quoteQty: amount('What that cost, in the quote.'),
      commission: amount('The fee.'),
      commissionAsset: text('What the fee is in.'),
      time: whole('When it was traded.'),
      isBuyer: yes('Whether the caller bought.'),
      isMaker: yes("Whether the caller's order waited."),
      isBestMatch: yes('True.'),
    }),
  ),
  'GET account': dto({
    makerCommission: whole('Highest fee of orders that waited, basis points.'),
    takerCommission: whole('Highest fee of orders that came, basis points.'),
    buyerCommission: whole('0.'),
    sellerCommission: whole('0.'),
    commissionRates: described('The same as parts of one.', rates),
    canTrade: yes('Whether the key may.'),
    canWithdraw: yes('Whether the key may.'),
    canDeposit: yes('Whether the key may.'),
    brokered: yes('False.'),
    requireSelfTradePrevention: yes('True: nobody trades with themselves.'),
    preventSor: yes('True: orders go nowhere else.'),
    updateTime: whole('Now.'),
    accountType: text('SPOT.'),
    balances: described(
      'What the account has.',
      list(
        dto({
          asset: text('Code of the coin; TMN is Toman.'),
          free: amount('Available.'),
          locked: amount('On hold.'),
        }),
      ),
    ),
    permissions: described('SPOT.', list(Type.String())),
  }),
  'GET account/commission': dto({
    symbol,
    standardCommission: described("Fees of the caller's level.", rates),
    specialCommission: described('Zero.', rates),
    taxCommission: described('Zero.', rates),
    discount: described(
      'There is none.',
      dto({
        enabledForAccount: yes('False.'),
        enabledForSymbol: yes('False.'),
        discountAsset: text('Empty.'),
        discount: amount('0.'),
      }),
    ),
  }),
  'POST orderList/oco': dto({
    ...orderList,
    orderReports: described('As POST order answers.', list(placed)),
  }),
  'POST order/oco': dto({ ...orderList, orderReports: described('As POST order answers.', list(placed)) }),
  'GET orderList': dto(orderList),
  'DELETE orderList': dto({
    ...orderList,
    orderReports: described('As DELETE order answers.', list(cancelled)),
  }),
  'GET openOrderList': list(dto(orderList)),
  'GET allOrderList': list(dto(orderList)),
  'GET rateLimit/order': list(
    dto({ ...rateLimit, count: whole('How many were sent in the minute that runs.') }),
  ),
  'PUT order/amend/keepPriority': dto({
    transactTime: whole('When it was changed.'),
    executionId: whole('The number of the order.'),
    amendedOrder: described(
      'The order as it is now.',
      dto({
        ...orderNames,
        origClientOrderId: text('The id that it had.'),
        price: orderFields.price,
        qty: orderFields.origQty,
        executedQty: orderFields.executedQty,
        preventedQty: amount('0.'),
        quoteOrderQty: amount('0.'),
        cumulativeQuoteQty: orderFields.cummulativeQuoteQty,
        status: orderFields.status,
        timeInForce: orderFields.timeInForce,
        type: orderFields.type,
        side: orderFields.side,
        workingTime: whole('Since when it is in the book; -1: it waits for its price.'),
        selfTradePreventionMode: orderFields.selfTradePreventionMode,
      }),
    ),
  }),
} satisfies Record<string, TSchema>;

export const NETWORKS_REPLY = list(
  dto({
    coin: text('Code of the coin.'),
    name: text('Its English name.'),
    depositAllEnable: yes('Whether it can come in by any network.'),
    withdrawAllEnable: yes('Whether it can leave by any network.'),
    trading: yes('Whether it is active.'),
    isLegalMoney: yes('Whether it is Toman.'),
    networkList: described(
      'Its networks.',
      list(
        dto({
          network: text('The network, as our own API names it.'),
          coin: text('Code of the coin.'),
          name: text('As `network`.'),
          isDefault: yes('Whether it is the first.'),
          depositEnable: yes('Whether it can come in.'),
          withdrawEnable: yes('Whether it can leave.'),
          withdrawFee: amount('What that costs.'),
          withdrawMin: amount('The least that leaves.'),
          withdrawMax: amount('The most that leaves at once.'),
          minConfirm: whole('Confirmations that a deposit needs.'),
          sameAddress: yes('Whether a tag is needed.'),
        }),
      ),
    ),
  }),
);
