/** Price alerts of users. */
import type { Static } from 'typebox';
import { ALERT_DIRECTIONS, ALERT_REPEATS, MAX_ALERTS } from '../alerts.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  decimal,
  described,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';

/**
 * WAITING: for the price. PAUSED: has notified and is inactive until `pausedUntilDateTime`. BEYOND: the pause is
 * over, but the price has not returned yet. FIRED: has notified for the last time.
 */
export const ALERT_STATES = ['WAITING', 'PAUSED', 'BEYOND', 'FIRED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const PriceAlert = object({
  id: text('Id of the alert, used in other calls.'),
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.', { examples: ['BITCOIN_TOMAN'] }),
  direction: oneOf(
    'ABOVE: fires when the price rises to the threshold. BELOW: fires when it falls to the threshold.',
    ALERT_DIRECTIONS,
  ),
  threshold: decimal(
    'Threshold price per coin, in the quote; compared with the midpoint of the buy and sell price.',
  ),
  repeat: oneOf(
    'Repetition. ONCE: the alert fires once. HOURLY, DAILY: it fires each time the price crosses the threshold again, at most once per hour or day.',
    ALERT_REPEATS,
  ),
  state: oneOf(
    'WAITING: waiting for the price. PAUSED: has fired and is inactive until `pausedUntilDateTime`. BEYOND: the pause is over, but the price has not returned yet. FIRED: has fired for the last time.',
    ALERT_STATES,
  ),
  firedAtDateTime: nullable('Time at which the alert last fired; null: never.', Timestamp),
  firedPrice: nullable('Price at which the alert last fired, in the quote; null: never.', DecimalText),
  pausedUntilDateTime: nullable('End of the pause while the alert is PAUSED.', Timestamp),
  createdAtDateTime: time('Time at which the alert was created.'),
});
export type PriceAlert = Static<typeof PriceAlert>;

const params = object({ id: text('Id of the alert, from the list.', { maxLength: 40 }) });

export const alerts = endpoint('GET', '/alerts', {
  access: 'user',
  rate: 'read',
  summary: `Returns the caller's price alerts, at most ${MAX_ALERTS}, newest first`,
  reply: success({ content: list('Alerts, newest first.', PriceAlert) }),
});

export const createAlert = endpoint('POST', '/alerts', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary:
    'Creates a price alert, which notifies the caller once the midpoint of the buy and sell price has risen (ABOVE) or fallen (BELOW) to the threshold. A repeated request with the same market, direction and threshold activates the existing alert again. If the maximum number is reached, the alert that fired for the last time longest ago is removed',
  body: object({
    marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.', {
      maxLength: 60,
      examples: ['BITCOIN_TOMAN'],
    }),
    direction: oneOf(
      'ABOVE: fires when the price rises to the threshold. BELOW: fires when it falls to the threshold.',
      ALERT_DIRECTIONS,
    ),
    threshold: described('Threshold price per coin, in the quote.', DecimalInput),
    repeat: oneOf(
      'Repetition. ONCE: the alert fires once. HOURLY, DAILY: it fires each time the price crosses the threshold again, at most once per hour or day.',
      ALERT_REPEATS,
    ),
  }),
  reply: itemReply(PriceAlert),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'MARKET_IS_NOT_ACTIVE',
    'ALERT_ALREADY_REACHED',
    'TOO_MANY_ALERTS',
    'TOO_MANY_REQUESTS',
  ],
});

export const armAlert = endpoint('POST', '/alerts/:id/arm', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Activates an alert again, even before its pause is over; an alert that is waiting is unchanged',
  params,
  reply: itemReply(PriceAlert),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE', 'ALERT_ALREADY_REACHED', 'TOO_MANY_REQUESTS'],
});

export const deleteAlert = endpoint('DELETE', '/alerts/:id', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Deletes a price alert',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});
