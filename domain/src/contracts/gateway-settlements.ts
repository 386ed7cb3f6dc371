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
const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
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
    id: described('The id that other calls name it by.', Type.String()),
    gateway: described('The gateway that paid it.', Type.Enum(PAYMENT_GATEWAYS)),
    reference: described('The reference of the transfer to the bank.', Type.String()),
    paidDay: described('The day in Tehran on which it went to the bank.', Type.String()),
    fromDay: described('The first day in Tehran whose payments it is for.', Type.String()),
    toDay: described('The last of these days.', Type.String()),
    way: described(
      'LINES: the gateway names each payment. DAYS: it says the sum alone.',
      Type.Enum(['LINES', 'DAYS']),
    ),
    state: described(
      'OPEN: something differs, or a second person confirms. DONE: all is found or accepted. DISCARDED: brought in by mistake.',
      Type.Enum(GATEWAY_SETTLEMENT_STATES),
    ),
    gross: described('Toman that payers paid, as the gateway says.', DecimalText),
    fee: described('Toman that the gateway kept of it.', DecimalText),
    net: described('Toman that the bank got.', DecimalText),
    found: described('Toman of the payments in our books that it is for.', DecimalText),
    difference: described('Toman: `gross` less `found`.', DecimalText),
    faults: described(
      'How many of its lines differ from our books; of DAYS 1 where the sums do.',
      Type.Integer(),
    ),
    missing: described('Toman of payments in our books of its days that no settlement names.', DecimalText),
    missingLines: described('How many payments that are.', Type.Integer()),
    importedBy: described('Email address of who brought it in.', Type.String()),
    decidedBy: described(
      'Email address of who accepted or discarded it; null: nobody.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    reason: described('Why, as they wrote; null: nobody.', Type.Union([Type.String(), Type.Null()])),
    createdAtDateTime: described('When it was brought in.', Timestamp),
  },
  open,
);
export type GatewaySettlement = Static<typeof GatewaySettlement>;

export const gatewaySettlements = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/gateway-settlements',
  summary: 'What gateways say they paid to the bank, in a state, newest first; OPEN unless asked for',
  query: Type.Object(
    {
      ...cursor,
      state: described(
        'Only those in this state. Unset: OPEN.',
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
    'One settlement of a gateway, whole; its sums must add up. CONFLICT: its reference is known. It moves no money',
  body: Type.Object(
    {
      gateway: described('The gateway that paid it.', Type.Enum(PAYMENT_GATEWAYS)),
      reference: described(
        'The reference of the transfer to the bank.',
        Type.String({ minLength: 4, maxLength: 60 }),
      ),
      paidDay: described('The day in Tehran on which it went to the bank, Gregorian: 2026-11-21.', DAY),
      fromDay: described('The first day in Tehran whose payments it is for.', DAY),
      toDay: described('The last of these days; at most ten together.', DAY),
      grossRial: described('Rial that payers paid.', DecimalInput),
      feeRial: described('Rial that the gateway kept of it; 0: nothing.', DecimalInput),
      lines: described(
        'Each payment, as the gateway names it; none: it says the sum alone.',
        Type.Array(
          Type.Object(
            {
              reference: described(
                "The payment's reference of the bank, or its authority at the gateway.",
                Type.String({ minLength: 1, maxLength: 100 }),
              ),
              amountRial: described('Rial that the payer paid.', DecimalInput),
              feeRial: described(
                'Rial that the gateway kept of it; 0 in all lines: it says so for the sum alone.',
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
    id: described('The id, by which the list goes on.', Type.String()),
    reference: described('How the gateway names the payment; of a MISSING one how we do.', Type.String()),
    amount: described('Toman that the payer paid, as the gateway says; 0: it does not name it.', DecimalText),
    fee: described('Toman that the gateway kept of it.', DecimalText),
    paymentId: described(
      'Id of the payment in our books; null: none, or several.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    booked: described(
      'Toman of that payment in our books; null: there is none.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    trouble: described(
      'Null: it is that payment. UNKNOWN: no payment has the reference. SEVERAL: more than one has. AMOUNT: the payment has another amount. UNBOOKED: it was not credited. TWICE: another line has it. MISSING: the gateway does not name it. DISCARDED: with its settlement.',
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
  summary: 'The payments of a settlement, in the order of its lines',
  params,
  query: Type.Object(
    {
      ...cursor,
      troubled: described(
        'Only lines that differ from our books, and payments that it does not name.',
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
    'Somebody else than who brought it in: CONFIRM accepts it as it is (of DAYS only where the sums agree), DISCARD takes it out again',
  params,
  body: Type.Object(
    {
      decision: described('What is decided.', Type.Enum(['CONFIRM', 'DISCARD'])),
      reason: described(
        'Why it is decided so; goes to the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(GatewaySettlement),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});
