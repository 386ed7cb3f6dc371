import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';
import { NamedSchemas, type Schema } from './named-schemas.ts';
import type { DocumentSettings } from './openapi.ts';
import { STREAM_EXAMPLES } from './stream-examples.ts';

type Json = Record<string, unknown>;

/** Messages of the server by channel of the stream. */
const PUBLIC_CHANNELS = {
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
const PRIVATE_CHANNELS = {
  wallets: { address: 'wallets', messages: ['WalletsMessage', 'PrivateSnapshot'] },
  notices: { address: 'notices', messages: ['NoticesMessage', 'PrivateSnapshot'] },
  orders: { address: 'orders', messages: ['OrdersMessage', 'PrivateSnapshot'] },
  openOrders: { address: 'open-orders', messages: ['OpenOrdersMessage'] },
  fills: { address: 'fills', messages: ['FillsMessage'] },
  balances: { address: 'balances', messages: ['BalancesMessage'] },
};
const CLIENT_MESSAGES = ['Subscribe', 'Unsubscribe', 'Authenticate', 'AuthenticateProgram', 'Ping'];
const SERVER_MESSAGES = ['Authenticated', 'Pong', 'StreamError'];

/** Reasons why a connection is closed, and what to do then. */
const CLOSE_ADVICE: Record<StreamClose, string> = {
  SERVER_STOPS: 'The server is stopping: reconnect.',
  FULL: 'The server has too many connections: reconnect with increasing delays.',
  SESSION_ENDED:
    'The session or the API key has ended, or its permissions have changed: reconnect and authenticate again.',
  IDLE: 'There was no subscription for a minute: reconnect when a channel is needed.',
  SLOW_READER:
    'More than a megabyte was waiting to be read: reconnect with increasing delays, and subscribe to fewer channels. The waiting messages were not sent.',
};
const closeDescriptions = Object.entries(CLOSE_ADVICE).map(
  ([reason, advice]) => `- ${STREAM_CLOSES[reason as StreamClose]} ${reason}: ${advice}`,
);

const PARAMETERS: Record<string, Json> = {
  marketType: { description: 'Market, as coin and quote.', examples: ['BITCOIN_TOMAN'] },
  interval: { description: 'Length of a candle.', enum: [...contracts.CANDLE_INTERVALS] },
  quote: { description: 'Quote asset of the markets.', enum: ['TOMAN', 'TETHER'] },
};

/** Returns the AsyncAPI 3 document of WebSocket `/api/stream`: one connection, whose messages name their channel. */
export function buildAsyncApi({ name, publicUrl }: DocumentSettings): Json {
  const { host, protocol } = new URL(publicUrl);
  const schemas = new NamedSchemas('draft-07');
  const channels = { ...PUBLIC_CHANNELS, ...PRIVATE_CHANNELS };
  const names = [
    ...new Set([
      ...Object.values(channels).flatMap((one) => one.messages),
      ...CLIENT_MESSAGES,
      ...SERVER_MESSAGES,
    ]),
  ];
  return {
    asyncapi: '3.0.0',
    id: 'urn:sarraf:stream',
    info: {
      title: `${name} stream`,
      version: '1',
      description:
        'One WebSocket for prices, order books, trades and the user’s own data. Subscribe to channels; each starts with a snapshot, and its messages are numbered. One message subscribes to at most fifty channels. The server sends a WebSocket ping to each connection every twenty seconds and closes a connection that has not replied. Clients that can’t see these pings can send `{"op":"ping"}`, and receive `{"op":"pong"}`.',
      contact: { name, url: new URL('/contact-us', publicUrl).href },
      tags: [{ name: 'stream', description: 'Prices, order books and orders as they change.' }],
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
        description: `Requests and replies of the connection itself, outside of channels. Codes and reasons with which the server closes it:\n\n${closeDescriptions.join('\n')}`,
        messages: toMessageReferences([...CLIENT_MESSAGES, ...SERVER_MESSAGES]),
      },
      ...Object.fromEntries(Object.entries(channels).map(([key, one]) => [key, describeChannel(key, one)])),
    },
    operations: {
      ask: describeOperation('connection', 'receive', CLIENT_MESSAGES, 'Requests of a client.'),
      answer: describeOperation('connection', 'send', SERVER_MESSAGES, 'Replies of the server.'),
      ...Object.fromEntries(
        Object.entries(channels).map(([key, one]) => [
          `send${key[0]?.toUpperCase()}${key.slice(1)}`,
          describeOperation(key, 'send', one.messages, `Messages of ${one.address}.`),
        ]),
      ),
    },
    components: {
      messages: Object.fromEntries(names.map((one) => [one, describeMessage(one, schemas)])),
      schemas: schemas.components,
    },
  };
}

const toMessageReferences = (messages: readonly string[]) =>
  Object.fromEntries(messages.map((one) => [one, { $ref: `#/components/messages/${one}` }]));

function describeChannel(key: string, { address, messages }: { address: string; messages: string[] }): Json {
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    address,
    description: key in PRIVATE_CHANNELS ? 'Data of the authenticated user.' : 'Requires no authentication.',
    messages: toMessageReferences(messages),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map((name) => [name, PARAMETERS[name]])),
    }),
  };
}

const ACTION_NOTES = {
  send: 'Sent by the server.',
  receive: 'Sent by a client, as one JSON object per text frame.',
};

const describeOperation = (
  channel: string,
  action: 'send' | 'receive',
  messages: string[],
  summary: string,
): Json => ({
  action,
  summary,
  description: ACTION_NOTES[action],
  channel: { $ref: `#/channels/${channel}` },
  messages: messages.map((one) => ({ $ref: `#/channels/${channel}/messages/${one}` })),
});

const EXPORTED_CONTRACTS = { ...contracts } as unknown as Record<string, Schema>;

function describeMessage(name: string, schemas: NamedSchemas): Json {
  const schema = EXPORTED_CONTRACTS[name];
  if (!schema) throw new Error(`${name} is not an exported contract`);
  return {
    name,
    title: name,
    summary: schema.description,
    payload: schemas.describeSchema(schema, name),
    examples: STREAM_EXAMPLES[name],
  };
}
