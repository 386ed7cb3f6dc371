/** Withdrawals: coins to an address, Toman to a Sheba. */
import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  LANGUAGES,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { TwoStepPrompt } from './identity.ts';

const coin = Type.String({ maxLength: 40 });
const address = Type.String({ maxLength: 150 });
const tag = Type.Optional(Type.String({ maxLength: 100 }));
const id = Type.Object({ id: described('Identifier from the list.', Type.String({ maxLength: 40 })) }, open);
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

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
  tokenType: described("Network code; if unset, the coin's only network.", Type.Optional(coin)),
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

export const sendCode = endpoint({
  method: 'POST',
  path: '/users/send-code',
  access: 'authorized',
  rate: 'code',
  feature: ['TOMAN_WITHDRAWAL', 'COIN_WITHDRAWAL'],
  summary:
    'Validates a withdrawal and sends the code that confirms exactly this withdrawal; no code is sent to users of an authenticator',
  body: Type.Object(
    {
      ...intent,
      bought: described(
        'Whether the coins are still to be bought for immediate withdrawal (POST /exchange/buy); the balance is then not checked yet.',
        Type.Optional(Type.Boolean()),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        smsNeeded: described(
          'Whether a second code was sent by SMS; the request then requires both codes.',
          Type.Boolean(),
        ),
        smsBecause: described(
          'Reason for the second code: the value of this withdrawal alone, or of all withdrawals within the rolling 24 hours including this one; null if none was sent.',
          nullable(Type.Enum(['AMOUNT', 'DAY'])),
        ),
        starMobile: described(
          'Masked mobile number that the second code was sent to; null if none was sent.',
          nullable(Type.String()),
        ),
        fee: described('Fee, in the coin; included in the amount.', DecimalText),
        receives: described('Amount that the recipient receives, in the asset.', DecimalText),
        destinationWalletAddress: described(
          'Address as signed: the classic address of an X-address or a muxed account; the masked Sheba for Toman.',
          Type.String(),
        ),
        tag: described('Tag or memo as signed; null if there is none.', nullable(Type.String())),
      },
      open,
    ),
  ),
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

export const WithdrawalRow = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    number: described('Number displayed on the receipt.', Type.String()),
    relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
    tokenType: described('Network code, e.g. TRC20.', Type.String()),
    amount: described('Amount deducted from the wallet, in the asset; includes the fee.', DecimalText),
    fee: described('Fee, in the coin; included in the amount.', DecimalText),
    receives: described(
      'Amount that the recipient receives, in the asset: the amount minus the fee.',
      DecimalText,
    ),
    destinationWalletAddress: described('Destination: an address, or a Sheba for Toman.', Type.String()),
    tag: described('Tag or memo of the address; null if there is none.', nullable(Type.String())),
    label: described(
      "Name of the address in the caller's address book; null if it isn't saved.",
      nullable(Type.String()),
    ),
    bankAccount: described('Masked Sheba of a Toman withdrawal.', nullable(Type.String())),
    state: described(
      'State of the withdrawal. REVIEW: under review by staff. APPROVED: waiting to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE: completed. CANCELLED: cancelled by the user, REFUSED: refused by staff, RETURNED: returned by the bank; in these three the money has been returned.',
      Type.Enum(WITHDRAWAL_STATES),
    ),
    transactionStatus: described(
      'Status of the transaction: CONFIRMED once it is final.',
      Type.Enum(['CONFIRMED', 'UNCONFIRMED']),
    ),
    isDone: described('Whether the withdrawal has arrived and is final.', Type.Boolean()),
    cancellable: described('Whether the caller can still cancel the withdrawal.', Type.Boolean()),
    message: described(
      'Message of the bank or reason for the refusal; a code of the dictionary or the state.',
      Type.String(),
    ),
    txid: described('Identifier of the transaction; null until there is one.', nullable(Type.String())),
    link: described(
      "URL of the transaction's page on a public explorer; null if there is none.",
      nullable(Type.String()),
    ),
    confirmations: described(
      "Number of confirmations of the transaction; null if it isn't on a chain.",
      nullable(Type.Integer()),
    ),
    neededConfirmations: described(
      "Number of confirmations required to be final; null if the withdrawal isn't sent to a chain.",
      nullable(Type.Integer()),
    ),
    promisedAtDateTime: described('Time by which a Toman withdrawal is paid.', nullable(Timestamp)),
    createdAtDateTime: described('Time of creation.', Timestamp),
    doneAtDateTime: described('Time of completion; null until then.', nullable(Timestamp)),
  },
  open,
);
export type WithdrawalRow = Static<typeof WithdrawalRow>;

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/wallets/withdrawal-request',
  access: 'authorized',
  rate: 'money',
  permission: 'WITHDRAW',
  settles: true,
  feature: ['TOMAN_WITHDRAWAL', 'COIN_WITHDRAWAL'],
  summary: 'Executes the withdrawal that the code was issued for',
  body: Type.Object(
    {
      ...intent,
      code: described(
        'Code that confirms exactly this withdrawal. An API key sends none, and can withdraw to saved addresses only.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      smsCode: described(
        'Second code, if one was sent by SMS.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(WithdrawalRow),
  errors: [...WITHDRAWAL_REFUSALS, 'Incorrect OTP', 'Code Expired', 'SMS_CODE_NEEDED', 'TOO_MANY_REQUESTS'],
});

export const withdrawals = endpoint({
  method: 'GET',
  path: '/wallets/withdrawal-requests',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object(
    {
      ...pageQuery,
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.Optional(coin)),
      excludedRelatedCoin: described('Excludes this coin.', Type.Optional(coin)),
    },
    open,
  ),
  reply: withContent(WithdrawalRow),
});

export const withdrawalDetail = endpoint({
  method: 'GET',
  path: '/wallets/withdrawal-requests/:id',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns one withdrawal of Toman or of coins, in the format of the list',
  params: id,
  reply: withBase(WithdrawalRow),
  errors: ['NOT_FOUND'],
});

export const cancelWithdrawal = endpoint({
  method: 'DELETE',
  path: '/wallets/withdrawal-requests/:id',
  access: 'verified',
  rate: 'money',
  permission: 'WITHDRAW',
  settles: true,
  feature: null,
  summary: 'Cancels a withdrawal that has not been sent; the money becomes spendable again',
  params: id,
  reply: withBase(WithdrawalRow),
  errors: ['NOT_FOUND', 'CANT_DELETE_WITHDRAWAL_REQUEST'],
});

export const withdrawalTerms = endpoint({
  method: 'GET',
  path: '/wallets/withdrawal-terms',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the current fee, limits and holds of a withdrawal of this coin on this network',
  query: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', coin),
      tokenType: described('Network code, e.g. TRC20.', Type.Optional(coin)),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        fee: described('Fee of one withdrawal, in the coin.', DecimalText),
        minAmount: described('Minimum of one withdrawal, in the coin.', DecimalText),
        maxAmount: described('Maximum of one withdrawal, in the coin.', DecimalText),
        leftToday: described('Remaining limit of today, as a value in Toman.', DecimalText),
        leftThisMonth: described(
          'Remaining limit of this month, as a value in Toman; null if there is no current price.',
          DecimalText,
        ),
        leftAmount: described(
          'Maximum of this coin that both limits allow; null while the coin has no price.',
          nullable(DecimalText),
        ),
        ownLimitUntil: described(
          "Time until which the user's individual limits replace those of their level; null if the limits of the level apply.",
          nullable(Timestamp),
        ),
        heldUntil: described(
          'Time until which withdrawals are held; the reason is a code of the dictionary.',
          nullable(Timestamp),
        ),
        holdReason: described(
          'Reason for the hold; null if there is no hold.',
          nullable(Type.Enum(['ACCOUNT_FROZEN', 'WITHDRAWAL_HOLD', 'DEPOSIT_HOLD', 'WITHDRAWALS_STOPPED'])),
        ),
        reviewFrom: described(
          'Amount from which staff reviews a withdrawal first, in the asset.',
          nullable(DecimalText),
        ),
        whitelistOnly: described('Whether coins can be withdrawn to saved addresses only.', Type.Boolean()),
        promisedAtDateTime: described(
          'Time by which a Toman withdrawal requested now is paid.',
          nullable(Timestamp),
        ),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'WITHDRAWAL_NOT_AVAILABLE'],
});

// ── Address book ────────────────────────────────────────────────────────────────────────────────

export const BookAddress = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    label: described('Name given by the user.', Type.String()),
    relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
    tokenType: described('Network code, e.g. TRC20.', Type.String()),
    address: described('Address that coins are sent to.', Type.String()),
    tag: described('Tag or memo of the address; null if there is none.', nullable(Type.String())),
    usableFromDateTime: described(
      'Time from which the address can be used while the whitelist is on.',
      Timestamp,
    ),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type BookAddress = Static<typeof BookAddress>;

export const addressBook = endpoint({
  method: 'GET',
  path: '/wallets/address-book',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the saved addresses, at most 100, sorted by label, and whether coins can be withdrawn to saved addresses only',
  query: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.Optional(coin)),
      tokenType: described('Network code, e.g. TRC20.', Type.Optional(coin)),
    },
    open,
  ),
  reply: success({
    content: described('Saved addresses, sorted by label.', Type.Array(BookAddress)),
    whitelistOnly: described('Whether coins can be withdrawn to saved addresses only.', Type.Boolean()),
  }),
});

export const addBookAddress = endpoint({
  method: 'POST',
  path: '/wallets/address-book',
  access: 'authorized',
  provedFor: 'ADDRESS',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Saves an address; it can be used immediately, or after 24 hours while the whitelist is on',
  body: Type.Object(
    {
      label: described('Name of the address.', Type.String({ minLength: 1, maxLength: 40 })),
      relatedCoin: described('Coin code; TOMAN for Toman.', coin),
      tokenType: described('Network code, e.g. TRC20.', coin),
      address: described('Address to send coins to.', address),
      tag: described('Tag or memo of the address, if the network uses one.', tag),
    },
    open,
  ),
  reply: withBase(BookAddress),
  errors: [
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'CONFLICT',
    'You Dont Have This Coin Wallet',
  ],
});

export const removeBookAddress = endpoint({
  method: 'DELETE',
  path: '/wallets/address-book/:id',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Deletes a saved address',
  params: id,
  reply: success({}),
  errors: ['ADDRESS_NOT_FOUND'],
});

export const setWhitelist = endpoint({
  method: 'PUT',
  path: '/wallets/whitelist',
  access: 'authorized',
  provedFor: 'WHITELIST',
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    'Sets whether coins can be withdrawn to saved addresses only; turning this off holds withdrawals for 24 hours',
  body: Type.Object(
    { on: described('Whether to allow withdrawals of coins to saved addresses only.', Type.Boolean()) },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        on: described('Whether coins can be withdrawn to saved addresses only.', Type.Boolean()),
        withdrawalHoldUntil: described(
          'Time until which withdrawals of the account are held; null if there is no hold.',
          nullable(Timestamp),
        ),
      },
      open,
    ),
  ),
});
