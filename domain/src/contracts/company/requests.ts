import { type Static, Type } from 'typebox';
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
import { CompanyPayment, PAYMENT_REQUEST_STATES } from './payments.ts';
import { Metadata, orNull, withId } from './shared.ts';

export const PaymentRequest = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    orderNumber: described("The store's own number of the order.", Type.String()),
    amount: described('What is to be paid, Toman.', DecimalText),
    description: described("What the payment is for, in the payer's or the store's words.", Type.String()),
    state: described('Only an OPEN request can be paid.', Type.Enum(PAYMENT_REQUEST_STATES)),
    link: described('Where its payer pays.', Type.String()),
    returnUrl: described('Where its payer goes back to afterwards; null: nowhere.', orNull(Type.String())),
    metadata: described('What the store gave with it.', Metadata),
    paymentId: described('Id of the payment that paid it; null: none yet.', orNull(Type.String())),
    late: described('The money came after the request had ended.', Type.Boolean()),
    expiresAtDateTime: described('When it can no longer be paid.', Timestamp),
    paidAtDateTime: described('When it was paid; null until then.', orNull(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type PaymentRequest = Static<typeof PaymentRequest>;

export const NewPaymentRequest = Type.Object(
  {
    amount: described('What is to be paid, Toman.', DecimalInput),
    orderNumber: described("The store's own, once each.", Type.String({ minLength: 1, maxLength: 60 })),
    description: described('What its payer reads.', Type.Optional(Type.String({ maxLength: 200 }))),
    expiresInMinutes: described(
      'Until when it can be paid; unset: a day. At most 30 days.',
      Type.Optional(Type.Integer({ minimum: 5, maximum: 43_200 })),
    ),
    returnUrl: described(
      'Page of the store that the payer goes back to, https: `request`, `status` and, once one was begun, `payment` are added to its query.',
      Type.Optional(Type.String({ maxLength: 500 })),
    ),
    metadata: described(
      "Names and texts of the store's own, given back with the request, its payments and their events: 50 names of 40 characters, texts of 500, 8,000 in all. Payers never see them.",
      Type.Optional(Metadata),
    ),
  },
  open,
);
const REQUEST_ERRORS = ['UNACCEPTABLE_AMOUNT', 'LOW_AMOUNT', 'AMOUNT_IS_HIGH', 'CONFLICT'] as const;

export const paymentRequests = endpoint({
  method: 'GET',
  path: '/company/requests',
  access: 'verified',
  rate: 'read',
  summary: 'Payment requests, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(PaymentRequest),
  errors: ['COMPANY_ONLY'],
});

export const addPaymentRequest = endpoint({
  method: 'POST',
  path: '/company/requests',
  access: 'authorized',
  rate: 'write',
  feature: 'STORE_PAYMENT',
  summary:
    'Makes a payment request; the same order number with the same amount answers the one there is, as it was made',
  body: NewPaymentRequest,
  reply: withBase(PaymentRequest),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

export const cancelPaymentRequest = endpoint({
  method: 'DELETE',
  path: '/company/requests/:id',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Takes an open request back',
  params: withId,
  reply: withBase(PaymentRequest),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'REQUEST_CLOSED'],
});

export const apiAddRequest = endpoint({
  method: 'POST',
  path: '/company-api/requests',
  access: 'public',
  rate: 'write',
  feature: 'STORE_PAYMENT',
  summary: 'By API key: makes a payment request',
  body: NewPaymentRequest,
  apiKey: true,
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

const withOrderNumber = Type.Object(
  { orderNumber: described("The store's own number of the order.", Type.String({ maxLength: 60 })) },
  open,
);

export const apiRequest = endpoint({
  method: 'GET',
  path: '/company-api/requests/:orderNumber',
  access: 'public',
  rate: 'read',
  summary: 'By API key: one payment request, by its order number',
  params: withOrderNumber,
  apiKey: true,
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const apiCancelRequest = endpoint({
  method: 'DELETE',
  path: '/company-api/requests/:orderNumber',
  access: 'public',
  rate: 'write',
  feature: null,
  summary: 'By API key: cancels an open payment request, by its order number',
  params: withOrderNumber,
  apiKey: true,
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'NOT_FOUND', 'REQUEST_CLOSED'],
});

export const apiPayments = endpoint({
  method: 'GET',
  path: '/company-api/payments',
  access: 'public',
  rate: 'read',
  summary: 'By API key: payments, newest first',
  query: Type.Object(pageQuery, open),
  apiKey: true,
  reply: withContent(CompanyPayment),
  errors: ['INVALID_API_KEY'],
});

export const apiPayment = endpoint({
  method: 'GET',
  path: '/company-api/payments/:id',
  access: 'public',
  rate: 'read',
  summary: 'By API key: one payment, by the id that its payer came back with',
  params: withId,
  apiKey: true,
  reply: withBase(CompanyPayment),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});
