import { type Static, type TSchema, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  endpoint,
  ignored,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { TwoStepPrompt } from './identity.ts';
import { PAYMENT_GATEWAYS, PAYMENT_STATES, StartedPayment } from './wallet.ts';
import { WITHDRAWAL_STATES } from './withdrawal.ts';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.String({ maxLength: 60 });
const withId = Type.Object({ id: Id }, open);

// ── The store and where its money goes ──────────────────────────────────────────────────────────

export const PERIODS = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'] as const;
export type PaymentPeriod = (typeof PERIODS)[number];

const Destination = {
  coinEntity: Type.String({ maxLength: 40 }),
  cryptoNetwork: Type.String({ maxLength: 40 }),
  walletAddress: Type.String({ maxLength: 150 }),
  /** Tag or memo, where the network has one. */
  tag: Type.Optional(Type.String({ maxLength: 100 })),
};

export const Company = Type.Object(
  {
    id: Type.String(),
    /** Of the verified account; they change there. */
    name: Type.String(),
    phone: Type.String(),
    address: Type.String(),
    /** Where payers pay, and its QR code: a path in a square of so many units. */
    paymentLink: Type.String(),
    qr: Type.Object({ size: Type.Integer(), path: Type.String() }, open),
    /** All that was ever received, Toman. */
    lastTransfer: DecimalText,
    coinEntity: orNull(Type.String()),
    cryptoNetwork: orNull(Type.String()),
    perTime: orNull(Type.Enum(PERIODS)),
    walletAddress: orNull(Type.String()),
    walletAddressHalfDTO: orNull(Type.Object({ address: Type.String() }, open)),
    tag: orNull(Type.String()),
    /** Received and neither settled nor taken to the wallet, Toman. */
    receipts: DecimalText,
    /** Nothing is bought or sent. */
    paused: Type.Boolean(),
    /** By the staff: nobody can pay. */
    blocked: Type.Boolean(),
    /** The next end of a period and what would be settled then, Toman; null: no settlement is set, or it is paused. */
    next: orNull(Type.Object({ dueAtDateTime: Timestamp, amount: DecimalText }, open)),
    /** A new place, proved by code, that is paid from then on; until then the old one is. */
    change: orNull(
      Type.Object(
        {
          coinEntity: Type.String(),
          cryptoNetwork: Type.String(),
          walletAddress: Type.String(),
          tag: orNull(Type.String()),
          fromDateTime: Timestamp,
        },
        open,
      ),
    ),
  },
  open,
);
export type Company = Static<typeof Company>;

export const company = endpoint({
  method: 'GET',
  path: '/company',
  access: 'verified',
  rate: 'read',
  summary: "The caller's store (customer kind COMPANY)",
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const saveCompany = endpoint({
  method: 'POST',
  path: '/company',
  access: 'authorized',
  rate: 'code',
  summary:
    'Sets coin, network, address and period; a new place needs its code, and after the first is paid 24 hours later',
  body: Type.Object(
    {
      ...Destination,
      perTime: Type.Enum(PERIODS),
      /** Of `send-code`, for exactly this coin, network and address; needed where one of them is new. */
      code: Type.Optional(Type.String({ maxLength: 20 })),
      id: ignored('a store is its account’s'),
      name: ignored('of the verified account'),
      phone: ignored('of the verified account'),
      address: ignored('of the verified account'),
      lastTransfer: ignored('reckoned from what was received'),
      walletAddressHalfDTO: ignored('`walletAddress` counts'),
    },
    open,
  ),
  reply: withBase(Company),
  errors: [
    'COMPANY_ONLY',
    'You Dont Have This Coin Wallet',
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'OWN_ADDRESS',
    'Incorrect OTP',
    'Code Expired',
    'WITHDRAWAL_HOLD',
  ],
});

export const companyCode = endpoint({
  method: 'POST',
  path: '/company/send-code',
  access: 'authorized',
  rate: 'code',
  summary: 'Sends the code that lets receipts go to exactly this place',
  body: Type.Object(Destination, open),
  reply: withBase(TwoStepPrompt),
  errors: ['COMPANY_ONLY', 'INVALID_ADDRESS', 'INVALID_TAG', 'OWN_ADDRESS', 'WITHDRAWAL_HOLD'],
});

export const undoCompanyChange = endpoint({
  method: 'POST',
  path: '/company/undo-change',
  access: 'verified',
  rate: 'write',
  summary: 'Drops the new place that is not in force yet',
  reply: withBase(Company),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const pauseCompany = endpoint({
  method: 'PUT',
  path: '/company/paused',
  access: 'verified',
  rate: 'write',
  summary: 'Stops buying and sending, or lets it go on',
  body: Type.Object({ paused: Type.Boolean() }, open),
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const DryRun = Type.Object(
  {
    /** Toman that was asked about. */
    amount: DecimalText,
    /** Less than this in Toman waits for the next period, at the present price. */
    least: DecimalText,
    /** Toman for one whole coin. */
    unitPrice: DecimalText,
    bought: DecimalText,
    /** Toman. */
    fee: DecimalText,
    /** Toman that the purchase takes, and what stays for the next period; or for the next part, where there is `more`. */
    total: DecimalText,
    rest: DecimalText,
    /** Coin. */
    networkFee: DecimalText,
    arrives: DecimalText,
    /** It is too little: all of it waits. */
    carried: Type.Boolean(),
    /** It is too much for one purchase: the rest is bought by further parts of the same settlement. */
    more: Type.Boolean(),
  },
  open,
);
export type DryRun = Static<typeof DryRun>;

export const companyDryRun = endpoint({
  method: 'GET',
  path: '/company/dry-run',
  access: 'authorized',
  rate: 'read',
  summary: 'What would be bought and sent for an amount of Toman at the present price',
  query: Type.Object(
    { coinEntity: Destination.coinEntity, cryptoNetwork: Destination.cryptoNetwork, amount: DecimalInput },
    open,
  ),
  reply: withBase(DryRun),
  errors: [
    'COMPANY_ONLY',
    'MARKET_IS_NOT_ACTIVE',
    'WITHDRAWAL_NOT_AVAILABLE',
    'You Dont Have This Coin Wallet',
    'UNACCEPTABLE_AMOUNT',
  ],
});

export const receiptsToWallet = endpoint({
  method: 'POST',
  path: '/company/to-wallet',
  access: 'authorized',
  rate: 'money',
  settles: true,
  summary: "Takes what was received, and settlements that wait, to the owner's Toman wallet",
  reply: withBase(Type.Object({ amount: DecimalText, company: Company }, open)),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'CONFLICT'],
});

// ── Settlements ─────────────────────────────────────────────────────────────────────────────────

/**
 * DUE is to be bought, BOUGHT to be sent, SENT is on its way, DONE has arrived; CARRIED was too little and waits for the
 * next period; MOVED lies in the Toman wallet; RETURNED: the coins lie in the wallet.
 */
export const SETTLEMENT_STATES = ['DUE', 'BOUGHT', 'SENT', 'DONE', 'CARRIED', 'MOVED', 'RETURNED'] as const;

export const Settlement = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    state: Type.Enum(SETTLEMENT_STATES),
    kind: Type.Enum(['PERIOD', 'WALLET']),
    fromDateTime: Timestamp,
    toDateTime: Timestamp,
    /** Of a period that took several purchases, from 1. */
    part: Type.Integer(),
    /** Payments of the period, and their sum in Toman. */
    payments: Type.Integer(),
    receipts: DecimalText,
    carriedIn: DecimalText,
    /** Toman that was spent or moved; null: not yet. */
    spent: orNull(DecimalText),
    carriedOut: orNull(DecimalText),
    coinEntity: orNull(Type.String()),
    cryptoNetwork: orNull(Type.String()),
    walletAddress: orNull(Type.String()),
    tag: orNull(Type.String()),
    bought: orNull(DecimalText),
    unitPrice: orNull(DecimalText),
    fee: orNull(DecimalText),
    networkFee: orNull(DecimalText),
    arrives: orNull(DecimalText),
    orderNumber: orNull(Type.String()),
    withdrawal: orNull(
      Type.Object(
        { state: Type.Enum(WITHDRAWAL_STATES), txid: orNull(Type.String()), link: orNull(Type.String()) },
        open,
      ),
    ),
    /** A code of the dictionary: why it waits; and when it is tried again. */
    waits: orNull(Type.String()),
    nextTryAtDateTime: orNull(Timestamp),
    createdAtDateTime: Timestamp,
    doneAtDateTime: orNull(Timestamp),
  },
  open,
);
export type Settlement = Static<typeof Settlement>;

export const settlements = endpoint({
  method: 'GET',
  path: '/company/settlements',
  access: 'verified',
  rate: 'read',
  summary: 'What became of each period, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['COMPANY_ONLY'],
});

export const settlementStatement = endpoint({
  method: 'GET',
  path: '/company/settlements/:id/statement',
  access: 'verified',
  rate: 'money',
  summary: 'A settlement with all its payments as CSV or XLSX',
  params: withId,
  query: Type.Object({ format: Type.Enum(['csv', 'xlsx']), lang: Type.Enum(['fa', 'en']) }, open),
  reply: Type.Any(),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'EXCEL_NOT_GENERATED'],
});

export const settlement = endpoint({
  method: 'GET',
  path: '/company/settlements/:id',
  access: 'verified',
  rate: 'read',
  summary: 'One settlement',
  params: withId,
  reply: withBase(Settlement),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const coinsToWallet = endpoint({
  method: 'POST',
  path: '/company/settlements/:id/to-wallet',
  access: 'authorized',
  rate: 'money',
  settles: true,
  summary: "Takes coins that were bought and wait to be sent to the owner's wallet",
  params: withId,
  reply: withBase(Settlement),
  errors: [
    'COMPANY_ONLY',
    'COMPANY_NOT_ACTIVE',
    'NOT_FOUND',
    'CONFLICT',
    'DEPOSIT_HOLD',
    'SERVICE_UNAVAILABLE',
  ],
});

// ── Payments ────────────────────────────────────────────────────────────────────────────────────

export const CompanyPayment = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    amount: DecimalText,
    description: Type.String(),
    state: Type.Enum(PAYMENT_STATES),
    reason: orNull(Type.String()),
    /** Masked: what paid, or what was to pay. */
    cardNumber: Type.String(),
    trackingCode: orNull(Type.String()),
    orderNumber: orNull(Type.String()),
    /** The request was paid by another payment before: the payer should get this one back. */
    duplicate: Type.Boolean(),
    refund: orNull(
      Type.Object({ state: Type.Enum(['ASKED', 'PAID']), reference: orNull(Type.String()) }, open),
    ),
    settlementId: orNull(Type.String()),
    createdAtDateTime: Timestamp,
    receivedAtDateTime: orNull(Timestamp),
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
  query: Type.Object({ ...pageQuery, settlement: Type.Optional(Id) }, open),
  reply: withContent(CompanyPayment),
  errors: ['COMPANY_ONLY'],
});

export const PublicCompany = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    gateways: Type.Array(Type.Enum(PAYMENT_GATEWAYS)),
    minAmount: DecimalText,
    maxAmount: DecimalText,
    /** What exactly is to be paid, where the link names a request. */
    request: orNull(
      Type.Object(
        {
          id: Type.String(),
          amount: DecimalText,
          orderNumber: Type.String(),
          description: Type.String(),
          state: Type.Enum(['OPEN', 'PAID', 'CANCELLED', 'EXPIRED']),
          expiresAtDateTime: Timestamp,
        },
        open,
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
  query: Type.Object({ request: Type.Optional(Id) }, open),
  reply: withBase(PublicCompany),
  errors: ['NOT_FOUND', 'COMPANY_NOT_ACTIVE'],
});

export const payCompany = endpoint({
  method: 'POST',
  path: '/wallets/transfer-toman-to-company',
  access: 'public',
  rate: 'money',
  settles: true,
  summary: 'Starts a payment to a company; the payer goes on at the bank',
  body: Type.Object(
    {
      amount: DecimalInput,
      /** 16 digits, in any grouping. */
      cardNumber: Type.String({ maxLength: 40 }),
      description: Type.String({ maxLength: 200 }),
      companyId: Id,
      paymentGateway: Type.Enum(PAYMENT_GATEWAYS),
      callBackURL: Type.String({ maxLength: 500 }),
      /** The request that is paid; its amount is the only one taken. */
      requestId: Type.Optional(Id),
    },
    open,
  ),
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

/** What the payer keeps. */
export const CompanyReceipt = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    company: Type.Object({ id: Type.String(), name: Type.String() }, open),
    amount: DecimalText,
    description: Type.String(),
    orderNumber: orNull(Type.String()),
    /** The request it was for, which can be paid again where this payment failed. */
    requestId: orNull(Type.String()),
    state: Type.Enum(PAYMENT_STATES),
    reason: orNull(Type.String()),
    cardNumber: Type.String(),
    trackingCode: orNull(Type.String()),
    refunded: Type.Boolean(),
    gateway: Type.Enum(PAYMENT_GATEWAYS),
    createdAtDateTime: Timestamp,
    receivedAtDateTime: orNull(Timestamp),
  },
  open,
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

// ── Payment requests ────────────────────────────────────────────────────────────────────────────

export const PaymentRequest = Type.Object(
  {
    id: Type.String(),
    orderNumber: Type.String(),
    amount: DecimalText,
    description: Type.String(),
    state: Type.Enum(['OPEN', 'PAID', 'CANCELLED', 'EXPIRED']),
    /** Where its payer pays. */
    link: Type.String(),
    paymentId: orNull(Type.String()),
    /** The money came after the request had ended. */
    late: Type.Boolean(),
    expiresAtDateTime: Timestamp,
    paidAtDateTime: orNull(Timestamp),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type PaymentRequest = Static<typeof PaymentRequest>;

const newRequest = Type.Object(
  {
    amount: DecimalInput,
    /** The shop's own, once each. */
    orderNumber: Type.String({ minLength: 1, maxLength: 60 }),
    description: Type.Optional(Type.String({ maxLength: 200 })),
    /** Until when it can be paid; unset: a day. At most 30 days. */
    expiresInMinutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 43_200 })),
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
  summary: 'Makes a payment request; the same order number with the same amount answers the one there is',
  body: newRequest,
  reply: withBase(PaymentRequest),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

export const cancelPaymentRequest = endpoint({
  method: 'DELETE',
  path: '/company/requests/:id',
  access: 'verified',
  rate: 'write',
  summary: 'Takes an open request back',
  params: withId,
  reply: withBase(PaymentRequest),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'REQUEST_CLOSED'],
});

// ── For the shop's own program: Authorization: Bearer <API key> ─────────────────────────────────

export const apiAddRequest = endpoint({
  method: 'POST',
  path: '/company-api/requests',
  access: 'public',
  rate: 'write',
  summary: 'By API key: makes a payment request',
  body: newRequest,
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

export const apiRequest = endpoint({
  method: 'GET',
  path: '/company-api/requests/:orderNumber',
  access: 'public',
  rate: 'read',
  summary: 'By API key: one payment request, by its order number',
  params: Type.Object({ orderNumber: Type.String({ maxLength: 60 }) }, open),
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const apiPayments = endpoint({
  method: 'GET',
  path: '/company-api/payments',
  access: 'public',
  rate: 'read',
  summary: 'By API key: payments, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(CompanyPayment),
  errors: ['INVALID_API_KEY'],
});

// ── Keys and webhooks ───────────────────────────────────────────────────────────────────────────

export const ApiKey = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    tail: Type.String(),
    createdAtDateTime: Timestamp,
    lastUsedAtDateTime: orNull(Timestamp),
  },
  open,
);
export type ApiKey = Static<typeof ApiKey>;

export const apiKeys = endpoint({
  method: 'GET',
  path: '/company/keys',
  access: 'verified',
  rate: 'read',
  summary: 'API keys in force',
  reply: withContent(ApiKey),
  errors: ['COMPANY_ONLY'],
});

export const addApiKey = endpoint({
  method: 'POST',
  path: '/company/keys',
  access: 'authorized',
  confirmedWithin: 600,
  rate: 'write',
  summary: 'Makes an API key; it is shown this once',
  body: Type.Object({ label: Type.String({ minLength: 1, maxLength: 40 }) }, open),
  reply: withBase(Type.Object({ key: Type.String(), apiKey: ApiKey }, open)),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/company/keys/:id',
  access: 'verified',
  rate: 'write',
  summary: 'Ends an API key at once',
  params: withId,
  reply: success({}),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const WEBHOOK_EVENTS = ['payment.paid', 'payment.refunded', 'settlement.sent'] as const;

export const WebhookEvent = Type.Object(
  {
    id: Type.String(),
    event: Type.Enum(WEBHOOK_EVENTS),
    state: Type.Enum(['WAITING', 'DELIVERED', 'GIVEN_UP', 'NOT_SENT']),
    tries: Type.Integer(),
    lastStatus: orNull(Type.Integer()),
    lastAnswer: orNull(Type.String()),
    nextTryAtDateTime: orNull(Timestamp),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type WebhookEvent = Static<typeof WebhookEvent>;

export const webhook = endpoint({
  method: 'GET',
  path: '/company/webhook',
  access: 'verified',
  rate: 'read',
  summary: 'Where events are sent to',
  reply: withBase(Type.Object({ url: orNull(Type.String()) }, open)),
  errors: ['COMPANY_ONLY'],
});

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/company/webhook',
  access: 'authorized',
  confirmedWithin: 600,
  rate: 'write',
  summary: 'Sets the address (null: none) and makes a new secret, which is shown this once',
  body: Type.Object({ url: orNull(Type.String({ maxLength: 500 })) }, open),
  reply: withBase(Type.Object({ url: orNull(Type.String()), secret: orNull(Type.String()) }, open)),
  errors: ['COMPANY_ONLY', 'BAD_REQUEST'],
});

export const webhookEvents = endpoint({
  method: 'GET',
  path: '/company/webhook/events',
  access: 'verified',
  rate: 'read',
  summary: 'Events and what became of them, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(WebhookEvent),
  errors: ['COMPANY_ONLY'],
});

export const resendEvent = endpoint({
  method: 'POST',
  path: '/company/webhook/events/:id/resend',
  access: 'verified',
  rate: 'write',
  summary: 'Sends an event once more',
  params: withId,
  reply: success({}),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'CONFLICT'],
});

// ── For the staff ───────────────────────────────────────────────────────────────────────────────

export const DeskCompany = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    /** Toman. */
    received: DecimalText,
    refunded: DecimalText,
    receipts: DecimalText,
    coinEntity: orNull(Type.String()),
    cryptoNetwork: orNull(Type.String()),
    walletAddress: orNull(Type.String()),
    perTime: orNull(Type.Enum(PERIODS)),
    paused: Type.Boolean(),
    blockedReason: orNull(Type.String()),
    /** Of the oldest settlement that waits. */
    waits: orNull(Type.String()),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type DeskCompany = Static<typeof DeskCompany>;

export const deskCompanies = endpoint({
  method: 'GET',
  path: '/backoffice/companies',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'All stores, newest first; or the one that is searched for',
  query: Type.Object(
    {
      ...pageQuery,
      /** The owner's whole e-mail address, or the id of the store, its owner or one of its payments. */
      query: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
    },
    open,
  ),
  reply: withContent(DeskCompany),
});

export const DeskCompanyFile = Type.Object(
  {
    ...DeskCompany.properties,
    phone: Type.String(),
    paymentLink: Type.String(),
    /** Turned into coins or taken to the owner's wallet, Toman: received − refunded − receipts. */
    settled: DecimalText,
    tag: orNull(Type.String()),
    next: Company.properties.next,
    change: Company.properties.change,
  },
  open,
);
export type DeskCompanyFile = Static<typeof DeskCompanyFile>;

export const deskCompany = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'One store: its sums, what is set and what is about to be in force',
  params: withId,
  reply: withBase(DeskCompanyFile),
  errors: ['NOT_FOUND'],
});

export const DeskCompanyPayment = Type.Object(
  {
    ...CompanyPayment.properties,
    /** Its money came, is in no settlement, and nobody has asked to give it back. */
    refundable: Type.Boolean(),
  },
  open,
);
export type DeskCompanyPayment = Static<typeof DeskCompanyPayment>;

export const deskCompanyPayments = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id/payments',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "A store's payments, newest first",
  params: withId,
  query: Type.Object(pageQuery, open),
  reply: withContent(DeskCompanyPayment),
  errors: ['NOT_FOUND'],
});

export const deskCompanySettlements = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id/settlements',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "A store's settlements, newest first",
  params: withId,
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['NOT_FOUND'],
});

const withReason = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500 }) }, open);

export const blockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/block',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Nobody can pay this store, and nothing is settled',
  params: withId,
  body: withReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const unblockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/unblock',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'The store works again',
  params: withId,
  body: withReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const CompanyRefund = Type.Object(
  {
    id: Type.String(),
    companyId: Type.String(),
    companyName: Type.String(),
    paymentId: Type.String(),
    source: Type.Enum(['RECEIPTS', 'SUSPENSE']),
    amount: DecimalText,
    cardNumber: Type.String(),
    reason: Type.String(),
    state: Type.Enum(['ASKED', 'PAID', 'CANCELLED']),
    askedBy: Type.String(),
    decidedBy: orNull(Type.String()),
    reference: orNull(Type.String()),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type CompanyRefund = Static<typeof CompanyRefund>;

export const companyRefunds = endpoint({
  method: 'GET',
  path: '/backoffice/company-refunds',
  access: 'staff',
  roles: ['treasury'],
  rate: 'read',
  summary: "Refunds to payers' cards, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      state: Type.Optional(Type.Enum(['ASKED', 'PAID', 'CANCELLED'])),
      /** Of this store alone. */
      company: Type.Optional(Id),
    },
    open,
  ),
  reply: withContent(CompanyRefund),
});

export const askRefund = endpoint({
  method: 'POST',
  path: '/backoffice/company-payments/:id/refund',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Proposes to give a payment back to its payer's card; another one of the staff pays it",
  params: withId,
  body: withReason,
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const decideRefund = endpoint({
  method: 'POST',
  path: '/backoffice/company-refunds/:id',
  access: 'staff',
  roles: ['treasury'],
  rate: 'money',
  settles: true,
  summary: 'PAID with the bank’s reference books the refund; CANCELLED drops it',
  params: withId,
  body: Type.Object(
    {
      decision: Type.Enum(['PAID', 'CANCELLED']),
      reference: Type.Optional(Type.String({ minLength: 3, maxLength: 60 })),
    },
    open,
  ),
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'BAD_REQUEST'],
});
