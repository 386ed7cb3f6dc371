import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  LANGUAGES,
  open,
  pageQuery,
  TABLE_FORMATS,
  TABLE_MEDIA,
  Timestamp,
  TimestampInput,
  withBase,
  withContent,
} from './endpoint.ts';
import { MOVEMENT_KINDS } from './movements.ts';

export const WalletEntry = Type.Object(
  {
    credit: described('Spendable, in the asset.', DecimalText),
    blockedCredit: described('Blocked by open orders, withdrawals and freezes, in the asset.', DecimalText),
    totalBalance: described('Spendable and blocked together, in the asset.', DecimalText),
    wholePriceOfCredit: described(
      'Toman; null while the coin has no price.',
      Type.Union([DecimalText, Type.Null()]),
    ),
  },
  open,
);
export type WalletEntry = Static<typeof WalletEntry>;

export const customerAddresses = endpoint({
  method: 'GET',
  path: '/wallets/customer-addresses',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Balances keyed by coin, all or the ones asked for',
  query: Type.Object(
    {
      coins: Type.Optional(Type.String({ maxLength: 300, description: 'Coin codes, comma separated' })),
      walletType: described(
        'Both kinds of trades use the same wallet.',
        Type.Optional(Type.Enum(['EXCHANGE', 'P2P'])),
      ),
    },
    open,
  ),
  reply: Type.Record(Type.String(), WalletEntry),
  errors: ['You Dont Have This Coin Wallet'],
});

export type { PaymentGateway } from '../payment-gateways.ts';

export const StartedPayment = described(
  'A payment that has begun.',
  Type.Object(
    {
      redirectSite: described(
        "The gateway's page; null while the gateway hasn't answered: `GET /payments/:id` has it then.",
        Type.Union([Type.String(), Type.Null()]),
      ),
      id: described('Id of the payment.', Type.String()),
    },
    open,
  ),
);

export const depositToman = endpoint({
  method: 'POST',
  path: '/wallets/deposit-toman',
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'TOMAN_DEPOSIT',
  summary: 'Starts a Toman deposit; the payer goes on at the bank',
  body: Type.Object(
    {
      amount: described('How much, Toman.', DecimalInput),
      paymentGateway: described('The gateway that the payer goes to.', Type.Enum(PAYMENT_GATEWAYS)),
      cardNumber: described(
        'One of the verified cards, whole or as listed (masked).',
        Type.String({ maxLength: 25 }),
      ),
      callBackURL: described(
        "Where the payer lands in the end; only this site's own pages are allowed.",
        Type.String({ maxLength: 500 }),
      ),
    },
    open,
  ),
  idempotent: true,
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

/** PENDING until the bank has replied; money in an unknown state is never credited. */
export const PAYMENT_STATES = ['PENDING', 'PAID', 'FAILED'] as const;

/** Stage of a PENDING payment. */
export const PAYMENT_STAGES = ['CHECKING', 'AT_BANK', 'DROPPED'] as const;
export type PaymentStage = (typeof PAYMENT_STAGES)[number];

/** Stage of returning money that was paid and not credited. */
export const REFUND_STAGES = ['WAITING', 'RELEASED', 'PAID_OUT'] as const;
export type RefundStage = (typeof REFUND_STAGES)[number];
const WAY_BACK =
  'WAITING for staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it has';

export const Payment = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    amount: described('Toman.', DecimalText),
    state: described(
      'PENDING until the bank has answered; money whose fate is unknown is never credited.',
      Type.Enum(PAYMENT_STATES),
    ),
    stage: described(
      "CHECKING: for the gateway's word; AT_BANK: for the payer; DROPPED: given up by the payer, while the gateway would still take the money. Null once it is PAID or FAILED.",
      Type.Union([Type.Enum(PAYMENT_STAGES), Type.Null()]),
    ),
    redirectSite: described(
      "The gateway's page, where the payer goes on; null when nobody can pay there.",
      Type.Union([Type.String(), Type.Null()]),
    ),
    releasedAtDateTime: described(
      "While it is PENDING: when the gateway's session ends, and with it the payment's hold on the daily limit.",
      Type.Union([Timestamp, Type.Null()]),
    ),
    gateway: described('The gateway that the payer goes to.', Type.Enum(PAYMENT_GATEWAYS)),
    cardNumber: described('Masked card the bank reported.', Type.Union([Type.String(), Type.Null()])),
    trackingCode: described("The bank's reference number.", Type.Union([Type.String(), Type.Null()])),
    reason: described('Why it failed: a code of the dictionary.', Type.Union([Type.String(), Type.Null()])),
    refund: described(
      `Of one that was paid and not credited: ${WAY_BACK}. Null: of any other.`,
      Type.Union([Type.Enum(REFUND_STAGES), Type.Null()]),
    ),
    createdAtDateTime: described('When it was made.', Timestamp),
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
  params: Type.Object({ id: described('Id of the payment.', Type.String({ maxLength: 60 })) }, open),
  reply: withBase(Payment),
  errors: ['NOT_FOUND'],
});

export const dropPayment = endpoint({
  method: 'POST',
  path: '/payments/:id/drop',
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: null,
  summary:
    'Gives up an own payment that waits at the bank; frees its part of the daily limit as soon as the bank allows',
  params: Type.Object({ id: described('Id of the payment.', Type.String({ maxLength: 60 })) }, open),
  reply: withBase(Payment),
  errors: ['NOT_FOUND'],
});

/** Return URL for the payer's browser. Responds 302 to the page stored with the payment. */
export const paymentReturn = endpoint({
  method: 'GET',
  path: '/payments/:gateway/return',
  access: 'public',
  rate: 'write',
  settles: true,
  feature: null,
  summary: 'Return from the bank: verifies with the bank, then redirects',
  params: Type.Object(
    { gateway: described('The gateway that sends the payer back.', Type.Enum(PAYMENT_GATEWAYS)) },
    open,
  ),
  openQuery: true,
  redirects: 302,
  reply: Type.Any(),
});

/** The same for a bank that posts a form (Jibit). */
export const paymentReturnPosted = endpoint({
  method: 'POST',
  path: '/payments/:gateway/return',
  pauses: false,
  access: 'public',
  rate: 'write',
  form: true,
  settles: true,
  feature: null,
  summary: 'Return from a bank that posts a form: verifies with the bank, then redirects',
  params: Type.Object(
    { gateway: described('The gateway that sends the payer back.', Type.Enum(PAYMENT_GATEWAYS)) },
    open,
  ),
  openQuery: true,
  openBody: true,
  redirects: 303,
  reply: Type.Any(),
});

export const DepositRow = described(
  'A Toman or crypto deposit (requirements §3, history rows).',
  Type.Object(
    {
      id: described('The id that other calls name it by.', Type.String()),
      amount: described('How much, in its coin.', DecimalText),
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
      createdAtDateTime: described('When it was made.', Timestamp),
      message: described('A code of the dictionary: how it stands, or why it failed.', Type.String()),
      isDone: described('Whether it was credited.', Type.Boolean()),
      state: described(
        'Toman: of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain took it back.',
        Type.Enum(PAYMENT_STATES),
      ),
      bankAccount: described(
        'Masked card or Sheba; null for crypto.',
        Type.Union([Type.String(), Type.Null()]),
      ),
      refund: described(
        `Of Toman that was paid and not credited: ${WAY_BACK}. Left out of any other.`,
        Type.Optional(Type.Enum(REFUND_STAGES)),
      ),
      transactionStatus: described(
        'Crypto alone, as are the fields below: how the chain has it.',
        Type.Optional(Type.Enum(['CONFIRMED', 'UNCONFIRMED', 'RAISED_BY_USER'])),
      ),
      tokenType: described("The network's code, e.g. TRC20.", Type.Optional(Type.String())),
      txid: described('Id of the transaction on its chain.', Type.Optional(Type.String())),
      address: described('Where the coins came to.', Type.Optional(Type.String())),
      tag: described(
        'Tag or memo of the address, where the network has one.',
        Type.Optional(Type.Union([Type.String(), Type.Null()])),
      ),
      link: described(
        "The transaction's page on a public explorer; null in the sandbox.",
        Type.Optional(Type.Union([Type.String(), Type.Null()])),
      ),
      confirmations: described('How many confirmations the transaction has.', Type.Optional(Type.Integer())),
      neededConfirmations: described(
        'How many confirmations it needs to count.',
        Type.Optional(Type.Integer()),
      ),
    },
    open,
  ),
);
export type DepositRow = Static<typeof DepositRow>;

const coinFilter = {
  relatedCoin: described("The coin's code; TOMAN for Toman.", Type.Optional(Type.String({ maxLength: 40 }))),
  excludedRelatedCoin: described('Every coin but this one.', Type.Optional(Type.String({ maxLength: 40 }))),
};

export const deposits = endpoint({
  method: 'GET',
  path: '/wallets/deposit',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object({ ...pageQuery, ...coinFilter }, open),
  reply: withContent(DepositRow),
});

export const depositDetail = endpoint({
  method: 'GET',
  path: '/wallets/deposit/:id',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'One deposit of Toman or of coins, as the list has it',
  params: Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open),
  reply: withBase(DepositRow),
  errors: ['NOT_FOUND'],
});

// ── Addresses and deposits of coins ─────────────────────────────────────────────────────────────

export const walletAddress = endpoint({
  method: 'GET',
  path: '/wallets/customer/wallet-address',
  access: 'authorized',
  rate: 'write',
  permission: 'DEPOSIT',
  feature: ['DEPOSIT_ADDRESS'],
  summary: 'The own deposit address of a coin on a network; made at the first call',
  query: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      tokenType: described("The network's code, e.g. TRC20.", Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        address: described('Where coins of this network are to be sent.', Type.String()),
        qrCode: described('PNG in base64 without a prefix; of the address alone.', Type.String()),
        paymentLink: described(
          'Of BIP21, EIP-681, SEP-7 or their kin, by which a wallet fills in network and tag too; null: wallets of this network know none.',
          Type.Union([Type.String(), Type.Null()]),
        ),
        linkQrCode: described(
          'PNG in base64 without a prefix, of `paymentLink`; null where that is.',
          Type.Union([Type.String(), Type.Null()]),
        ),
        tag: described(
          'Tag or memo, without which a deposit is not found; null: the network has none.',
          Type.Union([Type.String(), Type.Null()]),
        ),
        minDeposit: described('Minimum that is credited, in the coin; less waits for staff.', DecimalText),
        neededConfirmations: described('How many confirmations a deposit needs to count.', Type.Integer()),
        contract: described(
          'Of a token: the only contract that counts.',
          Type.Union([Type.String(), Type.Null()]),
        ),
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
  // Deposits it finds are processed concurrently with the scanner, in the writer's process.
  settles: true,
  feature: null,
  summary: 'Looks for a deposit that was missed, by its txid where the person knows it',
  query: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      cryptoNetwork: described(
        'The network; the same value as tokenType, either will do.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      tokenType: described("The network's code, e.g. TRC20.", Type.Optional(Type.String({ maxLength: 40 }))),
      txid: described(
        'Id of the transaction, where the person knows it.',
        Type.Optional(Type.String({ maxLength: 120 })),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        amount: described(
          'What came in, in the coin; null: nothing was recognised.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        transactionIsDone: described('Whether it was credited.', Type.Boolean()),
        confirmations: described('How many confirmations the transaction has.', Type.Integer()),
        neededConfirmations: described('How many confirmations it needs to count.', Type.Integer()),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'INVALID_TXID', 'ADDRESS_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

// ── Toman by bank transfer, and the terms of deposits ───────────────────────────────────────────

export const TomanTerms = Type.Object(
  {
    gateways: described('The gateways that can be used now.', Type.Array(Type.Enum(PAYMENT_GATEWAYS))),
    minAmount: described('Minimum of one deposit by card, Toman.', DecimalText),
    maxAmount: described('Maximum of one deposit by card, Toman.', DecimalText),
    leftToday: described('What the gateways still take within the running 24 hours, Toman.', DecimalText),
    open: described(
      'Payments that hold a part of it without being paid yet, newest first.',
      Type.Array(Payment),
    ),
    holdHours: described("Hours that coins don't leave after a Toman deposit; 0: none.", Type.Integer()),
    identified: described(
      'Identified bank deposit (واریز شناسه‌دار), for more than the gateways take; null: not offered.',
      Type.Union([
        Type.Object(
          {
            sheba: described("The Sheba of the exchange's account.", Type.String()),
            bankName: described('The bank where that account is.', Type.String()),
            owner: described('In whose name it is.', Type.String()),
            identifier: described(
              "The person's own payment identifier, with its check digits.",
              Type.String(),
            ),
            maxPerDay: described('Maximum that is accepted in a day, Toman.', DecimalText),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
  },
  open,
);
export type TomanTerms = Static<typeof TomanTerms>;

export const tomanTerms = endpoint({
  method: 'GET',
  path: '/wallets/toman-terms',
  access: 'authorized',
  rate: 'read',
  permission: 'READ',
  summary: 'How Toman may come in now',
  reply: withBase(TomanTerms),
});

// ── Totals and export ───────────────────────────────────────────────────────────────────────────

export const WalletTotals = Type.Object(
  {
    deposits: described('What came in, Toman at the price of its day.', DecimalText),
    withdrawals: described('What left, Toman at the price of its day.', DecimalText),
    remaining: described('Value of everything now, Toman.', DecimalText),
    reward: described('Shares of the fees of people who were invited, Toman.', DecimalText),
    tomanWallet: described('Balance in Toman, blocked parts too.', DecimalText),
    inTrade: described('What open orders block, Toman at the present price.', DecimalText),
    cashable: described('What is spendable, Toman at the present price.', DecimalText),
  },
  open,
);
export type WalletTotals = Static<typeof WalletTotals>;

export const walletTotals = endpoint({
  method: 'GET',
  path: '/wallets/totals',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Sums of the walletEx page, from the ledger',
  reply: withBase(WalletTotals),
});

export const exportHistory = endpoint({
  method: 'GET',
  path: '/wallets/export',
  access: 'verified',
  rate: 'money',
  summary:
    'A year of history as CSV or XLSX, up to 250,000 rows; a last line says what is missing. FILLS are all there are, as CSV without an end. Dates are Jalali in Persian',
  query: Type.Object(
    {
      kind: described(
        'Which history.',
        Type.Enum([
          'TOMAN_DEPOSITS',
          'TOMAN_WITHDRAWALS',
          'CRYPTO_DEPOSITS',
          'CRYPTO_WITHDRAWALS',
          'TRADES',
          'MOVEMENTS',
          'FILLS',
        ]),
      ),
      format: described('Kind of file.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of what is made.', Type.Enum(LANGUAGES)),
      relatedCoin: described(
        "Of MOVEMENTS alone: the coin's code; TOMAN for Toman.",
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      movement: described(
        'Of MOVEMENTS alone: those of this kind.',
        Type.Optional(Type.Enum(MOVEMENT_KINDS)),
      ),
      from: described(
        'Of MOVEMENTS alone: only what was made at this time or later.',
        Type.Optional(TimestampInput),
      ),
      to: described(
        'Of MOVEMENTS alone: only what was made before this time.',
        Type.Optional(TimestampInput),
      ),
    },
    open,
  ),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});
