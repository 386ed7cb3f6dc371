/** Limits and features of this installation that programs need to know. */
import { type Static, Type } from 'typebox';
import { described, endpoint, KEY_PERMISSIONS, open, withBase } from './endpoint.ts';

/** Rate classes that apply to programs. */
export const PROGRAM_RATES = ['read', 'write', 'money', 'order'] as const;

/** Minimum time between announcing the removal of a call and its removal. */
export const MIN_NOTICE_MONTHS = 6;

const count = (description: string) => described(description, Type.Integer({ minimum: 0 }));

export const ProgramTerms = described(
  'Limits, refusals and calls, read from what the server itself goes by.',
  Type.Object(
    {
      rates: described(
        'How often one key may call, over all operations of a class together. Calls without a key count by network address and operation.',
        Type.Array(
          Type.Object(
            {
              rate: described('The class.', Type.Enum(PROGRAM_RATES)),
              most: count('Calls in a window.'),
              seconds: count('How long a window is.'),
            },
            open,
          ),
        ),
      ),
      marketMakerTimes: count('How many times as often the keys of a market maker may call.'),
      ordersPerSecond: count('Orders and cancels of one account in a second.'),
      signatureWindow: count('How far X-Api-Time may be from our clock, either way: milliseconds.'),
      keys: count('Keys of one person.'),
      keyAddresses: count('Networks that one key may name.'),
      openOrders: count('Open orders of one person in one market.'),
      allOpenOrders: count('Open orders of one person in all markets.'),
      batch: count('Orders, or ids of orders to cancel, in one batch.'),
      cancelAfter: count('The longest that cancel-after waits: seconds.'),
      channels: count('Channels of the stream that one connection reads.'),
      streams: count('Connections to the stream of one person.'),
      noticeMonths: count(
        'Months between the day on which we say that something goes and the day on which it goes, at least.',
      ),
      deprecated: described(
        'Calls that go: method and path, since when that is said, and when they go at the earliest.',
        Type.Array(
          Type.Object(
            {
              call: described('Method and path.', Type.String()),
              sinceDate: described('The day on which it was said.', Type.String()),
              untilDate: described('The day until which it is there, at least.', Type.String()),
            },
            open,
          ),
        ),
      ),
      errors: described(
        'Every refusal that a program may meet: of public reads, of calls by key, of calls of a store.',
        Type.Array(
          Type.Object(
            {
              code: described('It comes as `message`.', Type.String()),
              status: described('It comes as `status`.', Type.String()),
              httpStatus: count('Status of the answer.'),
            },
            open,
          ),
        ),
      ),
      binance: described(
        'Calls in the form of Binance’s spot API.',
        Type.Array(
          Type.Object(
            {
              method: described('How it is called.', Type.String()),
              path: described('Where.', Type.String()),
              permission: described(
                'What a key needs for it; null: anyone may call.',
                Type.Union([Type.Enum(KEY_PERMISSIONS), Type.Null()]),
              ),
            },
            open,
          ),
        ),
      ),
    },
    open,
  ),
);
export type ProgramTerms = Static<typeof ProgramTerms>;

export const programTerms = endpoint({
  method: 'GET',
  path: '/developers',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Limits, refusals and calls that programs have to know of',
  reply: withBase(ProgramTerms),
});
