import { type Static, type TSchema, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  ignored,
  LANGUAGES,
  open,
  pageQuery,
  success,
  TABLE_FORMATS,
  TABLE_MEDIA,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { TwoStepPrompt } from './identity.ts';
import { PAYMENT_GATEWAYS, PAYMENT_STATES, StartedPayment } from './wallet.ts';
import { WITHDRAWAL_STATES } from './withdrawal.ts';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.String({ maxLength: 60 });
const withId = Type.Object({ id: described('The id from the list.', Id) }, open);

// ── The store and where its money goes ──────────────────────────────────────────────────────────

export const PERIODS = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'] as const;
export type PaymentPeriod = (typeof PERIODS)[number];

const Destination = {
  coinEntity: described('Code of the coin that receipts are settled in.', Type.String({ maxLength: 40 })),
  cryptoNetwork: described('Code of the network that the coin is sent on.', Type.String({ maxLength: 40 })),
  walletAddress: described('Address of that network that the coins go to.', Type.String({ maxLength: 150 })),
  tag: described('Tag or memo, where the network has one.', Type.Optional(Type.String({ maxLength: 100 }))),
};

export const Company = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('Of the verified account; they change there.', Type.String()),
    phone: described('Telephone number of the company.', Type.String()),
    address: described('Address of the company.', Type.String()),
    paymentLink: described(
      'Where payers pay, and its QR code: a path in a square of so many units.',
      Type.String(),
    ),
    qr: described(
      'QR code of the payment link.',
      Type.Object(
        {
          size: described('Side of the square, in modules.', Type.Integer()),
          path: described('SVG path of the dark modules.', Type.String()),
        },
        open,
      ),
    ),
    lastTransfer: described('All that was ever received, Toman.', DecimalText),
    coinEntity: described(
      'Code of the coin that receipts are settled in; null: none is set.',
      orNull(Type.String()),
    ),
    cryptoNetwork: described(
      'Code of the network that the coin is sent on; null: none is set.',
      orNull(Type.String()),
    ),
    perTime: described('How often receipts are settled; null: no period is set.', orNull(Type.Enum(PERIODS))),
    walletAddress: described(
      'The address that the coins are sent to; null: none is set.',
      orNull(Type.String()),
    ),
    walletAddressHalfDTO: described(
      'The same address, as older clients read it.',
      orNull(Type.Object({ address: described('The address.', Type.String()) }, open)),
    ),
    tag: described('Tag or memo of the address; null: none.', orNull(Type.String())),
    receipts: described('Received and neither settled nor taken to the wallet, Toman.', DecimalText),
    paused: described('Nothing is bought or sent.', Type.Boolean()),
    blocked: described('By the staff: nobody can pay.', Type.Boolean()),
    next: described(
      'The next end of a period and what would be settled then, Toman; null: no settlement is set, or it is paused.',
      orNull(
        Type.Object(
          {
            dueAtDateTime: described('When the period ends.', Timestamp),
            amount: described('What would be settled then, Toman.', DecimalText),
          },
          open,
        ),
      ),
    ),
    change: described(
      'A new place, proved by code, that is paid from then on; until then the old one is.',
      orNull(
        Type.Object(
          {
            coinEntity: described('The new coin.', Type.String()),
            cryptoNetwork: described('The new network.', Type.String()),
            walletAddress: described('The new address.', Type.String()),
            tag: described('The new tag or memo; null: none.', orNull(Type.String())),
            fromDateTime: described('From when the new one is paid.', Timestamp),
          },
          open,
        ),
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
      perTime: described('How often receipts are settled.', Type.Enum(PERIODS)),
      code: described(
        'Of `send-code`, for exactly this coin, network and address; needed where one of them is new.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
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
  languages: LANGUAGES,
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
  body: Type.Object(
    { paused: described('True stops buying and sending; false lets it go on.', Type.Boolean()) },
    open,
  ),
  reply: withBase(Company),
  errors: ['COMPANY_ONLY'],
});

export const DryRun = Type.Object(
  {
    amount: described('Toman that was asked about.', DecimalText),
    least: described('Less than this in Toman waits for the next period, at the present price.', DecimalText),
    unitPrice: described('Toman for one whole coin.', DecimalText),
    bought: described('What would be bought, in the coin.', DecimalText),
    fee: described('Fee of the purchase, Toman.', DecimalText),
    total: described('Toman that the purchase takes.', DecimalText),
    rest: described(
      'Toman that stay for the next period, or for the next part where there is `more`.',
      DecimalText,
    ),
    networkFee: described('What the network takes, in the coin.', DecimalText),
    arrives: described('What would arrive at the address, in the coin.', DecimalText),
    carried: described('It is too little: all of it waits.', Type.Boolean()),
    more: described(
      'It is too much for one purchase: the rest is bought by further parts of the same settlement.',
      Type.Boolean(),
    ),
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
    {
      coinEntity: described('Code of the coin that receipts are settled in.', Destination.coinEntity),
      cryptoNetwork: described('Code of the network that the coin is sent on.', Destination.cryptoNetwork),
      amount: described('Toman to be settled.', DecimalInput),
    },
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
  reply: withBase(
    Type.Object(
      {
        amount: described('Toman that was moved.', DecimalText),
        company: described('The store as it is afterwards.', Company),
      },
      open,
    ),
  ),
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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('The number that a receipt shows.', Type.String()),
    state: described(
      'DUE is to be bought, BOUGHT to be sent, SENT is on its way, DONE has arrived; CARRIED was too little and waits for the next period; MOVED lies in the Toman wallet; RETURNED: the coins lie in the wallet.',
      Type.Enum(SETTLEMENT_STATES),
    ),
    kind: described(
      "PERIOD: bought and sent as set. WALLET: taken to the owner's Toman wallet.",
      Type.Enum(['PERIOD', 'WALLET']),
    ),
    fromDateTime: described('When its period began.', Timestamp),
    toDateTime: described('When its period ended.', Timestamp),
    part: described('Of a period that took several purchases, from 1.', Type.Integer()),
    payments: described('How many payments the period had.', Type.Integer()),
    receipts: described('Sum of the payments of the period, Toman.', DecimalText),
    carriedIn: described('Toman carried over from the period before.', DecimalText),
    spent: described('Toman that was spent or moved; null: not yet.', orNull(DecimalText)),
    carriedOut: described('Toman carried over to the next period; null: not yet known.', orNull(DecimalText)),
    coinEntity: described('Code of the coin; null: taken to the wallet as Toman.', orNull(Type.String())),
    cryptoNetwork: described(
      'Code of the network; null: taken to the wallet as Toman.',
      orNull(Type.String()),
    ),
    walletAddress: described(
      'Where the coins go; null: taken to the wallet as Toman.',
      orNull(Type.String()),
    ),
    tag: described('Tag or memo of the address; null: none.', orNull(Type.String())),
    bought: described('What was bought, in the coin; null: nothing yet.', orNull(DecimalText)),
    unitPrice: described('Toman paid for one coin; null: nothing was bought yet.', orNull(DecimalText)),
    fee: described('Fee of the purchase, Toman; null: nothing was bought yet.', orNull(DecimalText)),
    networkFee: described(
      'What the network takes, in the coin; null: nothing was sent yet.',
      orNull(DecimalText),
    ),
    arrives: described(
      'What arrives at the address, in the coin; null: nothing was sent yet.',
      orNull(DecimalText),
    ),
    orderNumber: described(
      'Number of the trade that bought the coins; null: none yet.',
      orNull(Type.String()),
    ),
    withdrawal: described(
      'The withdrawal that sends the coins; null: none yet.',
      orNull(
        Type.Object(
          {
            state: described('The state.', Type.Enum(WITHDRAWAL_STATES)),
            txid: described('Id of its transaction; null: not on the chain yet.', orNull(Type.String())),
            link: described(
              "The transaction's page on a public explorer; null: none.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    waits: described("Why it waits: a code of the dictionary; null: it doesn't.", orNull(Type.String())),
    nextTryAtDateTime: described('When it is tried again; null: it is not.', orNull(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
    doneAtDateTime: described('When it was done; null until then.', orNull(Timestamp)),
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
  query: Type.Object(
    {
      format: described('Kind of file.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of what is made.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  media: TABLE_MEDIA,
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
      "The shop's number of the order, where a request was paid; null: none.",
      orNull(Type.String()),
    ),
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
    gateways: described('The gateways that can be used now.', Type.Array(Type.Enum(PAYMENT_GATEWAYS))),
    minAmount: described('The least that can be paid, Toman.', DecimalText),
    maxAmount: described('The most that can be paid at once, Toman.', DecimalText),
    request: described(
      'What exactly is to be paid, where the link names a request.',
      orNull(
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            amount: described('What exactly is to be paid, Toman.', DecimalText),
            orderNumber: described("The shop's own number of the order.", Type.String()),
            description: described(
              "What the payment is for, in the payer's or the shop's words.",
              Type.String(),
            ),
            state: described('Only an OPEN request can be paid.', Type.Enum(PAYMENT_REQUEST_STATES)),
            expiresAtDateTime: described('When it can no longer be paid.', Timestamp),
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
          },
          open,
        ),
      ),
      amount: described('What is paid, Toman.', DecimalText),
      description: described('What the payer told the company.', Type.String()),
      orderNumber: described(
        "The shop's number of the order, where a request was paid; null: none.",
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

// ── Payment requests ────────────────────────────────────────────────────────────────────────────

export const PaymentRequest = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    orderNumber: described("The shop's own number of the order.", Type.String()),
    amount: described('What is to be paid, Toman.', DecimalText),
    description: described("What the payment is for, in the payer's or the shop's words.", Type.String()),
    state: described('Only an OPEN request can be paid.', Type.Enum(PAYMENT_REQUEST_STATES)),
    link: described('Where its payer pays.', Type.String()),
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
    orderNumber: described("The shop's own, once each.", Type.String({ minLength: 1, maxLength: 60 })),
    description: described('What its payer reads.', Type.Optional(Type.String({ maxLength: 200 }))),
    expiresInMinutes: described(
      'Until when it can be paid; unset: a day. At most 30 days.',
      Type.Optional(Type.Integer({ minimum: 5, maximum: 43_200 })),
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
  summary: 'Makes a payment request; the same order number with the same amount answers the one there is',
  body: NewPaymentRequest,
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
  body: NewPaymentRequest,
  apiKey: true,
  reply: withBase(PaymentRequest),
  errors: ['INVALID_API_KEY', 'COMPANY_NOT_ACTIVE', ...REQUEST_ERRORS],
});

export const apiRequest = endpoint({
  method: 'GET',
  path: '/company-api/requests/:orderNumber',
  access: 'public',
  rate: 'read',
  summary: 'By API key: one payment request, by its order number',
  params: Type.Object(
    { orderNumber: described("The shop's own number of the order.", Type.String({ maxLength: 60 })) },
    open,
  ),
  apiKey: true,
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
  apiKey: true,
  reply: withContent(CompanyPayment),
  errors: ['INVALID_API_KEY'],
});

// ── Keys and webhooks ───────────────────────────────────────────────────────────────────────────

export const ApiKey = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    label: described('A name that its owner gave it.', Type.String()),
    tail: described('The last characters of the key.', Type.String()),
    createdAtDateTime: described('When it was made.', Timestamp),
    lastUsedAtDateTime: described('When it was last used; null: never.', orNull(Timestamp)),
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
  body: Type.Object(
    {
      label: described(
        "What the key is for, in its owner's words.",
        Type.String({ minLength: 1, maxLength: 40 }),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        key: described('The key itself, which is shown this once.', Type.String()),
        apiKey: described('What the list shows of it.', ApiKey),
      },
      open,
    ),
  ),
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
    id: described('The id that other calls name it by.', Type.String()),
    event: described('What happened.', Type.Enum(WEBHOOK_EVENTS)),
    state: described(
      'WAITING for its next try, DELIVERED, GIVEN_UP after the last one, NOT_SENT: there is no address.',
      Type.Enum(['WAITING', 'DELIVERED', 'GIVEN_UP', 'NOT_SENT']),
    ),
    tries: described('How often it was sent.', Type.Integer()),
    lastStatus: described('HTTP status of the last answer; null: there was none.', orNull(Type.Integer())),
    lastAnswer: described(
      'Beginning of the last answer, or why there was none; null: not tried yet.',
      orNull(Type.String()),
    ),
    nextTryAtDateTime: described('When it is tried again; null: it is not.', orNull(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
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
  reply: withBase(
    Type.Object(
      { url: described('The https address that events are sent to; null: none.', orNull(Type.String())) },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY'],
});

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/company/webhook',
  access: 'authorized',
  confirmedWithin: 600,
  rate: 'write',
  summary: 'Sets the address (null: none) and makes a new secret, which is shown this once',
  body: Type.Object(
    {
      url: described(
        'The https address that events are sent to; null: none.',
        orNull(Type.String({ maxLength: 500 })),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        url: described('The https address that events are sent to; null: none.', orNull(Type.String())),
        secret: described(
          'The new secret that events are signed with, shown this once; null without an address.',
          orNull(Type.String()),
        ),
      },
      open,
    ),
  ),
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
    id: described('The id that other calls name it by.', Type.String()),
    userId: described('Id of the person.', Type.String()),
    name: described('The name.', Type.String()),
    email: described('E-mail address.', Type.String()),
    received: described('Toman.', DecimalText),
    refunded: described('Given back to payers, Toman.', DecimalText),
    receipts: described('Toman received and neither settled nor taken to the wallet.', DecimalText),
    coinEntity: described('Code of the coin that receipts are settled in.', orNull(Type.String())),
    cryptoNetwork: described('Code of the network that the coin is sent on.', orNull(Type.String())),
    walletAddress: described('The address that the coins are sent to.', orNull(Type.String())),
    perTime: described('How often receipts are settled.', orNull(Type.Enum(PERIODS))),
    paused: described('Nothing is bought or sent.', Type.Boolean()),
    blockedReason: described("Why staff blocked it; null: it isn't blocked.", orNull(Type.String())),
    waits: described('Of the oldest settlement that waits.', orNull(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
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
      query: described(
        "The owner's whole e-mail address, or the id of the store, its owner or one of its payments.",
        Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      ),
    },
    open,
  ),
  reply: withContent(DeskCompany),
});

export const DeskCompanyFile = Type.Object(
  {
    ...DeskCompany.properties,
    phone: described('Telephone number.', Type.String()),
    paymentLink: described('Where payers pay.', Type.String()),
    settled: described(
      "Turned into coins or taken to the owner's wallet, Toman: received − refunded − receipts.",
      DecimalText,
    ),
    tag: described('Tag or memo of the address, where the network has one.', orNull(Type.String())),
    next: described(
      'The next end of a period and what would be settled then, Toman; null: no settlement is set, or it is paused.',
      Company.properties.next,
    ),
    change: described(
      'A new place, proved by code, that is paid from then on; until then the old one is.',
      Company.properties.change,
    ),
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
    refundable: described(
      'Its money came, is in no settlement, and nobody has asked to give it back.',
      Type.Boolean(),
    ),
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

export const CompanyReason = Type.Object(
  { reason: described('Why, for the audit log.', Type.String({ minLength: 3, maxLength: 500 })) },
  open,
);

export const blockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/block',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Nobody can pay this store, and nothing is settled',
  params: withId,
  body: CompanyReason,
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
  body: CompanyReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const REFUND_STATES = ['ASKED', 'PAID', 'CANCELLED'] as const;
export const CompanyRefund = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    companyId: described('Id of the store.', Type.String()),
    companyName: described('Name of the company.', Type.String()),
    paymentId: described('Id of the payment that is given back.', Type.String()),
    source: described(
      "What pays it: the store's RECEIPTS, or SUSPENSE, where money lies that belongs to no receipt.",
      Type.Enum(['RECEIPTS', 'SUSPENSE']),
    ),
    amount: described('What is given back, Toman.', DecimalText),
    cardNumber: described('Number of the bank card, masked.', Type.String()),
    reason: described('Why it is given back.', Type.String()),
    state: described(
      'ASKED: another one of the staff decides. PAID or CANCELLED by them.',
      Type.Enum(REFUND_STATES),
    ),
    askedBy: described('E-mail address of who proposed it.', Type.String()),
    decidedBy: described('E-mail address of who decided; null until then.', orNull(Type.String())),
    reference: described("The bank's reference number; null until it is paid.", orNull(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
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
      state: described('Those of this state alone.', Type.Optional(Type.Enum(REFUND_STATES))),
      company: described('Of this store alone.', Type.Optional(Id)),
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
  body: CompanyReason,
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
      decision: described('PAID books it; CANCELLED drops it.', Type.Enum(['PAID', 'CANCELLED'])),
      reference: described(
        "The bank's reference number; PAID needs it.",
        Type.Optional(Type.String({ minLength: 3, maxLength: 60 })),
      ),
    },
    open,
  ),
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'BAD_REQUEST'],
});
