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
    id: described('Of the entry: its kind and what it is about.', Type.String()),
    at: described('When it began.', Timestamp),
    kind: described(
      'What happened: a sign-up, a transfer, an order, a decision and so on.',
      Type.Enum(TIMELINE_KINDS),
    ),
    state: described('What became of it; null: nothing becomes of it.', nullable(Type.Enum(TIMELINE_STATES))),
    action: described('Of an act: what was done, as in the log; else empty.', Type.String()),
    actor: described('Email of the staff member; empty when the person or the system did it.', Type.String()),
    detail: described('The particulars of an act; else empty.', Type.String()),
    browser: described('Of a log-in: as log-ins name it; else empty.', Type.String()),
    osType: described('The operating system of a log-in; else empty.', Type.String()),
    amount: described(
      'How much, in the asset named here; null: not money, or an unknown token.',
      nullable(DecimalText),
    ),
    relatedCoin: described('TOMAN, or the coin; null: no money.', nullable(Type.String())),
    orderType: described(
      'Quick, limit or market, and buy or sell; null: not an order.',
      nullable(Type.Enum(ORDER_TYPES)),
    ),
    quote: described('What an order was paid in; null: no order.', nullable(Type.String())),
    topic: described('Of a ticket.', nullable(Type.Enum(TICKET_TOPICS))),
    number: described('Of a ticket.', nullable(Type.Integer())),
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
  summary: 'All that happened with a person, newest first; each page is a look that goes to the audit log',
  params: Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open),
  query: Type.Object(
    {
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described(
        'What the answer before gave as nextCursor.',
        Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,600}$' })),
      ),
      reason: described(
        "Why the person's data is looked at; goes to the audit log.",
        Type.String({ minLength: 3, maxLength: 200 }),
      ),
    },
    open,
  ),
  reply: withContent(TimelineEntry),
  errors: ['NOT_FOUND'],
});
