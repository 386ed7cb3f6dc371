/** Price alerts of users. */
import { type Static, Type } from 'typebox';
import { ALERT_DIRECTIONS, ALERT_REPEATS, MAX_ALERTS } from '../alerts.ts';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  open,
  success,
  Timestamp,
  withBase,
} from './endpoint.ts';

/**
 * WAITING: for the price. PAUSED: has notified and is inactive until `pausedUntilDateTime`. BEYOND: the pause is
 * over, but the price has not returned yet. FIRED: has notified for the last time.
 */
export const ALERT_STATES = ['WAITING', 'PAUSED', 'BEYOND', 'FIRED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const Nullable = <S extends typeof Timestamp | typeof DecimalText>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const PriceAlert = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    marketType: described(
      'The market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ examples: ['BITCOIN_TOMAN'] }),
    ),
    direction: described(
      'ABOVE: the price has to come up to the threshold; BELOW: down to it.',
      Type.Enum(ALERT_DIRECTIONS),
    ),
    threshold: described(
      'Of one coin in the quote; compared with the middle of buy and sell price.',
      DecimalText,
    ),
    repeat: described(
      'Whether the alert waits again after it has told the person.',
      Type.Enum(ALERT_REPEATS),
    ),
    state: described(
      'WAITING: for the price. PAUSED: has told the person and rests until `pausedUntilDateTime`. BEYOND: has rested, and the price has not gone back since. FIRED: told them, and is over.',
      Type.Enum(ALERT_STATES),
    ),
    firedAtDateTime: described('When it last told the person; null: it has not yet.', Nullable(Timestamp)),
    firedPrice: described(
      'The price at which it last told the person, in the quote; null: it has not yet.',
      Nullable(DecimalText),
    ),
    pausedUntilDateTime: described('While it is PAUSED: until when.', Nullable(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type PriceAlert = Static<typeof PriceAlert>;

const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);

export const alerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  rate: 'read',
  summary: `One’s own price alerts, at most ${MAX_ALERTS}, the newest first`,
  reply: success({ content: described('The alerts, the newest first.', Type.Array(PriceAlert)) }),
});

export const createAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'user',
  rate: 'write',
  feature: null,
  summary:
    'Tells the person once the middle of buy and sell price has come up (ABOVE) or down (BELOW) to the threshold. The same market, direction and threshold once more is the same alert, which waits anew. Where there is no room, the one that was over first makes it',
  body: Type.Object(
    {
      marketType: described(
        'The market: coin and quote, e.g. BITCOIN_TOMAN.',
        Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
      ),
      direction: described(
        'ABOVE: the price has to come up to the threshold; BELOW: down to it.',
        Type.Enum(ALERT_DIRECTIONS),
      ),
      threshold: described('The price waited for, of one coin in the quote.', DecimalInput),
      repeat: described(
        'Whether the alert waits again after it has told the person.',
        Type.Enum(ALERT_REPEATS),
      ),
    },
    open,
  ),
  reply: withBase(PriceAlert),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'MARKET_IS_NOT_ACTIVE',
    'ALERT_ALREADY_REACHED',
    'TOO_MANY_ALERTS',
    'TOO_MANY_REQUESTS',
  ],
});

export const armAlert = endpoint({
  method: 'POST',
  path: '/alerts/:id/arm',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Has it wait for its price again, also before its pause is over; one that waits goes on waiting',
  params,
  reply: withBase(PriceAlert),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE', 'ALERT_ALREADY_REACHED', 'TOO_MANY_REQUESTS'],
});

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/alerts/:id',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Waits for this price no more',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});
