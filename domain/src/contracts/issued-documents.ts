/** Documents of the exchange (receipts, yearly statements) and their verification codes. */
import { type Static, Type } from 'typebox';
import { CALENDARS, endpoint } from './endpoint.ts';
import {
  decimal,
  flag,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  Timestamp,
  text,
  time,
} from './fields.ts';
import { ORDER_TYPES } from './trading.ts';

/** Subjects of receipts. A recurring purchase has the receipt of its order. */
export const RECEIPT_KINDS = ['TRADE', 'DEPOSIT', 'WITHDRAWAL'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
export const ISSUED_KINDS = [...RECEIPT_KINDS, 'STATEMENT'] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

export const IssuedCode = object({
  code: text('Verification code as printed: six groups of four characters.'),
  link: text('URL where holders of the document can verify it.'),
  qrCode: text('QR code of the link, as PNG in base64 without a prefix.'),
});
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

/**
 * CONFIRMED: issued as shown, and unchanged since. SUPERSEDED: a newer version of it exists, or its subject has
 * changed state. DIFFERS: it contradicts today's ledger, which must not happen; it is not confirmed.
 */
export const DOCUMENT_STANDINGS = ['CONFIRMED', 'SUPERSEDED', 'DIFFERS'] as const;
export type DocumentStanding = (typeof DOCUMENT_STANDINGS)[number];

export const VerifiedDocument = object({
  code: text('Verification code as printed.'),
  standing: oneOf(
    'Status of the document. CONFIRMED: issued as shown, and unchanged since. SUPERSEDED: issued as shown, but a newer version exists or its subject has changed state. DIFFERS: issued, but contradicts the current ledger; not confirmed.',
    DOCUMENT_STANDINGS,
  ),
  kind: oneOf('Kind of document: a receipt of the given kind, or a yearly statement.', ISSUED_KINDS),
  issuedAt: time('Time of issue.'),
  newerAt: nullable('Time of issue of the newest version; null if this is the newest.', Timestamp),
  number: nullable('Number displayed on the receipt; null if it has none.', Type.String()),
  orderType: nullable('Kind and side of the order, for a trade.', Type.Enum(ORDER_TYPES)),
  state: nullable(
    "State of the document's subject at the time of issue; null for a statement.",
    Type.String(),
  ),
  at: time("Time of the document's subject; for a statement, the time of generation."),
  network: nullable('Network of the deposit or withdrawal; null if there is none.', Type.String()),
  holder: text('Initials of the holder.'),
  figures: list('Amounts to compare with the document.', {
    figure: oneOf('Name of the amount.', DOCUMENT_FIGURES),
    amount: decimal('Amount, in its asset.'),
    asset: text('Code of the asset of the amount; TOMAN for Toman.'),
    of: nullable(
      'Asset of the row that contains the amount, for a statement; null for a total.',
      Type.String(),
    ),
  }),
  statement: nullable('Year of a statement; null for a receipt.', {
    calendar: oneOf('Calendar of the year.', CALENDARS),
    year: integer('Year in its calendar: 1405, 2026.'),
    complete: flag('Whether the year had ended.'),
  }),
});
export type VerifiedDocument = Static<typeof VerifiedDocument>;

export const issueReceipt = endpoint('POST', '/issued-documents', {
  access: 'verified',
  rate: 'write',
  // It moves no money, and receipts stay valid during maintenance.
  refusedInMaintenance: false,
  feature: null,
  summary:
    'Returns the verification code of a receipt in its current version; the code is the same until the receipt changes',
  body: object({
    kind: oneOf('Kind of receipt.', RECEIPT_KINDS),
    id: text('Identifier of the order, deposit or withdrawal.', { maxLength: 40 }),
  }),
  reply: itemReply(IssuedCode),
  errors: ['NOT_FOUND'],
});

export const verifyDocument = endpoint('GET', '/issued-documents/:code', {
  access: 'public',
  rate: 'code',
  summary: 'Returns the contents of the document with this code, for holders of the document',
  params: object({
    code: text('Verification code, in any notation.', { maxLength: 64 }),
  }),
  reply: itemReply(VerifiedDocument),
  errors: ['NOT_FOUND'],
});
