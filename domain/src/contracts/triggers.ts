import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  nullable,
  object,
  oneOf,
  optional,
  Timestamp,
} from './fields.ts';

/** Kinds of triggers, and the price that each compares. */
export const TRIGGER_KINDS = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];
export const TRIGGER_PRICES = ['LAST', 'REFERENCE'] as const;
export type TriggerPrice = (typeof TRIGGER_PRICES)[number];

const KIND =
  'STOP: a purchase triggers at or above its trigger price, a sale at or below it. TAKE_PROFIT: the reverse. TRAILING_STOP: a stop whose trigger price follows the best price since it was placed, at a distance.';
const BY =
  'LAST: the price of each trade in the market. REFERENCE: the published price, checked once per second.';

export const Trigger = object({
  kind: oneOf(`${KIND} ENTRY: triggers once the entry of its bracket has ended.`, TRIGGER_KINDS),
  by: nullable(`${BY} Null for an ENTRY.`, Type.Enum(TRIGGER_PRICES)),
  price: nullable(
    'Trigger price, in the quote; for a trailing stop, its trigger price at the time it was placed. Null for an ENTRY.',
    DecimalText,
  ),
  distance: nullable(
    'Distance of a trailing stop from the best price, in the quote; null for other kinds.',
    DecimalText,
  ),
  trailsAt: nullable(
    'Current trigger price of a waiting trailing stop, in the quote; null for other kinds, or once it no longer waits.',
    DecimalText,
  ),
  triggeredAt: nullable('Time at which the trigger price was reached; null: still waiting.', Timestamp),
});
export type Trigger = Static<typeof Trigger>;

const by = optional(`${BY} Default: LAST.`, Type.Enum(TRIGGER_PRICES));
const price = optional(
  'Trigger price, in the quote, between a tenth of and ten times the current price. Not allowed for a trailing stop.',
  DecimalInput,
);

/** Trigger of an order in a request. */
export const TriggerInput = object({
  kind: oneOf(KIND, ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP']),
  by,
  price,
  distance: optional('Distance of a trailing stop from the best price, in the quote.', DecimalInput),
});
export type TriggerInput = Static<typeof TriggerInput>;

/** For a bracket, whose stop becomes active later. */
export const StopInput = object({ by, price: described('Trigger price, in the quote.', DecimalInput) });
