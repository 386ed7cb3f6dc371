import { type Static, Type } from 'typebox';
import {
  DecimalText,
  described,
  endpoint,
  open,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { KeyAssertion } from './treasury.ts';

export const OutboxMessage = Type.Object(
  {
    to: described('Email address or mobile number that the message would have been sent to.', Type.String()),
    channel: described(
      'Channel that the message would have been sent by.',
      Type.Enum(['EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM']),
    ),
    subject: described('Subject of the message; set for emails only.', Type.String()),
    text: described('Text of the message, as it would have been sent.', Type.String()),
    code: described('Code in the message; null if there is none.', Type.Union([Type.String(), Type.Null()])),
    at: described('Time of sending.', Timestamp),
  },
  open,
);
export type OutboxMessage = Static<typeof OutboxMessage>;

export const sandboxOutbox = endpoint({
  method: 'GET',
  path: '/sandbox/outbox',
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns the messages that the sandbox would have sent, newest first',
  query: Type.Object(
    {
      to: described(
        'Email address or mobile number to filter by.',
        Type.Optional(Type.String({ maxLength: 254 })),
      ),
    },
    open,
  ),
  reply: Type.Array(OutboxMessage),
});

export const sandboxAuthorize = endpoint({
  method: 'POST',
  path: '/sandbox/authorize',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Authorises the caller and adds a verified card, in the sandbox only',
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const BankPayment = Type.Object(
  {
    authority: described('Identifier of the payment at the gateway.', Type.String()),
    amount: described('Amount to pay, in Toman.', DecimalText),
    description: described('Description displayed to the payer.', Type.String()),
    cardNumber: Type.String({ description: 'Masked number of the card that the payer must use.' }),
    state: described(
      'State of the payment; only an OPEN payment can be paid.',
      Type.Enum(['OPEN', 'PAID', 'CANCELLED']),
    ),
  },
  open,
);
export type BankPayment = Static<typeof BankPayment>;

export const sandboxBank = endpoint({
  method: 'GET',
  path: '/sandbox/bank/:authority',
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns the data of the sandbox bank page',
  params: Type.Object(
    { authority: described('Identifier of the payment at the gateway.', Type.String({ maxLength: 80 })) },
    open,
  ),
  reply: withBase(BankPayment),
  errors: ['NOT_FOUND'],
});

/** PAY_OTHER_CARD: with another person's card, which is not credited. */
export const BANK_DECISIONS = ['PAY', 'PAY_OTHER_CARD', 'CANCEL'] as const;
export type BankDecision = (typeof BANK_DECISIONS)[number];

export const sandboxBankDecide = endpoint({
  method: 'POST',
  path: '/sandbox/bank/:authority',
  access: 'sandbox',
  rate: 'write',
  summary:
    'Pays or cancels a payment at the sandbox bank; returns the URL that the bank redirects the payer to',
  params: Type.Object(
    { authority: described('Identifier of the payment at the gateway.', Type.String({ maxLength: 80 })) },
    open,
  ),
  body: Type.Object(
    {
      decision: described(
        'Decision of the payer. PAY: pays. PAY_OTHER_CARD: pays by a card other than the required one. CANCEL: cancels.',
        Type.Enum(BANK_DECISIONS),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ redirectSite: described('URL that the browser is redirected to.', Type.String()) }, open),
  ),
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

export const sandboxScenario = endpoint({
  method: 'POST',
  path: '/sandbox/identity-provider',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Sets the result of the identity provider for the caller, in the sandbox only',
  body: Type.Object(
    { scenario: described('Result that the identity provider is to return.', Type.Enum(PROVIDER_SCENARIOS)) },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const sandboxGoogleDecide = endpoint({
  method: 'POST',
  path: '/sandbox/google/:state',
  access: 'sandbox',
  rate: 'write',
  summary:
    'Replaces the page of Google, in the sandbox only; returns the URL that the browser is redirected to',
  params: Type.Object(
    { state: described('State that the log-in was started with.', Type.String({ maxLength: 100 })) },
    open,
  ),
  body: Type.Object(
    {
      email: described(
        'Email address of the user; null if the user cancels.',
        Type.Union([Type.String({ maxLength: 254 }), Type.Null()]),
      ),
      emailVerified: described(
        'Whether Google has verified the email address.',
        Type.Optional(Type.Boolean()),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ redirectSite: described('URL that the browser is redirected to.', Type.String()) }, open),
  ),
  errors: ['NOT_FOUND'],
});

// ── The sandbox's chains ────────────────────────────────────────────────────────────────────────

const chain = Type.Object({ chain: described('Code of the chain.', Type.String({ maxLength: 40 })) }, open);

export const SandboxChain = Type.Object(
  {
    chain: described('Code of the chain.', Type.String()),
    height: described('Number of the last block.', Type.Integer()),
    waiting: described('Number of transactions that are not in a block yet.', Type.Integer()),
    coins: described(
      'Coins on the chain.',
      Type.Array(
        Type.Object(
          {
            relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
            tokenType: described('Network code, e.g. TRC20.', Type.String()),
          },
          open,
        ),
      ),
    ),
    needsTag: described('Whether addresses of the network have a tag or memo.', Type.Boolean()),
  },
  open,
);
export type SandboxChain = Static<typeof SandboxChain>;

export const sandboxChains = endpoint({
  method: 'GET',
  path: '/sandbox/chains',
  access: 'sandbox',
  rate: 'read',
  summary: 'Returns all chains of the sandbox and their heights',
  reply: withContent(SandboxChain),
});

export const sandboxFaucet = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/faucet',
  access: 'sandbox',
  rate: 'write',
  summary: 'Sends coins to any address; the transaction is pending until the next block',
  params: chain,
  body: Type.Object(
    {
      relatedCoin: described('Coin code; TOMAN for Toman.', Type.String({ maxLength: 40 })),
      address: described('Address to send the coins to.', Type.String({ maxLength: 150 })),
      tag: described(
        'Tag or memo of the address, if the network uses one.',
        Type.Optional(Type.String({ maxLength: 100 })),
      ),
      amount: described('Amount, in the coin.', Type.String({ maxLength: 60 })),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ txid: described('Identifier of the transaction on its chain.', Type.String()) }, open),
  ),
  errors: ['NOT_FOUND', 'INVALID_ADDRESS', 'UNACCEPTABLE_AMOUNT'],
});

export const sandboxBlocks = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/blocks',
  access: 'sandbox',
  rate: 'write',
  summary: 'Creates blocks, at most 100',
  params: chain,
  body: Type.Object(
    { count: described('Number of blocks.', Type.Integer({ minimum: 1, maximum: 100 })) },
    open,
  ),
  reply: withBase(SandboxChain),
  errors: ['NOT_FOUND'],
});

export const sandboxReorg = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/reorg',
  access: 'sandbox',
  rate: 'write',
  summary:
    'Replaces the newest blocks; their transactions become pending again, or are lost permanently (`drop`)',
  params: chain,
  body: Type.Object(
    {
      depth: described('Number of blocks to replace.', Type.Integer({ minimum: 1, maximum: 100 })),
      drop: described(
        'Whether the transactions of the replaced blocks are lost permanently.',
        Type.Boolean(),
      ),
    },
    open,
  ),
  reply: withBase(SandboxChain),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

// ── The sandbox's security keys ─────────────────────────────────────────────────────────────────

export const sandboxApprovalKey = endpoint({
  method: 'POST',
  path: '/sandbox/approval-key',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Signs a challenge as the caller's security key would, in the sandbox only",
  body: Type.Object(
    { challenge: described('Challenge of WebAuthn, in base64url.', Type.String({ maxLength: 100 })) },
    open,
  ),
  reply: withBase(KeyAssertion),
  errors: ['BAD_REQUEST'],
});
