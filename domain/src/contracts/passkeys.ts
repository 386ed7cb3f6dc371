/** Passkeys (WebAuthn): instead of password and code, and instead of the code alone. Bytes are base64url throughout. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  base64url,
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
  text,
  time,
} from './fields.ts';
import { device } from './identity.ts';

export const PASSKEY_KINDS = ['SYNCED', 'DEVICE', 'SECURITY_KEY'] as const;

const params = object({ id: text('Identifier used in other calls.', { maxLength: 40 }) });
const id = described('Identifier of the credential.', base64url(1_500));
const clientDataJSON = described('Field of the same name in WebAuthn.', base64url(6_000));
const name = text('Name given by the owner: 1 to 60 characters in one line.', { maxLength: 200 });

/** A passkey's reply to a challenge (`navigator.credentials.get`). */
export const PasskeyAssertion = object({
  id,
  authenticatorData: described('Field of the same name in WebAuthn.', base64url(4_000)),
  clientDataJSON,
  signature: described('Field of the same name in WebAuthn.', base64url(2_000)),
  userHandle: optional('Field of the same name in WebAuthn, if the browser provides it.', base64url(100)),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** Options with which the browser requests an assertion. */
export const PasskeyRequest = object({
  challenge: text('Challenge to sign, once, within five minutes.'),
  rpId: text('Site that the passkeys belong to.'),
  credentials: list(
    'Identifiers of the credentials that are accepted; if empty, the user can choose any.',
    Type.String(),
  ),
});
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** Options with which the browser creates a passkey. */
export const PasskeyCreation = object({
  challenge: text('Challenge to sign, once, within five minutes.'),
  rpId: text('Site that the passkey will belong to.'),
  rpName: text('Name of the site, as displayed to the user.'),
  userHandle: text('Identifier of the user in the passkey.'),
  userName: text('Name of the account, as displayed to the user with the passkey.'),
  algorithms: list('COSE numbers of the supported signature algorithms.', Type.Integer()),
  existing: list("Identifiers of the user's existing credentials.", Type.String()),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

export const PasskeyRow = object({
  id: text('Identifier used in other calls.'),
  name: text('Name given by the owner.'),
  kind: oneOf(
    'Kind of passkey. SYNCED: on several devices of one owner. DEVICE: on a single device. SECURITY_KEY: on a key that is plugged in or held near.',
    PASSKEY_KINDS,
  ),
  createdAtDateTime: time('Time at which the passkey was added.'),
  lastUsedDateTime: nullable(
    'Time at which the passkey was last used to log in or to confirm something; null if never.',
    Timestamp,
  ),
});
export type PasskeyRow = Static<typeof PasskeyRow>;

// ── Passkeys of the user ────────────────────────────────────────────────────────────────────────

export const passkeys = endpoint('GET', '/users/passkeys', {
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's passkeys, newest first",
  reply: listReply(PasskeyRow),
});

export const beginPasskey = endpoint('POST', '/users/passkeys/begin', {
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Starts adding a passkey; returns the options with which the browser creates it',
  reply: itemReply(PasskeyCreation),
  errors: ['TOO_MANY_PASSKEYS', 'PASSKEY_REQUIRED'],
});

export const addPasskey = endpoint('POST', '/users/passkeys', {
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Adds the passkey that the browser created; ends the other sessions',
  body: object({
    name,
    id,
    attestationObject: described('Field of the same name in WebAuthn.', base64url(20_000)),
    clientDataJSON,
    transports: optional(
      'Transports of the device, as reported by the browser: internal, hybrid, usb, nfc, ble.',
      Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
    ),
  }),
  reply: itemReply(PasskeyRow),
  errors: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'PASSKEY_REQUIRED'],
});

export const renamePasskey = endpoint('PUT', '/users/passkeys/:id', {
  access: 'user',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Renames a passkey',
  params,
  body: object({ name }),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const removePasskey = endpoint('DELETE', '/users/passkeys/:id', {
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Deletes a passkey; ends the other sessions',
  params,
  reply: success({}),
  errors: ['NOT_FOUND', 'PASSKEY_REQUIRED'],
});

// ── Signing in ──────────────────────────────────────────────────────────────────────────────────

const email = Type.String({ maxLength: 254 });

export const createSignInChallenge = endpoint('POST', '/users/passkeys/challenge', {
  refusedInMaintenance: false,
  access: 'public',
  // The log-in page requests one automatically, and challenges use no storage.
  rate: 'write',
  summary: 'Creates a challenge for logging in, which only this browser can complete',
  body: object({
    email: optional(
      'Email address of the account whose second step is pending in this browser, after the password; if omitted, a log-in without a password.',
      email,
    ),
  }),
  reply: itemReply(PasskeyRequest),
  errors: ['Code Expired'],
});

export const signInWithPasskey = endpoint('POST', '/users/passkeys/sign-in', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  summary: 'Logs in with a passkey; requires neither password nor code',
  body: object({
    passkey: described("Passkey's response to the challenge.", PasskeyAssertion),
    email: optional('Same value as in the request for the challenge.', email),
    remember: optional('Whether the session lasts 30 days instead of 24 hours.', Type.Boolean()),
    ...device,
  }),
  languages: LANGUAGES,
  reply: success({ token: text('Bearer token of the new session.') }),
  errors: ['PASSKEY_REFUSED', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const createStepUpChallenge = endpoint('POST', '/users/step-up/passkey', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'code',
  summary: 'Creates a challenge for confirming this session with a passkey instead of the code',
  reply: itemReply(PasskeyRequest),
  errors: ['NOT_FOUND'],
});
