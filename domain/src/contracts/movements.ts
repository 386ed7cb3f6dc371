import { type Static, Type } from 'typebox';
import { DecimalText, described, endpoint, open, success, Timestamp, TimestampInput } from './endpoint.ts';
import { TRADE_SIDES } from './market-data.ts';
import { Fill } from './orders.ts';

const span = {
  from: described('Returns only entries created at or after this time.', Type.Optional(TimestampInput)),
  to: described('Returns only entries created before this time.', Type.Optional(TimestampInput)),
};
/** For data that the worker assigns to users after a trade. */
export const completeUntil = described(
  'Time before which the list is complete; newer entries may appear with a short delay.',
  Timestamp,
);

export const OwnFill = Type.Object(
  {
    id: described(
      'Unique id of the fill: market and number.',
      Type.String({ examples: ['BITCOIN_TOMAN-7'] }),
    ),
    number: Fill.properties.number,
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    orderId: described("Id of the caller's order.", Type.String()),
    side: described("Side of the caller's order.", Type.Enum(TRADE_SIDES)),
    unitPrice: Fill.properties.unitPrice,
    amount: Fill.properties.amount,
    wholePrice: Fill.properties.wholePrice,
    wage: Fill.properties.wage,
    wageCoin: described('Code of the currency of the fee: the quote.', Type.String()),
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
  summary: "Returns the fills of the caller's orders, newest first; quick trades have no fills",
  query: Type.Object(
    {
      size: described(
        'Maximum number of entries to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      ),
      cursor: described('`nextCursor` of the previous page.', Type.Optional(Type.String({ maxLength: 100 }))),
      marketType: described(
        'Returns only fills in this market.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
      orderId: described(
        'Returns only fills of this order. Cannot be combined with `marketType`, `from` and `to`.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
      ...span,
    },
    open,
  ),
  reply: success({
    content: described(
      'One page of the list, which may have fewer entries than requested.',
      Type.Array(OwnFill),
    ),
    nextCursor: described(
      'Value of `cursor` for the next page; null on the last page.',
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
  "A ledger transfer that changed the caller's spendable or blocked balance.",
  Type.Object(
    {
      id: described('Number of the transfer; increases across the whole ledger.', Type.String()),
      kind: described(
        "TRADE: coin or quote of a trade. FEE: a fee. REFERRAL: a share of an invited user's fees. DEPOSIT: a deposit. WITHDRAWAL: a withdrawal. HOLD: funds were blocked. RELEASE: blocked funds were released. COST: a cost. SEED: sandbox money. CORRECTION: an earlier entry was reversed.",
        Type.Enum(MOVEMENT_KINDS),
      ),
      cause: described(
        'Cause of the movement. SETTLEMENT and STORE: of a company. INVITED: a trade of an invited user.',
        Type.Enum(MOVEMENT_CAUSES),
      ),
      causeId: described(
        "Id of the order, withdrawal, payment, deposit, freeze or settlement; null: it is not one of the caller's.",
        Type.Union([Type.String(), Type.Null()]),
      ),
      relatedCoin: described('Code of the coin; TOMAN for Toman.', Type.String()),
      amount: described(
        'Change of the total balance (spendable and blocked), signed, in the coin; "0" for HOLD and RELEASE.',
        DecimalText,
      ),
      creditChange: described('Change of the spendable balance, signed, in the coin.', DecimalText),
      blockedChange: described('Change of the blocked balance, signed, in the coin.', DecimalText),
      credit: described(
        'Spendable balance afterwards, in the coin; null: unchanged.',
        Type.Union([DecimalText, Type.Null()]),
      ),
      blockedCredit: described(
        'Blocked balance afterwards, in the coin; null: unchanged.',
        Type.Union([DecimalText, Type.Null()]),
      ),
      createdAtDateTime: described('Time of the transfer.', Timestamp),
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
  summary: "Returns all movements of the caller's balances with their causes, newest first",
  query: Type.Object(
    {
      size: described(
        'Maximum number of entries to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      ),
      cursor: described('`nextCursor` of the previous page.', Type.Optional(Type.String({ maxLength: 100 }))),
      relatedCoin: described(
        'Code of the coin; TOMAN for Toman.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      kind: described('Returns only movements of this kind.', Type.Optional(Type.Enum(MOVEMENT_KINDS))),
      ...span,
    },
    open,
  ),
  reply: success({
    content: described(
      'One page of the list, which may have fewer entries than requested.',
      Type.Array(Movement),
    ),
    nextCursor: described(
      'Value of `cursor` for the next page; null on the last page.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    completeUntil,
  }),
});
