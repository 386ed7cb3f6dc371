import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  decimal,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  success,
  text,
  time,
} from './fields.ts';
import { KeyAssertion } from './treasury.ts';

export const OutboxMessage = object({
  to: text('Email address or mobile number that the message would have been sent to.'),
  channel: oneOf('Channel that the message would have been sent by.', [
    'EMAIL',
    'SMS',
    'WEBHOOK',
    'TELEGRAM',
  ]),
  subject: text('Subject of the message; set for emails only.'),
  text: text('Text of the message, as it would have been sent.'),
  code: nullable('Code in the message; null if there is none.', Type.String()),
  at: time('Time of sending.'),
});
export type OutboxMessage = Static<typeof OutboxMessage>;

export const sandboxOutbox = endpoint('GET', '/sandbox/outbox', {
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns the messages that the sandbox would have sent, newest first',
  query: object({
    to: optional('Email address or mobile number to filter by.', Type.String({ maxLength: 254 })),
  }),
  reply: Type.Array(OutboxMessage),
});

export const sandboxAuthorize = endpoint('POST', '/sandbox/authorize', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Authorises the caller and adds a verified card, in the sandbox only',
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const BankPayment = object({
  authority: text('Identifier of the payment at the gateway.'),
  amount: decimal('Amount to pay, in Toman.'),
  description: text('Description displayed to the payer.'),
  cardNumber: Type.String({ description: 'Masked number of the card that the payer must use.' }),
  state: oneOf('State of the payment; only an OPEN payment can be paid.', ['OPEN', 'PAID', 'CANCELLED']),
});
export type BankPayment = Static<typeof BankPayment>;

export const sandboxBank = endpoint('GET', '/sandbox/bank/:authority', {
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns the data of the sandbox bank page',
  params: object({ authority: text('Identifier of the payment at the gateway.', { maxLength: 80 }) }),
  reply: itemReply(BankPayment),
  errors: ['NOT_FOUND'],
});

/** PAY_OTHER_CARD: with another person's card, which is not credited. */
export const BANK_DECISIONS = ['PAY', 'PAY_OTHER_CARD', 'CANCEL'] as const;
export type BankDecision = (typeof BANK_DECISIONS)[number];

export const sandboxBankDecide = endpoint('POST', '/sandbox/bank/:authority', {
  access: 'sandbox',
  rate: 'write',
  summary:
    'Pays or cancels a payment at the sandbox bank; returns the URL that the bank redirects the payer to',
  params: object({ authority: text('Identifier of the payment at the gateway.', { maxLength: 80 }) }),
  body: object({
    decision: oneOf(
      'Decision of the payer. PAY: pays. PAY_OTHER_CARD: pays by a card other than the required one. CANCEL: cancels.',
      BANK_DECISIONS,
    ),
  }),
  reply: itemReply({ redirectSite: text('URL that the browser is redirected to.') }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** Replies of the sandbox's identity provider about a user. */
export const PROVIDER_SCENARIOS = [
  'MATCH',
  'WRONG_OTP',
  'USED_OTP',
  'NATIONAL_CODE_INVALID',
  'MOBILE_INVALID',
  'MOBILE_MISMATCH',
  'NO_RECORD',
  'BANK_MISMATCH',
  'UNAVAILABLE',
] as const;
export type ProviderScenario = (typeof PROVIDER_SCENARIOS)[number];

export const sandboxScenario = endpoint('POST', '/sandbox/identity-provider', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Sets the result of the identity provider for the caller, in the sandbox only',
  body: object({ scenario: oneOf('Result that the identity provider is to return.', PROVIDER_SCENARIOS) }),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const sandboxGoogleDecide = endpoint('POST', '/sandbox/google/:state', {
  access: 'sandbox',
  rate: 'write',
  summary:
    'Replaces the page of Google, in the sandbox only; returns the URL that the browser is redirected to',
  params: object({ state: text('State that the log-in was started with.', { maxLength: 100 }) }),
  body: object({
    email: nullable('Email address of the user; null if the user cancels.', Type.String({ maxLength: 254 })),
    emailVerified: optional('Whether Google has verified the email address.', Type.Boolean()),
  }),
  reply: itemReply({ redirectSite: text('URL that the browser is redirected to.') }),
  errors: ['NOT_FOUND'],
});

// ── The sandbox's chains ────────────────────────────────────────────────────────────────────────

const chain = object({ chain: text('Code of the chain.', { maxLength: 40 }) });

export const SandboxChain = object({
  chain: text('Code of the chain.'),
  height: integer('Number of the last block.'),
  waiting: integer('Number of transactions that are not in a block yet.'),
  coins: list('Coins on the chain.', {
    relatedCoin: text('Coin code; TOMAN for Toman.'),
    tokenType: text('Network code, e.g. TRC20.'),
  }),
  needsTag: flag('Whether addresses of the network have a tag or memo.'),
});
export type SandboxChain = Static<typeof SandboxChain>;

export const sandboxChains = endpoint('GET', '/sandbox/chains', {
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns all chains of the sandbox and their heights',
  reply: listReply(SandboxChain),
});

export const sandboxFaucet = endpoint('POST', '/sandbox/chains/:chain/faucet', {
  access: 'sandbox',
  rate: 'write',
  summary: 'Sends coins to any address; the transaction is pending until the next block',
  params: chain,
  body: object({
    relatedCoin: text('Coin code; TOMAN for Toman.', { maxLength: 40 }),
    address: text('Address to send the coins to.', { maxLength: 150 }),
    tag: optional('Tag or memo of the address, if the network uses one.', Type.String({ maxLength: 100 })),
    amount: text('Amount, in the coin.', { maxLength: 60 }),
  }),
  reply: itemReply({ txid: text('Identifier of the transaction on its chain.') }),
  errors: ['NOT_FOUND', 'INVALID_ADDRESS', 'UNACCEPTABLE_AMOUNT'],
});

export const sandboxBlocks = endpoint('POST', '/sandbox/chains/:chain/blocks', {
  access: 'sandbox',
  rate: 'write',
  summary: 'Creates blocks, at most 100',
  params: chain,
  body: object({ count: integer('Number of blocks.', { minimum: 1, maximum: 100 }) }),
  reply: itemReply(SandboxChain),
  errors: ['NOT_FOUND'],
});

export const sandboxReorg = endpoint('POST', '/sandbox/chains/:chain/reorg', {
  access: 'sandbox',
  rate: 'write',
  summary:
    'Replaces the newest blocks; their transactions become pending again, or are lost permanently (`drop`)',
  params: chain,
  body: object({
    depth: integer('Number of blocks to replace.', { minimum: 1, maximum: 100 }),
    drop: flag('Whether the transactions of the replaced blocks are lost permanently.'),
  }),
  reply: itemReply(SandboxChain),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

// ── The sandbox's security keys ─────────────────────────────────────────────────────────────────

export const sandboxApprovalKey = endpoint('POST', '/sandbox/approval-key', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Signs a challenge as the caller's security key would, in the sandbox only",
  body: object({ challenge: text('Challenge of WebAuthn, in base64url.', { maxLength: 100 }) }),
  reply: itemReply(KeyAssertion),
  errors: ['BAD_REQUEST'],
});
