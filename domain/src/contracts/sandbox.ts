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
    to: described('The address or number it would have gone to.', Type.String()),
    channel: described(
      'By which way it would have gone.',
      Type.Enum(['EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM']),
    ),
    subject: described('The subject; only an email has one.', Type.String()),
    text: described('What it says, as it would have been sent.', Type.String()),
    code: described('The code in it; null: none.', Type.Union([Type.String(), Type.Null()])),
    at: described('When it was sent.', Timestamp),
  },
  open,
);
export type OutboxMessage = Static<typeof OutboxMessage>;

export const sandboxOutbox = endpoint({
  method: 'GET',
  path: '/sandbox/outbox',
  access: 'sandbox',
  rate: 'read',
  summary: 'Messages the sandbox would have sent, newest first',
  query: Type.Object(
    {
      to: described(
        'The messages to this address or number alone.',
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
  summary: 'Sandbox only: authorises the signed-in person and adds a verified card',
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const BankPayment = Type.Object(
  {
    authority: described("The gateway's id of the payment.", Type.String()),
    amount: described('What is paid, Toman.', DecimalText),
    description: described('What the payer reads.', Type.String()),
    cardNumber: Type.String({ description: 'Masked card the payer must use' }),
    state: described('Whether it still can be paid.', Type.Enum(['OPEN', 'PAID', 'CANCELLED'])),
  },
  open,
);
export type BankPayment = Static<typeof BankPayment>;

export const sandboxBank = endpoint({
  method: 'GET',
  path: '/sandbox/bank/:authority',
  access: 'sandbox',
  rate: 'read',
  summary: 'What the sandbox bank page shows',
  params: Type.Object(
    { authority: described("The gateway's id of the payment.", Type.String({ maxLength: 80 })) },
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
  summary: 'Pays or cancels at the sandbox bank; answers where the bank sends the payer',
  params: Type.Object(
    { authority: described("The gateway's id of the payment.", Type.String({ maxLength: 80 })) },
    open,
  ),
  body: Type.Object(
    {
      decision: described(
        'Whether the payer pays; with PAY_OTHER_CARD by another card than they must use.',
        Type.Enum(BANK_DECISIONS),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ redirectSite: described('Where the browser goes on.', Type.String()) }, open),
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
  summary: 'Sandbox only: chooses what the identity provider says of the signed-in person',
  body: Type.Object(
    { scenario: described('What the identity provider is to say.', Type.Enum(PROVIDER_SCENARIOS)) },
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
  summary: 'Sandbox only: stands for the page of Google; answers where the browser goes on',
  params: Type.Object(
    { state: described('The state that the login began with.', Type.String({ maxLength: 100 })) },
    open,
  ),
  body: Type.Object(
    {
      email: described(
        'Null: the person cancels.',
        Type.Union([Type.String({ maxLength: 254 }), Type.Null()]),
      ),
      emailVerified: described('Whether Google vouches for the address.', Type.Optional(Type.Boolean())),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ redirectSite: described('Where the browser goes on.', Type.String()) }, open),
  ),
  errors: ['NOT_FOUND'],
});

// ── The sandbox's chains ────────────────────────────────────────────────────────────────────────

const chain = Type.Object({ chain: described('Code of the chain.', Type.String({ maxLength: 40 })) }, open);

export const SandboxChain = Type.Object(
  {
    chain: described('Code of the chain.', Type.String()),
    height: described('Number of its last block.', Type.Integer()),
    waiting: described('Transactions that wait for a block.', Type.Integer()),
    coins: described(
      'The coins that move on it.',
      Type.Array(
        Type.Object(
          {
            relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
            tokenType: described("The network's code, e.g. TRC20.", Type.String()),
          },
          open,
        ),
      ),
    ),
    needsTag: described('Whether its addresses have a tag or memo.', Type.Boolean()),
  },
  open,
);
export type SandboxChain = Static<typeof SandboxChain>;

export const sandboxChains = endpoint({
  method: 'GET',
  path: '/sandbox/chains',
  access: 'sandbox',
  rate: 'read',
  summary: 'Every chain of the sandbox and how far it is',
  reply: withContent(SandboxChain),
});

export const sandboxFaucet = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/faucet',
  access: 'sandbox',
  rate: 'write',
  summary: 'Sends coins to any address; they wait for a block',
  params: chain,
  body: Type.Object(
    {
      relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String({ maxLength: 40 })),
      address: described('Where the coins go.', Type.String({ maxLength: 150 })),
      tag: described(
        'Tag or memo of the address, where the network has one.',
        Type.Optional(Type.String({ maxLength: 100 })),
      ),
      amount: described('How much, in the coin.', Type.String({ maxLength: 60 })),
    },
    open,
  ),
  reply: withBase(
    Type.Object({ txid: described('Id of the transaction on its chain.', Type.String()) }, open),
  ),
  errors: ['NOT_FOUND', 'INVALID_ADDRESS', 'UNACCEPTABLE_AMOUNT'],
});

export const sandboxBlocks = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/blocks',
  access: 'sandbox',
  rate: 'write',
  summary: 'Makes blocks, 100 at most',
  params: chain,
  body: Type.Object(
    { count: described('How many blocks.', Type.Integer({ minimum: 1, maximum: 100 })) },
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
    'Replaces the newest blocks by others; their transactions wait again, or are gone for good (`drop`)',
  params: chain,
  body: Type.Object(
    {
      depth: described('How many blocks are replaced.', Type.Integer({ minimum: 1, maximum: 100 })),
      drop: described('Whether their transactions are gone for good.', Type.Boolean()),
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
  summary: "Sandbox only: signs a challenge as the caller's security key would",
  body: Type.Object(
    { challenge: described('Of WebAuthn, base64url.', Type.String({ maxLength: 100 })) },
    open,
  ),
  reply: withBase(KeyAssertion),
  errors: ['BAD_REQUEST'],
});
