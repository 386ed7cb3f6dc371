import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  DecimalInput,
  decimal,
  described,
  flag,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  Timestamp,
  text,
  time,
} from '../fields.ts';
import { CompanyPayment, PAYMENT_REQUEST_STATES } from './payments.ts';
import { Metadata, withId } from './shared.ts';

export const PaymentRequest = object({
  id: text('Identifier used in other calls.'),
  orderNumber: text('Order number of the store.'),
  amount: decimal('Amount to pay, in Toman.'),
  description: text('Description of the payment by the payer or the store.'),
  state: oneOf('State of the request; only an OPEN request can be paid.', PAYMENT_REQUEST_STATES),
  link: text('URL of the page where the payer pays.'),
  returnUrl: nullable('URL that the payer returns to afterwards; null if there is none.', Type.String()),
  metadata: described('Metadata that the store passed with the request.', Metadata),
  paymentId: nullable(
    'Identifier of the payment that paid the request; null until it is paid.',
    Type.String(),
  ),
  late: flag('Whether the money arrived after the request had expired.'),
  expiresAtDateTime: time('Time from which the request can no longer be paid.'),
  paidAtDateTime: nullable('Time at which the request was paid; null until then.', Timestamp),
  createdAtDateTime: time('Time of creation.'),
});
export type PaymentRequest = Static<typeof PaymentRequest>;

export const NewPaymentRequest = object({
  amount: described('Amount to pay, in Toman.', DecimalInput),
  orderNumber: text('Order number of the store, which must be unique.', { minLength: 1, maxLength: 60 }),
  description: optional('Description displayed to the payer.', Type.String({ maxLength: 200 })),
  expiresInMinutes: optional(
    'Time until which the request can be paid; if unset, one day from now. At most 30 days.',
    Type.Integer({ minimum: 5, maximum: 43_200 }),
  ),
  returnUrl: optional(
    "URL (https) of the store's page that the payer returns to: `request`, `status` and, once a payment was started, `payment` are added to its query.",
    Type.String({ maxLength: 500 }),
  ),
  metadata: optional(
    'Metadata of the store, returned with the request, its payments and their events: up to 50 names of 40 characters, with values of 500, 8,000 characters in total. Never disclosed to payers.',
    Metadata,
  ),
});
const REQUEST_ERRORS = ['UNACCEPTABLE_AMOUNT', 'LOW_AMOUNT', 'AMOUNT_IS_HIGH', 'CONFLICT'] as const;

export const paymentRequests = endpoint('GET', '/company/requests', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns payment requests, newest first',
  query: object(pageQuery),
  reply: listReply(PaymentRequest),
  errors: ['COMPANY_ONLY'],
});

export const addPaymentRequest = endpoint('POST', '/company/requests', {
  access: 'authorized',
  rate: 'write',
  feature: 'STORE_PAYMENT',
  summary:
    'Creates a payment request; the same order number with the same amount returns the existing one, unchanged',
  body: NewPaymentRequest,
  reply: itemReply(PaymentRequest),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

export const cancelPaymentRequest = endpoint('DELETE', '/company/requests/:id', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Cancels an open payment request',
  params: withId,
  reply: itemReply(PaymentRequest),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'REQUEST_CLOSED'],
});

export const apiAddRequest = endpoint('POST', '/company-api/requests', {
  access: 'public',
  rate: 'write',
  feature: 'STORE_PAYMENT',
  summary: 'Creates a payment request, by API key',
  body: NewPaymentRequest,
  apiKey: true,
  reply: itemReply(PaymentRequest),
  errors: ['INVALID_API_KEY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

const withOrderNumber = object({ orderNumber: text('Order number of the store.', { maxLength: 60 }) });

export const apiRequest = endpoint('GET', '/company-api/requests/:orderNumber', {
  access: 'public',
  rate: 'read',
  summary: 'Returns one payment request by its order number, by API key',
  params: withOrderNumber,
  apiKey: true,
  reply: itemReply(PaymentRequest),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const apiCancelRequest = endpoint('DELETE', '/company-api/requests/:orderNumber', {
  access: 'public',
  rate: 'write',
  feature: null,
  summary: 'Cancels an open payment request by its order number, by API key',
  params: withOrderNumber,
  apiKey: true,
  reply: itemReply(PaymentRequest),
  errors: ['INVALID_API_KEY', 'NOT_FOUND', 'REQUEST_CLOSED'],
});

export const apiPayments = endpoint('GET', '/company-api/payments', {
  access: 'public',
  rate: 'read',
  summary: 'Returns payments, newest first, by API key',
  query: object(pageQuery),
  apiKey: true,
  reply: listReply(CompanyPayment),
  errors: ['INVALID_API_KEY'],
});

export const apiPayment = endpoint('GET', '/company-api/payments/:id', {
  access: 'public',
  rate: 'read',
  summary: 'Returns one payment by the id that its payer returned with, by API key',
  params: withId,
  apiKey: true,
  reply: itemReply(CompanyPayment),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});
