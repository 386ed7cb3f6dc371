/** Withdrawals: coins to an address, Toman to a Sheba. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
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
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';
import { TwoStepPrompt } from './identity.ts';

const coin = Type.String({ maxLength: 40 });
const address = Type.String({ maxLength: 150 });
const tag = Type.Optional(Type.String({ maxLength: 100 }));
const id = object({ id: text('Identifier from the list.', { maxLength: 40 }) });

/**
 * Terms that a code authorises: exactly this amount to exactly this destination. Toman: relatedCoin and tokenType
 * TOMAN, the address is the Sheba (24 digits, IR or not).
 */
const intent = {
  amount: described(
    'Amount deducted from the wallet, in the asset (Toman or the coin); includes the fee.',
    DecimalInput,
  ),
  relatedCoin: described('Coin code; TOMAN for Toman.', coin),
  tokenType: optional("Network code; if unset, the coin's only network.", coin),
  destinationWalletAddress: described('Destination: an address, or a Sheba for Toman.', address),
  tag: described(
    'Tag or memo of the address, if the network uses one. An address that contains its own (X-address, muxed account) determines it: then leave it unset or pass the same value. Stellar: digits are a memo of type ID, `text:12345` is the text 12345.',
    tag,
  ),
};

const WITHDRAWAL_REFUSALS = [
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_NOT_ALLOWED',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'AMOUNT_IS_HIGH',
  'AMOUNT_IS_LOW',
  'INVALID_ADDRESS',
  'INVALID_TAG',
  'TAG_MISMATCH',
  'OWN_ADDRESS',
  'SHEBA_NOT_VERIFIED',
  'ADDRESS_NOT_ALLOWED',
  'DAILY_LIMIT',
  'ACCOUNT_FROZEN',
  'WITHDRAWAL_HOLD',
  'DEPOSIT_HOLD',
  'WITHDRAWAL_NOT_AVAILABLE',
  'WITHDRAWALS_STOPPED',
  'You Dont Have This Coin Wallet',
] as const;

export const sendWithdrawalCode = endpoint('POST', '/users/send-code', {
  access: 'authorized',
  rate: 'code',
  feature: ['TOMAN_WITHDRAWAL', 'COIN_WITHDRAWAL'],
  summary:
    'Validates a withdrawal and sends the code that confirms exactly this withdrawal; no code is sent to users of an authenticator',
  body: object({
    ...intent,
    bought: optional(
      'Whether the coins are still to be bought for immediate withdrawal (POST /exchange/buy); the balance is then not checked yet.',
      Type.Boolean(),
    ),
  }),
  languages: LANGUAGES,
  reply: itemReply({
    ...TwoStepPrompt.properties,
    smsNeeded: flag('Whether a second code was sent by SMS; the request then requires both codes.'),
    smsBecause: nullable(
      'Reason for the second code: the value of this withdrawal alone, or of all withdrawals within the rolling 24 hours including this one; null if none was sent.',
      Type.Enum(['AMOUNT', 'DAY']),
    ),
    starMobile: nullable(
      'Masked mobile number that the second code was sent to; null if none was sent.',
      Type.String(),
    ),
    fee: decimal('Fee, in the coin; included in the amount.'),
    receives: decimal('Amount that the recipient receives, in the asset.'),
    destinationWalletAddress: text(
      'Address as signed: the classic address of an X-address or a muxed account; the masked Sheba for Toman.',
    ),
    tag: nullable('Tag or memo as signed; null if there is none.', Type.String()),
  }),
  errors: [...WITHDRAWAL_REFUSALS, 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

/**
 * REVIEW: by staff. APPROVED: waits to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet
 * final (Toman: in a batch). DONE. CANCELLED by the user, REFUSED by staff, RETURNED by the bank: the money was
 * returned.
 */
export const WITHDRAWAL_STATES = [
  'REVIEW',
  'APPROVED',
  'SENDING',
  'SENT',
  'DONE',
  'CANCELLED',
  'REFUSED',
  'RETURNED',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

export const WithdrawalRow = object({
  id: text('Identifier used in other calls.'),
  number: text('Number displayed on the receipt.'),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  tokenType: text('Network code, e.g. TRC20.'),
  amount: decimal('Amount deducted from the wallet, in the asset; includes the fee.'),
  fee: decimal('Fee, in the coin; included in the amount.'),
  receives: decimal('Amount that the recipient receives, in the asset: the amount minus the fee.'),
  destinationWalletAddress: text('Destination: an address, or a Sheba for Toman.'),
  tag: nullable('Tag or memo of the address; null if there is none.', Type.String()),
  label: nullable("Name of the address in the caller's address book; null if it isn't saved.", Type.String()),
  bankAccount: nullable('Masked Sheba of a Toman withdrawal.', Type.String()),
  state: oneOf(
    'State of the withdrawal. REVIEW: under review by staff. APPROVED: waiting to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE: completed. CANCELLED: cancelled by the user, REFUSED: refused by staff, RETURNED: returned by the bank; in these three the money has been returned.',
    WITHDRAWAL_STATES,
  ),
  transactionStatus: oneOf('Status of the transaction: CONFIRMED once it is final.', [
    'CONFIRMED',
    'UNCONFIRMED',
  ]),
  isDone: flag('Whether the withdrawal has arrived and is final.'),
  cancellable: flag('Whether the caller can still cancel the withdrawal.'),
  message: text('Message of the bank or reason for the refusal; a code of the dictionary or the state.'),
  txid: nullable('Identifier of the transaction; null until there is one.', Type.String()),
  link: nullable("URL of the transaction's page on a public explorer; null if there is none.", Type.String()),
  confirmations: nullable(
    "Number of confirmations of the transaction; null if it isn't on a chain.",
    Type.Integer(),
  ),
  neededConfirmations: nullable(
    "Number of confirmations required to be final; null if the withdrawal isn't sent to a chain.",
    Type.Integer(),
  ),
  promisedAtDateTime: nullable('Time by which a Toman withdrawal is paid.', Timestamp),
  createdAtDateTime: time('Time of creation.'),
  doneAtDateTime: nullable('Time of completion; null until then.', Timestamp),
});
export type WithdrawalRow = Static<typeof WithdrawalRow>;

export const requestWithdrawal = endpoint('POST', '/wallets/withdrawal-request', {
  access: 'authorized',
  rate: 'money',
  permission: 'WITHDRAW',
  settles: true,
  feature: ['TOMAN_WITHDRAWAL', 'COIN_WITHDRAWAL'],
  summary: 'Executes the withdrawal that the code was issued for',
  body: object({
    ...intent,
    code: optional(
      'Code that confirms exactly this withdrawal. An API key sends none, and can withdraw to saved addresses only.',
      Type.String({ maxLength: 20 }),
    ),
    smsCode: optional('Second code, if one was sent by SMS.', Type.String({ maxLength: 20 })),
  }),
  idempotent: true,
  reply: itemReply(WithdrawalRow),
  errors: [...WITHDRAWAL_REFUSALS, 'Incorrect OTP', 'Code Expired', 'SMS_CODE_NEEDED', 'TOO_MANY_REQUESTS'],
});

export const withdrawals = endpoint('GET', '/wallets/withdrawal-requests', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: object({
    ...pageQuery,
    relatedCoin: optional('Coin code; TOMAN for Toman.', coin),
    excludedRelatedCoin: optional('Excludes this coin.', coin),
  }),
  reply: listReply(WithdrawalRow),
});

export const withdrawalDetail = endpoint('GET', '/wallets/withdrawal-requests/:id', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns one withdrawal of Toman or of coins, in the format of the list',
  params: id,
  reply: itemReply(WithdrawalRow),
  errors: ['NOT_FOUND'],
});

export const cancelWithdrawal = endpoint('DELETE', '/wallets/withdrawal-requests/:id', {
  access: 'verified',
  rate: 'money',
  permission: 'WITHDRAW',
  settles: true,
  feature: null,
  summary: 'Cancels a withdrawal that has not been sent; the money becomes spendable again',
  params: id,
  reply: itemReply(WithdrawalRow),
  errors: ['NOT_FOUND', 'CANT_DELETE_WITHDRAWAL_REQUEST'],
});

export const withdrawalTerms = endpoint('GET', '/wallets/withdrawal-terms', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the current fee, limits and holds of a withdrawal of this coin on this network',
  query: object({
    relatedCoin: described('Coin code; TOMAN for Toman.', coin),
    tokenType: optional('Network code, e.g. TRC20.', coin),
  }),
  reply: itemReply({
    fee: decimal('Fee of one withdrawal, in the coin.'),
    minAmount: decimal('Minimum of one withdrawal, in the coin.'),
    maxAmount: decimal('Maximum of one withdrawal, in the coin.'),
    leftToday: decimal('Remaining limit of today, as a value in Toman.'),
    leftThisMonth: decimal(
      'Remaining limit of this month, as a value in Toman; null if there is no current price.',
    ),
    leftAmount: nullable(
      'Maximum of this coin that both limits allow; null while the coin has no price.',
      DecimalText,
    ),
    ownLimitUntil: nullable(
      "Time until which the user's individual limits replace those of their level; null if the limits of the level apply.",
      Timestamp,
    ),
    heldUntil: nullable(
      'Time until which withdrawals are held; the reason is a code of the dictionary.',
      Timestamp,
    ),
    holdReason: nullable(
      'Reason for the hold; null if there is no hold.',
      Type.Enum(['ACCOUNT_FROZEN', 'WITHDRAWAL_HOLD', 'DEPOSIT_HOLD', 'WITHDRAWALS_STOPPED']),
    ),
    reviewFrom: nullable('Amount from which staff reviews a withdrawal first, in the asset.', DecimalText),
    whitelistOnly: flag('Whether coins can be withdrawn to saved addresses only.'),
    promisedAtDateTime: nullable('Time by which a Toman withdrawal requested now is paid.', Timestamp),
  }),
  errors: ['You Dont Have This Coin Wallet', 'WITHDRAWAL_NOT_AVAILABLE'],
});

// ── Address book ────────────────────────────────────────────────────────────────────────────────

export const AddressBookEntry = object({
  id: text('Identifier used in other calls.'),
  label: text('Name given by the user.'),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  tokenType: text('Network code, e.g. TRC20.'),
  address: text('Address that coins are sent to.'),
  tag: nullable('Tag or memo of the address; null if there is none.', Type.String()),
  usableFromDateTime: time('Time from which the address can be used while the whitelist is on.'),
  createdAtDateTime: time('Time of creation.'),
});
export type AddressBookEntry = Static<typeof AddressBookEntry>;

export const addressBook = endpoint('GET', '/wallets/address-book', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the saved addresses, at most 100, sorted by label, and whether coins can be withdrawn to saved addresses only',
  query: object({
    relatedCoin: optional('Coin code; TOMAN for Toman.', coin),
    tokenType: optional('Network code, e.g. TRC20.', coin),
  }),
  reply: success({
    content: list('Saved addresses, sorted by label.', AddressBookEntry),
    whitelistOnly: flag('Whether coins can be withdrawn to saved addresses only.'),
  }),
});

export const addAddressBookEntry = endpoint('POST', '/wallets/address-book', {
  access: 'authorized',
  provedFor: 'ADDRESS',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Saves an address; it can be used immediately, or after 24 hours while the whitelist is on',
  body: object({
    label: text('Name of the address.', { minLength: 1, maxLength: 40 }),
    relatedCoin: described('Coin code; TOMAN for Toman.', coin),
    tokenType: described('Network code, e.g. TRC20.', coin),
    address: described('Address to send coins to.', address),
    tag: described('Tag or memo of the address, if the network uses one.', tag),
  }),
  reply: itemReply(AddressBookEntry),
  errors: [
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'CONFLICT',
    'You Dont Have This Coin Wallet',
  ],
});

export const removeAddressBookEntry = endpoint('DELETE', '/wallets/address-book/:id', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Deletes a saved address',
  params: id,
  reply: success({}),
  errors: ['ADDRESS_NOT_FOUND'],
});

export const setWhitelist = endpoint('PUT', '/wallets/whitelist', {
  access: 'authorized',
  provedFor: 'WHITELIST',
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    'Sets whether coins can be withdrawn to saved addresses only; turning this off holds withdrawals for 24 hours',
  body: object({ on: flag('Whether to allow withdrawals of coins to saved addresses only.') }),
  reply: itemReply({
    on: flag('Whether coins can be withdrawn to saved addresses only.'),
    withdrawalHoldUntil: nullable(
      'Time until which withdrawals of the account are held; null if there is no hold.',
      Timestamp,
    ),
  }),
});
