/** Recurring purchases: each day, week or Jalali month, for a fixed amount of Toman. */
import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { MAX_RECURRING, RECURRING_RHYTHMS } from '../recurring.ts';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

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

const nullable = <S extends typeof Timestamp | typeof DecimalText>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const Coin = Type.Enum(COINS);
const rhythm = described(
  'Interval: DAILY, WEEKLY, or MONTHLY by the Jalali calendar. Days and hours are in Tehran time.',
  Type.Enum(RECURRING_RHYTHMS),
);
const day = described(
  'Day of the purchase. WEEKLY: 1 (Saturday) to 7 (Friday). MONTHLY: 1 to 31 of the Jalali month; in shorter months, the last day. DAILY: 0.',
  Type.Integer({ minimum: 0, maximum: 31 }),
);
const hour = described('Hour of the day, in Tehran time.', Type.Integer({ minimum: 0, maximum: 23 }));

export const RecurringPlan = Type.Object(
  {
    id: described('Id of the recurring purchase, used in other calls.', Type.String()),
    coin: described('Code of the coin to buy.', Coin),
    amount: described('Maximum amount of each purchase, in Toman, including the fee.', DecimalText),
    maxUnitPrice: described(
      'Maximum price per coin, in Toman; above it, nothing is bought. Null: no maximum.',
      nullable(DecimalText),
    ),
    rhythm,
    day,
    hour,
    state: described(
      'ACTIVE: next purchase at `nextAtDateTime`. PAUSED: inactive until its owner resumes it. ENDED: ended permanently.',
      Type.Enum(RECURRING_STATES),
    ),
    nextAtDateTime: described('Time of the next purchase; null: none is scheduled.', nullable(Timestamp)),
    waiting: described(
      'Reason why the purchase that is due has not been executed yet; null: none is due, or it is about to be executed.',
      Type.Union([Type.Enum(RECURRING_SKIPS), Type.Null()]),
    ),
    purchases: described('Number of executed purchases.', Type.Integer()),
    bought: described('Total amount bought, in the coin.', DecimalText),
    spent: described('Total paid, in Toman, including fees.', DecimalText),
    averagePrice: described(
      'Average price per coin, in Toman, including fees; null: nothing was bought.',
      nullable(DecimalText),
    ),
    createdAtDateTime: described('Time at which the recurring purchase was created.', Timestamp),
  },
  open,
);
export type RecurringPlan = Static<typeof RecurringPlan>;

export const RecurringTurn = Type.Object(
  {
    id: described('Id of the turn.', Type.String()),
    planId: described('Id of its recurring purchase.', Type.String()),
    coin: described('Code of the coin to buy.', Coin),
    dueAtDateTime: described('Time at which the turn was due.', Timestamp),
    state: described(
      'WAITING: waiting because of `reason`, or about to be executed. BOUGHT: executed by the order `orderId`. SKIPPED: skipped because of `reason`.',
      Type.Enum(RECURRING_TURN_STATES),
    ),
    reason: described(SKIPS, Type.Union([Type.Enum(RECURRING_SKIPS), Type.Null()])),
    amount: described('Maximum amount of the purchase, in Toman.', DecimalText),
    orderId: described(
      'Id of its quick trade, as in GET /orders/:id; null: none.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    boughtAmount: described('Amount bought, in the coin; null: nothing was bought.', nullable(DecimalText)),
    unitPrice: described('Price per coin, in Toman; null: nothing was bought.', nullable(DecimalText)),
    fee: described('Fee, in Toman; null: nothing was bought.', nullable(DecimalText)),
    total: described('Total paid, in Toman; null: nothing was bought.', nullable(DecimalText)),
    doneAtDateTime: described(
      'Time at which the turn was bought or skipped; null: it is waiting.',
      nullable(Timestamp),
    ),
  },
  open,
);
export type RecurringTurn = Static<typeof RecurringTurn>;

const params = Type.Object(
  { id: described('Id of the recurring purchase, from the list.', Type.String({ maxLength: 40 })) },
  open,
);
const maxUnitPrice = described(
  'Maximum price per coin, in Toman; above it, turns are skipped. Unset: no maximum.',
  Type.Optional(DecimalInput),
);
const amount = described('Maximum amount of each purchase, in Toman, including the fee.', DecimalInput);

export const recurringPlans = endpoint({
  method: 'GET',
  path: '/recurring',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: `Returns the caller's recurring purchases: at most ${MAX_RECURRING} that have not ended, newest first, followed by the most recently ended`,
  reply: success({ content: described('The recurring purchases.', Type.Array(RecurringPlan)) }),
});

export const recurringTurns = endpoint({
  method: 'GET',
  path: '/recurring/turns',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the result of each turn of the caller's recurring purchases, newest first",
  query: Type.Object(pageQuery, open),
  reply: withContent(RecurringTurn),
});

export const createRecurring = endpoint({
  method: 'POST',
  path: '/recurring',
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary:
    'Creates a recurring purchase of a coin from the spendable Toman balance. Each turn is a quick trade at the price, fee and limits of that moment. A repeated request with the same coin and schedule updates the amount of the existing recurring purchase',
  body: Type.Object(
    {
      coin: described('Code of the coin to buy.', Type.String({ maxLength: 40, examples: ['BITCOIN'] })),
      amount,
      maxUnitPrice,
      rhythm,
      day,
      hour,
    },
    open,
  ),
  reply: withBase(RecurringPlan),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'MARKET_IS_NOT_ACTIVE',
    'QUICK_TRADE_DISABLED_FOR_MARKETER',
    'TOO_MANY_RECURRING',
  ],
});

export const changeRecurring = endpoint({
  method: 'PUT',
  path: '/recurring/:id',
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Changes the amount, maximum price and schedule of a recurring purchase, including a waiting turn',
  params,
  body: Type.Object({ amount, maxUnitPrice, rhythm, day, hour }, open),
  reply: withBase(RecurringPlan),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'MARKET_IS_NOT_ACTIVE',
  ],
});

export const pauseRecurring = endpoint({
  method: 'POST',
  path: '/recurring/:id/pause',
  access: 'verified',
  rate: 'write',
  settles: true,
  feature: null,
  summary: 'Pauses a recurring purchase until it is resumed; a waiting turn is skipped',
  params,
  reply: withBase(RecurringPlan),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const resumeRecurring = endpoint({
  method: 'POST',
  path: '/recurring/:id/resume',
  access: 'authorized',
  rate: 'write',
  feature: null,
  summary: 'Resumes a recurring purchase from its next turn; missed turns are not bought later',
  params,
  reply: withBase(RecurringPlan),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const endRecurring = endpoint({
  method: 'DELETE',
  path: '/recurring/:id',
  access: 'verified',
  rate: 'write',
  settles: true,
  feature: null,
  summary: 'Ends a recurring purchase permanently; a waiting turn is skipped. Its history remains available',
  params,
  reply: withBase(RecurringPlan),
  errors: ['NOT_FOUND'],
});
