import { type Static, Type } from 'typebox';
import { PAYMENT_GATEWAYS } from '../payment-gateways.ts';
import { endpoint, LANGUAGES, TABLE_FORMATS, TABLE_MEDIA } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  decimal,
  described,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  orNull,
  pageQuery,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';
import { MOVEMENT_KINDS } from './movements.ts';

export const WalletEntry = object({
  credit: decimal('Spendable balance, in the asset.'),
  blockedCredit: decimal('Balance blocked by open orders, withdrawals and freezes, in the asset.'),
  totalBalance: decimal('Sum of the spendable and blocked balance, in the asset.'),
  wholePriceOfCredit: nullable('Value in Toman; null while the coin has no price.', DecimalText),
});
export type WalletEntry = Static<typeof WalletEntry>;

export const customerAddresses = endpoint('GET', '/wallets/customer-addresses', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns balances keyed by coin: all of them, or those of the requested coins',
  query: object({
    coins: Type.Optional(Type.String({ maxLength: 300, description: 'Comma-separated coin codes.' })),
    walletType: optional(
      'Wallet type; both types of trades use the same wallet.',
      Type.Enum(['EXCHANGE', 'P2P']),
    ),
  }),
  reply: Type.Record(Type.String(), WalletEntry),
  errors: ['You Dont Have This Coin Wallet'],
});

export type { PaymentGateway } from '../payment-gateways.ts';

export const StartedPayment = described('Payment that was started.', {
  redirectSite: nullable(
    "URL of the gateway's page; null until the gateway has responded, after which `GET /payments/:id` returns it.",
    Type.String(),
  ),
  id: text('Identifier of the payment.'),
});

export const depositToman = endpoint('POST', '/wallets/deposit-toman', {
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: 'TOMAN_DEPOSIT',
  summary: "Starts a Toman deposit; the payer continues on the bank's page",
  body: object({
    amount: described('Amount to deposit, in Toman.', DecimalInput),
    paymentGateway: oneOf('Gateway that the payer is redirected to.', PAYMENT_GATEWAYS),
    cardNumber: text("Number of one of the caller's verified cards, in full or masked as listed.", {
      maxLength: 25,
    }),
    callBackURL: text('URL that the payer is finally redirected to; only pages of this site are allowed.', {
      maxLength: 500,
    }),
  }),
  idempotent: true,
  reply: itemReply(StartedPayment),
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

export const Payment = object({
  id: text('Identifier used in other calls.'),
  amount: decimal('Amount, in Toman.'),
  state: oneOf(
    'State of the payment: PENDING until the bank has responded; money in an unknown state is never credited.',
    PAYMENT_STATES,
  ),
  stage: nullable(
    "Stage of a PENDING payment. CHECKING: awaits the gateway's response; AT_BANK: awaits the payer; DROPPED: abandoned by the payer, while the gateway would still accept the money. Null once the state is PAID or FAILED.",
    Type.Enum(PAYMENT_STAGES),
  ),
  redirectSite: nullable(
    "URL of the gateway's page, where the payer continues; null when the payment can't be made there.",
    Type.String(),
  ),
  releasedAtDateTime: nullable(
    "Time at which the gateway's session of a PENDING payment ends, and with it the payment's hold on the daily limit.",
    Timestamp,
  ),
  gateway: oneOf('Gateway that the payer is redirected to.', PAYMENT_GATEWAYS),
  cardNumber: nullable('Masked number of the card, as reported by the bank.', Type.String()),
  trackingCode: nullable('Reference number of the bank.', Type.String()),
  reason: nullable('Reason for the failure, as a code of the dictionary.', Type.String()),
  refund: nullable(
    `Stage of the refund of a payment that was paid and not credited: ${WAY_BACK}. Null for any other payment.`,
    Type.Enum(REFUND_STAGES),
  ),
  createdAtDateTime: time('Time of creation.'),
});
export type Payment = Static<typeof Payment>;

export const payment = endpoint('GET', '/payments/:id', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the state of a payment by its random id',
  params: object({ id: text('Identifier of the payment.', { maxLength: 60 }) }),
  reply: itemReply(Payment),
  errors: ['NOT_FOUND'],
});

export const abandonPayment = endpoint('POST', '/payments/:id/drop', {
  access: 'authorized',
  rate: 'money',
  settles: true,
  feature: null,
  summary:
    "Abandons one of the caller's payments that is pending at the bank; releases its part of the daily limit as soon as the bank allows",
  params: object({ id: text('Identifier of the payment.', { maxLength: 60 }) }),
  reply: itemReply(Payment),
  errors: ['NOT_FOUND'],
});

/** Return URL for the payer's browser. Responds 302 to the page stored with the payment. */
export const handlePaymentReturn = endpoint('GET', '/payments/:gateway/return', {
  access: 'public',
  rate: 'write',
  settles: true,
  feature: null,
  summary: "Handles the payer's return from the bank: verifies the payment with the bank, then redirects",
  params: object({ gateway: oneOf('Gateway that redirects the payer back.', PAYMENT_GATEWAYS) }),
  openQuery: true,
  redirects: 302,
  reply: Type.Any(),
});

/** The same for a bank that posts a form (Jibit). */
export const handlePostedPaymentReturn = endpoint('POST', '/payments/:gateway/return', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'write',
  form: true,
  settles: true,
  feature: null,
  summary:
    "Handles the payer's return from a bank that posts a form: verifies the payment with the bank, then redirects",
  params: object({ gateway: oneOf('Gateway that redirects the payer back.', PAYMENT_GATEWAYS) }),
  openQuery: true,
  openBody: true,
  redirects: 303,
  reply: Type.Any(),
});

export const DepositRow = described('Toman or crypto deposit (requirements §3, history rows).', {
  id: text('Identifier used in other calls.'),
  amount: decimal("Amount, in the deposit's coin."),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  createdAtDateTime: time('Time of creation.'),
  message: text('Status of the deposit or reason for its failure, as a code of the dictionary.'),
  isDone: flag('Whether the deposit was credited.'),
  state: oneOf(
    'State of the deposit. Toman: state of the payment. Crypto: PENDING until it has its confirmations, FAILED when the chain reverted it.',
    PAYMENT_STATES,
  ),
  bankAccount: nullable('Masked card number or Sheba; null for crypto.', Type.String()),
  refund: optional(
    `Stage of the refund of Toman that was paid and not credited: ${WAY_BACK}. Omitted for any other deposit.`,
    Type.Enum(REFUND_STAGES),
  ),
  transactionStatus: optional(
    'Status of the transaction on the chain. This field and those below are set for crypto only.',
    Type.Enum(['CONFIRMED', 'UNCONFIRMED', 'RAISED_BY_USER']),
  ),
  tokenType: optional('Network code, e.g. TRC20.', Type.String()),
  txid: optional('Identifier of the transaction on its chain.', Type.String()),
  address: optional('Address that received the coins.', Type.String()),
  tag: optional('Tag or memo of the address, if the network uses one.', orNull(Type.String())),
  link: optional(
    "URL of the transaction's page on a public explorer; null in the sandbox.",
    orNull(Type.String()),
  ),
  confirmations: optional('Number of confirmations of the transaction.', Type.Integer()),
  neededConfirmations: optional('Number of confirmations required before it is credited.', Type.Integer()),
});
export type DepositRow = Static<typeof DepositRow>;

const coinFilter = {
  relatedCoin: optional('Coin code; TOMAN for Toman.', Type.String({ maxLength: 40 })),
  excludedRelatedCoin: optional('Excludes this coin.', Type.String({ maxLength: 40 })),
};

export const deposits = endpoint('GET', '/wallets/deposit', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns deposits of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: object({ ...pageQuery, ...coinFilter }),
  reply: listReply(DepositRow),
});

export const depositDetail = endpoint('GET', '/wallets/deposit/:id', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns one deposit of Toman or of coins, in the format of the list',
  params: object({ id: text('Identifier from the list.', { maxLength: 40 }) }),
  reply: itemReply(DepositRow),
  errors: ['NOT_FOUND'],
});

// ── Addresses and deposits of coins ─────────────────────────────────────────────────────────────

export const walletAddress = endpoint('GET', '/wallets/customer/wallet-address', {
  access: 'authorized',
  rate: 'write',
  permission: 'DEPOSIT',
  feature: ['DEPOSIT_ADDRESS'],
  summary: "Returns the caller's deposit address of a coin on a network; created by the first call",
  query: object({
    relatedCoin: text('Coin code; TOMAN for Toman.', { maxLength: 40 }),
    tokenType: text('Network code, e.g. TRC20.', { maxLength: 40 }),
  }),
  reply: itemReply({
    address: text('Address to send coins of this network to.'),
    qrCode: text('QR code of the address alone, as PNG in base64 without a prefix.'),
    paymentLink: nullable(
      'Payment link of BIP21, EIP-681, SEP-7 or a similar standard, from which a wallet also reads the network and tag; null if wallets of this network support none.',
      Type.String(),
    ),
    linkQrCode: nullable(
      'QR code of `paymentLink`, as PNG in base64 without a prefix; null if `paymentLink` is null.',
      Type.String(),
    ),
    tag: nullable(
      "Tag or memo, without which a deposit can't be attributed; null if the network uses none.",
      Type.String(),
    ),
    minDeposit: decimal(
      'Minimum deposit that is credited automatically, in the coin; smaller deposits require staff.',
    ),
    neededConfirmations: integer('Number of confirmations required before a deposit is credited.'),
    contract: nullable('Address of the only accepted contract, if the coin is a token.', Type.String()),
  }),
  errors: ['You Dont Have This Coin Wallet', 'DEPOSIT_NOT_AVAILABLE', 'Not Enough HDWallets'],
});

export const checkDeposit = endpoint('GET', '/wallets/check-confirmed-transaction', {
  access: 'authorized',
  rate: 'money',
  // Deposits it finds are processed concurrently with the scanner, in the writer's process.
  settles: true,
  feature: null,
  summary: 'Searches for a deposit that was not detected, by its txid if the caller knows it',
  query: object({
    relatedCoin: text('Coin code; TOMAN for Toman.', { maxLength: 40 }),
    cryptoNetwork: optional(
      'Network code; the same value as `tokenType`, either of which is sufficient.',
      Type.String({ maxLength: 40 }),
    ),
    tokenType: optional('Network code, e.g. TRC20.', Type.String({ maxLength: 40 })),
    txid: optional('Identifier of the transaction, if the caller knows it.', Type.String({ maxLength: 120 })),
  }),
  reply: itemReply({
    amount: nullable('Amount received, in the coin; null if no deposit was recognised.', DecimalText),
    transactionIsDone: flag('Whether the deposit was credited.'),
    confirmations: integer('Number of confirmations of the transaction.'),
    neededConfirmations: integer('Number of confirmations required before it is credited.'),
  }),
  errors: ['You Dont Have This Coin Wallet', 'INVALID_TXID', 'ADDRESS_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
});

// ── Toman by bank transfer, and the terms of deposits ───────────────────────────────────────────

export const TomanTerms = object({
  gateways: list('Gateways that are currently available.', Type.Enum(PAYMENT_GATEWAYS)),
  minAmount: decimal('Minimum of one deposit by card, in Toman.'),
  maxAmount: decimal('Maximum of one deposit by card, in Toman.'),
  leftToday: decimal(
    'Remaining amount that can be deposited through gateways within the rolling 24 hours, in Toman.',
  ),
  open: list('Unpaid payments that hold a part of that limit, newest first.', Payment),
  holdHours: integer(
    "Number of hours for which coins can't be withdrawn after a Toman deposit; 0 if there is no such hold.",
  ),
  identified: nullable(
    'Identified bank deposit (واریز شناسه‌دار), for amounts above the limits of the gateways; null if not offered.',
    {
      sheba: text("Sheba of the exchange's account."),
      bankName: text('Bank of that account.'),
      owner: text("Name of the account's owner."),
      identifier: text("Caller's own payment identifier, including its check digits."),
      maxPerDay: decimal('Maximum accepted per day, in Toman.'),
    },
  ),
});
export type TomanTerms = Static<typeof TomanTerms>;

export const tomanTerms = endpoint('GET', '/wallets/toman-terms', {
  access: 'authorized',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the available methods and limits of Toman deposits',
  reply: itemReply(TomanTerms),
});

// ── Totals and export ───────────────────────────────────────────────────────────────────────────

export const WalletTotals = object({
  deposits: decimal("Total deposits, in Toman at the price of each deposit's day."),
  withdrawals: decimal("Total withdrawals, in Toman at the price of each withdrawal's day."),
  remaining: decimal('Current value of all balances, in Toman.'),
  reward: decimal('Referral rewards: shares of the fees of invited users, in Toman.'),
  tomanWallet: decimal('Toman balance, including blocked parts.'),
  inTrade: decimal('Amount blocked by open orders, in Toman at the current price.'),
  cashable: decimal('Spendable balance, in Toman at the current price.'),
});
export type WalletTotals = Static<typeof WalletTotals>;

export const walletTotals = endpoint('GET', '/wallets/totals', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the totals of the walletEx page, from the ledger',
  reply: itemReply(WalletTotals),
});

export const exportHistory = endpoint('GET', '/wallets/export', {
  access: 'verified',
  rate: 'money',
  summary:
    'Returns a year of history as CSV or XLSX, up to 250,000 rows; a last line states what is missing. FILLS returns all fills, as CSV without a row limit. Dates are Jalali in Persian',
  query: object({
    kind: oneOf('History to export.', [
      'TOMAN_DEPOSITS',
      'TOMAN_WITHDRAWALS',
      'CRYPTO_DEPOSITS',
      'CRYPTO_WITHDRAWALS',
      'TRADES',
      'MOVEMENTS',
      'FILLS',
    ]),
    format: oneOf('File format.', TABLE_FORMATS),
    lang: oneOf('Language of the file.', LANGUAGES),
    relatedCoin: optional('Coin code, for MOVEMENTS only; TOMAN for Toman.', Type.String({ maxLength: 40 })),
    movement: optional('Kind of movement to include, for MOVEMENTS only.', Type.Enum(MOVEMENT_KINDS)),
    from: optional('Earliest creation time to include, for MOVEMENTS only.', TimestampInput),
    to: optional('Creation time before which movements are included, for MOVEMENTS only.', TimestampInput),
  }),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});
