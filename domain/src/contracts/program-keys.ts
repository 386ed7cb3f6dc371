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

const params = Type.Object({ id: described('Id of the API key.', Type.String({ maxLength: 40 })) }, open);
const label = described(
  'Label chosen by the owner: 1 to 60 characters, on one line.',
  Type.String({ maxLength: 200 }),
);
const addresses = Type.Array(Type.String({ maxLength: 60, examples: ['203.0.113.7', '2001:db8::/48'] }), {
  maxItems: MAX_KEY_ADDRESSES,
});

export const ProgramKey = Type.Object(
  {
    id: described('Id of the key, sent by programs as X-Api-Key; not secret.', Type.String()),
    label: described('Label chosen by the owner.', Type.String()),
    kind: described(
      'ED25519: requests are signed with a private key that only the owner has. HMAC: requests are signed with a secret that was shown once.',
      Type.Enum(PROGRAM_KEY_KINDS),
    ),
    permissions: described('Permissions of the key.', Type.Array(Type.Enum(KEY_PERMISSIONS))),
    addresses: described(
      'Networks (CIDR) from which the key may be used; empty: any.',
      Type.Array(Type.String()),
    ),
    state: described('ACTIVE: can be used. EXPIRED: has expired.', Type.Enum(['ACTIVE', 'EXPIRED'])),
    createdAtDateTime: described('Time at which the key was created.', Timestamp),
    expiresAtDateTime: described(
      'Time at which the key expires; null: valid until it is revoked.',
      nullable(Timestamp),
    ),
    withdrawsFromDateTime: described(
      'Time from which the key may withdraw, one day after its creation; null: it may not.',
      nullable(Timestamp),
    ),
    lastUsedAtDateTime: described(
      'Time of the last use, to the minute; null: never used.',
      nullable(Timestamp),
    ),
    lastIpAddress: described('IP address of the last use; null: never used.', nullable(Type.String())),
  },
  open,
);
export type ProgramKey = Static<typeof ProgramKey>;

export const programKeys = endpoint({
  method: 'GET',
  path: '/users/api-keys',
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's API keys that have not been revoked, newest first",
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
  summary: 'Creates an API key; the secret of an HMAC key is returned only in this reply',
  body: Type.Object(
    {
      label,
      kind: described(
        'Signature method. ED25519: private key. HMAC: shared secret.',
        Type.Enum(PROGRAM_KEY_KINDS),
      ),
      publicKey: described(
        'Public key of an ED25519 key: PEM (SPKI), or its 32 bytes in base64.',
        Type.Optional(Type.String({ maxLength: 400 })),
      ),
      permissions: described(
        'Permissions of the key, at least one. WITHDRAW requires `addresses`.',
        Type.Array(Type.Enum(KEY_PERMISSIONS), { minItems: 1, maxItems: KEY_PERMISSIONS.length }),
      ),
      addresses: described(
        'Addresses or networks (CIDR) from which the key may be used; empty: any.',
        Type.Optional(addresses),
      ),
      expiresAt: described(
        'Time at which the key expires, at most one year ahead; unset: valid until it is revoked.',
        Type.Optional(TimestampInput),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        apiKey: described('The API key, as in the list.', ProgramKey),
        secret: described(
          'Secret of an HMAC key: 32 bytes in base64, returned only once; null: the key has none.',
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
  summary:
    'Changes the label of an API key, or restricts its addresses further; wider access requires a new key',
  params,
  body: Type.Object(
    {
      label: Type.Optional(label),
      addresses: described(
        'Networks (CIDR) within the current networks of the key; a key without networks accepts any.',
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
  summary: 'Revokes an API key, effective immediately',
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
  summary: 'Returns the API key that signed this request, with its permissions',
  reply: withBase(
    Type.Object(
      {
        apiKey: described('API key of the caller.', ProgramKey),
        level: described(
          'Rate limits of the caller. STANDARD: the default. MARKET_MAKER: ten times the default.',
          Type.Enum(API_LEVELS),
        ),
      },
      open,
    ),
  ),
  errors: ['NOT_FOUND'],
});
