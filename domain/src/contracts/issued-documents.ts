/** Documents of the exchange (receipts, yearly statements) and their verification codes. */
import { type Static, Type } from 'typebox';
import { CALENDARS, DecimalText, described, endpoint, open, Timestamp, withBase } from './endpoint.ts';
import { ORDER_TYPES } from './trading.ts';

/** What receipts are issued for. A recurring purchase has that of its order. */
export const RECEIPT_KINDS = ['TRADE', 'DEPOSIT', 'WITHDRAWAL'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
export const ISSUED_KINDS = [...RECEIPT_KINDS, 'STATEMENT'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

export const IssuedCode = Type.Object(
  {
    code: described('The code as it is printed: six times four characters.', Type.String()),
    link: described('Where it is confirmed, for whoever holds the document.', Type.String()),
    qrCode: described('PNG in base64 without a prefix; of the link.', Type.String()),
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
    code: described('The code as it is printed.', Type.String()),
    standing: described(
      'CONFIRMED: issued as shown, and so it is still. SUPERSEDED: issued as shown, and a newer version exists, or what it is about has moved on. DIFFERS: issued, but the books say otherwise today: not confirmed.',
      Type.Enum(DOCUMENT_STANDINGS),
    ),
    kind: described('What it is: a receipt of one of these, or a yearly statement.', Type.Enum(ISSUED_KINDS)),
    issuedAt: described('When it was issued.', Timestamp),
    newerAt: described('When the newest version was issued; null: it is this one.', nullable(Timestamp)),
    number: described('The number on the receipt; null: it has none.', nullable(Type.String())),
    orderType: described('Of a trade: kind and side of the order.', nullable(Type.Enum(ORDER_TYPES))),
    state: described('How what it is about stood; null: a statement.', nullable(Type.String())),
    at: described('When what it is about happened; of a statement, when it was made.', Timestamp),
    network: described('The network of coins that came or left; null: none.', nullable(Type.String())),
    holder: described('The first letters of its holder’s names.', Type.String()),
    figures: described(
      'What is to be compared with the document.',
      Type.Array(
        Type.Object(
          {
            figure: described('Which figure it is.', Type.Enum(DOCUMENT_FIGURES)),
            amount: described('The figure, in its asset.', DecimalText),
            asset: described('Code of the asset that the figure is in; TOMAN for Toman.', Type.String()),
            of: described(
              'Of a statement: the asset whose line it stands in; null: a total.',
              nullable(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    statement: described(
      'Of a statement: its year; null: a receipt.',
      nullable(
        Type.Object(
          {
            calendar: described('The calendar of the year.', Type.Enum(CALENDARS)),
            year: described('In its calendar: 1405, 2026.', Type.Integer()),
            complete: described('The year was over.', Type.Boolean()),
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
  summary: 'The verification code of a receipt as it reads now; the same one until something of it changes',
  body: Type.Object(
    {
      kind: described('What the receipt is of.', Type.Enum(RECEIPT_KINDS)),
      id: described('The id of the order, deposit or withdrawal.', Type.String({ maxLength: 40 })),
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
  summary: 'What the document with this code says, for whoever holds it',
  params: Type.Object(
    { code: described('The code, however it was typed.', Type.String({ maxLength: 64 })) },
    open,
  ),
  reply: withBase(VerifiedDocument),
  errors: ['NOT_FOUND'],
});
