/** Reports of gateways about what they paid to the bank, compared with the payments in the ledger. */
import { type Static, Type } from 'typebox';
import { MAX_SETTLEMENT_LINES, PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const params = Type.Object(
  { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
  open,
);
const cursor = { size: pageQuery.size, cursor: pageQuery.cursor };
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

export const GatewaySettlement = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    gateway: described('Gateway that paid the settlement.', Type.Enum(PAYMENT_GATEWAYS)),
    reference: described('Reference of the transfer to the bank.', Type.String()),
    paidDay: described('Day in Tehran on which the gateway paid the settlement to the bank.', Type.String()),
    fromDay: described('First day in Tehran whose payments are settled.', Type.String()),
    toDay: described('Last day in Tehran whose payments are settled.', Type.String()),
    way: described(
      'LINES: the gateway lists each payment. DAYS: the gateway reports only the total.',
      Type.Enum(['LINES', 'DAYS']),
    ),
    state: described(
      'OPEN: something differs, or confirmation by a second staff member is pending. DONE: everything matches or was accepted. DISCARDED: imported by mistake.',
      Type.Enum(GATEWAY_SETTLEMENT_STATES),
    ),
    gross: described('Amount paid by payers, in Toman, as reported by the gateway.', DecimalText),
    fee: described('Fee deducted by the gateway, in Toman.', DecimalText),
    net: described('Net amount paid to the bank, in Toman.', DecimalText),
    found: described('Total of the settled payments in the ledger, in Toman.', DecimalText),
    difference: described('`gross` minus `found`, in Toman.', DecimalText),
    faults: described(
      'Number of lines that differ from the ledger; for DAYS, 1 if the totals differ.',
      Type.Integer(),
    ),
    missing: described(
      "Total of the ledger's payments of these days that are in no settlement, in Toman.",
      DecimalText,
    ),
    missingLines: described('Number of these payments.', Type.Integer()),
    importedBy: described('Email address of the staff member who imported it.', Type.String()),
    decidedBy: described(
      'Email address of the staff member who accepted or discarded it. Null until then.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    reason: described(
      'Reason for the decision, as written by staff. Null until then.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    createdAtDateTime: described('Time of the import.', Timestamp),
  },
  open,
);
export type GatewaySettlement = Static<typeof GatewaySettlement>;

export const gatewaySettlements = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/gateway-settlements',
  summary: 'Lists gateway settlements in a state, newest first; OPEN by default',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Returns only settlements in this state. Default: OPEN.',
        Type.Optional(Type.Enum(GATEWAY_SETTLEMENT_STATES)),
      ),
    },
    open,
  ),
  reply: withContent(GatewaySettlement),
});

export const importGatewaySettlement = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/gateway-settlements',
  maxBytes: 800_000,
  summary:
    'Imports one complete gateway settlement, whose totals must be consistent; moves no money. CONFLICT: its reference exists',
  body: Type.Object(
    {
      gateway: described('Gateway that paid the settlement.', Type.Enum(PAYMENT_GATEWAYS)),
      reference: described(
        'Reference of the transfer to the bank.',
        Type.String({ minLength: 4, maxLength: 60 }),
      ),
      paidDay: described(
        'Day in Tehran on which the gateway paid the settlement to the bank, Gregorian, e.g. 2026-11-21.',
        DAY,
      ),
      fromDay: described('First day in Tehran whose payments are settled.', DAY),
      toDay: described(
        'Last day in Tehran whose payments are settled; the period has at most ten days.',
        DAY,
      ),
      grossRial: described('Amount paid by payers, in Rial.', DecimalInput),
      feeRial: described('Fee deducted by the gateway, in Rial; 0: none.', DecimalInput),
      lines: described(
        'Payments, as listed by the gateway. Empty if it reports only the total.',
        Type.Array(
          Type.Object(
            {
              reference: described(
                'Bank reference of the payment, or its authority at the gateway.',
                Type.String({ minLength: 1, maxLength: 100 }),
              ),
              amountRial: described('Amount paid by the payer, in Rial.', DecimalInput),
              feeRial: described(
                'Fee deducted by the gateway, in Rial; 0 in all lines if it reports the fee only for the total.',
                DecimalInput,
              ),
            },
            open,
          ),
          { maxItems: MAX_SETTLEMENT_LINES },
        ),
      ),
    },
    open,
  ),
  reply: withBase(GatewaySettlement),
  errors: ['BAD_REQUEST', 'CONFLICT'],
});

export const GatewaySettlementLine = Type.Object(
  {
    id: described("Id of the line, used as the list's cursor.", Type.String()),
    reference: described(
      'Reference of the payment at the gateway; for a MISSING payment, our own reference.',
      Type.String(),
    ),
    amount: described(
      'Amount paid by the payer, in Toman, as reported by the gateway; 0 if the gateway does not list the payment.',
      DecimalText,
    ),
    fee: described('Fee deducted by the gateway, in Toman.', DecimalText),
    paymentId: described(
      'Id of the matching payment. Null if there is none, or more than one.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    booked: described(
      'Amount of the matching payment in the ledger, in Toman. Null if there is none.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    trouble: described(
      'Discrepancy. Null: the payment matches. UNKNOWN: no payment has the reference. SEVERAL: more than one payment has it. AMOUNT: the amounts differ. UNBOOKED: the payment was not credited. TWICE: another line has the same payment. MISSING: the gateway does not list the payment. DISCARDED: the settlement was discarded.',
      Type.Union([Type.Enum(GATEWAY_LINE_TROUBLES), Type.Null()]),
    ),
  },
  open,
);
export type GatewaySettlementLine = Static<typeof GatewaySettlementLine>;

export const gatewaySettlementLines = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/gateway-settlements/:id/lines',
  summary: 'Lists the payments of a settlement, in the order of its lines',
  params,
  query: Type.Object(
    {
      ...cursor,
      troubled: described(
        'Returns only lines that differ from the ledger, and payments that the settlement does not list.',
        Type.Optional(Type.Boolean()),
      ),
    },
    open,
  ),
  reply: withContent(GatewaySettlementLine),
  errors: ['NOT_FOUND'],
});

export const decideGatewaySettlement = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/gateway-settlements/:id',
  summary:
    'Decides on a settlement; requires a staff member other than the importer: CONFIRM accepts it as it is (for DAYS, only if the totals match), DISCARD discards it',
  params,
  body: Type.Object(
    {
      decision: described(
        'CONFIRM: accept the settlement as it is. DISCARD: discard it.',
        Type.Enum(['CONFIRM', 'DISCARD']),
      ),
      reason: described(
        'Reason for the decision. Written to the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(GatewaySettlement),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
