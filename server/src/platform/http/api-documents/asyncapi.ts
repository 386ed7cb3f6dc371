import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';
import { NamedSchemas, type Schema } from './named-schemas.ts';
import type { DocumentSettings } from './openapi.ts';
import { STREAM_EXAMPLES } from './stream-examples.ts';

type Json = Record<string, unknown>;

/** Messages of the server by channel of the stream. */
const PUBLIC = {
  prices: { address: 'prices', messages: ['PricesMessage'] },
  coins: { address: 'coins', messages: ['CoinsMessage'] },
  maintenance: { address: 'maintenance', messages: ['MaintenanceMessage'] },
  book: { address: 'book:{marketType}', messages: ['BookMessage'] },
  trades: { address: 'trades:{marketType}', messages: ['TradesMessage'] },
  candles: { address: 'candles:{marketType}', messages: ['CandlesMessage'] },
  longCandles: { address: 'candles:{marketType}:{interval}', messages: ['CandlesMessage'] },
  longCandlesUtc: { address: 'candles:{marketType}:{interval}:UTC', messages: ['CandlesMessage'] },
  markets: { address: 'markets:{quote}', messages: ['MarketsMessage'] },
};
const PRIVATE = {
  wallets: { address: 'wallets', messages: ['WalletsMessage', 'PrivateSnapshot'] },
  notices: { address: 'notices', messages: ['NoticesMessage', 'PrivateSnapshot'] },
  orders: { address: 'orders', messages: ['OrdersMessage', 'PrivateSnapshot'] },
  openOrders: { address: 'open-orders', messages: ['OpenOrdersMessage'] },
  fills: { address: 'fills', messages: ['FillsMessage'] },
  balances: { address: 'balances', messages: ['BalancesMessage'] },
};
const ASKED = ['Subscribe', 'Unsubscribe', 'Authenticate', 'AuthenticateProgram', 'Ping'];
const ANSWERED = ['Authenticated', 'Pong', 'StreamError'];

/** Reasons why a connection is closed, and what to do then. */
const CLOSES: Record<StreamClose, string> = {
  SERVER_STOPS: 'The server stops: connect again.',
  FULL: 'There is no room: connect again later, and wait longer each time.',
  SESSION_ENDED:
    'The session or the API key has ended, or what it may do has changed: connect and sign in again.',
  IDLE: 'No channel was read for a minute: connect again when there is something to read.',
  SLOW_READER:
    'More than a megabyte waited to be read: connect again, wait longer each time, and subscribe to less. What waited was not sent.',
};
const closes = Object.entries(CLOSES).map(
  ([reason, advice]) => `- ${STREAM_CLOSES[reason as StreamClose]} ${reason}: ${advice}`,
);

const PARAMETERS: Record<string, Json> = {
  marketType: { description: 'The market: coin and quote.', examples: ['BITCOIN_TOMAN'] },
  interval: { description: 'Length of a candle.', enum: [...contracts.CANDLE_INTERVALS] },
  quote: { description: 'The quote of the markets.', enum: ['TOMAN', 'TETHER'] },
};

/** Returns the AsyncAPI 3 document of WebSocket `/api/stream`: one connection, whose messages name their channel. */
export function asyncApi({ name, publicUrl }: DocumentSettings): Json {
  const { host, protocol } = new URL(publicUrl);
  const schemas = new NamedSchemas('draft-07');
  const channels = { ...PUBLIC, ...PRIVATE };
  const names = [
    ...new Set([...Object.values(channels).flatMap((one) => one.messages), ...ASKED, ...ANSWERED]),
  ];
  return {
    asyncapi: '3.0.0',
    id: 'urn:sarraf:stream',
    info: {
      title: `${name} stream`,
      version: '1',
      description:
        'One WebSocket for prices, books, trades and what concerns the person. Subscribe to channels; each begins with a snapshot, and its messages are numbered. One message subscribes to as many as fifty. The server pings each connection by the WebSocket protocol every twenty seconds and closes one that has not answered; where a client can’t see these, `{"op":"ping"}` is answered by `{"op":"pong"}`.',
      contact: { name, url: new URL('/contact-us', publicUrl).href },
      tags: [{ name: 'stream', description: 'Prices, books, orders as they change.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      exchange: {
        host,
        pathname: '/api/stream',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: name,
      },
    },
    channels: {
      connection: {
        address: '/',
        description: `The connection itself: what is asked and answered beside the channels. Codes and reasons with which the server closes it:\n\n${closes.join('\n')}`,
        messages: referencesOf([...ASKED, ...ANSWERED]),
      },
      ...Object.fromEntries(Object.entries(channels).map(([key, one]) => [key, channelOf(key, one)])),
    },
    operations: {
      ask: operationOf('connection', 'receive', ASKED, 'What a client asks.'),
      answer: operationOf('connection', 'send', ANSWERED, 'What the server answers.'),
      ...Object.fromEntries(
        Object.entries(channels).map(([key, one]) => [
          `send${key[0]?.toUpperCase()}${key.slice(1)}`,
          operationOf(key, 'send', one.messages, `What is told in ${one.address}.`),
        ]),
      ),
    },
    components: {
      messages: Object.fromEntries(names.map((one) => [one, messageOf(one, schemas)])),
      schemas: schemas.components,
    },
  };
}

const referencesOf = (messages: readonly string[]) =>
  Object.fromEntries(messages.map((one) => [one, { $ref: `#/components/messages/${one}` }]));

function channelOf(key: string, { address, messages }: { address: string; messages: string[] }): Json {
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    address,
    description: key in PRIVATE ? 'For signed-in connections: the person’s own.' : 'Anybody may read it.',
    messages: referencesOf(messages),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map((name) => [name, PARAMETERS[name]])),
    }),
  };
}

const NOTES = {
  send: 'Sent by the server.',
  receive: 'Sent by a client, as one JSON object a text frame.',
};

const operationOf = (
  channel: string,
  action: 'send' | 'receive',
  messages: string[],
  summary: string,
): Json => ({
  action,
  summary,
  description: NOTES[action],
  channel: { $ref: `#/channels/${channel}` },
  messages: messages.map((one) => ({ $ref: `#/channels/${channel}/messages/${one}` })),
});

const EXPORTED = { ...contracts } as unknown as Record<string, Schema>;

function messageOf(name: string, schemas: NamedSchemas): Json {
  const schema = EXPORTED[name];
  if (!schema) throw new Error(`${name} is not an exported contract`);
  return {
    name,
    title: name,
    summary: schema.description,
    payload: schemas.of(schema, name),
    examples: STREAM_EXAMPLES[name],
  };
}
