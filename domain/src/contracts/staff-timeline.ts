/** A user's complete history, for staff with access to their file. */
import { type Static, Type } from 'typebox';
import { DecimalText, described, endpoint, open, pageQuery, Timestamp, withContent } from './endpoint.ts';
import { TICKET_TOPICS } from './support.ts';
import { ORDER_TYPES } from './trading.ts';

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

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

export const TimelineEntry = Type.Object(
  {
    id: described('Id of the entry, composed of its kind and the id of its subject.', Type.String()),
    at: described('Time at which it started.', Timestamp),
    kind: described(
      'Kind of event: a sign-up, a transfer, an order, a decision and so on.',
      Type.Enum(TIMELINE_KINDS),
    ),
    state: described('Outcome. Null if the kind has none.', nullable(Type.Enum(TIMELINE_STATES))),
    action: described(
      'Action performed, as named in the audit log. Only for ACT; otherwise empty.',
      Type.String(),
    ),
    actor: described(
      'Email address of the staff member. Empty if the user or the system performed the action.',
      Type.String(),
    ),
    detail: described('Details of the action. Only for ACT; otherwise empty.', Type.String()),
    browser: described('Browser of a log-in, as in the list of log-ins. Otherwise empty.', Type.String()),
    osType: described('Operating system of a log-in. Otherwise empty.', Type.String()),
    amount: described(
      'Amount, in the asset given by `relatedCoin`. Null if no money is involved or the token is unknown.',
      nullable(DecimalText),
    ),
    relatedCoin: described('Coin code, or TOMAN. Null if no money is involved.', nullable(Type.String())),
    orderType: described(
      'Type of the order (quick, limit or market) and its side (buy or sell). Null if it is not an order.',
      nullable(Type.Enum(ORDER_TYPES)),
    ),
    quote: described('Quote currency of the order. Null if it is not an order.', nullable(Type.String())),
    topic: described('Topic of the ticket. Null if it is not a ticket.', nullable(Type.Enum(TICKET_TOPICS))),
    number: described('Number of the ticket. Null if it is not a ticket.', nullable(Type.Integer())),
  },
  open,
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const personTimeline = endpoint({
  access: 'staff',
  rate: 'write',
  roles: ['support', 'kyc', 'treasury'],
  method: 'GET',
  path: '/backoffice/people/:id/timeline',
  summary: "Lists a user's complete history, newest first; each page requested is recorded in the audit log",
  params: Type.Object(
    { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
    open,
  ),
  query: Type.Object(
    {
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described(
        'The `nextCursor` of the previous reply.',
        Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,600}$' })),
      ),
      reason: described(
        "Reason for viewing the user's data. Written to the audit log.",
        Type.String({ minLength: 3, maxLength: 200 }),
      ),
    },
    open,
  ),
  reply: withContent(TimelineEntry),
  errors: ['NOT_FOUND'],
});
