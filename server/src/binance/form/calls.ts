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
  ping: 'Answers',
  time: "The exchange's time",
  exchangeInfo: 'Markets, and what an order must keep to there',
  depth: 'The order book of a market',
  trades: 'The newest trades of a market, oldest first',
  historicalTrades: 'Trades of a market from a number on, oldest first',
  aggTrades: 'The same as aggregates: each trade is told by itself',
  klines: 'Candles of a market, oldest first',
  uiKlines: 'The same',
  avgPrice: 'The last price of a market, as an average over no minutes',
  'ticker/24hr': 'What a day brought, of one, some or all markets',
  'ticker/price': 'The last price of one, some or all markets',
  'ticker/bookTicker': 'The best prices of one, some or all markets',
  'POST order': 'Places an order',
  'POST order/test': 'Reads an order, and places none',
  'GET order': 'One of the orders of the caller',
  'DELETE order': 'Cancels an open order',
  'POST order/cancelReplace': 'Cancels an open order and then places another, in two steps',
  'GET openOrders': 'The open orders of the caller, oldest first',
  'DELETE openOrders': 'Cancels the open orders of a market, at most a hundred of which are told',
  'GET allOrders': 'Orders of the caller in a market, oldest first',
  'GET myTrades': 'Fills of the caller in a market, oldest first',
  'GET account': 'What the caller has',
  'GET account/commission': "The caller's fees in a market",
  'POST orderList/oco': 'Places a limit order and a stop that end each other',
  'POST order/oco': 'The same, in the form of before',
  'GET orderList': 'One of the order lists of the caller',
  'DELETE orderList': 'Cancels what is open of an order list',
  'GET openOrderList': 'The order lists of the caller of which something is open, oldest first',
  'GET allOrderList': 'Order lists of the caller, oldest first',
  'GET rateLimit/order': 'How many orders and cancels a key may send in a minute, and has sent',
  'PUT order/amend/keepPriority': 'Less of an open order, which keeps its place in the line',
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
      summary: 'Coins with their networks',
      parameters: {},
      reply: NETWORKS_REPLY,
    },
  ],
]);

function keysOf<K extends string>(of: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(of) as K[];
}

/** Returns all parameters of a call, those of the signature included. */
export const parametersOf = ({ parameters, permission }: FormCall) =>
  Type.Object({ ...parameters, ...(permission !== null && SIGNING_PARAMETERS) });

/** @throws when there is no such call. */
export function formCall(name: string): FormCall {
  const call = FORM_CALLS.get(name);
  if (!call) throw new Error(`${name} is no call in Binance's format`);
  return call;
}
