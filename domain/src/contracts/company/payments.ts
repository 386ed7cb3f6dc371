import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../../payment-gateways.ts';
import { endpoint } from '../endpoint.ts';
import {
  DecimalInput,
  decimal,
  described,
  flag,
  itemReply,
  list,
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
import { PAYMENT_STATES, StartedPayment } from '../wallet.ts';
import { Id, Metadata, withId } from './shared.ts';

export const CompanyPayment = object({
  id: text('Identifier used in other calls.'),
  number: text('Number displayed on the receipt.'),
  amount: decimal('Amount of the payment, in Toman.'),
  description: text('Description by the payer or from the request.'),
  state: oneOf(
    'State of the payment: PENDING until the bank has responded, then PAID or FAILED.',
    PAYMENT_STATES,
  ),
  reason: nullable(
    'Reason for the failure, as a code of the dictionary; null if the payment has not failed.',
    Type.String(),
  ),
  cardNumber: text('Masked number of the card that paid or was to pay.'),
  trackingCode: nullable(
    'Reference number of the bank; null until the bank has provided one.',
    Type.String(),
  ),
  orderNumber: nullable('Order number of the store, if a request was paid; otherwise null.', Type.String()),
  metadata: described(
    'Metadata that the store passed with its request; empty if no request was paid.',
    Metadata,
  ),
  duplicate: flag(
    'Whether the request had already been paid by another payment, so that this one should be refunded.',
  ),
  refund: nullable('Refund of the payment; null if there is none.', {
    state: oneOf('State of the refund. ASKED: staff decides. PAID: refunded.', ['ASKED', 'PAID']),
    reference: nullable('Reference number of the bank; null until it is paid.', Type.String()),
  }),
  settlementId: nullable(
    'Identifier of the settlement that contains the payment; null if there is none yet.',
    Type.String(),
  ),
  createdAtDateTime: time('Time of creation.'),
  receivedAtDateTime: nullable('Time at which the money was received; null until then.', Timestamp),
});
export type CompanyPayment = Static<typeof CompanyPayment>;

export const companyPayments = endpoint('GET', '/company/payments', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns completed and attempted payments, newest first',
  query: object({
    ...pageQuery,
    settlement: optional('Identifier of a settlement whose payments are returned.', Id),
  }),
  reply: listReply(CompanyPayment),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const PAYMENT_REQUEST_STATES = ['OPEN', 'PAID', 'CANCELLED', 'EXPIRED'] as const;
export const PublicCompany = object({
  id: text('Identifier used in other calls.'),
  name: text('Name of the company.'),
  logo: nullable("Path of the company's picture on this site; null if there is none.", Type.String()),
  gateways: list('Gateways that are currently available.', Type.Enum(PAYMENT_GATEWAYS)),
  minAmount: decimal('Minimum of one payment, in Toman.'),
  maxAmount: decimal('Maximum of one payment, in Toman.'),
  request: nullable('Payment request with a fixed amount, if the link refers to one.', {
    id: text('Identifier used in other calls.'),
    amount: decimal('Exact amount to pay, in Toman.'),
    orderNumber: text('Order number of the store.'),
    description: text('Description of the payment by the payer or the store.'),
    state: oneOf('State of the request; only an OPEN request can be paid.', PAYMENT_REQUEST_STATES),
    expiresAtDateTime: time('Time from which the request can no longer be paid.'),
    returnTo: nullable(
      "URL of the store's page that the payer returns to, with the request and its status; null if there is none.",
      Type.String(),
    ),
  }),
});
export type PublicCompany = Static<typeof PublicCompany>;

export const publicCompany = endpoint('GET', '/company-payments/company/:id', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the company of a payment link',
  params: withId,
  query: object({ request: optional('Identifier of the payment request in the link.', Id) }),
  reply: itemReply(PublicCompany),
  errors: ['NOT_FOUND', 'COMPANY_NOT_ACTIVE'],
});

export const payCompany = endpoint('POST', '/wallets/transfer-toman-to-company', {
  access: 'public',
  rate: 'money',
  settles: true,
  feature: 'STORE_PAYMENT',
  summary: "Starts a payment to a company; the payer continues on the bank's page",
  body: object({
    amount: described('Amount of the payment, in Toman.', DecimalInput),
    cardNumber: text('Card number of 16 digits, in any grouping.', { maxLength: 40 }),
    description: text('Message of the payer to the company.', { maxLength: 200 }),
    companyId: described('Identifier of the store.', Id),
    paymentGateway: oneOf('Gateway that the payer is redirected to.', PAYMENT_GATEWAYS),
    callBackURL: text('URL that the payer is finally redirected to; only pages of this site are allowed.', {
      maxLength: 500,
    }),
    requestId: optional('Payment request to pay; only its exact amount is accepted.', Id),
  }),
  idempotent: true,
  reply: itemReply(StartedPayment),
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

export const CompanyReceipt = described('Receipt of the payment, for the payer.', {
  id: text('Identifier used in other calls.'),
  number: text('Number displayed on the receipt.'),
  company: described('Company that receives the payment.', {
    id: text('Identifier used in other calls.'),
    name: text('Name of the company.'),
    logo: nullable("Path of the company's picture on this site; null if there is none.", Type.String()),
  }),
  amount: decimal('Amount of the payment, in Toman.'),
  description: text('Message of the payer to the company.'),
  orderNumber: nullable('Order number of the store, if a request was paid; otherwise null.', Type.String()),
  requestId: nullable(
    'Payment request that the payment was for; it can be paid again if this payment failed.',
    Type.String(),
  ),
  state: oneOf(
    'State of the payment: PENDING until the bank has responded, then PAID or FAILED.',
    PAYMENT_STATES,
  ),
  reason: nullable(
    'Reason for the failure, as a code of the dictionary; null if the payment has not failed.',
    Type.String(),
  ),
  cardNumber: text('Masked number of the card that pays.'),
  trackingCode: nullable(
    'Reference number of the bank; null until the bank has provided one.',
    Type.String(),
  ),
  refunded: flag('Whether the payment was refunded to the payer.'),
  returnTo: nullable(
    "URL of the store's page that the payer returns to, with the payment and its status; null if there is none.",
    Type.String(),
  ),
  gateway: oneOf('Gateway that the payer is redirected to.', PAYMENT_GATEWAYS),
  createdAtDateTime: time('Time of creation.'),
  receivedAtDateTime: nullable('Time at which the money was received; null until then.', Timestamp),
});
export type CompanyReceipt = Static<typeof CompanyReceipt>;

export const companyReceipt = endpoint('GET', '/company-payments/:id', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the state of a payment to a company by its random id',
  params: withId,
  reply: itemReply(CompanyReceipt),
  errors: ['NOT_FOUND'],
});
