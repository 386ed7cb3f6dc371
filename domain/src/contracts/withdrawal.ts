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
const id = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/**
 * Terms that a code authorises: exactly this amount to exactly this destination. Toman: relatedCoin and tokenType
 * TOMAN, the address is the Sheba (24 digits, IR or not).
 */
const intent = {
  amount: described(
    'What leaves the wallet, in its asset (Toman or the coin); the fee is part of it.',
    DecimalInput,
  ),
  relatedCoin: described("The coin's code; TOMAN for Toman.", coin),
  tokenType: described("The network's code; unset: the coin's only one.", Type.Optional(coin)),
  destinationWalletAddress: described('Where it goes: an address, or a Sheba for Toman.', address),
  tag: described(
    'Tag or memo of the address, where the network has one. An address that carries its own (X-address, muxed account) decides it: then none, or the same. Stellar: digits are a memo of type ID, `text:12345` is the text 12345.',
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
    'Judges a withdrawal and sends the code that confirms exactly it; an authenticator needs none sent',
  body: Type.Object(
    {
      ...intent,
      bought: described(
        'The coins are bought to leave at once (POST /exchange/buy): whether they are there is not asked yet.',
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
        smsNeeded: described('A second code was sent by SMS; the request needs both.', Type.Boolean()),
        smsBecause: described(
          'Why it was: the worth of this withdrawal alone, or of it and all others of the running 24 hours together; null: it was not.',
          nullable(Type.Enum(['AMOUNT', 'DAY'])),
        ),
        starMobile: described(
          'The number that the second code went to, masked; null: none was sent.',
          nullable(Type.String()),
        ),
        fee: described('The fee, in the coin; part of the amount.', DecimalText),
        receives: described('What arrives, in its asset.', DecimalText),
        destinationWalletAddress: described(
          'The address as it is signed: the classic one of an X-address or a muxed account; the masked Sheba for Toman.',
          Type.String(),
        ),
        tag: described('Tag or memo as it is signed; null: none.', nullable(Type.String())),
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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('What a receipt shows.', Type.String()),
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    amount: described('What left the wallet, in its asset; the fee is part of it.', DecimalText),
    fee: described('The fee, in the coin; part of the amount.', DecimalText),
    receives: described('What arrives, in its asset: the amount without the fee.', DecimalText),
    destinationWalletAddress: described('Where it goes: an address, or a Sheba for Toman.', Type.String()),
    tag: described('Tag or memo of the address; null: none.', nullable(Type.String())),
    label: described(
      "Name of the address in the person's book; null: it isn't there.",
      nullable(Type.String()),
    ),
    bankAccount: described('Masked Sheba of a Toman withdrawal.', nullable(Type.String())),
    state: described(
      'REVIEW: staff looks at it. APPROVED: waits to be sent (Toman: for its batch). SENDING: signed. SENT: on the chain, not yet final (Toman: in a batch). DONE. CANCELLED by the person, REFUSED by staff, RETURNED by the bank: the money is back.',
      Type.Enum(WITHDRAWAL_STATES),
    ),
    transactionStatus: described('CONFIRMED once it is final.', Type.Enum(['CONFIRMED', 'UNCONFIRMED'])),
    isDone: described('Whether it has arrived for good.', Type.Boolean()),
    cancellable: described('Whether the person can still take it back.', Type.Boolean()),
    message: described(
      'Of the bank, or the reason of a refusal; a code of the dictionary or the state.',
      Type.String(),
    ),
    txid: described('Id of the transaction; null: none yet.', nullable(Type.String())),
    link: described("The transaction's page on a public explorer; null: none.", nullable(Type.String())),
    confirmations: described(
      "How many confirmations it has; null: it isn't on a chain.",
      nullable(Type.Integer()),
    ),
    neededConfirmations: described(
      'How many it needs to be final; null: it goes to no chain.',
      nullable(Type.Integer()),
    ),
    promisedAtDateTime: described('Toman: by when it is paid.', nullable(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
    doneAtDateTime: described('When it was done; null until then.', nullable(Timestamp)),
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
  summary: 'Withdraws what the code was made for',
  body: Type.Object(
    {
      ...intent,
      code: described(
        'The code that confirms exactly this withdrawal. An API key sends none, and reaches saved addresses alone.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      smsCode: described(
        'The second code, where one was sent by SMS.',
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
    'Withdrawals of Toman (relatedCoin=TOMAN) or of coins (excludedRelatedCoin=TOMAN, or a coin), newest first',
  query: Type.Object(
    {
      ...pageQuery,
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.Optional(coin)),
      excludedRelatedCoin: described('Every coin but this one.', Type.Optional(coin)),
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
  summary: 'One withdrawal of Toman or of coins, as the list has it',
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
  permission: 'READ',
  summary: 'What holds for a withdrawal of this coin on this network now',
  query: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", coin),
      tokenType: described("The network's code, e.g. TRC20.", Type.Optional(coin)),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        fee: described('The fee of one withdrawal, in the coin.', DecimalText),
        minAmount: described('Minimum of one withdrawal, in the coin.', DecimalText),
        maxAmount: described('Maximum of one withdrawal, in the coin.', DecimalText),
        leftToday: described('Value in Toman that may still leave today.', DecimalText),
        leftThisMonth: described(
          'Value in Toman that may still leave this month; null: no price now.',
          DecimalText,
        ),
        leftAmount: described(
          'Maximum of this coin that both allow; null while the coin has no price.',
          nullable(DecimalText),
        ),
        ownLimitUntil: described(
          "Until then limits of the person's own hold instead of their level's; null: the level's do.",
          nullable(Timestamp),
        ),
        heldUntil: described(
          'Nothing leaves before; the reason is a code of the dictionary.',
          nullable(Timestamp),
        ),
        holdReason: described(
          'Why nothing leaves; null: no hold.',
          nullable(Type.Enum(['ACCOUNT_FROZEN', 'WITHDRAWAL_HOLD', 'DEPOSIT_HOLD', 'WITHDRAWALS_STOPPED'])),
        ),
        reviewFrom: described(
          'From this much on, in its asset, staff looks at it first.',
          nullable(DecimalText),
        ),
        whitelistOnly: described('Whether coins leave to saved addresses alone.', Type.Boolean()),
        promisedAtDateTime: described('Toman: by when a request made now is paid.', nullable(Timestamp)),
      },
      open,
    ),
  ),
  errors: ['You Dont Have This Coin Wallet', 'WITHDRAWAL_NOT_AVAILABLE'],
});

// ── Address book ────────────────────────────────────────────────────────────────────────────────

export const BookAddress = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    label: described('The name the person gave it.', Type.String()),
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    address: described('Where the coins go.', Type.String()),
    tag: described('Tag or memo of the address; null: none.', nullable(Type.String())),
    usableFromDateTime: described('With the whitelist on, nothing goes there before.', Timestamp),
    createdAtDateTime: described('When it was made.', Timestamp),
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
  summary: 'The saved addresses, at most 100, by label, and whether coins leave to them alone',
  query: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.Optional(coin)),
      tokenType: described("The network's code, e.g. TRC20.", Type.Optional(coin)),
    },
    open,
  ),
  reply: success({
    content: described('The saved addresses, by label.', Type.Array(BookAddress)),
    whitelistOnly: described('Whether coins leave to saved addresses alone.', Type.Boolean()),
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
  summary: 'Saves an address; it can be used at once, with the whitelist on after 24 hours',
  body: Type.Object(
    {
      label: described('A name for it.', Type.String({ minLength: 1, maxLength: 40 })),
      relatedCoin: described("The coin's code; TOMAN for Toman.", coin),
      tokenType: described("The network's code, e.g. TRC20.", coin),
      address: described('Where the coins are to go.', address),
      tag: described('Tag or memo of the address, where the network has one.', tag),
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
  summary: 'Forgets a saved address',
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
  summary: 'Whether coins leave to saved addresses alone; turning it off holds withdrawals for 24 hours',
  body: Type.Object(
    { on: described('Whether coins are to leave to saved addresses alone.', Type.Boolean()) },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        on: described('Whether coins leave to saved addresses alone.', Type.Boolean()),
        withdrawalHoldUntil: described(
          'Nothing leaves the account before then; null: no hold.',
          nullable(Timestamp),
        ),
      },
      open,
    ),
  ),
});
