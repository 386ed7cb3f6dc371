/** Toman that was paid and not credited: how long it has waited, and how it is returned or credited after all. */
import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import {
  DecimalText,
  described,
  endpoint,
  nullable,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { PersonName } from './treasury.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const reason = described(
  'Reason for the decision. Written to the audit log.',
  Type.String({ minLength: 3, maxLength: 300 }),
);

/** The first three are in suspense; RELEASED: in the bank's next batch, or about to be credited. */
export const SUSPENDED_STATES = ['WAITING', 'PROPOSED', 'RELEASED', 'PAID_OUT', 'CREDITED'] as const;
export const REFUND_WAYS = ['REFUND', 'CREDIT'] as const;

export const PaymentRefund = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    way: described(
      'REFUND: the bank pays it to the account of the paying card. CREDIT: it is credited to the user after all.',
      Type.Enum(REFUND_WAYS),
    ),
    bankAccount: described('Masked Sheba of that account. Null for CREDIT.', nullable(Type.String())),
    payee: described("Name of that account's owner. Null for CREDIT.", nullable(Type.String())),
    reason: described('Reason for the proposal, as written by staff.', Type.String()),
    proposedBy: described('Email address of the staff member who proposed it.', Type.String()),
    decidedBy: described(
      'Email address of the staff member who released or cancelled it. Null until then.',
      nullable(Type.String()),
    ),
    createdAtDateTime: described('Time of the proposal.', Timestamp),
  },
  open,
);

export const SuspendedPayment = Type.Object(
  {
    id: described('Id of the payment.', Type.String()),
    person: described('User whose deposit it was meant to be.', nullable(PersonName)),
    amount: described('Amount in Toman.', DecimalText),
    gateway: described('Gateway that received the payment.', Type.Enum(PAYMENT_GATEWAYS)),
    cardNumber: described(
      'Masked number of the paying card. Null if the gateway did not report it.',
      nullable(Type.String()),
    ),
    chosenCard: described('Masked number of the card that the user chose to pay with.', Type.String()),
    trackingCode: described('Bank reference number.', nullable(Type.String())),
    reason: described(
      'Reason why it was not credited. CARD_MISMATCH: another card paid. DAILY_LIMIT: the daily limit was exceeded.',
      Type.Enum(['CARD_MISMATCH', 'DAILY_LIMIT']),
    ),
    state: described(
      'WAITING: no proposal yet. PROPOSED: waiting for a second staff member. RELEASED: refunded with the next bank batch. PAID_OUT: paid by the bank. CREDITED: credited to the user.',
      Type.Enum(SUSPENDED_STATES),
    ),
    sinceDateTime: described('Time of the payment.', Timestamp),
    ownCard: described('Whether the paying card is a verified card of the user.', Type.Boolean()),
    ownAccount: described(
      'Masked Sheba of the paying card, to which a refund goes. Null if staff must find it out.',
      nullable(Type.String()),
    ),
    refund: described(
      'Proposed or completed refund or credit. Null if there is none.',
      nullable(PaymentRefund),
    ),
    returnReason: described(
      'Reason why the bank returned the last refund. Null if it did not.',
      nullable(Type.String()),
    ),
  },
  open,
);
export type SuspendedPayment = Static<typeof SuspendedPayment>;

/** Company and bank deposits are decided elsewhere. */
export const SUSPENSE_KINDS = ['PAYMENTS', 'STORE_PAYMENTS', 'BANK_DEPOSITS'] as const;

export const Suspense = Type.Object(
  {
    balance: described("Balance of the ledger's suspense account, in Toman.", DecimalText),
    alarmHours: described('Hours after which an undecided payment raises an alarm.', Type.Integer()),
    parts: described(
      'Parts of the balance, by kind; together they equal `balance`.',
      Type.Array(
        Type.Object(
          {
            kind: described(
              'PAYMENTS: payments of users through gateways. STORE_PAYMENTS: payments to stores through gateways. BANK_DEPOSITS: bank transfers without a matching user.',
              Type.Enum(SUSPENSE_KINDS),
            ),
            count: described('Number of payments.', Type.Integer()),
            day: described('Amount of the last 24 hours, in Toman.', DecimalText),
            waiting: described(
              'Amount older than that for which no alarm is raised yet, in Toman.',
              DecimalText,
            ),
            late: described('Amount for which an alarm is raised, in Toman.', DecimalText),
            oldestDateTime: described(
              'Time since which the oldest payment is in suspense. Null if there is none.',
              nullable(Timestamp),
            ),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type Suspense = Static<typeof Suspense>;

export const suspense = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/suspense',
  summary: 'Returns the money in suspense, by kind and age',
  reply: withBase(Suspense),
});

export const suspendedPayments = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/suspense/payments',
  summary:
    'Lists payments of users that were paid and not credited: those waiting, oldest first, or those in a state',
  query: Type.Object(
    {
      size: pageQuery.size,
      cursor: pageQuery.cursor,
      state: described(
        'Returns only payments in this state. Default: all whose money is still in suspense.',
        Type.Optional(Type.Enum(SUSPENDED_STATES)),
      ),
    },
    open,
  ),
  reply: withContent(SuspendedPayment),
});

export const proposeRefund = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/suspense/payments/:id',
  summary:
    'Proposes what happens to a suspended payment: refund it to the account of the paying card, or credit it to the user who turns out to own the card',
  params: Type.Object({ id: described('Id of the payment.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      way: described(
        'REFUND: refund it to the account of the paying card. CREDIT: credit it to the user.',
        Type.Enum(REFUND_WAYS),
      ),
      sheba: described(
        "Sheba of the paying card's account, for a REFUND. Omit it if the card is a verified card of the user.",
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      payee: described(
        "Name of that account's owner. Omit it together with the Sheba.",
        Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
      ),
      reason,
    },
    open,
  ),
  reply: withBase(SuspendedPayment),
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'CARD_NOT_VERIFIED'],
});

export const decidePaymentRefund = endpoint({
  ...treasury,
  method: 'POST',
  path: '/backoffice/suspense/refunds/:id',
  settles: true,
  summary:
    'Decides on a proposal: RELEASE (by a staff member other than the proposer) sends it with the next bank batch or credits it immediately, CANCEL drops it',
  params: Type.Object({ id: described('Id of the proposal.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      decision: described(
        'RELEASE: execute the proposal. CANCEL: drop it.',
        Type.Enum(['RELEASE', 'CANCEL']),
      ),
    },
    open,
  ),
  reply: withBase(SuspendedPayment),
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'SECOND_PERSON_NEEDED',
    'CARD_NOT_VERIFIED',
    'DAILY_LIMIT',
    'SERVICE_UNAVAILABLE',
  ],
});
