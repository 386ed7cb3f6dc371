/** Reports of gateways about what they paid to the bank, compared with the payments in the ledger. */
import { type Static, Type } from 'typebox';
import { MAX_SETTLEMENT_LINES, PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import { endpoint } from './endpoint.ts';
import {
  cursorQuery,
  DecimalInput,
  DecimalText,
  decimal,
  described,
  idParams,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  reasonText,
  text,
  time,
} from './fields.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

const DAY = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/**
 * OPEN: with differences, or waiting for a second person. DONE: all matched or accepted. DISCARDED: imported by
 * mistake.
 */
export const GATEWAY_SETTLEMENT_STATES = ['OPEN', 'DONE', 'DISCARDED'] as const;

/** Problem of a line; null: none. */
export const GATEWAY_LINE_TROUBLES = [
  'UNKNOWN',
  'SEVERAL',
  'AMOUNT',
  'UNBOOKED',
  'TWICE',
  'MISSING',
  'DISCARDED',
] as const;
export type GatewayLineTrouble = (typeof GATEWAY_LINE_TROUBLES)[number];

export const GatewaySettlement = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  gateway: oneOf('Gateway that paid the settlement.', PAYMENT_GATEWAYS),
  reference: text('Reference of the transfer to the bank.'),
  paidDay: text('Day in Tehran on which the gateway paid the settlement to the bank.'),
  fromDay: text('First day in Tehran whose payments are settled.'),
  toDay: text('Last day in Tehran whose payments are settled.'),
  way: oneOf('LINES: the gateway lists each payment. DAYS: the gateway reports only the total.', [
    'LINES',
    'DAYS',
  ]),
  state: oneOf(
    'OPEN: something differs, or confirmation by a second staff member is pending. DONE: everything matches or was accepted. DISCARDED: imported by mistake.',
    GATEWAY_SETTLEMENT_STATES,
  ),
  gross: decimal('Amount paid by payers, in Toman, as reported by the gateway.'),
  fee: decimal('Fee deducted by the gateway, in Toman.'),
  net: decimal('Net amount paid to the bank, in Toman.'),
  found: decimal('Total of the settled payments in the ledger, in Toman.'),
  difference: decimal('`gross` minus `found`, in Toman.'),
  faults: integer('Number of lines that differ from the ledger; for DAYS, 1 if the totals differ.'),
  missing: decimal("Total of the ledger's payments of these days that are in no settlement, in Toman."),
  missingLines: integer('Number of these payments.'),
  importedBy: text('Email address of the staff member who imported it.'),
  decidedBy: nullable(
    'Email address of the staff member who accepted or discarded it. Null until then.',
    Type.String(),
  ),
  reason: nullable('Reason for the decision, as written by staff. Null until then.', Type.String()),
  createdAtDateTime: time('Time of the import.'),
});
export type GatewaySettlement = Static<typeof GatewaySettlement>;

export const gatewaySettlements = endpoint('GET', '/backoffice/gateway-settlements', {
  ...treasury,
  summary: 'Lists gateway settlements in a state, newest first; OPEN by default',
  query: object({
    ...cursorQuery,
    state: optional(
      'Returns only settlements in this state. Default: OPEN.',
      Type.Enum(GATEWAY_SETTLEMENT_STATES),
    ),
  }),
  reply: listReply(GatewaySettlement),
});

export const importGatewaySettlement = endpoint('POST', '/backoffice/gateway-settlements', {
  ...treasury,
  maxBytes: 800_000,
  summary:
    'Imports one complete gateway settlement, whose totals must be consistent; moves no money. CONFLICT: its reference exists',
  body: object({
    gateway: oneOf('Gateway that paid the settlement.', PAYMENT_GATEWAYS),
    reference: text('Reference of the transfer to the bank.', { minLength: 4, maxLength: 60 }),
    paidDay: described(
      'Day in Tehran on which the gateway paid the settlement to the bank, Gregorian, e.g. 2026-11-21.',
      DAY,
    ),
    fromDay: described('First day in Tehran whose payments are settled.', DAY),
    toDay: described('Last day in Tehran whose payments are settled; the period has at most ten days.', DAY),
    grossRial: described('Amount paid by payers, in Rial.', DecimalInput),
    feeRial: described('Fee deducted by the gateway, in Rial; 0: none.', DecimalInput),
    lines: list(
      'Payments, as listed by the gateway. Empty if it reports only the total.',
      {
        reference: text('Bank reference of the payment, or its authority at the gateway.', {
          minLength: 1,
          maxLength: 100,
        }),
        amountRial: described('Amount paid by the payer, in Rial.', DecimalInput),
        feeRial: described(
          'Fee deducted by the gateway, in Rial; 0 in all lines if it reports the fee only for the total.',
          DecimalInput,
        ),
      },
      { maxItems: MAX_SETTLEMENT_LINES },
    ),
  }),
  reply: itemReply(GatewaySettlement),
  errors: ['BAD_REQUEST', 'CONFLICT'],
});

export const GatewaySettlementLine = object({
  id: text("Id of the line, used as the list's cursor."),
  reference: text('Reference of the payment at the gateway; for a MISSING payment, our own reference.'),
  amount: decimal(
    'Amount paid by the payer, in Toman, as reported by the gateway; 0 if the gateway does not list the payment.',
  ),
  fee: decimal('Fee deducted by the gateway, in Toman.'),
  paymentId: nullable('Id of the matching payment. Null if there is none, or more than one.', Type.String()),
  booked: nullable(
    'Amount of the matching payment in the ledger, in Toman. Null if there is none.',
    DecimalText,
  ),
  trouble: nullable(
    'Discrepancy. Null: the payment matches. UNKNOWN: no payment has the reference. SEVERAL: more than one payment has it. AMOUNT: the amounts differ. UNBOOKED: the payment was not credited. TWICE: another line has the same payment. MISSING: the gateway does not list the payment. DISCARDED: the settlement was discarded.',
    Type.Enum(GATEWAY_LINE_TROUBLES),
  ),
});
export type GatewaySettlementLine = Static<typeof GatewaySettlementLine>;

export const gatewaySettlementLines = endpoint('GET', '/backoffice/gateway-settlements/:id/lines', {
  ...treasury,
  summary: 'Lists the payments of a settlement, in the order of its lines',
  params: idParams,
  query: object({
    ...cursorQuery,
    troubled: optional(
      'Returns only lines that differ from the ledger, and payments that the settlement does not list.',
      Type.Boolean(),
    ),
  }),
  reply: listReply(GatewaySettlementLine),
  errors: ['NOT_FOUND'],
});

export const decideGatewaySettlement = endpoint('POST', '/backoffice/gateway-settlements/:id', {
  ...treasury,
  summary:
    'Decides on a settlement; requires a staff member other than the importer: CONFIRM accepts it as it is (for DAYS, only if the totals match), DISCARD discards it',
  params: idParams,
  body: object({
    decision: oneOf('CONFIRM: accept the settlement as it is. DISCARD: discard it.', ['CONFIRM', 'DISCARD']),
    reason: reasonText('Reason for the decision. Written to the audit log.'),
  }),
  reply: itemReply(GatewaySettlement),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
