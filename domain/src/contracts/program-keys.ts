/** API keys of customers, for their own programs. Those of companies' stores are in company/webhooks.ts. */
import { type Static, Type } from 'typebox';
import {
  described,
  endpoint,
  KEY_PERMISSIONS,
  nullable,
  open,
  success,
  Timestamp,
  TimestampInput,
  withBase,
  withContent,
} from './endpoint.ts';

/** ED25519: the customer has the private key. HMAC: a shared secret. */
export const PROGRAM_KEY_KINDS = ['ED25519', 'HMAC'] as const;
export type ProgramKeyKind = (typeof PROGRAM_KEY_KINDS)[number];

/** Rate limits of a user's programs; set by an admin. */
export const API_LEVELS = ['STANDARD', 'MARKET_MAKER'] as const;
export type ApiLevel = (typeof API_LEVELS)[number];

export const MAX_PROGRAM_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;

const params = Type.Object(
  { id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })) },
  open,
);
const label = described(
  'What its owner calls it: 1 to 60 characters in one line.',
  Type.String({ maxLength: 200 }),
);
const addresses = Type.Array(Type.String({ maxLength: 60, examples: ['203.0.113.7', '2001:db8::/48'] }), {
  maxItems: MAX_KEY_ADDRESSES,
});

export const ProgramKey = Type.Object(
  {
    id: described('What a program names the key by (X-Api-Key); no secret.', Type.String()),
    label: described('What its owner calls it.', Type.String()),
    kind: described(
      'ED25519: its owner signs with a private key that nobody else has. HMAC: with a secret that was shown once.',
      Type.Enum(PROGRAM_KEY_KINDS),
    ),
    permissions: described('What it may do.', Type.Array(Type.Enum(KEY_PERMISSIONS))),
    addresses: described(
      'Networks that it may be used from (CIDR); none: from anywhere.',
      Type.Array(Type.String()),
    ),
    state: described('EXPIRED: its time is over.', Type.Enum(['ACTIVE', 'EXPIRED'])),
    createdAtDateTime: described('When it was made.', Timestamp),
    expiresAtDateTime: described(
      'When it ends automatically; null: only when it is revoked.',
      nullable(Timestamp),
    ),
    withdrawsFromDateTime: described(
      'From when it may withdraw: a day after it was made; null: it may not.',
      nullable(Timestamp),
    ),
    lastUsedAtDateTime: described('When it was last used, to the minute; null: never.', nullable(Timestamp)),
    lastIpAddress: described('Where it was last used from; null: nowhere.', nullable(Type.String())),
  },
  open,
);
export type ProgramKey = Static<typeof ProgramKey>;

export const programKeys = endpoint({
  method: 'GET',
  path: '/users/api-keys',
  access: 'user',
  rate: 'read',
  summary: "The person's API keys that aren't revoked, newest first",
  reply: withContent(ProgramKey),
});

export const addProgramKey = endpoint({
  method: 'POST',
  path: '/users/api-keys',
  access: 'verified',
  provedFor: 'API_KEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Makes an API key; its secret, where it has one, is in this answer alone',
  body: Type.Object(
    {
      label,
      kind: described('How its program signs.', Type.Enum(PROGRAM_KEY_KINDS)),
      publicKey: described(
        'Of an ED25519 key: PEM (SPKI), or its 32 bytes in base64.',
        Type.Optional(Type.String({ maxLength: 400 })),
      ),
      permissions: described(
        'What it may do, one at least. WITHDRAW needs `addresses`.',
        Type.Array(Type.Enum(KEY_PERMISSIONS), { minItems: 1, maxItems: KEY_PERMISSIONS.length }),
      ),
      addresses: described(
        'Addresses or networks (CIDR) that it may be used from; none: from anywhere.',
        Type.Optional(addresses),
      ),
      expiresAt: described(
        'When it ends automatically, within a year; unset: only when it is revoked.',
        Type.Optional(TimestampInput),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        apiKey: described('What the list shows of it.', ProgramKey),
        secret: described(
          'Of an HMAC key: 32 bytes in base64, shown this once; null: the key has none.',
          nullable(Type.String()),
        ),
      },
      open,
    ),
  ),
  errors: ['INVALID_PUBLIC_KEY', 'TOO_MANY_API_KEYS'],
});

export const changeProgramKey = endpoint({
  method: 'PUT',
  path: '/users/api-keys/:id',
  access: 'user',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Another name for an API key, or fewer addresses; what may be more takes a new key',
  params,
  body: Type.Object(
    {
      label: Type.Optional(label),
      addresses: described(
        'Networks within those that the key has; a key without any takes any.',
        Type.Optional(addresses),
      ),
    },
    open,
  ),
  reply: withBase(ProgramKey),
  errors: ['NOT_FOUND'],
});

export const revokeProgramKey = endpoint({
  method: 'DELETE',
  path: '/users/api-keys/:id',
  pauses: false,
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'An API key opens nothing any more, from this answer on',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const ownProgramKey = endpoint({
  method: 'GET',
  path: '/users/api-keys/self',
  access: 'user',
  rate: 'read',
  permission: 'READ',
  summary: 'For a program: what the API key that signs this call may do',
  reply: withBase(
    Type.Object(
      {
        apiKey: described('What the caller came by.', ProgramKey),
        level: described(
          'STANDARD, or MARKET_MAKER, whose programs may call ten times as often.',
          Type.Enum(API_LEVELS),
        ),
      },
      open,
    ),
  ),
  errors: ['NOT_FOUND'],
});
