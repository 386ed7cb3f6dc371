/**
 * Examples of each message of the stream. `server/test/examples.system.test.ts` compares them with what a server
 * sends and accepts.
 */

export interface StreamExample {
  name: string;
  payload: object;
}

const createLevel = (unitPrice: string, amount: string) => [unitPrice, amount];
const createPrice = (
  unit: string,
  destCoinSymbol: string,
  buyPrice: string,
  sellPrice: string,
  referencePrice: string,
  change: string,
) => ({
  destCoinSymbol,
  unit,
  buyPrice,
  sellPrice,
  referencePrice,
  price24hrChangePercent: change,
  isActive: true,
});
const createCandle = (time: number, volume: string) => ({
  time,
  open: '5276070',
  high: '5283470',
  low: '5276070',
  close: '5283470',
  volume,
});
const open = {
  id: '01a21550-1acc-749b-821a-0065f2ce0882',
  number: '46G0-CQSC-W242',
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: 'DASH_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'DASH',
  amount: '0.500',
  unitPrice: '4465000',
  executedAmount: '0.000',
  executedPercent: 0,
  wholePrice: '2232500',
  executedPrice: '0',
  wage: '0',
  totalPrice: '0',
  blocked: '2241430',
  endedBy: null,
  timeInForce: 'GTC',
  validUntil: null,
  postOnly: false,
  clientOrderId: 'bot-1',
  selfTradePrevention: 'NEWEST',
  replaces: null,
  displayAmount: null,
  shownAmount: null,
  trigger: null,
  group: null,
  recurring: null,
  createdAtDateTime: '2026-11-26T00:45:01.006Z',
};
const cancelled = { ...open, orderStatus: 'FINISHED_WITHOUT_TRANSACTION', blocked: '0', endedBy: 'OWNER' };
const createSnapshot = (channel: string, seq: number, data: unknown): StreamExample => ({
  name: 'snapshot',
  payload: { channel, seq, type: 'snapshot', data },
});
/** `prev`: for channels whose numbers have gaps. */
const createUpdate = (channel: string, seq: number, data: unknown, prev?: number): StreamExample => ({
  name: 'update',
  payload: { channel, seq, ...(prev !== undefined && { prev }), type: 'update', data },
});
const createPrivateSnapshot = (channel: string): StreamExample => ({
  ...createSnapshot(channel, 0, null),
  name: channel,
});

const CLIENT_EXAMPLES: Record<string, StreamExample[]> = {
  Subscribe: [
    { name: 'prices and a book', payload: { op: 'subscribe', channels: ['prices', 'book:DASH_TOMAN'] } },
    {
      name: 'a book with checksums',
      payload: { op: 'subscribe', channels: ['book:DASH_TOMAN'], checksum: true },
    },
    {
      name: 'go on from a number',
      payload: { op: 'subscribe', channels: ['balances', 'fills'], since: { balances: 1225, fills: 1219 } },
    },
  ],
  Unsubscribe: [{ name: 'prices', payload: { op: 'unsubscribe', channels: ['prices'] } }],
  Authenticate: [
    {
      name: 'a session',
      payload: { op: 'auth', token: 'CxFVdJ6qvCAxSx4dZZmvEJzGQqLyNVFhFnUbZMRgvqI' },
    },
  ],
  AuthenticateProgram: [
    {
      name: 'the key of the vectors',
      payload: {
        op: 'auth',
        key: '01a21550-0000-7000-8000-000000000001',
        time: '1795600000005',
        signature: 'LG55u7rYcK+Aecb/jd0QrB8xtlpxmo3R1Hebymgs2ggy/qpC+Epxt0Eq7McMAJLoBuXUcktXylCTGM5yrOoECw==',
      },
    },
  ],
  Ping: [{ name: 'ping', payload: { op: 'ping' } }],
};

const SERVER_EXAMPLES: Record<string, StreamExample[]> = {
  Authenticated: [{ name: 'authenticated', payload: { op: 'authenticated' } }],
  Pong: [{ name: 'pong', payload: { op: 'pong' } }],
  StreamError: [
    { name: 'no such message', payload: { op: 'error', message: 'BAD_REQUEST', errors: ['op'] } },
    { name: 'a field too many', payload: { op: 'error', message: 'UNKNOWN_FIELD', errors: ['chanels'] } },
  ],
};

const PUBLIC_EXAMPLES: Record<string, StreamExample[]> = {
  PricesMessage: [
    createUpdate('prices', 598, {
      TOMAN: [createPrice('TOMAN', 'DASH', '5288300', '5269800', '5279050', '-0.48')],
      TETHER: [createPrice('TETHER', 'BITCOIN', '107785.10', '107408.50', '107596.80', '-0.75')],
    }),
  ],
  CoinsMessage: [createSnapshot('coins', 0, { at: 1_795_653_894_970 })],
  MaintenanceMessage: [
    createSnapshot('maintenance', 0, { isOn: false, text: null, expectedEnd: null, paused: [] }),
  ],
  BookMessage: [
    createSnapshot('book:DASH_TOMAN', 47, {
      bids: [createLevel('5276070', '4.277'), createLevel('5273050', '13.995')],
      asks: [createLevel('5283470', '4.837'), createLevel('5287030', '7.490')],
    }),
    createUpdate(
      'book:DASH_TOMAN',
      50,
      { bids: [createLevel('4465000', '0.000')], asks: [], checksum: 1_057_619_747 },
      49,
    ),
  ],
  TradesMessage: [
    createUpdate(
      'trades:DASH_TOMAN',
      2,
      [
        {
          number: 2,
          unitPrice: '5283470',
          amount: '0.188',
          side: 'buy',
          createdAtDateTime: '2026-11-26T00:45:01.135Z',
        },
      ],
      1,
    ),
  ],
  CandlesMessage: [
    { ...createUpdate('candles:DASH_TOMAN', 538, createCandle(1_795_653_900, '0.188')), name: 'a minute' },
    {
      ...createUpdate('candles:DASH_TOMAN:4h', 1, createCandle(1_795_653_000, '1.710')),
      name: 'four hours of Tehran',
    },
    {
      ...createUpdate('candles:DASH_TOMAN:4h:UTC', 1, createCandle(1_795_651_200, '1.710')),
      name: 'four hours of UTC',
    },
  ],
  MarketsMessage: [
    createUpdate('markets:TOMAN', 566, [
      {
        relatedCoin: 'DASH',
        marketType: 'DASH_TOMAN',
        isActive: true,
        lastPrice: '5283470',
        priceOf: 'TRADES',
        last24HoursChange: '0.14',
        last24HoursVolume: '1.710',
        last24HoursValue: '9023470.9',
        last24HoursHigh: '5283470',
        last24HoursLow: '5276070',
        bestBid: '5276070',
        bestAsk: '5283470',
      },
    ]),
  ],
};

const PRIVATE_EXAMPLES: Record<string, StreamExample[]> = {
  PrivateSnapshot: [
    createPrivateSnapshot('wallets'),
    createPrivateSnapshot('notices'),
    createPrivateSnapshot('orders'),
  ],
  WalletsMessage: [createUpdate('wallets', 3, { coins: ['DASH', 'TOMAN'] })],
  NoticesMessage: [createUpdate('notices', 1, { unread: 1 })],
  OrdersMessage: [createUpdate('orders', 3, cancelled)],
  OpenOrdersMessage: [
    createSnapshot('open-orders', 1219, []),
    createUpdate('open-orders', 1221, [open], 1219),
  ],
  FillsMessage: [
    createUpdate(
      'fills',
      1225,
      [
        {
          id: 'DASH_TOMAN-2',
          number: '2',
          marketType: 'DASH_TOMAN',
          orderId: '01a21550-1b4f-760b-b276-03a78d76668f',
          side: 'buy',
          unitPrice: '5283470',
          amount: '0.188',
          wholePrice: '993292.36',
          wage: '3973.16944',
          wageCoin: 'TOMAN',
          maker: false,
          createdAtDateTime: '2026-11-26T00:45:01.135Z',
        },
      ],
      1219,
    ),
  ],
  BalancesMessage: [
    createUpdate(
      'balances',
      1227,
      [
        {
          relatedCoin: 'TOMAN',
          credit: '499002734.47056',
          blockedCredit: '0',
          totalBalance: '499002734.47056',
        },
      ],
      1225,
    ),
  ],
};

export const STREAM_EXAMPLES: Readonly<Record<string, readonly StreamExample[]>> = {
  ...CLIENT_EXAMPLES,
  ...SERVER_EXAMPLES,
  ...PUBLIC_EXAMPLES,
  ...PRIVATE_EXAMPLES,
};
