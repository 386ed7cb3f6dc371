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
    id: described('Identifier used in other calls.', Type.String()),
    number: described('Number displayed on the receipt.', Type.String()),
    amount: described('Amount of the payment, in Toman.', DecimalText),
    description: described('Description by the payer or from the request.', Type.String()),
    state: described(
      'State of the payment: PENDING until the bank has responded, then PAID or FAILED.',
      Type.Enum(PAYMENT_STATES),
    ),
    reason: described(
      'Reason for the failure, as a code of the dictionary; null if the payment has not failed.',
      orNull(Type.String()),
    ),
    cardNumber: described('Masked number of the card that paid or was to pay.', Type.String()),
    trackingCode: described(
      'Reference number of the bank; null until the bank has provided one.',
      orNull(Type.String()),
    ),
    orderNumber: described(
      'Order number of the store, if a request was paid; otherwise null.',
      orNull(Type.String()),
    ),
    metadata: described(
      'Metadata that the store passed with its request; empty if no request was paid.',
      Metadata,
    ),
    duplicate: described(
      'Whether the request had already been paid by another payment, so that this one should be refunded.',
      Type.Boolean(),
    ),
    refund: described(
      'Refund of the payment; null if there is none.',
      orNull(
        Type.Object(
          {
            state: described(
              'State of the refund. ASKED: staff decides. PAID: refunded.',
              Type.Enum(['ASKED', 'PAID']),
            ),
            reference: described(
              'Reference number of the bank; null until it is paid.',
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    settlementId: described(
      'Identifier of the settlement that contains the payment; null if there is none yet.',
      orNull(Type.String()),
    ),
    createdAtDateTime: described('Time of creation.', Timestamp),
    receivedAtDateTime: described(
      'Time at which the money was received; null until then.',
      orNull(Timestamp),
    ),
  },
  open,
);
export type CompanyPayment = Static<typeof CompanyPayment>;

export const companyPayments = endpoint({
  method: 'GET',
  path: '/company/payments',
  access: 'verified',
  rate: 'read',
  summary: 'Returns completed and attempted payments, newest first',
  query: Type.Object(
    {
      ...pageQuery,
      settlement: described('Identifier of a settlement whose payments are returned.', Type.Optional(Id)),
    },
    open,
  ),
  reply: withContent(CompanyPayment),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const PAYMENT_REQUEST_STATES = ['OPEN', 'PAID', 'CANCELLED', 'EXPIRED'] as const;
export const PublicCompany = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    name: described('Name of the company.', Type.String()),
    logo: described(
      "Path of the company's picture on this site; null if there is none.",
      orNull(Type.String()),
    ),
    gateways: described('Gateways that are currently available.', Type.Array(Type.Enum(PAYMENT_GATEWAYS))),
    minAmount: described('Minimum of one payment, in Toman.', DecimalText),
    maxAmount: described('Maximum of one payment, in Toman.', DecimalText),
    request: described(
      'Payment request with a fixed amount, if the link refers to one.',
      orNull(
        Type.Object(
          {
            id: described('Identifier used in other calls.', Type.String()),
            amount: described('Exact amount to pay, in Toman.', DecimalText),
            orderNumber: described('Order number of the store.', Type.String()),
            description: described('Description of the payment by the payer or the store.', Type.String()),
            state: described(
              'State of the request; only an OPEN request can be paid.',
              Type.Enum(PAYMENT_REQUEST_STATES),
            ),
            expiresAtDateTime: described('Time from which the request can no longer be paid.', Timestamp),
            returnTo: described(
              "URL of the store's page that the payer returns to, with the request and its status; null if there is none.",
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
  summary: 'Returns the company of a payment link',
  params: withId,
  query: Type.Object(
    { request: described('Identifier of the payment request in the link.', Type.Optional(Id)) },
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
  summary: "Starts a payment to a company; the payer continues on the bank's page",
  body: Type.Object(
    {
      amount: described('Amount of the payment, in Toman.', DecimalInput),
      cardNumber: described('Card number of 16 digits, in any grouping.', Type.String({ maxLength: 40 })),
      description: described('Message of the payer to the company.', Type.String({ maxLength: 200 })),
      companyId: described('Identifier of the store.', Id),
      paymentGateway: described('Gateway that the payer is redirected to.', Type.Enum(PAYMENT_GATEWAYS)),
      callBackURL: described(
        'URL that the payer is finally redirected to; only pages of this site are allowed.',
        Type.String({ maxLength: 500 }),
      ),
      requestId: described('Payment request to pay; only its exact amount is accepted.', Type.Optional(Id)),
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
  'Receipt of the payment, for the payer.',
  Type.Object(
    {
      id: described('Identifier used in other calls.', Type.String()),
      number: described('Number displayed on the receipt.', Type.String()),
      company: described(
        'Company that receives the payment.',
        Type.Object(
          {
            id: described('Identifier used in other calls.', Type.String()),
            name: described('Name of the company.', Type.String()),
            logo: described(
              "Path of the company's picture on this site; null if there is none.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
      amount: described('Amount of the payment, in Toman.', DecimalText),
      description: described('Message of the payer to the company.', Type.String()),
      orderNumber: described(
        'Order number of the store, if a request was paid; otherwise null.',
        orNull(Type.String()),
      ),
      requestId: described(
        'Payment request that the payment was for; it can be paid again if this payment failed.',
        orNull(Type.String()),
      ),
      state: described(
        'State of the payment: PENDING until the bank has responded, then PAID or FAILED.',
        Type.Enum(PAYMENT_STATES),
      ),
      reason: described(
        'Reason for the failure, as a code of the dictionary; null if the payment has not failed.',
        orNull(Type.String()),
      ),
      cardNumber: described('Masked number of the card that pays.', Type.String()),
      trackingCode: described(
        'Reference number of the bank; null until the bank has provided one.',
        orNull(Type.String()),
      ),
      refunded: described('Whether the payment was refunded to the payer.', Type.Boolean()),
      returnTo: described(
        "URL of the store's page that the payer returns to, with the payment and its status; null if there is none.",
        orNull(Type.String()),
      ),
      gateway: described('Gateway that the payer is redirected to.', Type.Enum(PAYMENT_GATEWAYS)),
      createdAtDateTime: described('Time of creation.', Timestamp),
      receivedAtDateTime: described(
        'Time at which the money was received; null until then.',
        orNull(Timestamp),
      ),
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
  summary: 'Returns the state of a payment to a company by its random id',
  params: withId,
  reply: withBase(CompanyReceipt),
  errors: ['NOT_FOUND'],
});
