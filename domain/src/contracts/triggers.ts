import { type Static, Type } from 'typebox';
import { DecimalInput, DecimalText, described, open, Timestamp } from './endpoint.ts';

/** Kinds of triggers, and the price that each compares. */
export const TRIGGER_KINDS = ['STOP', 'TAKE_PROFIT', 'TRAILING_STOP', 'ENTRY'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];
export const TRIGGER_PRICES = ['LAST', 'REFERENCE'] as const;
export type TriggerPrice = (typeof TRIGGER_PRICES)[number];

const KIND =
  'STOP: a purchase triggers at its price and above, a sale at its price and below. TAKE_PROFIT: the other way. TRAILING_STOP: a stop that follows the best price since it was placed at a distance.';
const BY =
  'LAST: the price of each trade of the market. REFERENCE: the published price, judged once a second.';

export const Trigger = Type.Object(
  {
    kind: described(`${KIND} ENTRY: once the entry of its bracket ends.`, Type.Enum(TRIGGER_KINDS)),
    by: described(`${BY} Null: an ENTRY.`, Type.Union([Type.Enum(TRIGGER_PRICES), Type.Null()])),
    price: described(
      'At which price it triggers, in the quote; of a trailing stop where that was when it was placed. Null: an ENTRY.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    distance: described(
      'How far a trailing stop stays behind the best price, in the quote; null: it is none.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    trailsAt: described(
      'At which price a trailing stop that waits triggers now, in the quote; null: it is none, or waits no more.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    triggeredAt: described(
      'When its price was reached; null: it waits.',
      Type.Union([Timestamp, Type.Null()]),
    ),
  },
  open,
);
export type Trigger = Static<typeof Trigger>;

const by = described(`${BY} Unset: LAST.`, Type.Optional(Type.Enum(TRIGGER_PRICES)));
const price = described(
  'At which price it triggers, in the quote, between a tenth and ten times of what it is now. Not of a trailing stop.',
  Type.Optional(DecimalInput),
);

/** Trigger of an order in a request. */
export const TriggerInput = Type.Object(
  {
    kind: described(KIND, Type.Enum(['STOP', 'TAKE_PROFIT', 'TRAILING_STOP'])),
    by,
    price,
    distance: described(
      'Of a trailing stop: how far it stays behind the best price, in the quote.',
      Type.Optional(DecimalInput),
    ),
  },
  open,
);
export type TriggerInput = Static<typeof TriggerInput>;

/** For a bracket, whose stop becomes active later. */
export const StopInput = Type.Object(
  { by, price: described('At which price it triggers, in the quote.', DecimalInput) },
  open,
);
