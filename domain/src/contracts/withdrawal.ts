/** What leaves: coins to an address, Toman to a Sheba. */
import { type Static, Type } from 'typebox';
import {
  CONFIRMED,
  DecimalInput,
  DecimalText,
  endpoint,
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
const id = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/**
 * What a code is for: exactly this amount to exactly this place. Toman: relatedCoin and tokenType TOMAN, the address is
 * the Sheba (24 digits, IR or not).
 */
const intent = {
  /** What leaves the wallet; the fee is part of it. */
  amount: DecimalInput,
  relatedCoin: coin,
  tokenType: Type.Optional(coin),
  destinationWalletAddress: address,
  tag,
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
  'OWN_ADDRESS',
  'SHEBA_NOT_VERIFIED',
  'ADDRESS_NOT_ALLOWED',
  'DAILY_LIMIT',
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
  summary:
    'Judges a withdrawal and sends the code that confirms exactly it; an authenticator needs none sent',
  body: Type.Object(intent, open),
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        /** A second code was sent by SMS; the request needs both. */
        smsNeeded: Type.Boolean(),
        starMobile: nullable(Type.String()),
        fee: DecimalText,
        /** What arrives. */
        receives: DecimalText,
      },
      open,
    ),
  ),
  errors: [...WITHDRAWAL_REFUSALS, 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

/**
 * REVIEW: staff looks at it. APPROVED: waits to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not
 * yet final (Toman: in a batch). DONE. CANCELLED by the person, REFUSED by staff, RETURNED by the bank: the money is back.
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
    id: Type.String(),
    /** What a receipt shows. */
    number: Type.String(),
    relatedCoin: Type.String(),
    tokenType: Type.String(),
    /** What left the wallet; `receives` is it without the fee. */
    amount: DecimalText,
    fee: DecimalText,
    receives: DecimalText,
    destinationWalletAddress: Type.String(),
    tag: nullable(Type.String()),
    label: nullable(Type.String()),
    /** Masked Sheba of a Toman withdrawal. */
    bankAccount: nullable(Type.String()),
    state: Type.Enum(WITHDRAWAL_STATES),
    transactionStatus: Type.Enum(['CONFIRMED', 'UNCONFIRMED']),
    isDone: Type.Boolean(),
    cancellable: Type.Boolean(),
    /** Of the bank, or the reason of a refusal; a code of the dictionary or the state. */
    message: Type.String(),
    txid: nullable(Type.String()),
    link: nullable(Type.String()),
    confirmations: nullable(Type.Integer()),
    neededConfirmations: nullable(Type.Integer()),
    /** Toman: by when it is paid. */
    promisedAtDateTime: nullable(Timestamp),
    createdAtDateTime: Timestamp,
    doneAtDateTime: nullable(Timestamp),
  },
  open,
);
export type WithdrawalRow = Static<typeof WithdrawalRow>;

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/wallets/withdrawal-request',
  access: 'authorized',
  rate: 'money',
  settles: true,
  summary: 'Withdraws what the code was made for',
  body: Type.Object(
    {
      ...intent,
      code: Type.String({ maxLength: 20 }),
      smsCode: Type.Optional(Type.String({ maxLength: 20 })),
    },
    open,
  ),
  reply: withBase(WithdrawalRow),
  errors: [...WITHDRAWAL_REFUSALS, 'Incorrect OTP', 'Code Expired', 'SMS_CODE_NEEDED', 'TOO_MANY_REQUESTS'],
});

export const withdrawals = endpoint({
  method: 'GET',
  path: '/wallets/withdrawal-requests',
  access: 'verified',
  rate: 'read',
  summary:
    'Withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object(
    { ...pageQuery, relatedCoin: Type.Optional(coin), excludedRelatedCoin: Type.Optional(coin) },
    open,
  ),
  reply: withContent(WithdrawalRow),
});

export const cancelWithdrawal = endpoint({
  method: 'DELETE',
  path: '/wallets/withdrawal-requests/:id',
  access: 'verified',
  rate: 'money',
  settles: true,
  summary: 'Takes a withdrawal back while it waits; the money is spendable again',
  params: id,
  reply: withBase(WithdrawalRow),
  errors: ['NOT_FOUND', 'CANT_DELETE_WITHDRAWAL_REQUEST'],
});

export const withdrawalTerms = endpoint({
  method: 'GET',
  path: '/wallets/withdrawal-terms',
  access: 'verified',
  rate: 'read',
  summary: 'What holds for a withdrawal of this coin on this network now',
  query: Type.Object({ relatedCoin: coin, tokenType: Type.Optional(coin) }, open),
  reply: withBase(
    Type.Object(
      {
        fee: DecimalText,
        minAmount: DecimalText,
        maxAmount: DecimalText,
        /** Toman worth that may still leave today and this month; null: no price now. */
        leftToday: DecimalText,
        leftThisMonth: DecimalText,
        /** The most of this coin that both allow; null while the coin has no price. */
        leftAmount: nullable(DecimalText),
        /** Until then limits of the person's own hold instead of their level's; null: the level's do. */
        ownLimitUntil: nullable(Timestamp),
        /** Nothing leaves before; the reason is a code of the dictionary. */
        heldUntil: nullable(Timestamp),
        holdReason: nullable(Type.Enum(['WITHDRAWAL_HOLD', 'DEPOSIT_HOLD', 'WITHDRAWALS_STOPPED'])),
        /** From this much on staff looks at it first. */
        reviewFrom: nullable(DecimalText),
        whitelistOnly: Type.Boolean(),
        /** Toman: by when a request made now is paid. */
        promisedAtDateTime: nullable(Timestamp),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'WITHDRAWAL_NOT_AVAILABLE'],
});

// ── Address book ────────────────────────────────────────────────────────────────────────────────

export const BookAddress = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    relatedCoin: Type.String(),
    tokenType: Type.String(),
    address: Type.String(),
    tag: nullable(Type.String()),
    /** With the whitelist on, nothing goes there before. */
    usableFromDateTime: Timestamp,
    createdAtDateTime: Timestamp,
  },
  open,
);
export type BookAddress = Static<typeof BookAddress>;

export const addressBook = endpoint({
  method: 'GET',
  path: '/wallets/address-book',
  access: 'verified',
  rate: 'read',
  summary: 'The saved addresses, at most 100, by label, and whether coins leave to them alone',
  query: Type.Object({ relatedCoin: Type.Optional(coin), tokenType: Type.Optional(coin) }, open),
  reply: success({ content: Type.Array(BookAddress), whitelistOnly: Type.Boolean() }),
});

export const addBookAddress = endpoint({
  method: 'POST',
  path: '/wallets/address-book',
  access: 'authorized',
  confirmedWithin: CONFIRMED,
  rate: 'write',
  summary: 'Saves an address; it can be used at once, with the whitelist on after 24 hours',
  body: Type.Object(
    { label: Type.String({ minLength: 1, maxLength: 40 }), relatedCoin: coin, tokenType: coin, address, tag },
    open,
  ),
  reply: withBase(BookAddress),
  errors: ['INVALID_ADDRESS', 'INVALID_TAG', 'OWN_ADDRESS', 'CONFLICT', 'You Dont Have This Coin Wallet'],
});

export const removeBookAddress = endpoint({
  method: 'DELETE',
  path: '/wallets/address-book/:id',
  access: 'verified',
  rate: 'write',
  summary: 'Forgets a saved address',
  params: id,
  reply: success({}),
  errors: ['ADDRESS_NOT_FOUND'],
});

export const setWhitelist = endpoint({
  method: 'PUT',
  path: '/wallets/whitelist',
  access: 'authorized',
  confirmedWithin: CONFIRMED,
  rate: 'write',
  summary: 'Whether coins leave to saved addresses alone; turning it off holds withdrawals for 24 hours',
  body: Type.Object({ on: Type.Boolean() }, open),
  reply: withBase(Type.Object({ on: Type.Boolean(), withdrawalHoldUntil: nullable(Timestamp) }, open)),
});
