import { type Static, Type } from 'typebox';
import { DecimalText, described, endpoint, open, success, Timestamp, TimestampInput } from './endpoint.ts';
import { TRADE_SIDES } from './market-data.ts';
import { Fill } from './orders.ts';

const span = {
  from: described('Only what was made at this time or later.', Type.Optional(TimestampInput)),
  to: described('Only what was made before this time.', Type.Optional(TimestampInput)),
};
/** For data that the worker assigns to users after a trade. */
export const completeUntil = described(
  'Everything before this time is in the list; what is newer may take the books a moment.',
  Timestamp,
);

export const OwnFill = Type.Object(
  {
    id: described(
      'Market and number: what no other fill is called.',
      Type.String({ examples: ['BITCOIN_TOMAN-7'] }),
    ),
    number: Fill.properties.number,
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    orderId: described("Id of the person's order.", Type.String()),
    side: described("What the person's order did.", Type.Enum(TRADE_SIDES)),
    unitPrice: Fill.properties.unitPrice,
    amount: Fill.properties.amount,
    wholePrice: Fill.properties.wholePrice,
    wage: Fill.properties.wage,
    wageCoin: described('What the fee is paid in: the quote.', Type.String()),
    maker: Fill.properties.maker,
    createdAtDateTime: Fill.properties.createdAtDateTime,
  },
  open,
);
export type OwnFill = Static<typeof OwnFill>;

export const fills = endpoint({
  method: 'GET',
  path: '/fills',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "What the person's orders in the book were filled by, newest first; a quick trade has no fills",
  query: Type.Object(
    {
      size: described(
        'How many entries are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      ),
      cursor: described('`nextCursor` of the page before.', Type.Optional(Type.String({ maxLength: 100 }))),
      marketType: described('The fills of this market alone.', Type.Optional(Type.String({ maxLength: 60 }))),
      orderId: described(
        'The fills of this order alone, without `marketType`, `from` and `to`.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
      ...span,
    },
    open,
  ),
  reply: success({
    content: described('One page of the list, which may be short of the asked size.', Type.Array(OwnFill)),
    nextCursor: described(
      'Pass it as `cursor` for the next page; null: this was the last.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    completeUntil,
  }),
  errors: ['NOT_FOUND'],
});

export const MOVEMENT_KINDS = [
  'TRADE',
  'FEE',
  'REFERRAL',
  'DEPOSIT',
  'WITHDRAWAL',
  'HOLD',
  'RELEASE',
  'COST',
  'SEED',
  'CORRECTION',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const MOVEMENT_CAUSES = [
  'ORDER',
  'WITHDRAWAL',
  'PAYMENT',
  'BANK_DEPOSIT',
  'COIN_DEPOSIT',
  'FREEZE',
  'SETTLEMENT',
  'STORE',
  'INVITED',
  'OTHER',
] as const;
export type MovementCause = (typeof MOVEMENT_CAUSES)[number];

export const Movement = described(
  'One transfer of the ledger that changed what the person may spend or what is blocked.',
  Type.Object(
    {
      id: described('Number of the transfer; rises with each of the whole ledger.', Type.String()),
      kind: described(
        'TRADE: coin or quote of a trade. FEE. REFERRAL: a share of the fees of who was invited. DEPOSIT. WITHDRAWAL. HOLD: blocked. RELEASE: blocked no more. COST. SEED: sandbox money. CORRECTION: something was taken back.',
        Type.Enum(MOVEMENT_KINDS),
      ),
      cause: described(
        'What it was for. SETTLEMENT and STORE are of a company; INVITED: a trade of someone who was invited.',
        Type.Enum(MOVEMENT_CAUSES),
      ),
      causeId: described(
        'Id of the order, withdrawal, payment, deposit, freeze or settlement; null: it is none of the person.',
        Type.Union([Type.String(), Type.Null()]),
      ),
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
      amount: described(
        'By how much spendable and blocked together changed, signed, in the coin; "0" of HOLD and RELEASE.',
        DecimalText,
      ),
      creditChange: described('By how much the spendable balance changed, signed, in the coin.', DecimalText),
      blockedChange: described('By how much the blocked balance changed, signed, in the coin.', DecimalText),
      credit: described(
        'Spendable after it, in the coin; null: it did not change.',
        Type.Union([DecimalText, Type.Null()]),
      ),
      blockedCredit: described(
        'Blocked after it, in the coin; null: it did not change.',
        Type.Union([DecimalText, Type.Null()]),
      ),
      createdAtDateTime: described('When it was made.', Timestamp),
    },
    open,
  ),
);
export type Movement = Static<typeof Movement>;

export const movements = endpoint({
  method: 'GET',
  path: '/movements',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Every movement of the person's money with its cause, newest first",
  query: Type.Object(
    {
      size: described(
        'How many entries are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      ),
      cursor: described('`nextCursor` of the page before.', Type.Optional(Type.String({ maxLength: 100 }))),
      relatedCoin: described(
        "The coin's code; TOMAN for Toman.",
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      kind: described('Movements of this kind alone.', Type.Optional(Type.Enum(MOVEMENT_KINDS))),
      ...span,
    },
    open,
  ),
  reply: success({
    content: described('One page of the list, which may be short of the asked size.', Type.Array(Movement)),
    nextCursor: described(
      'Pass it as `cursor` for the next page; null: this was the last.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    completeUntil,
  }),
});
