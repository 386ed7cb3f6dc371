import { type Static, Type } from 'typebox';
import { DecimalText, endpoint, open, success, Timestamp, withBase, withContent } from './endpoint.ts';

export const OutboxMessage = Type.Object(
  {
    to: Type.String(),
    channel: Type.Enum(['EMAIL', 'SMS']),
    subject: Type.String(),
    text: Type.String(),
    code: Type.Union([Type.String(), Type.Null()]),
    at: Timestamp,
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
  query: Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })) }, open),
  reply: Type.Array(OutboxMessage),
});

export const sandboxAuthorize = endpoint({
  method: 'POST',
  path: '/sandbox/authorize',
  access: 'user',
  rate: 'write',
  summary: 'Sandbox only: authorises the signed-in person and adds a verified card',
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const BankPayment = Type.Object(
  {
    authority: Type.String(),
    amount: DecimalText,
    description: Type.String(),
    cardNumber: Type.String({ description: 'Masked card the payer must use' }),
    state: Type.Enum(['OPEN', 'PAID', 'CANCELLED']),
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
  params: Type.Object({ authority: Type.String({ maxLength: 80 }) }, open),
  reply: withBase(BankPayment),
  errors: ['NOT_FOUND'],
});

export const sandboxBankDecide = endpoint({
  method: 'POST',
  path: '/sandbox/bank/:authority',
  access: 'sandbox',
  rate: 'write',
  summary: 'Pays or cancels at the sandbox bank; answers where the bank sends the payer',
  params: Type.Object({ authority: Type.String({ maxLength: 80 }) }, open),
  body: Type.Object({ decision: Type.Enum(['PAY', 'CANCEL']) }, open),
  reply: withBase(Type.Object({ redirectSite: Type.String() }, open)),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** What the sandbox's identity provider says of a person. */
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
  summary: 'Sandbox only: chooses what the identity provider says of the signed-in person',
  body: Type.Object({ scenario: Type.Enum(PROVIDER_SCENARIOS) }, open),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const sandboxGoogleDecide = endpoint({
  method: 'POST',
  path: '/sandbox/google/:state',
  access: 'sandbox',
  rate: 'write',
  summary: 'Sandbox only: stands for the page of Google; answers where the browser goes on',
  params: Type.Object({ state: Type.String({ maxLength: 100 }) }, open),
  body: Type.Object(
    {
      /** Null: the person cancels. */
      email: Type.Union([Type.String({ maxLength: 254 }), Type.Null()]),
      emailVerified: Type.Optional(Type.Boolean()),
    },
    open,
  ),
  reply: withBase(Type.Object({ redirectSite: Type.String() }, open)),
  errors: ['NOT_FOUND'],
});

// ── The sandbox's chains ────────────────────────────────────────────────────────────────────────

const chain = Type.Object({ chain: Type.String({ maxLength: 40 }) }, open);

export const SandboxChain = Type.Object(
  {
    chain: Type.String(),
    height: Type.Integer(),
    /** Transactions that wait for a block. */
    waiting: Type.Integer(),
    coins: Type.Array(Type.Object({ relatedCoin: Type.String(), tokenType: Type.String() }, open)),
    needsTag: Type.Boolean(),
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
      relatedCoin: Type.String({ maxLength: 40 }),
      address: Type.String({ maxLength: 150 }),
      tag: Type.Optional(Type.String({ maxLength: 100 })),
      amount: Type.String({ maxLength: 60 }),
    },
    open,
  ),
  reply: withBase(Type.Object({ txid: Type.String() }, open)),
  errors: ['NOT_FOUND', 'INVALID_ADDRESS', 'UNACCEPTABLE_AMOUNT'],
});

export const sandboxBlocks = endpoint({
  method: 'POST',
  path: '/sandbox/chains/:chain/blocks',
  access: 'sandbox',
  rate: 'write',
  summary: 'Makes blocks, 100 at most',
  params: chain,
  body: Type.Object({ count: Type.Integer({ minimum: 1, maximum: 100 }) }, open),
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
  body: Type.Object({ depth: Type.Integer({ minimum: 1, maximum: 100 }), drop: Type.Boolean() }, open),
  reply: withBase(SandboxChain),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
