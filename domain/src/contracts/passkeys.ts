/** Passkeys (WebAuthn): instead of password and code, and instead of the code alone. Bytes are base64url throughout. */
import { type Static, Type } from 'typebox';
import {
  base64url,
  described,
  endpoint,
  LANGUAGES,
  open,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { device } from './identity.ts';

export const PASSKEY_KINDS = ['SYNCED', 'DEVICE', 'SECURITY_KEY'] as const;

const params = Type.Object(
  { id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })) },
  open,
);
const id = described('Id of the credential.', base64url(1_500));
const clientDataJSON = described('As WebAuthn names it.', base64url(6_000));
const name = described(
  'What its owner calls it: 1 to 60 characters in one line.',
  Type.String({ maxLength: 200 }),
);

/** A passkey's reply to a challenge (`navigator.credentials.get`). */
export const PasskeyAssertion = Type.Object(
  {
    id,
    authenticatorData: described('As WebAuthn names it.', base64url(4_000)),
    clientDataJSON,
    signature: described('As WebAuthn names it.', base64url(2_000)),
    userHandle: described('As WebAuthn names it, where the browser tells it.', Type.Optional(base64url(100))),
  },
  open,
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** Options with which the browser requests an assertion. */
export const PasskeyRequest = Type.Object(
  {
    challenge: described('What is signed, within five minutes and once.', Type.String()),
    rpId: described('The site that the passkeys belong to.', Type.String()),
    credentials: described(
      'Ids of the credentials that may answer; empty: whichever the person chooses.',
      Type.Array(Type.String()),
    ),
  },
  open,
);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** Options with which the browser creates a passkey. */
export const PasskeyCreation = Type.Object(
  {
    challenge: described('What is signed, within five minutes and once.', Type.String()),
    rpId: described('The site that the passkey will belong to.', Type.String()),
    rpName: described('What the person is shown the site as.', Type.String()),
    userHandle: described('What the passkey knows the person by.', Type.String()),
    userName: described('What the person is shown with it.', Type.String()),
    algorithms: described('COSE numbers of the signatures that are read here.', Type.Array(Type.Integer())),
    existing: described('Ids of the credentials that the person has.', Type.Array(Type.String())),
  },
  open,
);
export type PasskeyCreation = Static<typeof PasskeyCreation>;

export const PasskeyRow = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('What its owner calls it.', Type.String()),
    kind: described(
      'SYNCED: on several devices of one owner. DEVICE: on one device alone. SECURITY_KEY: on one that is plugged in or held near.',
      Type.Enum(PASSKEY_KINDS),
    ),
    createdAtDateTime: described('When it was added.', Timestamp),
    lastUsedDateTime: described(
      'When it was last used to log in or to confirm something; null: never.',
      Type.Union([Timestamp, Type.Null()]),
    ),
  },
  open,
);
export type PasskeyRow = Static<typeof PasskeyRow>;

// ── Passkeys of the user ────────────────────────────────────────────────────────────────────────

export const passkeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  access: 'user',
  rate: 'read',
  summary: "The person's passkeys, newest first",
  reply: withContent(PasskeyRow),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/begin',
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'First step of adding a passkey: what the browser makes it with',
  reply: withBase(PasskeyCreation),
  errors: ['TOO_MANY_PASSKEYS', 'PASSKEY_REQUIRED'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Second step: the passkey that the browser made; ends the other sessions',
  body: Type.Object(
    {
      name,
      id,
      attestationObject: described('As WebAuthn names it.', base64url(20_000)),
      clientDataJSON,
      transports: described(
        'How the device is reached, as the browser says: internal, hybrid, usb, nfc, ble.',
        Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      ),
    },
    open,
  ),
  reply: withBase(PasskeyRow),
  errors: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'PASSKEY_REQUIRED'],
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/users/passkeys/:id',
  access: 'user',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Another name for a passkey',
  params,
  body: Type.Object({ name }, open),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/users/passkeys/:id',
  access: 'user',
  provedFor: 'PASSKEY',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'A passkey opens nothing any more; ends the other sessions',
  params,
  reply: success({}),
  errors: ['NOT_FOUND', 'PASSKEY_REQUIRED'],
});

// ── Signing in ──────────────────────────────────────────────────────────────────────────────────

const email = Type.String({ maxLength: 254 });

export const askPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/challenge',
  pauses: false,
  access: 'public',
  // The log-in page requests one automatically, and challenges use no storage.
  rate: 'write',
  summary: 'A challenge for signing in, which this browser alone can answer',
  body: Type.Object(
    {
      email: described(
        'Whose second step waits in this browser, after the password; left out: a login without a password.',
        Type.Optional(email),
      ),
    },
    open,
  ),
  reply: withBase(PasskeyRequest),
  errors: ['Code Expired'],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/sign-in',
  pauses: false,
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  summary: 'Logs in with a passkey; no password and no code is asked for',
  body: Type.Object(
    {
      passkey: described('What the passkey answered.', PasskeyAssertion),
      email: described('As the challenge was asked for.', Type.Optional(email)),
      remember: described(
        'Keeps the session for 30 days instead of 24 hours.',
        Type.Optional(Type.Boolean()),
      ),
      ...device,
    },
    open,
  ),
  languages: LANGUAGES,
  reply: success({ token: described('The bearer token of the new session.', Type.String()) }),
  errors: ['PASSKEY_REFUSED', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const askStepUpPasskey = endpoint({
  method: 'POST',
  path: '/users/step-up/passkey',
  pauses: false,
  access: 'user',
  rate: 'code',
  summary: 'A challenge for confirming this session with a passkey in place of the code',
  reply: withBase(PasskeyRequest),
  errors: ['NOT_FOUND'],
});
