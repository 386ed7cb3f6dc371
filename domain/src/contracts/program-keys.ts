/** API keys of customers, for their own programs. Those of companies' stores are in company/webhooks.ts. */
import { type Static, Type } from 'typebox';
import { endpoint, KEY_PERMISSIONS } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  described,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';

/** ED25519: the customer has the private key. HMAC: a shared secret. */
export const PROGRAM_KEY_KINDS = ['ED25519', 'HMAC'] as const;
export type ProgramKeyKind = (typeof PROGRAM_KEY_KINDS)[number];

/** Rate limits of a user's programs; set by an admin. */
export const API_LEVELS = ['STANDARD', 'MARKET_MAKER'] as const;
export type ApiLevel = (typeof API_LEVELS)[number];

export const MAX_PROGRAM_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;

const params = object({ id: text('Id of the API key.', { maxLength: 40 }) });
const label = text('Label chosen by the owner: 1 to 60 characters, on one line.', { maxLength: 200 });
const addresses = Type.Array(Type.String({ maxLength: 60, examples: ['203.0.113.7', '2001:db8::/48'] }), {
  maxItems: MAX_KEY_ADDRESSES,
});

export const ProgramKey = object({
  id: text('Id of the key, sent by programs as X-Api-Key; not secret.'),
  label: text('Label chosen by the owner.'),
  kind: oneOf(
    'ED25519: requests are signed with a private key that only the owner has. HMAC: requests are signed with a secret that was shown once.',
    PROGRAM_KEY_KINDS,
  ),
  permissions: list('Permissions of the key.', Type.Enum(KEY_PERMISSIONS)),
  addresses: list('Networks (CIDR) from which the key may be used; empty: any.', Type.String()),
  state: oneOf('ACTIVE: can be used. EXPIRED: has expired.', ['ACTIVE', 'EXPIRED']),
  createdAtDateTime: time('Time at which the key was created.'),
  expiresAtDateTime: nullable('Time at which the key expires; null: valid until it is revoked.', Timestamp),
  withdrawsFromDateTime: nullable(
    'Time from which the key may withdraw, one day after its creation; null: it may not.',
    Timestamp,
  ),
  withdrawalLimit: nullable(
    'Maximum value of the withdrawals of the key within any 24 hours, in Toman; null: it may not withdraw, or is older than this limit.',
    DecimalText,
  ),
  lastUsedAtDateTime: nullable('Time of the last use, to the minute; null: never used.', Timestamp),
  lastIpAddress: nullable('IP address of the last use; null: never used.', Type.String()),
});
export type ProgramKey = Static<typeof ProgramKey>;

export const programKeys = endpoint('GET', '/users/api-keys', {
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's API keys that have not been revoked, newest first",
  reply: listReply(ProgramKey),
});

export const addProgramKey = endpoint('POST', '/users/api-keys', {
  access: 'verified',
  provedFor: 'API_KEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Creates an API key; the secret of an HMAC key is returned only in this reply',
  body: object({
    label,
    kind: oneOf('Signature method. ED25519: private key. HMAC: shared secret.', PROGRAM_KEY_KINDS),
    publicKey: optional(
      'Public key of an ED25519 key: PEM (SPKI), or its 32 bytes in base64.',
      Type.String({ maxLength: 400 }),
    ),
    permissions: list(
      'Permissions of the key, at least one. WITHDRAW requires `addresses` and `withdrawalLimit`.',
      Type.Enum(KEY_PERMISSIONS),
      { minItems: 1, maxItems: KEY_PERMISSIONS.length },
    ),
    addresses: optional(
      'Addresses or networks (CIDR) from which the key may be used; empty: any.',
      addresses,
    ),
    withdrawalLimit: optional(
      'Maximum value of the withdrawals of the key within any 24 hours, in whole Toman; required for WITHDRAW, and not allowed without it. The limits of the account apply too.',
      DecimalInput,
    ),
    expiresAt: optional(
      'Time at which the key expires, at most one year ahead; unset: valid until it is revoked.',
      TimestampInput,
    ),
  }),
  reply: itemReply({
    apiKey: described('The API key, as in the list.', ProgramKey),
    secret: nullable(
      'Secret of an HMAC key: 32 bytes in base64, returned only once; null: the key has none.',
      Type.String(),
    ),
  }),
  errors: ['INVALID_PUBLIC_KEY', 'TOO_MANY_API_KEYS'],
});

export const changeProgramKey = endpoint('PUT', '/users/api-keys/:id', {
  access: 'user',
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    'Changes the label of an API key, or restricts its addresses further; wider access requires a new key',
  params,
  body: object({
    label: Type.Optional(label),
    addresses: optional(
      'Networks (CIDR) within the current networks of the key; a key without networks accepts any.',
      addresses,
    ),
  }),
  reply: itemReply(ProgramKey),
  errors: ['NOT_FOUND'],
});

export const revokeProgramKey = endpoint('DELETE', '/users/api-keys/:id', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Revokes an API key, effective immediately',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const ownProgramKey = endpoint('GET', '/users/api-keys/self', {
  access: 'user',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the API key that signed this request, with its permissions',
  reply: itemReply({
    apiKey: described('API key of the caller.', ProgramKey),
    level: oneOf(
      'Rate limits of the caller. STANDARD: the default. MARKET_MAKER: ten times the default.',
      API_LEVELS,
    ),
  }),
  errors: ['NOT_FOUND'],
});
