import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  decimal,
  described,
  list,
  nullable,
  object,
  oneOf,
  optional,
  success,
  TimestampInput,
  text,
  time,
} from './fields.ts';
import { TRADE_SIDES } from './market-data.ts';
import { Fill } from './orders.ts';

const span = {
  from: optional('Returns only entries created at or after this time.', TimestampInput),
  to: optional('Returns only entries created before this time.', TimestampInput),
};
/** For data that the worker assigns to users after a trade. */
export const completeUntil = time(
  'Time before which the list is complete; newer entries may appear with a short delay.',
);

export const OwnFill = object({
  id: text('Unique id of the fill: market and number.', { examples: ['BITCOIN_TOMAN-7'] }),
  number: Fill.properties.number,
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  orderId: text("Id of the caller's order."),
  side: oneOf("Side of the caller's order.", TRADE_SIDES),
  unitPrice: Fill.properties.unitPrice,
  amount: Fill.properties.amount,
  wholePrice: Fill.properties.wholePrice,
  wage: Fill.properties.wage,
  wageCoin: text('Code of the currency of the fee: the quote.'),
  maker: Fill.properties.maker,
  createdAtDateTime: Fill.properties.createdAtDateTime,
});
export type OwnFill = Static<typeof OwnFill>;

export const fills = endpoint('GET', '/fills', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    "Returns the fills of the caller's orders, newest first unless requested otherwise; quick trades have no fills",
  query: object({
    size: optional(
      'Maximum number of entries to return.',
      Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
    ),
    cursor: optional('`nextCursor` of the previous page.', Type.String({ maxLength: 100 })),
    marketType: optional('Returns only fills in this market.', Type.String({ maxLength: 60 })),
    orderId: optional(
      'Returns only fills of this order. Cannot be combined with `marketType`, `from` and `to`.',
      Type.String({ maxLength: 60 }),
    ),
    after: optional(
      'Returns only fills that are later than the fill with this `id`, oldest first. No fill is missed or repeated by a reader that always passes the last `id` it received.',
      Type.String({ maxLength: 80 }),
    ),
    oldestFirst: optional(
      'Returns the oldest fills first, without those that the list is not complete for yet (`completeUntil`).',
      Type.Literal(true),
    ),
    ...span,
  }),
  reply: success({
    content: list('One page of the list, which may have fewer entries than requested.', OwnFill),
    nextCursor: nullable('Value of `cursor` for the next page; null on the last page.', Type.String()),
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
  {
    id: text('Number of the transfer; increases across the whole ledger.'),
    kind: oneOf(
      "TRADE: coin or quote of a trade. FEE: a fee. REFERRAL: a share of an invited user's fees. DEPOSIT: a deposit. WITHDRAWAL: a withdrawal. HOLD: funds were blocked. RELEASE: blocked funds were released. COST: a cost. SEED: sandbox money. CORRECTION: an earlier entry was reversed.",
      MOVEMENT_KINDS,
    ),
    cause: oneOf(
      'Cause of the movement. SETTLEMENT and STORE: of a company. INVITED: a trade of an invited user.',
      MOVEMENT_CAUSES,
    ),
    causeId: nullable(
      "Id of the order, withdrawal, payment, deposit, freeze or settlement; null: it is not one of the caller's.",
      Type.String(),
    ),
    relatedCoin: text('Code of the coin; TOMAN for Toman.'),
    amount: decimal(
      'Change of the total balance (spendable and blocked), signed, in the coin; "0" for HOLD and RELEASE.',
    ),
    creditChange: decimal('Change of the spendable balance, signed, in the coin.'),
    blockedChange: decimal('Change of the blocked balance, signed, in the coin.'),
    credit: nullable('Spendable balance afterwards, in the coin; null: unchanged.', DecimalText),
    blockedCredit: nullable('Blocked balance afterwards, in the coin; null: unchanged.', DecimalText),
    createdAtDateTime: time('Time of the transfer.'),
  },
);
export type Movement = Static<typeof Movement>;

export const movements = endpoint('GET', '/movements', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns all movements of the caller's balances with their causes, newest first",
  query: object({
    size: optional(
      'Maximum number of entries to return.',
      Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
    ),
    cursor: optional('`nextCursor` of the previous page.', Type.String({ maxLength: 100 })),
    relatedCoin: optional('Code of the coin; TOMAN for Toman.', Type.String({ maxLength: 40 })),
    kind: optional('Returns only movements of this kind.', Type.Enum(MOVEMENT_KINDS)),
    ...span,
  }),
  reply: success({
    content: list('One page of the list, which may have fewer entries than requested.', Movement),
    nextCursor: nullable('Value of `cursor` for the next page; null on the last page.', Type.String()),
    completeUntil,
  }),
});
