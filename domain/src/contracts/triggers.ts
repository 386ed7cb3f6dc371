import { type Static, Type } from 'typebox';
import { DecimalInput, DecimalText, described, open, Timestamp } from './endpoint.ts';

/** Kinds of triggers, and the price that each compares. */
export const TRIGGER_KINDS = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];
export const TRIGGER_PRICES = ['LAST', 'REFERENCE'] as const;
export type TriggerPrice = (typeof TRIGGER_PRICES)[number];

const KIND =
  'STOP: a purchase triggers at or above its trigger price, a sale at or below it. TAKE_PROFIT: the reverse. TRAILING_STOP: a stop whose trigger price follows the best price since it was placed, at a distance.';
const BY =
  'LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second.';

export const Trigger = Type.Object(
  {
    kind: described(
      `${KIND} ENTRY: triggers once the entry of its bracket has ended.`,
      Type.Enum(TRIGGER_KINDS),
    ),
    by: described(`${BY} Null for an ENTRY.`, Type.Union([Type.Enum(TRIGGER_PRICES), Type.Null()])),
    price: described(
      'Trigger price, in the quote; for a trailing stop, its trigger price at the time it was placed. Null for an ENTRY.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    distance: described(
      'Distance of a trailing stop from the best price, in the quote; null for other kinds.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    trailsAt: described(
      'Current trigger price of a waiting trailing stop, in the quote; null for other kinds, or once it no longer waits.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    triggeredAt: described(
      'Time at which the trigger price was reached; null: still waiting.',
      Type.Union([Timestamp, Type.Null()]),
    ),
  },
  open,
);
export type Trigger = Static<typeof Trigger>;

const by = described(`${BY} Default: LAST.`, Type.Optional(Type.Enum(TRIGGER_PRICES)));
const price = described(
  'Trigger price, in the quote, between a tenth of and ten times the current price. Not allowed for a trailing stop.',
  Type.Optional(DecimalInput),
);

/** Trigger of an order in a request. */
export const TriggerInput = Type.Object(
  {
    kind: described(KIND, Type.Enum(['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'])),
    by,
    price,
    distance: described(
      'Distance of a trailing stop from the best price, in the quote.',
      Type.Optional(DecimalInput),
    ),
  },
  open,
);
export type TriggerInput = Static<typeof TriggerInput>;

/** For a bracket, whose stop becomes active later. */
export const StopInput = Type.Object(
  { by, price: described('Trigger price, in the quote.', DecimalInput) },
  open,
);
