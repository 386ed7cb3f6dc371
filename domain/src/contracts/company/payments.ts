import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../../payment-gateways.ts';
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
} from '../endpoint.ts';
import { PAYMENT_STATES, StartedPayment } from '../wallet.ts';
import { Id, Metadata, orNull, withId } from './shared.ts';

export const CompanyPayment = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    number: described('The number that a receipt shows.', Type.String()),
    amount: described('What is paid, Toman.', DecimalText),
    description: described('What the payer wrote, or the request says.', Type.String()),
    state: described('PENDING until the bank has answered, then PAID or FAILED.', Type.Enum(PAYMENT_STATES)),
    reason: described('Why it failed: a code of the dictionary; null: it has not.', orNull(Type.String())),
    cardNumber: described('Masked: what paid, or what was to pay.', Type.String()),
    trackingCode: described(
      "The bank's reference number; null until the bank has given one.",
      orNull(Type.String()),
    ),
    orderNumber: described(
      "The store's number of the order, where a request was paid; null: none.",
      orNull(Type.String()),
    ),
    metadata: described('What the store gave with its request; nothing where none was paid.', Metadata),
    duplicate: described(
      'The request was paid by another payment before: the payer should get this one back.',
      Type.Boolean(),
    ),
    refund: described(
      'What is given back of it; null: nothing.',
      orNull(
        Type.Object(
          {
            state: described('ASKED: staff decides. PAID: it was given back.', Type.Enum(['ASKED', 'PAID'])),
            reference: described(
              "The bank's reference number; null until it is paid.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    settlementId: described('Id of the settlement it went into; null: none yet.', orNull(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
    receivedAtDateTime: described('When the money was received; null until then.', orNull(Timestamp)),
  },
  open,
);
export type CompanyPayment = Static<typeof CompanyPayment>;

export const companyPayments = endpoint({
  method: 'GET',
  path: '/company/payments',
  access: 'verified',
  rate: 'read',
  summary: 'What payers paid or tried to, newest first',
  query: Type.Object(
    { ...pageQuery, settlement: described('Id of a settlement: its payments alone.', Type.Optional(Id)) },
    open,
  ),
  reply: withContent(CompanyPayment),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const PAYMENT_REQUEST_STATES = ['OPEN', 'PAID', 'CANCELLED', 'EXPIRED'] as const;
export const PublicCompany = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('Name of the company.', Type.String()),
    logo: described('Path of its picture on this site; null: it has none.', orNull(Type.String())),
    gateways: described('The gateways that can be used now.', Type.Array(Type.Enum(PAYMENT_GATEWAYS))),
    minAmount: described('Minimum that can be paid, Toman.', DecimalText),
    maxAmount: described('Maximum that can be paid at once, Toman.', DecimalText),
    request: described(
      'What exactly is to be paid, where the link names a request.',
      orNull(
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            amount: described('What exactly is to be paid, Toman.', DecimalText),
            orderNumber: described("The store's own number of the order.", Type.String()),
            description: described(
              "What the payment is for, in the payer's or the store's words.",
              Type.String(),
            ),
            state: described('Only an OPEN request can be paid.', Type.Enum(PAYMENT_REQUEST_STATES)),
            expiresAtDateTime: described('When it can no longer be paid.', Timestamp),
            returnTo: described(
              'Page of the store that the payer goes back to, with the request and its status; null: none.',
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type PublicCompany = Static<typeof PublicCompany>;

export const publicCompany = endpoint({
  method: 'GET',
  path: '/company-payments/company/:id',
  access: 'public',
  rate: 'read',
  summary: 'Whom a payment link belongs to',
  params: withId,
  query: Type.Object(
    { request: described('Id of the payment request that the link names.', Type.Optional(Id)) },
    open,
  ),
  reply: withBase(PublicCompany),
  errors: ['NOT_FOUND', 'COMPANY_NOT_ACTIVE'],
});

export const payCompany = endpoint({
  method: 'POST',
  path: '/wallets/transfer-toman-to-company',
  access: 'public',
  rate: 'money',
  settles: true,
  feature: 'STORE_PAYMENT',
  summary: 'Starts a payment to a company; the payer goes on at the bank',
  body: Type.Object(
    {
      amount: described('What is paid, Toman.', DecimalInput),
      cardNumber: described('16 digits, in any grouping.', Type.String({ maxLength: 40 })),
      description: described('What the payer tells the company.', Type.String({ maxLength: 200 })),
      companyId: described('Id of the store.', Id),
      paymentGateway: described('The gateway that the payer goes to.', Type.Enum(PAYMENT_GATEWAYS)),
      callBackURL: described(
        "Where the payer lands in the end; only this site's own pages are allowed.",
        Type.String({ maxLength: 500 }),
      ),
      requestId: described('The request that is paid; its amount is the only one taken.', Type.Optional(Id)),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(StartedPayment),
  errors: [
    'NOT_FOUND',
    'COMPANY_NOT_ACTIVE',
    'INVALID_CARD',
    'UNACCEPTABLE_AMOUNT',
    'LOW_AMOUNT',
    'AMOUNT_IS_HIGH',
    'AMOUNT_NOT_ALLOWED',
    'DAILY_LIMIT',
    'REQUEST_CLOSED',
    'CALLBACK_NOT_ALLOWED',
    'GATEWAY_UNAVAILABLE',
    'IDEMPOTENCY_KEY_REUSED',
    'TOO_MANY_REQUESTS',
  ],
});

export const CompanyReceipt = described(
  'What the payer keeps.',
  Type.Object(
    {
      id: described('The id that other calls name it by.', Type.String()),
      number: described('The number that a receipt shows.', Type.String()),
      company: described(
        'Who is paid.',
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            name: described('Name of the company.', Type.String()),
            logo: described('Path of its picture on this site; null: it has none.', orNull(Type.String())),
          },
          open,
        ),
      ),
      amount: described('What is paid, Toman.', DecimalText),
      description: described('What the payer told the company.', Type.String()),
      orderNumber: described(
        "The store's number of the order, where a request was paid; null: none.",
        orNull(Type.String()),
      ),
      requestId: described(
        'The request it was for, which can be paid again where this payment failed.',
        orNull(Type.String()),
      ),
      state: described(
        'PENDING until the bank has answered, then PAID or FAILED.',
        Type.Enum(PAYMENT_STATES),
      ),
      reason: described('Why it failed: a code of the dictionary; null: it has not.', orNull(Type.String())),
      cardNumber: described('The card that pays, masked.', Type.String()),
      trackingCode: described(
        "The bank's reference number; null until the bank has given one.",
        orNull(Type.String()),
      ),
      refunded: described('Whether the payer got it back.', Type.Boolean()),
      returnTo: described(
        'Page of the store that the payer goes back to, with the payment and its status; null: none.',
        orNull(Type.String()),
      ),
      gateway: described('The gateway that the payer goes to.', Type.Enum(PAYMENT_GATEWAYS)),
      createdAtDateTime: described('When it was made.', Timestamp),
      receivedAtDateTime: described('When the money was received; null until then.', orNull(Timestamp)),
    },
    open,
  ),
);
export type CompanyReceipt = Static<typeof CompanyReceipt>;

export const companyReceipt = endpoint({
  method: 'GET',
  path: '/company-payments/:id',
  access: 'public',
  rate: 'read',
  summary: 'State of one payment to a company, by its random id',
  params: withId,
  reply: withBase(CompanyReceipt),
  errors: ['NOT_FOUND'],
});
