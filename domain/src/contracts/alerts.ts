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
    id: described('Id of the alert, used in other calls.', Type.String()),
    marketType: described(
      'Market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ examples: ['BITCOIN_TOMAN'] }),
    ),
    direction: described(
      'ABOVE: fires when the price rises to the threshold. BELOW: fires when it falls to the threshold.',
      Type.Enum(ALERT_DIRECTIONS),
    ),
    threshold: described(
      'Threshold price per coin, in the quote; compared with the midpoint of the buy and sell price.',
      DecimalText,
    ),
    repeat: described(
      'Repetition. ONCE: the alert fires once. HOURLY, DAILY: it fires each time the price crosses the threshold again, at most once per hour or day.',
      Type.Enum(ALERT_REPEATS),
    ),
    state: described(
      'WAITING: waiting for the price. PAUSED: has fired and is inactive until `pausedUntilDateTime`. BEYOND: the pause is over, but the price has not returned yet. FIRED: has fired for the last time.',
      Type.Enum(ALERT_STATES),
    ),
    firedAtDateTime: described('Time at which the alert last fired; null: never.', Nullable(Timestamp)),
    firedPrice: described(
      'Price at which the alert last fired, in the quote; null: never.',
      Nullable(DecimalText),
    ),
    pausedUntilDateTime: described('End of the pause while the alert is PAUSED.', Nullable(Timestamp)),
    createdAtDateTime: described('Time at which the alert was created.', Timestamp),
  },
  open,
);
export type PriceAlert = Static<typeof PriceAlert>;

const params = Type.Object(
  { id: described('Id of the alert, from the list.', Type.String({ maxLength: 40 })) },
  open,
);

export const alerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  rate: 'read',
  summary: `Returns the caller's price alerts, at most ${MAX_ALERTS}, newest first`,
  reply: success({ content: described('Alerts, newest first.', Type.Array(PriceAlert)) }),
});

export const createAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'user',
  rate: 'write',
  feature: null,
  summary:
    'Creates a price alert, which notifies the caller once the midpoint of the buy and sell price has risen (ABOVE) or fallen (BELOW) to the threshold. A repeated request with the same market, direction and threshold activates the existing alert again. If the maximum number is reached, the alert that fired for the last time longest ago is removed',
  body: Type.Object(
    {
      marketType: described(
        'Market: coin and quote, e.g. BITCOIN_TOMAN.',
        Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
      ),
      direction: described(
        'ABOVE: fires when the price rises to the threshold. BELOW: fires when it falls to the threshold.',
        Type.Enum(ALERT_DIRECTIONS),
      ),
      threshold: described('Threshold price per coin, in the quote.', DecimalInput),
      repeat: described(
        'Repetition. ONCE: the alert fires once. HOURLY, DAILY: it fires each time the price crosses the threshold again, at most once per hour or day.',
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
  summary: 'Activates an alert again, even before its pause is over; an alert that is waiting is unchanged',
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
  summary: 'Deletes a price alert',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});
