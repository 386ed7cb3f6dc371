import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  endpoint,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

export const WalletEntry = Type.Object(
  {
    /** Spendable. */
    credit: DecimalText,
    blockedCredit: DecimalText,
    totalBalance: DecimalText,
    /** Toman; null while the coin has no price. */
    wholePriceOfCredit: Type.Union([DecimalText, Type.Null()]),
  },
  open,
);
export type WalletEntry = Static<typeof WalletEntry>;

export const customerAddresses = endpoint({
  method: 'GET',
  path: '/wallets/customer-addresses',
  access: 'verified',
  rate: 'read',
  summary: 'Balances keyed by coin, all or the ones asked for',
  query: Type.Object(
    {
      coins: Type.Optional(Type.String({ maxLength: 300, description: 'Coin codes, comma separated' })),
      walletType: Type.Optional(Type.Enum(['EXCHANGE', 'P2P'])),
    },
    open,
  ),
  reply: Type.Record(Type.String(), WalletEntry),
  errors: ['You Dont Have This Coin Wallet'],
});

export const PAYMENT_GATEWAYS = ['SANDBOX', 'ZARINPAL', 'VANDAR', 'ZIBAL', 'JIBIT'] as const;
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];

export const depositToman = endpoint({
  method: 'POST',
  path: '/wallets/deposit-toman',
  access: 'authorized',
  rate: 'money',
  summary: 'Starts a Toman deposit; the payer goes on at the bank',
  body: Type.Object(
    {
      amount: DecimalInput,
      paymentGateway: Type.Enum(PAYMENT_GATEWAYS),
      /** One of the verified cards, whole or as listed (masked). */
      cardNumber: Type.String({ maxLength: 25 }),
      /** Where the payer lands in the end; only this site's own pages are allowed. */
      callBackURL: Type.String({ maxLength: 500 }),
    },
    open,
  ),
  reply: withBase(Type.Object({ redirectSite: Type.String(), id: Type.String() }, open)),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'LOW_AMOUNT',
    'AMOUNT_IS_HIGH',
    'DAILY_LIMIT',
    'CARD_NOT_VERIFIED',
    'CALLBACK_NOT_ALLOWED',
    'GATEWAY_UNAVAILABLE',
  ],
});

/** PENDING until the bank has answered; UNKNOWN money is never credited. */
export const PAYMENT_STATES = ['PENDING', 'PAID', 'FAILED'] as const;

export const Payment = Type.Object(
  {
    id: Type.String(),
    /** Toman. */
    amount: DecimalText,
    state: Type.Enum(PAYMENT_STATES),
    gateway: Type.Enum(PAYMENT_GATEWAYS),
    /** Masked card the bank reported. */
    cardNumber: Type.Union([Type.String(), Type.Null()]),
    /** The bank's reference number. */
    trackingCode: Type.Union([Type.String(), Type.Null()]),
    /** Why it failed: a code of the dictionary. */
    reason: Type.Union([Type.String(), Type.Null()]),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type Payment = Static<typeof Payment>;

export const payment = endpoint({
  method: 'GET',
  path: '/payments/:id',
  access: 'public',
  rate: 'read',
  summary: 'State of one payment, by its random id',
  params: Type.Object({ id: Type.String({ maxLength: 60 }) }, open),
  reply: withBase(Payment),
  errors: ['NOT_FOUND'],
});

/** Where the bank sends the payer back. Answers 302 to the page kept with the payment. */
export const paymentReturn = endpoint({
  method: 'GET',
  path: '/payments/:gateway/return',
  access: 'public',
  rate: 'write',
  summary: 'Return from the bank: verifies with the bank, then redirects',
  params: Type.Object({ gateway: Type.Enum(PAYMENT_GATEWAYS) }, open),
  query: Type.Object({}, { additionalProperties: Type.String({ maxLength: 500 }) }),
  reply: Type.Any(),
});

export const TomanDeposit = Type.Object(
  {
    id: Type.String(),
    amount: DecimalText,
    bankAccount: Type.Union([Type.String(), Type.Null()]),
    createdAtDateTime: Timestamp,
    message: Type.String(),
    isDone: Type.Boolean(),
    state: Type.Enum(PAYMENT_STATES),
    relatedCoin: Type.String(),
  },
  open,
);
export type TomanDeposit = Static<typeof TomanDeposit>;

export const deposits = endpoint({
  method: 'GET',
  path: '/wallets/deposit',
  access: 'verified',
  rate: 'read',
  summary: 'Deposits, newest first',
  query: Type.Object(
    {
      ...pageQuery,
      relatedCoin: Type.Optional(Type.String({ maxLength: 40 })),
      excludedRelatedCoin: Type.Optional(Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withContent(TomanDeposit),
});
