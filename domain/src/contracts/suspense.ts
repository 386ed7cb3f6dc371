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
  'Why it is decided so; goes to the audit log.',
  Type.String({ minLength: 3, maxLength: 300 }),
);

/** The first three are in suspense; RELEASED: in the bank's next batch, or about to be credited. */
export const SUSPENDED_STATES = ['WAITING', 'PROPOSED', 'RELEASED', 'PAID_OUT', 'CREDITED'] as const;
export const REFUND_WAYS = ['REFUND', 'CREDIT'] as const;

export const PaymentRefund = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    way: described(
      'REFUND: by the bank to the account of the card that paid. CREDIT: to the person after all.',
      Type.Enum(REFUND_WAYS),
    ),
    bankAccount: described('Masked Sheba of that account; null: it is credited.', nullable(Type.String())),
    payee: described('In whose name that account is; null: it is credited.', nullable(Type.String())),
    reason: described('Why, as the proposer wrote it.', Type.String()),
    proposedBy: described('Email address of who proposed it.', Type.String()),
    decidedBy: described(
      'Email address of who released or cancelled it; null: nobody has.',
      nullable(Type.String()),
    ),
    createdAtDateTime: described('When it was proposed.', Timestamp),
  },
  open,
);

export const SuspendedPayment = Type.Object(
  {
    id: described('Id of the payment.', Type.String()),
    person: described('Whose deposit it was to be.', nullable(PersonName)),
    amount: described('Toman.', DecimalText),
    gateway: described('The gateway that took it.', Type.Enum(PAYMENT_GATEWAYS)),
    cardNumber: described('Masked card that paid; null: the gateway named none.', nullable(Type.String())),
    chosenCard: described('Masked card that was to pay.', Type.String()),
    trackingCode: described("The bank's reference number.", nullable(Type.String())),
    reason: described(
      'Why it was not credited: CARD_MISMATCH or DAILY_LIMIT.',
      Type.Enum(['CARD_MISMATCH', 'DAILY_LIMIT']),
    ),
    state: described(
      'WAITING: nobody proposed anything. PROPOSED: a second person decides. RELEASED: goes back with the next batch of the bank. PAID_OUT: the bank paid it. CREDITED: the person has it.',
      Type.Enum(SUSPENDED_STATES),
    ),
    sinceDateTime: described('When it was paid.', Timestamp),
    ownCard: described('Whether the card that paid is a verified one of the person.', Type.Boolean()),
    ownAccount: described(
      'Masked Sheba of that card, where a refund goes; null: staff finds it out.',
      nullable(Type.String()),
    ),
    refund: described('What is under way or was done; null: nothing.', nullable(PaymentRefund)),
    returnReason: described(
      'Why the bank sent the last refund back; null: it did not.',
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
    balance: described('Toman in the suspense account of the books.', DecimalText),
    alarmHours: described('What waits for longer than so many hours is an alarm.', Type.Integer()),
    parts: described(
      'What lies there, by what it is; together the balance.',
      Type.Array(
        Type.Object(
          {
            kind: described(
              'PAYMENTS: of people, through gateways. STORE_PAYMENTS: the same to stores. BANK_DEPOSITS: transfers that match nobody.',
              Type.Enum(SUSPENSE_KINDS),
            ),
            count: described('How many.', Type.Integer()),
            day: described('Toman of the last 24 hours.', DecimalText),
            waiting: described('Toman that is older, and no alarm yet.', DecimalText),
            late: described('Toman that is an alarm.', DecimalText),
            oldestDateTime: described(
              'Since when the oldest lies there; null: nothing does.',
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
  summary: 'Toman that was paid and belongs to nobody yet, by kind and age',
  reply: withBase(Suspense),
});

export const suspendedPayments = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/suspense/payments',
  summary:
    'Payments of people that were paid and not credited: those that wait, oldest first, or those of a state',
  query: Type.Object(
    {
      size: pageQuery.size,
      cursor: pageQuery.cursor,
      state: described(
        'Only those in this state. Unset: all whose money still lies in suspense.',
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
    'Proposes what becomes of such a payment: back to the account of the card that paid, or to the person whose card it turns out to be',
  params: Type.Object({ id: described('Id of the payment.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      way: described('What is proposed.', Type.Enum(REFUND_WAYS)),
      sheba: described(
        'Of a REFUND: the account of the card that paid. Left out where the card is a verified one of the person.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      payee: described(
        'In whose name that account is; left out as the Sheba.',
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
    'RELEASE (by somebody else than who proposed it) sends it with the next batch of the bank, or credits it at once; CANCEL drops the proposal',
  params: Type.Object({ id: described('Id of the proposal.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object({ decision: described('What is decided.', Type.Enum(['RELEASE', 'CANCEL'])) }, open),
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
