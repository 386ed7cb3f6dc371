/** Limits and features of this installation that programs need to know. */
import { type Static, Type } from 'typebox';
import { endpoint, KEY_PERMISSIONS } from './endpoint.ts';
import { described, integer, itemReply, list, nullable, oneOf, text } from './fields.ts';

/** Rate classes that apply to programs. */
export const PROGRAM_RATES = ['read', 'write', 'money', 'order'] as const;

/** Minimum time between announcing the removal of a call and its removal. */
export const MIN_NOTICE_MONTHS = 6;

const count = (description: string) => integer(description, { minimum: 0 });

export const ProgramTerms = described('Limits, refusals and calls, as enforced by the server.', {
  rates: list(
    'Rate limits of a key. Calls of all operations in a class are counted together. Calls without a key are counted per network address and operation.',
    {
      rate: oneOf('Rate class.', PROGRAM_RATES),
      most: count('Maximum number of calls per window.'),
      seconds: count('Length of a window, in seconds.'),
    },
  ),
  marketMakerTimes: count('Factor by which the rate limits of a market maker are higher.'),
  ordersPerSecond: count('Maximum number of orders and cancellations per account per second.'),
  signatureWindow: count(
    'Maximum difference between X-Api-Time and the server time, in either direction, in milliseconds.',
  ),
  keys: count('Maximum number of keys per user.'),
  keyAddresses: count('Maximum number of networks per key.'),
  openOrders: count('Maximum number of open orders per user and market.'),
  allOpenOrders: count('Maximum number of open orders per user in all markets.'),
  batch: count('Maximum number of orders to place, or ids of orders to cancel, per batch.'),
  cancelAfter: count('Maximum timeout of cancel-after, in seconds.'),
  channels: count('Maximum number of stream channels per connection.'),
  streams: count('Maximum number of stream connections per user.'),
  noticeMonths: count('Minimum number of months between the announcement of a removal and the removal.'),
  deprecated: list('Deprecated calls, with the day of the announcement and the earliest day of removal.', {
    call: text('Method and path.'),
    sinceDate: text('Date of the announcement.'),
    untilDate: text('Date until which the call is available, at least.'),
  }),
  errors: list(
    'All refusals that a program may receive from public reads, calls with a key, and calls of a store.',
    {
      code: text('Code, sent as `message`.'),
      status: text('Status, sent as `status`.'),
      httpStatus: count('HTTP status of the reply.'),
    },
  ),
  binance: list("Calls in the format of Binance's spot API.", {
    method: text('HTTP method.'),
    path: text('Path below the host, with its parameters.'),
    permission: nullable('Permission that the key requires; null: public.', Type.Enum(KEY_PERMISSIONS)),
  }),
});
export type ProgramTerms = Static<typeof ProgramTerms>;

export const programTerms = endpoint('GET', '/developers', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the limits, refusals and calls that programs need to know',
  reply: itemReply(ProgramTerms),
});
