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

/** `redirectSite` is the gateway's page; null while the gateway hasn't answered: `GET /payments/:id` has it then. */
export const StartedPayment = Type.Object(
  { redirectSite: Type.Union([Type.String(), Type.Null()]), id: Type.String() },
  open,
);

export const depositToman = endpoint({
  method: 'POST',
  path: '/wallets/deposit-toman',
  access: 'authorized',
  rate: 'money',
  settles: true,
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
  reply: withBase(StartedPayment),
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

/** Of a PENDING payment: what it waits for. */
export const PAYMENT_STAGES = ['CHECKING', 'AT_BANK', 'DROPPED'] as const;
export type PaymentStage = (typeof PAYMENT_STAGES)[number];

export const Payment = Type.Object(
  {
    id: Type.String(),
    /** Toman. */
    amount: DecimalText,
    state: Type.Enum(PAYMENT_STATES),
    /**
     * CHECKING: for the gateway's word; AT_BANK: for the payer; DROPPED: given up by the payer, while the gateway would
     * still take the money. Null once it is PAID or FAILED.
     */
    stage: Type.Union([Type.Enum(PAYMENT_STAGES), Type.Null()]),
    /** The gateway's page, where the payer goes on; null when nobody can pay there. */
    redirectSite: Type.Union([Type.String(), Type.Null()]),
    /** While it is PENDING: when the gateway's session ends, and with it the payment's hold on the daily limit. */
    releasedAtDateTime: Type.Union([Timestamp, Type.Null()]),
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

export const dropPayment = endpoint({
  method: 'POST',
  path: '/payments/:id/drop',
  access: 'authorized',
  rate: 'money',
  settles: true,
  summary:
    'Gives up an own payment that waits at the bank; frees its part of the daily limit as soon as the bank allows',
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
  settles: true,
  summary: 'Return from the bank: verifies with the bank, then redirects',
  params: Type.Object({ gateway: Type.Enum(PAYMENT_GATEWAYS) }, open),
  openQuery: true,
  reply: Type.Any(),
});

/** The same from a bank that posts a form (Jibit). */
export const paymentReturnPosted = endpoint({
  method: 'POST',
  path: '/payments/:gateway/return',
  access: 'public',
  rate: 'write',
  form: true,
  settles: true,
  summary: 'Return from a bank that posts a form: verifies with the bank, then redirects',
  params: Type.Object({ gateway: Type.Enum(PAYMENT_GATEWAYS) }, open),
  openQuery: true,
  openBody: true,
  reply: Type.Any(),
});

/** A Toman or crypto deposit (specification §3, history rows). */
export const DepositRow = Type.Object(
  {
    id: Type.String(),
    amount: DecimalText,
    relatedCoin: Type.String(),
    createdAtDateTime: Timestamp,
    /** A code of the dictionary: how it stands, or why it failed. */
    message: Type.String(),
    isDone: Type.Boolean(),
    /** Toman: of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain took it back. */
    state: Type.Enum(PAYMENT_STATES),
    /** Masked card or Sheba; null for crypto. */
    bankAccount: Type.Union([Type.String(), Type.Null()]),
    /** Crypto alone, as are the fields below. */
    transactionStatus: Type.Optional(Type.Enum(['CONFIRMED', 'UNCONFIRMED', 'RAISED_BY_USER'])),
    tokenType: Type.Optional(Type.String()),
    txid: Type.Optional(Type.String()),
    address: Type.Optional(Type.String()),
    tag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    /** The transaction's page on a public explorer; null in the sandbox. */
    link: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    confirmations: Type.Optional(Type.Integer()),
    neededConfirmations: Type.Optional(Type.Integer()),
  },
  open,
);
export type DepositRow = Static<typeof DepositRow>;

const coinFilter = {
  relatedCoin: Type.Optional(Type.String({ maxLength: 40 })),
  excludedRelatedCoin: Type.Optional(Type.String({ maxLength: 40 })),
};

export const deposits = endpoint({
  method: 'GET',
  path: '/wallets/deposit',
  access: 'verified',
  rate: 'read',
  summary:
    'Deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object({ ...pageQuery, ...coinFilter }, open),
  reply: withContent(DepositRow),
});

// ── Addresses and deposits of coins ─────────────────────────────────────────────────────────────

export const walletAddress = endpoint({
  method: 'GET',
  path: '/wallets/customer/wallet-address',
  access: 'authorized',
  rate: 'write',
  summary: 'The own deposit address of a coin on a network; made at the first call',
  query: Type.Object(
    { relatedCoin: Type.String({ maxLength: 40 }), tokenType: Type.String({ maxLength: 40 }) },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        address: Type.String(),
        /** PNG in base64 without a prefix; of the address alone. */
        qrCode: Type.String(),
        tag: Type.Union([Type.String(), Type.Null()]),
        /** The least that is credited; less lands with the staff. */
        minDeposit: DecimalText,
        neededConfirmations: Type.Integer(),
        /** Of a token: the only contract that counts. */
        contract: Type.Union([Type.String(), Type.Null()]),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'DEPOSIT_NOT_AVAILABLE', 'Not Enough HDWallets'],
});

export const checkDeposit = endpoint({
  method: 'GET',
  path: '/wallets/check-confirmed-transaction',
  access: 'authorized',
  rate: 'money',
  // What it finds is taken up beside the scanner, in the writer's process.
  settles: true,
  summary: 'Looks for a deposit that was missed, by its txid where the person knows it',
  query: Type.Object(
    {
      relatedCoin: Type.String({ maxLength: 40 }),
      /** The network; the same value as tokenType, either will do. */
      cryptoNetwork: Type.Optional(Type.String({ maxLength: 40 })),
      tokenType: Type.Optional(Type.String({ maxLength: 40 })),
      txid: Type.Optional(Type.String({ maxLength: 120 })),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        /** Null: nothing was recognised. */
        amount: Type.Union([DecimalText, Type.Null()]),
        transactionIsDone: Type.Boolean(),
        confirmations: Type.Integer(),
        neededConfirmations: Type.Integer(),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'INVALID_TXID', 'ADDRESS_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

// ── Toman by bank transfer, and what holds for deposits ─────────────────────────────────────────

export const TomanTerms = Type.Object(
  {
    gateways: Type.Array(Type.Enum(PAYMENT_GATEWAYS)),
    minAmount: DecimalText,
    maxAmount: DecimalText,
    /** What the gateways still take within the running 24 hours. */
    leftToday: DecimalText,
    /** Payments that hold a part of it without being paid yet, newest first. */
    open: Type.Array(Payment),
    /** Hours that coins don't leave after a Toman deposit; 0: none. */
    holdHours: Type.Integer(),
    /** Identified bank deposit (واریز شناسه‌دار), for more than the gateways take; null: not offered. */
    identified: Type.Union([
      Type.Object(
        {
          sheba: Type.String(),
          bankName: Type.String(),
          owner: Type.String(),
          /** The person's own payment identifier, with its check digits. */
          identifier: Type.String(),
          maxPerDay: DecimalText,
        },
        open,
      ),
      Type.Null(),
    ]),
  },
  open,
);
export type TomanTerms = Static<typeof TomanTerms>;

export const tomanTerms = endpoint({
  method: 'GET',
  path: '/wallets/toman-terms',
  access: 'authorized',
  rate: 'read',
  summary: 'How Toman may come in now',
  reply: withBase(TomanTerms),
});

// ── Totals and export ───────────────────────────────────────────────────────────────────────────

export const WalletTotals = Type.Object(
  {
    /** All in Toman at the present price; of deposits and withdrawals at the price of their day. */
    deposits: DecimalText,
    withdrawals: DecimalText,
    remaining: DecimalText,
    reward: DecimalText,
    tomanWallet: DecimalText,
    inTrade: DecimalText,
    cashable: DecimalText,
  },
  open,
);
export type WalletTotals = Static<typeof WalletTotals>;

export const walletTotals = endpoint({
  method: 'GET',
  path: '/wallets/totals',
  access: 'verified',
  rate: 'read',
  summary: 'Sums of the walletEx page, from the ledger',
  reply: withBase(WalletTotals),
});

export const exportHistory = endpoint({
  method: 'GET',
  path: '/wallets/export',
  access: 'verified',
  rate: 'money',
  summary:
    'A year of history as CSV or XLSX, up to 250,000 rows; a last line says what is missing. Dates are Jalali in Persian',
  query: Type.Object(
    {
      kind: Type.Enum([
        'TOMAN_DEPOSITS',
        'TOMAN_WITHDRAWALS',
        'CRYPTO_DEPOSITS',
        'CRYPTO_WITHDRAWALS',
        'TRADES',
      ]),
      format: Type.Enum(['csv', 'xlsx']),
      lang: Type.Enum(['fa', 'en']),
    },
    open,
  ),
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});
