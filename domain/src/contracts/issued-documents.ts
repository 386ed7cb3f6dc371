/** Documents of the exchange (receipts, yearly statements) and their verification codes. */
import { type Static, Type } from 'typebox';
import { CALENDARS, DecimalText, described, endpoint, open, Timestamp, withBase } from './endpoint.ts';
import { ORDER_TYPES } from './trading.ts';

/** Subjects of receipts. A recurring purchase has the receipt of its order. */
export const RECEIPT_KINDS = ['TRADE', 'DEPOSIT', 'WITHDRAWAL'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
export const ISSUED_KINDS = [...RECEIPT_KINDS, 'STATEMENT'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

export const IssuedCode = Type.Object(
  {
    code: described('Verification code as printed: six groups of four characters.', Type.String()),
    link: described('URL where holders of the document can verify it.', Type.String()),
    qrCode: described('QR code of the link, as PNG in base64 without a prefix.', Type.String()),
  },
  open,
);
export type IssuedCode = Static<typeof IssuedCode>;

/** Amounts in a document; `BOUGHT` and later ones only in statements. */
export const DOCUMENT_FIGURES = [
  'AMOUNT',
  'EXECUTED',
  'UNIT_PRICE',
  'VALUE',
  'FEE',
  'TOTAL',
  'RECEIVES',
  'OPENING',
  'BOUGHT',
  'SOLD',
  'RECEIVED',
  'SENT',
  'FEES',
  'REFERRAL',
  'REALISED',
  'CLOSING',
] as const;
export type DocumentFigure = (typeof DOCUMENT_FIGURES)[number];

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/**
 * CONFIRMED: issued as shown, and unchanged since. SUPERSEDED: a newer version of it exists, or its subject has
 * changed state. DIFFERS: it contradicts today's ledger, which must not happen; it is not confirmed.
 */
export const DOCUMENT_STANDINGS = ['CONFIRMED', 'SUPERSEDED', 'DIFFERS'] as const;
export type DocumentStanding = (typeof DOCUMENT_STANDINGS)[number];

export const VerifiedDocument = Type.Object(
  {
    code: described('Verification code as printed.', Type.String()),
    standing: described(
      'Status of the document. CONFIRMED: issued as shown, and unchanged since. SUPERSEDED: issued as shown, but a newer version exists or its subject has changed state. DIFFERS: issued, but contradicts the current ledger; not confirmed.',
      Type.Enum(DOCUMENT_STANDINGS),
    ),
    kind: described(
      'Kind of document: a receipt of the given kind, or a yearly statement.',
      Type.Enum(ISSUED_KINDS),
    ),
    issuedAt: described('Time of issue.', Timestamp),
    newerAt: described(
      'Time of issue of the newest version; null if this is the newest.',
      nullable(Timestamp),
    ),
    number: described('Number displayed on the receipt; null if it has none.', nullable(Type.String())),
    orderType: described('Kind and side of the order, for a trade.', nullable(Type.Enum(ORDER_TYPES))),
    state: described(
      "State of the document's subject at the time of issue; null for a statement.",
      nullable(Type.String()),
    ),
    at: described("Time of the document's subject; for a statement, the time of generation.", Timestamp),
    network: described(
      'Network of the deposit or withdrawal; null if there is none.',
      nullable(Type.String()),
    ),
    holder: described('Initials of the holder.', Type.String()),
    figures: described(
      'Amounts to compare with the document.',
      Type.Array(
        Type.Object(
          {
            figure: described('Name of the amount.', Type.Enum(DOCUMENT_FIGURES)),
            amount: described('Amount, in its asset.', DecimalText),
            asset: described('Code of the asset of the amount; TOMAN for Toman.', Type.String()),
            of: described(
              'Asset of the row that contains the amount, for a statement; null for a total.',
              nullable(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    statement: described(
      'Year of a statement; null for a receipt.',
      nullable(
        Type.Object(
          {
            calendar: described('Calendar of the year.', Type.Enum(CALENDARS)),
            year: described('Year in its calendar: 1405, 2026.', Type.Integer()),
            complete: described('Whether the year had ended.', Type.Boolean()),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type VerifiedDocument = Static<typeof VerifiedDocument>;

export const issueReceipt = endpoint({
  method: 'POST',
  path: '/issued-documents',
  access: 'verified',
  rate: 'write',
  // It moves no money, and receipts stay valid during maintenance.
  pauses: false,
  feature: null,
  summary:
    'Returns the verification code of a receipt in its current version; the code is the same until the receipt changes',
  body: Type.Object(
    {
      kind: described('Kind of receipt.', Type.Enum(RECEIPT_KINDS)),
      id: described('Identifier of the order, deposit or withdrawal.', Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withBase(IssuedCode),
  errors: ['NOT_FOUND'],
});

export const verifyDocument = endpoint({
  method: 'GET',
  path: '/issued-documents/:code',
  access: 'public',
  rate: 'code',
  summary: 'Returns the contents of the document with this code, for holders of the document',
  params: Type.Object(
    {
      code: described('Verification code, in any notation.', Type.String({ maxLength: 64 })),
    },
    open,
  ),
  reply: withBase(VerifiedDocument),
  errors: ['NOT_FOUND'],
});
