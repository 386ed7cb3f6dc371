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
  'NOT_ENOUGH_BALANCE: too little Toman could be spent. PRICE_TOO_HIGH: above `maxUnitPrice`. AMOUNT_IS_LOW, AMOUNT_IS_HIGH: less or more than is bought at once. STABLECOIN_LIMIT: of Tether, by the rules. NOT_AUTHORIZED, ACCOUNT_BLOCKED, ACCOUNT_FROZEN, QUICK_TRADE_DISABLED: the account. MARKET_CLOSED: no price, a pause, or outside the hours. INVENTORY_LIMIT: the house lacked coins. STOPPED_BY_OWNER: paused or ended before it came.';

const nullable = <S extends typeof Timestamp | typeof DecimalText>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const Coin = Type.Enum(COINS);
const rhythm = described(
  'DAILY, WEEKLY, or MONTHLY by the Jalali calendar; days and hours are those of Tehran.',
  Type.Enum(RECURRING_RHYTHMS),
);
const day = described(
  'WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: of the Jalali month, 1 to 31; where a month has no such day, its last. DAILY: 0.',
  Type.Integer({ minimum: 0, maximum: 31 }),
);
const hour = described('Hour of the day in Tehran.', Type.Integer({ minimum: 0, maximum: 23 }));

export const RecurringPlan = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    coin: described('What is bought.', Coin),
    amount: described('Toman that a purchase takes at most, its fee included.', DecimalText),
    maxUnitPrice: described(
      'Toman for one coin above which nothing is bought; null: the price of the moment, whatever it is.',
      nullable(DecimalText),
    ),
    rhythm,
    day,
    hour,
    state: described(
      'ACTIVE: comes at `nextAtDateTime`. PAUSED: until its owner goes on. ENDED: for good.',
      Type.Enum(RECURRING_STATES),
    ),
    nextAtDateTime: described('When it comes next; null: it does not.', nullable(Timestamp)),
    waiting: described(
      'Why the turn that is due has not been bought yet; null: none waits, or it is about to be bought.',
      Type.Union([Type.Enum(RECURRING_SKIPS), Type.Null()]),
    ),
    purchases: described('How often it bought something.', Type.Integer()),
    bought: described('Coins bought in all.', DecimalText),
    spent: described('Toman paid in all, with fees.', DecimalText),
    averagePrice: described(
      'Toman paid for one coin on average, with fees; null: nothing was bought.',
      nullable(DecimalText),
    ),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type RecurringPlan = Static<typeof RecurringPlan>;

export const RecurringTurn = Type.Object(
  {
    id: described('The id of this turn.', Type.String()),
    planId: described('The recurring purchase it is of.', Type.String()),
    coin: described('What was to be bought.', Coin),
    dueAtDateTime: described('When it was due.', Timestamp),
    state: described(
      'WAITING: for what `reason` says, or about to be bought. BOUGHT: by the order `orderId`. SKIPPED: for `reason`.',
      Type.Enum(RECURRING_TURN_STATES),
    ),
    reason: described(SKIPS, Type.Union([Type.Enum(RECURRING_SKIPS), Type.Null()])),
    amount: described('Toman it was to take at most.', DecimalText),
    orderId: described(
      'The quick trade that it was, as GET /orders/:id has it; null: none.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    boughtAmount: described('Coins bought; null: none.', nullable(DecimalText)),
    unitPrice: described('Toman for one coin; null: nothing was bought.', nullable(DecimalText)),
    fee: described('Fee in Toman; null: nothing was bought.', nullable(DecimalText)),
    total: described('Toman paid in all; null: nothing was bought.', nullable(DecimalText)),
    doneAtDateTime: described('When it was bought or skipped; null: it waits.', nullable(Timestamp)),
  },
  open,
);
export type RecurringTurn = Static<typeof RecurringTurn>;

const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
const maxUnitPrice = described(
  'Toman for one coin above which a turn is skipped; left out: no such limit.',
  Type.Optional(DecimalInput),
);
const amount = described('Toman that a purchase may take, its fee included.', DecimalInput);

export const recurringPlans = endpoint({
  method: 'GET',
  path: '/recurring',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: `One’s own recurring purchases, at most ${MAX_RECURRING} that go on, the newest first; then those that were ended last`,
  reply: success({ content: described('The recurring purchases.', Type.Array(RecurringPlan)) }),
});

export const recurringTurns = endpoint({
  method: 'GET',
  path: '/recurring/turns',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'What came of each turn of one’s own recurring purchases, newest first',
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
    'Buys a coin again and again from the Toman that can be spent, each time by a quick trade at the price, the fee and the limits of that moment. The same coin at the same time once more is the same purchase, with the later amount',
  body: Type.Object(
    {
      coin: described('What is bought.', Type.String({ maxLength: 40, examples: ['BITCOIN'] })),
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
  summary: 'Changes amount, highest price and time of a recurring purchase; also of the turn that waits',
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
  summary: 'Has it come no more until it goes on; a turn that waits is skipped',
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
  summary: 'Has it come again from its next turn on; what was missed is not made up for',
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
  summary: 'Ends it for good; a turn that waits is skipped. What it bought stays in the history',
  params,
  reply: withBase(RecurringPlan),
  errors: ['NOT_FOUND'],
});
