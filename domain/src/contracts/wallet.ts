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
    credit: described('Spendable balance, in the asset.', DecimalText),
    blockedCredit: described(
      'Balance blocked by open orders, withdrawals and freezes, in the asset.',
      DecimalText,
    ),
    totalBalance: described('Sum of the spendable and blocked balance, in the asset.', DecimalText),
    wholePriceOfCredit: described(
      'Value in Toman; null while the coin has no price.',
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
  summary: 'Returns balances keyed by coin: all of them, or those of the requested coins',
  query: Type.Object(
    {
      coins: Type.Optional(Type.String({ maxLength: 300, description: 'Comma-separated coin codes.' })),
      walletType: described(
        'Wallet type; both types of trades use the same wallet.',
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
  'Payment that was started.',
  Type.Object(
    {
      redirectSite: described(
        "URL of the gateway's page; null until the gateway has responded, after which `GET /payments/:id` returns it.",
        Type.Union([Type.String(), Type.Null()]),
      ),
      id: described('Identifier of the payment.', Type.String()),
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
  summary: "Starts a Toman deposit; the payer continues on the bank's page",
  body: Type.Object(
    {
      amount: described('Amount to deposit, in Toman.', DecimalInput),
      paymentGateway: described('Gateway that the payer is redirected to.', Type.Enum(PAYMENT_GATEWAYS)),
      cardNumber: described(
        "Number of one of the caller's verified cards, in full or masked as listed.",
        Type.String({ maxLength: 25 }),
      ),
      callBackURL: described(
        'URL that the payer is finally redirected to; only pages of this site are allowed.',
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
  'WAITING: awaits staff; RELEASED: the bank pays it to the card that paid, with its next batch; PAID_OUT: it was paid';

export const Payment = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    amount: described('Amount, in Toman.', DecimalText),
    state: described(
      'State of the payment: PENDING until the bank has responded; money in an unknown state is never credited.',
      Type.Enum(PAYMENT_STATES),
    ),
    stage: described(
      "Stage of a PENDING payment. CHECKING: awaits the gateway's response; AT_BANK: awaits the payer; DROPPED: abandoned by the payer, while the gateway would still accept the money. Null once the state is PAID or FAILED.",
      Type.Union([Type.Enum(PAYMENT_STAGES), Type.Null()]),
    ),
    redirectSite: described(
      "URL of the gateway's page, where the payer continues; null when the payment can't be made there.",
      Type.Union([Type.String(), Type.Null()]),
    ),
    releasedAtDateTime: described(
      "Time at which the gateway's session of a PENDING payment ends, and with it the payment's hold on the daily limit.",
      Type.Union([Timestamp, Type.Null()]),
    ),
    gateway: described('Gateway that the payer is redirected to.', Type.Enum(PAYMENT_GATEWAYS)),
    cardNumber: described(
      'Masked number of the card, as reported by the bank.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    trackingCode: described('Reference number of the bank.', Type.Union([Type.String(), Type.Null()])),
    reason: described(
      'Reason for the failure, as a code of the dictionary.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    refund: described(
      `Stage of the refund of a payment that was paid and not credited: ${WAY_BACK}. Null for any other payment.`,
      Type.Union([Type.Enum(REFUND_STAGES), Type.Null()]),
    ),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type Payment = Static<typeof Payment>;

export const payment = endpoint({
  method: 'GET',
  path: '/payments/:id',
  access: 'public',
  rate: 'read',
  summary: 'Returns the state of a payment by its random id',
  params: Type.Object({ id: described('Identifier of the payment.', Type.String({ maxLength: 60 })) }, open),
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
    "Abandons one of the caller's payments that is pending at the bank; releases its part of the daily limit as soon as the bank allows",
  params: Type.Object({ id: described('Identifier of the payment.', Type.String({ maxLength: 60 })) }, open),
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
  summary: "Handles the payer's return from the bank: verifies the payment with the bank, then redirects",
  params: Type.Object(
    { gateway: described('Gateway that redirects the payer back.', Type.Enum(PAYMENT_GATEWAYS)) },
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
  summary:
    "Handles the payer's return from a bank that posts a form: verifies the payment with the bank, then redirects",
  params: Type.Object(
    { gateway: described('Gateway that redirects the payer back.', Type.Enum(PAYMENT_GATEWAYS)) },
    open,
  ),
  openQuery: true,
  openBody: true,
  redirects: 303,
  reply: Type.Any(),
});

export const DepositRow = described(
  'Toman or crypto deposit (requirements §3, history rows).',
  Type.Object(
    {
      id: described('Identifier used in other calls.', Type.String()),
      amount: described("Amount, in the deposit's coin.", DecimalText),
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
      createdAtDateTime: described('Time of creation.', Timestamp),
      message: described(
        'Status of the deposit or reason for its failure, as a code of the dictionary.',
        Type.String(),
      ),
      isDone: described('Whether the deposit was credited.', Type.Boolean()),
      state: described(
        'State of the deposit. Toman: state of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain reverted it.',
        Type.Enum(PAYMENT_STATES),
      ),
      bankAccount: described(
        'Masked card number or Sheba; null for crypto.',
        Type.Union([Type.String(), Type.Null()]),
      ),
      refund: described(
        `Stage of the refund of Toman that was paid and not credited: ${WAY_BACK}. Omitted for any other deposit.`,
        Type.Optional(Type.Enum(REFUND_STAGES)),
      ),
      transactionStatus: described(
        'Status of the transaction on the chain. This field and those below are set for crypto only.',
        Type.Optional(Type.Enum(['CONFIRMED', 'UNCONFIRMED', 'RAISED_BY_USER'])),
      ),
      tokenType: described('Network code, e.g. TRC20.', Type.Optional(Type.String())),
      txid: described('Identifier of the transaction on its chain.', Type.Optional(Type.String())),
      address: described('Address that received the coins.', Type.Optional(Type.String())),
      tag: described(
        'Tag or memo of the address, if the network uses one.',
        Type.Optional(Type.Union([Type.String(), Type.Null()])),
      ),
      link: described(
        "URL of the transaction's page on a public explorer; null in the sandbox.",
        Type.Optional(Type.Union([Type.String(), Type.Null()])),
      ),
      confirmations: described('Number of confirmations of the transaction.', Type.Optional(Type.Integer())),
      neededConfirmations: described(
        'Number of confirmations required before it is credited.',
        Type.Optional(Type.Integer()),
      ),
    },
    open,
  ),
);
export type DepositRow = Static<typeof DepositRow>;

const coinFilter = {
  relatedCoin: described('Coin code; TOMAN for Toman.', Type.Optional(Type.String({ maxLength: 40 }))),
  excludedRelatedCoin: described('Excludes this coin.', Type.Optional(Type.String({ maxLength: 40 }))),
};

export const deposits = endpoint({
  method: 'GET',
  path: '/wallets/deposit',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object({ ...pageQuery, ...coinFilter }, open),
  reply: withContent(DepositRow),
});

export const depositDetail = endpoint({
  method: 'GET',
  path: '/wallets/deposit/:id',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns one deposit of Toman or of coins, in the format of the list',
  params: Type.Object({ id: described('Identifier from the list.', Type.String({ maxLength: 40 })) }, open),
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
  summary: "Returns the caller's deposit address of a coin on a network; created by the first call",
  query: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.String({ maxLength: 40 })),
      tokenType: described('Network code, e.g. TRC20.', Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        address: described('Address to send coins of this network to.', Type.String()),
        qrCode: described('QR code of the address alone, as PNG in base64 without a prefix.', Type.String()),
        paymentLink: described(
          'Payment link of BIP21, EIP-681, SEP-7 or a similar standard, from which a wallet also reads the network and tag; null if wallets of this network support none.',
          Type.Union([Type.String(), Type.Null()]),
        ),
        linkQrCode: described(
          'QR code of `paymentLink`, as PNG in base64 without a prefix; null if `paymentLink` is null.',
          Type.Union([Type.String(), Type.Null()]),
        ),
        tag: described(
          "Tag or memo, without which a deposit can't be attributed; null if the network uses none.",
          Type.Union([Type.String(), Type.Null()]),
        ),
        minDeposit: described(
          'Minimum deposit that is credited automatically, in the coin; smaller deposits require staff.',
          DecimalText,
        ),
        neededConfirmations: described(
          'Number of confirmations required before a deposit is credited.',
          Type.Integer(),
        ),
        contract: described(
          'Address of the only accepted contract, if the coin is a token.',
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
  summary: 'Searches for a deposit that was not detected, by its txid if the caller knows it',
  query: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.String({ maxLength: 40 })),
      cryptoNetwork: described(
        'Network code; the same value as `tokenType`, either of which is sufficient.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      tokenType: described('Network code, e.g. TRC20.', Type.Optional(Type.String({ maxLength: 40 }))),
      txid: described(
        'Identifier of the transaction, if the caller knows it.',
        Type.Optional(Type.String({ maxLength: 120 })),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        amount: described(
          'Amount received, in the coin; null if no deposit was recognised.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        transactionIsDone: described('Whether the deposit was credited.', Type.Boolean()),
        confirmations: described('Number of confirmations of the transaction.', Type.Integer()),
        neededConfirmations: described(
          'Number of confirmations required before it is credited.',
          Type.Integer(),
        ),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'INVALID_TXID', 'ADDRESS_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

// ── Toman by bank transfer, and the terms of deposits ───────────────────────────────────────────

export const TomanTerms = Type.Object(
  {
    gateways: described('Gateways that are currently available.', Type.Array(Type.Enum(PAYMENT_GATEWAYS))),
    minAmount: described('Minimum of one deposit by card, in Toman.', DecimalText),
    maxAmount: described('Maximum of one deposit by card, in Toman.', DecimalText),
    leftToday: described(
      'Remaining amount that can be deposited through gateways within the rolling 24 hours, in Toman.',
      DecimalText,
    ),
    open: described('Unpaid payments that hold a part of that limit, newest first.', Type.Array(Payment)),
    holdHours: described(
      "Number of hours for which coins can't be withdrawn after a Toman deposit; 0 if there is no such hold.",
      Type.Integer(),
    ),
    identified: described(
      'Identified bank deposit (واریز شناسه‌دار), for amounts above the limits of the gateways; null if not offered.',
      Type.Union([
        Type.Object(
          {
            sheba: described("Sheba of the exchange's account.", Type.String()),
            bankName: described('Bank of that account.', Type.String()),
            owner: described("Name of the account's owner.", Type.String()),
            identifier: described(
              "Caller's own payment identifier, including its check digits.",
              Type.String(),
            ),
            maxPerDay: described('Maximum accepted per day, in Toman.', DecimalText),
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
  summary: 'Returns the available methods and limits of Toman deposits',
  reply: withBase(TomanTerms),
});

// ── Totals and export ───────────────────────────────────────────────────────────────────────────

export const WalletTotals = Type.Object(
  {
    deposits: described("Total deposits, in Toman at the price of each deposit's day.", DecimalText),
    withdrawals: described("Total withdrawals, in Toman at the price of each withdrawal's day.", DecimalText),
    remaining: described('Current value of all balances, in Toman.', DecimalText),
    reward: described('Referral rewards: shares of the fees of invited users, in Toman.', DecimalText),
    tomanWallet: described('Toman balance, including blocked parts.', DecimalText),
    inTrade: described('Amount blocked by open orders, in Toman at the current price.', DecimalText),
    cashable: described('Spendable balance, in Toman at the current price.', DecimalText),
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
  summary: 'Returns the totals of the walletEx page, from the ledger',
  reply: withBase(WalletTotals),
});

export const exportHistory = endpoint({
  method: 'GET',
  path: '/wallets/export',
  access: 'verified',
  rate: 'money',
  summary:
    'Returns a year of history as CSV or XLSX, up to 250,000 rows; a last line states what is missing. FILLS returns all fills, as CSV without a row limit. Dates are Jalali in Persian',
  query: Type.Object(
    {
      kind: described(
        'History to export.',
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
      format: described('File format.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of the file.', Type.Enum(LANGUAGES)),
      relatedCoin: described(
        'Coin code, for MOVEMENTS only; TOMAN for Toman.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      movement: described(
        'Kind of movement to include, for MOVEMENTS only.',
        Type.Optional(Type.Enum(MOVEMENT_KINDS)),
      ),
      from: described(
        'Earliest creation time to include, for MOVEMENTS only.',
        Type.Optional(TimestampInput),
      ),
      to: described(
        'Creation time before which movements are included, for MOVEMENTS only.',
        Type.Optional(TimestampInput),
      ),
    },
    open,
  ),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});
