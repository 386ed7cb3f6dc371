/** A user's complete history, for staff with access to their file. */
import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  described,
  idParams,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  text,
  time,
} from './fields.ts';
import { TICKET_TOPICS } from './support.ts';
import { ORDER_TYPES } from './trading.ts';

export const TIMELINE_KINDS = [
  'SIGN_UP',
  'ACT',
  'NEW_DEVICE',
  'ORDER',
  'COIN_DEPOSIT',
  'BANK_DEPOSIT',
  'CARD_DEPOSIT',
  'WITHDRAWAL',
  'TICKET',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Outcome, in terms common to all kinds. */
export const TIMELINE_STATES = [
  'OPEN',
  'REVIEW',
  'DONE',
  'CANCELLED',
  'REFUSED',
  'RETURNED',
  'FAILED',
] as const;
export type TimelineState = (typeof TIMELINE_STATES)[number];

export const TimelineEntry = object({
  id: text('Id of the entry, composed of its kind and the id of its subject.'),
  at: time('Time at which it started.'),
  kind: oneOf('Kind of event: a sign-up, a transfer, an order, a decision and so on.', TIMELINE_KINDS),
  state: nullable('Outcome. Null if the kind has none.', Type.Enum(TIMELINE_STATES)),
  action: text('Action performed, as named in the audit log. Only for ACT; otherwise empty.'),
  actor: text('Email address of the staff member. Empty if the user or the system performed the action.'),
  detail: text('Details of the action. Only for ACT; otherwise empty.'),
  browser: text('Browser of a log-in, as in the list of log-ins. Otherwise empty.'),
  osType: text('Operating system of a log-in. Otherwise empty.'),
  amount: nullable(
    'Amount, in the asset given by `relatedCoin`. Null if no money is involved or the token is unknown.',
    DecimalText,
  ),
  relatedCoin: nullable('Coin code, or TOMAN. Null if no money is involved.', Type.String()),
  orderType: nullable(
    'Type of the order (quick, limit or market) and its side (buy or sell). Null if it is not an order.',
    Type.Enum(ORDER_TYPES),
  ),
  quote: nullable('Quote currency of the order. Null if it is not an order.', Type.String()),
  topic: nullable('Topic of the ticket. Null if it is not a ticket.', Type.Enum(TICKET_TOPICS)),
  number: nullable('Number of the ticket. Null if it is not a ticket.', Type.Integer()),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

export const personTimeline = endpoint('GET', '/backoffice/people/:id/timeline', {
  access: 'staff',
  rate: 'write',
  roles: ['support', 'kyc', 'treasury'],
  summary: "Lists a user's complete history, newest first; each page requested is recorded in the audit log",
  params: idParams,
  query: object({
    size: described('Number of entries to return.', pageQuery.size),
    cursor: optional(
      'The `nextCursor` of the previous reply.',
      Type.String({ pattern: '^[A-Za-z0-9_.-]{1,600}$' }),
    ),
    reason: text("Reason for viewing the user's data. Written to the audit log.", {
      minLength: 3,
      maxLength: 200,
    }),
  }),
  reply: listReply(TimelineEntry),
  errors: ['NOT_FOUND'],
});
