/** Recurring purchases: each day, week or Jalali month, for a fixed amount of Toman. */
import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { MAX_RECURRING, RECURRING_RHYTHMS } from '../recurring.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  decimal,
  described,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';

/** ACTIVE: next at `nextAtDateTime`. PAUSED: until its owner resumes it. ENDED: permanently. */
export const RECURRING_STATES = ['ACTIVE', 'PAUSED', 'ENDED'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];

export const RECURRING_TURN_STATES = ['WAITING', 'BOUGHT', 'SKIPPED'] as const;
export type RecurringTurnState = (typeof RECURRING_TURN_STATES)[number];

/**
 * Why a purchase was skipped. For reasons of the exchange (MARKET_CLOSED, INVENTORY_LIMIT) it is retried for some
 * hours; for all others it is skipped immediately.
 */
export const RECURRING_SKIPS = [
  'NOT_ENOUGH_BALANCE',
  'PRICE_TOO_HIGH',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'STABLECOIN_LIMIT',
  'NOT_AUTHORIZED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_FROZEN',
  'QUICK_TRADE_DISABLED',
  'MARKET_CLOSED',
  'INVENTORY_LIMIT',
  'STOPPED_BY_OWNER',
] as const;
export type RecurringSkip = (typeof RECURRING_SKIPS)[number];

const SKIPS =
  'NOT_ENOUGH_BALANCE: the spendable Toman balance was too low. PRICE_TOO_HIGH: the price was above `maxUnitPrice`. AMOUNT_IS_LOW, AMOUNT_IS_HIGH: the amount was below the minimum or above the maximum of a quick trade. STABLECOIN_LIMIT: the regulatory limit on Tether was reached. NOT_AUTHORIZED, ACCOUNT_BLOCKED, ACCOUNT_FROZEN, QUICK_TRADE_DISABLED: the account could not trade. MARKET_CLOSED: no price, a pause, or outside trading hours. INVENTORY_LIMIT: the exchange did not have enough coins. STOPPED_BY_OWNER: paused or ended before it was executed.';

const Coin = Type.Enum(COINS);
const rhythm = oneOf(
  'Interval: DAILY, WEEKLY, or MONTHLY by the Jalali calendar. Days and hours are in Tehran time.',
  RECURRING_RHYTHMS,
);
const day = integer(
  'Day of the purchase. WEEKLY: 1 (Saturday) to 7 (Friday). MONTHLY: 1 to 31 of the Jalali month; in shorter months, the last day. DAILY: 0.',
  { minimum: 0, maximum: 31 },
);
const hour = integer('Hour of the day, in Tehran time.', { minimum: 0, maximum: 23 });

export const RecurringPlan = object({
  id: text('Id of the recurring purchase, used in other calls.'),
  coin: described('Code of the coin to buy.', Coin),
  amount: decimal('Maximum amount of each purchase, in Toman, including the fee.'),
  maxUnitPrice: nullable(
    'Maximum price per coin, in Toman; above it, nothing is bought. Null: no maximum.',
    DecimalText,
  ),
  rhythm,
  day,
  hour,
  state: oneOf(
    'ACTIVE: next purchase at `nextAtDateTime`. PAUSED: inactive until its owner resumes it. ENDED: ended permanently.',
    RECURRING_STATES,
  ),
  nextAtDateTime: nullable('Time of the next purchase; null: none is scheduled.', Timestamp),
  waiting: nullable(
    'Reason why the purchase that is due has not been executed yet; null: none is due, or it is about to be executed.',
    Type.Enum(RECURRING_SKIPS),
  ),
  purchases: integer('Number of executed purchases.'),
  bought: decimal('Total amount bought, in the coin.'),
  spent: decimal('Total paid, in Toman, including fees.'),
  averagePrice: nullable(
    'Average price per coin, in Toman, including fees; null: nothing was bought.',
    DecimalText,
  ),
  createdAtDateTime: time('Time at which the recurring purchase was created.'),
});
export type RecurringPlan = Static<typeof RecurringPlan>;

export const RecurringTurn = object({
  id: text('Id of the turn.'),
  planId: text('Id of its recurring purchase.'),
  coin: described('Code of the coin to buy.', Coin),
  dueAtDateTime: time('Time at which the turn was due.'),
  state: oneOf(
    'WAITING: waiting because of `reason`, or about to be executed. BOUGHT: executed by the order `orderId`. SKIPPED: skipped because of `reason`.',
    RECURRING_TURN_STATES,
  ),
  reason: nullable(SKIPS, Type.Enum(RECURRING_SKIPS)),
  amount: decimal('Maximum amount of the purchase, in Toman.'),
  orderId: nullable('Id of its quick trade, as in GET /orders/:id; null: none.', Type.String()),
  boughtAmount: nullable('Amount bought, in the coin; null: nothing was bought.', DecimalText),
  unitPrice: nullable('Price per coin, in Toman; null: nothing was bought.', DecimalText),
  fee: nullable('Fee, in Toman; null: nothing was bought.', DecimalText),
  total: nullable('Total paid, in Toman; null: nothing was bought.', DecimalText),
  doneAtDateTime: nullable('Time at which the turn was bought or skipped; null: it is waiting.', Timestamp),
});
export type RecurringTurn = Static<typeof RecurringTurn>;

const params = object({ id: text('Id of the recurring purchase, from the list.', { maxLength: 40 }) });
const maxUnitPrice = optional(
  'Maximum price per coin, in Toman; above it, turns are skipped. Unset: no maximum.',
  DecimalInput,
);
const amount = described('Maximum amount of each purchase, in Toman, including the fee.', DecimalInput);

export const recurringPlans = endpoint('GET', '/recurring', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: `Returns the caller's recurring purchases: at most ${MAX_RECURRING} that have not ended, newest first, followed by the most recently ended`,
  reply: success({ content: list('The recurring purchases.', RecurringPlan) }),
});

export const recurringTurns = endpoint('GET', '/recurring/turns', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the result of each turn of the caller's recurring purchases, newest first",
  query: object(pageQuery),
  reply: listReply(RecurringTurn),
});

export const createRecurringPlan = endpoint('POST', '/recurring', {
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary:
    'Creates a recurring purchase of a coin from the spendable Toman balance. Each turn is a quick trade at the price, fee and limits of that moment. A repeated request with the same coin and schedule updates the amount of the existing recurring purchase',
  body: object({
    coin: text('Code of the coin to buy.', { maxLength: 40, examples: ['BITCOIN'] }),
    amount,
    maxUnitPrice,
    rhythm,
    day,
    hour,
  }),
  reply: itemReply(RecurringPlan),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'MARKET_IS_NOT_ACTIVE',
    'QUICK_TRADE_DISABLED_FOR_MARKETER',
    'TOO_MANY_RECURRING',
  ],
});

export const changeRecurringPlan = endpoint('PUT', '/recurring/:id', {
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Changes the amount, maximum price and schedule of a recurring purchase, including a waiting turn',
  params,
  body: object({ amount, maxUnitPrice, rhythm, day, hour }),
  reply: itemReply(RecurringPlan),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'MARKET_IS_NOT_ACTIVE',
  ],
});

export const pauseRecurringPlan = endpoint('POST', '/recurring/:id/pause', {
  access: 'verified',
  rate: 'write',
  settles: true,
  feature: null,
  summary: 'Pauses a recurring purchase until it is resumed; a waiting turn is skipped',
  params,
  reply: itemReply(RecurringPlan),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const resumeRecurringPlan = endpoint('POST', '/recurring/:id/resume', {
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Resumes a recurring purchase from its next turn; missed turns are not bought later',
  params,
  reply: itemReply(RecurringPlan),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const endRecurringPlan = endpoint('DELETE', '/recurring/:id', {
  access: 'verified',
  rate: 'write',
  settles: true,
  feature: null,
  summary: 'Ends a recurring purchase permanently; a waiting turn is skipped. Its history remains available',
  params,
  reply: itemReply(RecurringPlan),
  errors: ['NOT_FOUND'],
});
