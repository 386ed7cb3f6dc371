/** Toman that was paid and not credited: how long it has waited, and how it is returned or credited after all. */
import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import { endpoint } from './endpoint.ts';
import {
  cursorQuery,
  decimal,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  reasonText,
  Timestamp,
  text,
  time,
} from './fields.ts';
import { PersonName } from './treasury.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const reason = reasonText('Reason for the decision. Written to the audit log.');

/** The first three are in suspense; RELEASED: in the bank's next batch, or about to be credited. */
export const SUSPENDED_STATES = ['WAITING', 'PROPOSED', 'RELEASED', 'PAID_OUT', 'CREDITED'] as const;
export const REFUND_WAYS = ['REFUND', 'CREDIT'] as const;

export const PaymentRefund = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  way: oneOf(
    'REFUND: the bank pays it to the account of the paying card. CREDIT: it is credited to the user after all.',
    REFUND_WAYS,
  ),
  bankAccount: nullable('Masked Sheba of that account. Null for CREDIT.', Type.String()),
  payee: nullable("Name of that account's owner. Null for CREDIT.", Type.String()),
  reason: text('Reason for the proposal, as written by staff.'),
  proposedBy: text('Email address of the staff member who proposed it.'),
  decidedBy: nullable(
    'Email address of the staff member who released or cancelled it. Null until then.',
    Type.String(),
  ),
  createdAtDateTime: time('Time of the proposal.'),
});

export const SuspendedPayment = object({
  id: text('Id of the payment.'),
  person: nullable('User whose deposit it was meant to be.', PersonName),
  amount: decimal('Amount in Toman.'),
  gateway: oneOf('Gateway that received the payment.', PAYMENT_GATEWAYS),
  cardNumber: nullable(
    'Masked number of the paying card. Null if the gateway did not report it.',
    Type.String(),
  ),
  chosenCard: text('Masked number of the card that the user chose to pay with.'),
  trackingCode: nullable('Bank reference number.', Type.String()),
  reason: oneOf(
    'Reason why it was not credited. CARD_MISMATCH: another card paid. DAILY_LIMIT: the daily limit was exceeded.',
    ['CARD_MISMATCH', 'DAILY_LIMIT'],
  ),
  state: oneOf(
    'WAITING: no proposal yet. PROPOSED: waiting for a second staff member. RELEASED: refunded with the next bank batch. PAID_OUT: paid by the bank. CREDITED: credited to the user.',
    SUSPENDED_STATES,
  ),
  sinceDateTime: time('Time of the payment.'),
  ownCard: flag('Whether the paying card is a verified card of the user.'),
  ownAccount: nullable(
    'Masked Sheba of the paying card, to which a refund goes. Null if staff must find it out.',
    Type.String(),
  ),
  refund: nullable('Proposed or completed refund or credit. Null if there is none.', PaymentRefund),
  returnReason: nullable('Reason why the bank returned the last refund. Null if it did not.', Type.String()),
});
export type SuspendedPayment = Static<typeof SuspendedPayment>;

/** Company and bank deposits are decided elsewhere. */
export const SUSPENSE_KINDS = ['PAYMENTS', 'STORE_PAYMENTS', 'BANK_DEPOSITS'] as const;

export const Suspense = object({
  balance: decimal("Balance of the ledger's suspense account, in Toman."),
  alarmHours: integer('Hours after which an undecided payment raises an alarm.'),
  parts: list('Parts of the balance, by kind; together they equal `balance`.', {
    kind: oneOf(
      'PAYMENTS: payments of users through gateways. STORE_PAYMENTS: payments to stores through gateways. BANK_DEPOSITS: bank transfers without a matching user.',
      SUSPENSE_KINDS,
    ),
    count: integer('Number of payments.'),
    day: decimal('Amount of the last 24 hours, in Toman.'),
    waiting: decimal('Amount older than that for which no alarm is raised yet, in Toman.'),
    late: decimal('Amount for which an alarm is raised, in Toman.'),
    oldestDateTime: nullable(
      'Time since which the oldest payment is in suspense. Null if there is none.',
      Timestamp,
    ),
  }),
});
export type Suspense = Static<typeof Suspense>;

export const suspense = endpoint('GET', '/backoffice/suspense', {
  ...treasury,
  summary: 'Returns the money in suspense, by kind and age',
  reply: itemReply(Suspense),
});

export const suspendedPayments = endpoint('GET', '/backoffice/suspense/payments', {
  ...treasury,
  summary:
    'Lists payments of users that were paid and not credited: those waiting, oldest first, or those in a state',
  query: object({
    ...cursorQuery,
    state: optional(
      'Returns only payments in this state. Default: all whose money is still in suspense.',
      Type.Enum(SUSPENDED_STATES),
    ),
  }),
  reply: listReply(SuspendedPayment),
});

export const proposePaymentRefund = endpoint('POST', '/backoffice/suspense/payments/:id', {
  ...treasury,
  summary:
    'Proposes what happens to a suspended payment: refund it to the account of the paying card, or credit it to the user who turns out to own the card',
  params: object({ id: text('Id of the payment.', { maxLength: 40 }) }),
  body: object({
    way: oneOf(
      'REFUND: refund it to the account of the paying card. CREDIT: credit it to the user.',
      REFUND_WAYS,
    ),
    sheba: optional(
      "Sheba of the paying card's account, for a REFUND. Omit it if the card is a verified card of the user.",
      Type.String({ maxLength: 40 }),
    ),
    payee: optional(
      "Name of that account's owner. Omit it together with the Sheba.",
      Type.String({ minLength: 2, maxLength: 100 }),
    ),
    reason,
  }),
  reply: itemReply(SuspendedPayment),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'CARD_NOT_VERIFIED'],
});

export const decidePaymentRefund = endpoint('POST', '/backoffice/suspense/refunds/:id', {
  ...treasury,
  settles: true,
  summary:
    'Decides on a proposal: RELEASE (by a staff member other than the proposer) sends it with the next bank batch or credits it immediately, CANCEL drops it',
  params: object({ id: text('Id of the proposal.', { maxLength: 40 }) }),
  body: object({
    decision: oneOf('RELEASE: execute the proposal. CANCEL: drop it.', ['RELEASE', 'CANCEL']),
  }),
  reply: itemReply(SuspendedPayment),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'CARD_NOT_VERIFIED',
    'DAILY_LIMIT',
    'SERVICE_UNAVAILABLE',
  ],
});
