/** Contracts of every call in Binance's format, like those of our own calls: parameters, reply, and permission. */
import type { KeyPermission } from '@sarraf/domain/contracts';
import { type TProperties, type TSchema, Type } from 'typebox';
import { PUBLIC_PARAMETERS, SIGNED_PARAMETERS, SIGNING_PARAMETERS } from './parameters.ts';
import { NETWORKS_REPLY, PUBLIC_REPLIES, SIGNED_REPLIES } from './replies.ts';

export interface FormCall {
  method: string;
  /** From the root on. */
  path: string;
  /** Permission that a key needs; null: public. */
  permission: KeyPermission | null;
  summary: string;
  /** Without the signature parameters. */
  parameters: TProperties;
  reply: TSchema;
}

export const PREFIX = '/api/v3';
export const NETWORKS_PATH = '/sapi/v1/capital/config/getall';

const SUMMARIES: Readonly<Record<keyof typeof PUBLIC_PARAMETERS | keyof typeof SIGNED_PARAMETERS, string>> = {
  ping: 'Checks whether the server responds',
  time: 'Returns the server time',
  exchangeInfo: 'Returns the markets and their rules for orders',
  depth: 'Returns the order book of a market',
  trades: 'Returns the newest trades of a market, oldest first',
  historicalTrades: 'Returns trades of a market from a given number on, oldest first',
  aggTrades: 'Returns trades in the aggregate format, oldest first; each trade is a separate entry',
  klines: 'Returns candles of a market, oldest first',
  uiKlines: 'Returns candles of a market, oldest first; same as `klines`',
  avgPrice: 'Returns the last price of a market, as an average over 0 minutes',
  'ticker/24hr': 'Returns 24-hour statistics of one, several or all markets',
  'ticker/price': 'Returns the last price of one, several or all markets',
  'ticker/bookTicker': 'Returns the best bid and ask of one, several or all markets',
  'POST order': 'Places an order',
  'POST order/test': 'Validates the parameters of an order without placing it',
  'GET order': "Returns one of the caller's orders",
  'DELETE order': 'Cancels an open order',
  'POST order/cancelReplace': 'Cancels an open order and then places a new one, in two steps',
  'GET openOrders': "Returns the caller's open orders, oldest first",
  'DELETE openOrders': 'Cancels all open orders of a market; returns at most 100 of them',
  'GET allOrders': "Returns the caller's orders in a market, oldest first",
  'GET myTrades': "Returns the caller's fills in a market, oldest first",
  'GET account': "Returns the caller's balances and permissions",
  'GET account/commission': "Returns the caller's fee rates in a market",
  'POST orderList/oco': 'Places a limit order and a stop that cancel each other',
  'POST order/oco': 'Places a limit order and a stop that cancel each other, in the older format',
  'GET orderList': "Returns one of the caller's order lists",
  'DELETE orderList': 'Cancels the open orders of an order list',
  'GET openOrderList': "Returns the caller's order lists that have open orders, oldest first",
  'GET allOrderList': "Returns the caller's order lists, oldest first",
  'GET rateLimit/order': 'Returns how many orders and cancellations a key may send per minute, and has sent',
  'PUT order/amend/keepPriority': 'Reduces the amount of an open order, which keeps its priority',
};

const PERMISSION_OF: Readonly<Record<string, KeyPermission>> = { GET: 'READ' };

/** By operation name: `depth`, `POST order`. */
export const FORM_CALLS: ReadonlyMap<string, FormCall> = new Map([
  ...keysOf(PUBLIC_PARAMETERS).map((name): [string, FormCall] => [
    name,
    {
      method: 'GET',
      path: `${PREFIX}/${name}`,
      permission: null,
      summary: SUMMARIES[name],
      parameters: PUBLIC_PARAMETERS[name],
      reply: PUBLIC_REPLIES[name],
    },
  ]),
  ...keysOf(SIGNED_PARAMETERS).map((name): [string, FormCall] => {
    const [method = '', path = ''] = name.split(' ');
    return [
      name,
      {
        method,
        path: `${PREFIX}/${path}`,
        permission: PERMISSION_OF[method] ?? 'TRADE',
        summary: SUMMARIES[name],
        parameters: SIGNED_PARAMETERS[name],
        reply: SIGNED_REPLIES[name],
      },
    ];
  }),
  [
    'networks',
    {
      method: 'GET',
      path: NETWORKS_PATH,
      permission: 'READ',
      summary: 'Returns all coins with their networks',
      parameters: {},
      reply: NETWORKS_REPLY,
    },
  ],
]);

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

/** Returns all parameters of a call, those of the signature included. */
export const parametersOf = ({ parameters, permission }: FormCall) =>
  Type.Object({ ...parameters, ...(permission !== null && SIGNING_PARAMETERS) });

/** @throws when there is no such call. */
export function getFormCall(name: string): FormCall {
  const call = FORM_CALLS.get(name);
  if (!call) throw new Error(`${name} is no call in Binance's format`);
  return call;
}
