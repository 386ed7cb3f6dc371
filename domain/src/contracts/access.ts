/** Security of an account after sign-up: two-step methods, passwords, sessions, contact data, Google. */
import { type Static, Type } from 'typebox';
import {
  described,
  endpoint,
  LANGUAGES,
  open,
  PROVED_CHANGES,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { CODE_WAYS, challenge, device, TWO_STEP_METHODS, TwoStepPrompt } from './identity.ts';
import { PasskeyAssertion } from './passkeys.ts';

const address = Type.String({ maxLength: 254 });
const phone = Type.String({ maxLength: 20 });
const code = Type.String({ maxLength: 20 });
const password = Type.String({ maxLength: 1024 });
const method = Type.Enum(TWO_STEP_METHODS);

const change = described(
  'The one change that the session is confirmed for, within ten minutes; left out: the session as such.',
  Type.Optional(Type.Enum(PROVED_CHANGES)),
);

// ── Confirming a session ────────────────────────────────────────────────────────────────────────

export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/users/step-up/send-code',
  pauses: false,
  access: 'user',
  rate: 'code',
  summary: 'A code for confirming this session; an authenticator needs none sent',
  body: Type.Object({ change }, open),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        passwordNeeded: described(
          'Whether the password is asked for too; false for who came by Google and set none, and of PASSWORD, which brings it itself.',
          Type.Boolean(),
        ),
      },
      open,
    ),
  ),
  errors: ['SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/users/step-up',
  pauses: false,
  access: 'user',
  rate: 'code',
  summary: 'Confirms this session with password and second factor; answers the token that replaces it',
  body: Type.Object(
    {
      password: described("The account's password, where there is one.", Type.Optional(password)),
      code: described(
        'The code that was sent, or that the authenticator app shows; left out with a passkey.',
        Type.Optional(code),
      ),
      passkey: described(
        'In place of the code: what a passkey answered to `POST /users/step-up/passkey`.',
        Type.Optional(PasskeyAssertion),
      ),
      change,
    },
    open,
  ),
  reply: success({
    token: described('The bearer token that replaces the one this was asked with.', Type.String()),
  }),
  errors: [
    'Old Password Is Incorrect',
    'Incorrect OTP',
    'Code Expired',
    'PASSKEY_REFUSED',
    'TOO_MANY_REQUESTS',
  ],
});

// ── Two-step method ─────────────────────────────────────────────────────────────────────────────

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/users/send-verification-code',
  access: 'user',
  provedFor: 'TWO_STEP',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'First step of changing the two-step method: proves that the new one works',
  query: Type.Object(
    { twoStepAuthorization: described('The two-step method that is set up.', method) },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        file: described(
          "The authenticator's QR code, PNG in base64 without a prefix.",
          Type.Optional(Type.String()),
        ),
        qrCodeLink: described('otpauth://…', Type.Optional(Type.String())),
        secret: described('The same seed for typing.', Type.Optional(Type.String())),
      },
      open,
    ),
  ),
  errors: ['MOBILE_NUMBER_NOT_FOUND', 'SMS_OTP_UNAVAILABLE', 'SAME_VALUE', 'TOO_MANY_REQUESTS'],
});

export const changeOtp = endpoint({
  method: 'POST',
  path: '/users/change-otp',
  access: 'user',
  provedFor: 'TWO_STEP',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'Second step: the code of the new method; ends the other sessions',
  query: Type.Object(
    {
      twoStepAuthorization: described('The two-step method that is set up.', method),
      code: described('The code that was sent, or that the authenticator app shows.', code),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        twoStepAuthenticationType: described('The two-step method that is in force from now on.', method),
        recoveryCodes: described(
          'With an authenticator: shown this once.',
          Type.Optional(Type.Array(Type.String())),
        ),
        withdrawalHoldUntil: described('Nothing leaves the account before then; null: no hold.', Timestamp),
      },
      open,
    ),
  ),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const recoveryCodes = endpoint({
  method: 'GET',
  path: '/users/recovery-codes',
  access: 'user',
  rate: 'read',
  summary: 'How many recovery codes are left',
  reply: withBase(
    Type.Object(
      { remaining: described('How many recovery codes have not been used.', Type.Integer()) },
      open,
    ),
  ),
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/recovery-codes',
  access: 'user',
  provedFor: 'RECOVERY_CODES',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'New recovery codes in place of all earlier ones, shown this once',
  reply: success({ content: described('The new recovery codes.', Type.Array(Type.String())) }),
});

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/change-password',
  access: 'user',
  provedFor: 'PASSWORD',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'Message "password changed successfully"; ends the other sessions',
  body: Type.Object(
    {
      oldPassword: described('The password until now.', password),
      password: described('The new password.', password),
    },
    open,
  ),
  reply: success({}),
  errors: [
    'Old Password Is Incorrect',
    'WEAK_PASSWORD',
    'COMMON_PASSWORD',
    'SAME_VALUE',
    'TOO_MANY_REQUESTS',
  ],
});

const who = {
  email: described('Email address of the account.', Type.Optional(address)),
  mobileNumber: described('Mobile number of the account.', Type.Optional(phone)),
  username: described('The email address under its name in older clients.', Type.Optional(address)),
};

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/users/forget-password',
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary: 'Message "code sent successfully.", for an unknown address too',
  body: Type.Object(
    {
      ...who,
      authenticationType: described(
        'Where the code is sent; EMAIL where it is left out.',
        Type.Optional(Type.Enum(CODE_WAYS)),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(TwoStepPrompt),
  errors: ['Invalid Email', 'TOO_MANY_REQUESTS'],
});

export const checkResetCode = endpoint({
  method: 'POST',
  path: '/users/forget-password/check',
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary: 'Uses the code up and answers a ticket of ten minutes that reset-password takes as its code',
  body: Type.Object(
    {
      ...who,
      code: described('The code that was sent, or that the authenticator app shows.', code),
      challenge,
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      { ticket: described('Stands for the code at reset-password, for ten minutes.', Type.String()) },
      open,
    ),
  ),
  errors: ['Incorrect OTP', 'Code Expired', 'CHALLENGE_REFUSED', 'TOO_MANY_REQUESTS'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/reset-password',
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary: 'New password by code or ticket; ends all sessions, logs nobody in',
  body: Type.Object(
    {
      ...who,
      code: described(
        'The code that was sent, or the ticket it was exchanged for.',
        Type.String({ maxLength: 100 }),
      ),
      password: described('The new password.', password),
      challenge,
    },
    open,
  ),
  reply: success({}),
  errors: [
    'Incorrect OTP',
    'Code Expired',
    'CHALLENGE_REFUSED',
    'WEAK_PASSWORD',
    'COMMON_PASSWORD',
    'TOO_MANY_REQUESTS',
  ],
});

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────

const visit = {
  osType: described('Operating system, as the browser names it.', Type.String()),
  deviceType: described('Kind of device, as the browser names it.', Type.String()),
  browser: described('Name of the browser.', Type.String()),
  ipAddress: described('IP address it came from.', Type.String()),
  countryCode: described(
    "ISO 3166 code of the address's country; null where it has none (private networks).",
    Type.Union([Type.String(), Type.Null()]),
  ),
};

export const SessionRow = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    ...visit,
    createdAtDateTime: described('When the person logged in.', Timestamp),
    lastSeenDateTime: described('When it was last seen.', Timestamp),
    remember: described('Whether it lasts 30 days instead of 24 hours.', Type.Boolean()),
    current: described('Whether it is the session that asks.', Type.Boolean()),
  },
  open,
);
export type SessionRow = Static<typeof SessionRow>;

export const sessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'user',
  rate: 'read',
  summary: 'The living sessions, newest first, at most 50',
  reply: withContent(SessionRow),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  pauses: false,
  access: 'user',
  rate: 'write',
  summary: 'Ends one session at once',
  params: Type.Object(
    { id: described('The id that other calls name it by.', Type.String({ maxLength: 40 })) },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  pauses: false,
  access: 'user',
  rate: 'write',
  summary: 'Ends all sessions but this one, and where it says so all API keys',
  query: Type.Object(
    { keys: described('Whether the API keys are revoked too.', Type.Optional(Type.Boolean())) },
    open,
  ),
  reply: success({}),
});

export const LoginRecord = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    loginRequestedDateTime: described('When it was tried.', Timestamp),
    ...visit,
    isSuccessful: described('Whether it led to a session.', Type.Boolean()),
  },
  open,
);
export type LoginRecord = Static<typeof LoginRecord>;

export const loginHistory = endpoint({
  method: 'GET',
  path: '/users/login-history',
  access: 'user',
  rate: 'read',
  summary: 'Logins and failed logins, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(LoginRecord),
});

// ── Change of email or mobile ──────────────────────────────────────────────────────────────────

export const ContactPrompt = Type.Object(
  {
    starTwoStepAuthentication: described('Where the code went, masked.', Type.String()),
    expiresIn: described('Seconds until the code ends.', Type.Integer()),
    codeLength: described('How many digits the code has: 6.', Type.Integer()),
  },
  open,
);

const contact = { access: 'user', rate: 'code' } as const;
const CONTACT_ERRORS = ['CONFLICT', 'SAME_VALUE', 'TOO_MANY_REQUESTS'] as const;

export const changeEmail = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-email',
  provedFor: 'EMAIL',
  setting: true,
  feature: null,
  summary: 'Sends a code to the new address; the old one is asked for once the person is verified',
  body: Type.Object(
    {
      oldEmail: described('The present address; needed once the person is verified.', Type.Optional(address)),
      newEmail: described('The new address, which the code is sent to.', address),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Email'],
});

export const changeMobile = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-mobile',
  provedFor: 'MOBILE',
  setting: true,
  feature: null,
  summary: "Sends a code to the new number: ten digits after the country's prefix, or with it",
  body: Type.Object(
    {
      oldMobileNumber: described(
        'The present number; needed once the person is verified.',
        Type.Optional(phone),
      ),
      newMobileNumber: described('The new number, which the code is sent to.', phone),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Phone Number', 'COUNTRY_PREFIX_MISMATCH', 'SMS_OTP_UNAVAILABLE'],
});

export const resendEmailOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/resend-email-otp',
  feature: null,
  summary: 'Another code to the new address',
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'TOO_MANY_REQUESTS'],
});

export const resendMobileOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/resend-mobile-otp',
  feature: null,
  summary: 'Another code to the new number',
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const ContactCode = Type.Object({ otp: described('The code that was sent.', code) }, open);

export const changeEmailOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-email-otp',
  provedFor: 'EMAIL',
  setting: true,
  feature: null,
  summary: 'The code of the new address: changes it, tells both, ends the other sessions',
  body: ContactCode,
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const changeMobileOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-mobile-otp',
  provedFor: 'MOBILE',
  setting: true,
  feature: null,
  summary: 'The code of the new number: changes it, tells both, ends the other sessions',
  body: ContactCode,
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'USER_IDENTITY_DATA', 'TOO_MANY_REQUESTS'],
});

// ── Freezing ────────────────────────────────────────────────────────────────────────────────────

export const freezeByLink = endpoint({
  method: 'POST',
  path: '/users/freeze/link',
  pauses: false,
  access: 'public',
  rate: 'code',
  summary: "Freezes the account that a notice's link is about: nothing leaves, sessions end, settings stay",
  body: Type.Object(
    { token: described("What follows the # of the notice's link.", Type.String({ maxLength: 100 })) },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND', 'Code Expired'],
});

export const freezeOwn = endpoint({
  method: 'POST',
  path: '/users/freeze',
  pauses: false,
  access: 'user',
  rate: 'write',
  summary: 'Freezes the own account: nothing leaves, all sessions end, settings stay as they are',
  reply: success({}),
});

export const thawOwn = endpoint({
  method: 'POST',
  path: '/users/thaw',
  access: 'user',
  provedFor: 'THAW',
  rate: 'code',
  feature: null,
  summary: 'Lifts what the owner froze, a day later; without a code, one is sent where it is needed',
  body: Type.Object(
    {
      code: described(
        "The code of the person's mailbox; not needed where that is the second factor.",
        Type.Optional(code),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        thawsAtDateTime: described(
          'When the account is open again; null: the code is still needed.',
          Type.Union([Timestamp, Type.Null()]),
        ),
        starTwoStepAuthentication: described('Where the code went, masked.', Type.String()),
        expiresIn: described('Seconds until the code ends.', Type.Integer()),
      },
      open,
    ),
  ),
  errors: ['FORBIDDEN', 'CONFLICT', 'Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

// ── Locking the settings ────────────────────────────────────────────────────────────────────────

export const lockSettings = endpoint({
  method: 'POST',
  path: '/users/lock-settings',
  access: 'user',
  provedFor: 'SETTINGS_LOCK',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Locks what protects the account for 1 to 90 days, which nothing but the time ends',
  body: Type.Object(
    { days: described('How many days it stays as it is.', Type.Integer({ minimum: 1, maximum: 90 })) },
    open,
  ),
  reply: withBase(
    Type.Object({ lockedUntilDateTime: described('Until when it stays as it is.', Timestamp) }, open),
  ),
});

// ── Anti-phishing phrase in e-mails ─────────────────────────────────────────────────────────────

export const setMailPhrase = endpoint({
  method: 'PUT',
  path: '/users/mail-phrase',
  access: 'user',
  provedFor: 'MAIL_PHRASE',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'The phrase at the head of each letter to this person, by which they know that it is ours',
  body: Type.Object(
    {
      phrase: described(
        'Four to 60 characters in one line; null: no phrase any more.',
        Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
      ),
    },
    open,
  ),
  reply: success({}),
});

// ── Google ──────────────────────────────────────────────────────────────────────────────────────

export const signInOptions = endpoint({
  method: 'GET',
  path: '/users/sign-in-options',
  access: 'public',
  rate: 'read',
  summary: 'What this server offers',
  reply: withBase(
    Type.Object(
      {
        google: described('Whether people can log in with Google.', Type.Boolean()),
        sms: described('Whether codes can be sent by SMS.', Type.Boolean()),
      },
      open,
    ),
  ),
});

export const googleSso = endpoint({
  method: 'GET',
  path: '/users/google-sso',
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'Opened by the browser: redirects to Google',
  query: Type.Object(
    {
      referralCode: described(
        'Code of the person who invited.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      lang: described(
        'The language of the pages the person comes back to.',
        Type.Optional(Type.Enum(LANGUAGES)),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  redirects: 302,
  reply: Type.Unknown(),
  errors: ['GOOGLE_FAILURE'],
});

export const googleReturn = endpoint({
  method: 'GET',
  path: '/users/google-sso/return',
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'Where Google sends the browser back; goes on to /fromgoogle#ticket=… or /fromgoogle#error=…',
  openQuery: true,
  redirects: 302,
  reply: Type.Unknown(),
});

export const googleComplete = endpoint({
  method: 'POST',
  path: '/users/google-sso/complete',
  pauses: false,
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  feature: ['SIGN_UP'],
  summary: 'Turns the ticket of /fromgoogle into the second step of signing in',
  body: Type.Object(
    {
      ticket: described('The ticket from the address of /fromgoogle.', Type.String({ maxLength: 100 })),
      password: described(
        'Of the account that already has this email address: links Google to it.',
        Type.Optional(password),
      ),
      ...device,
    },
    open,
  ),
  languages: LANGUAGES,
  reply: success({
    baseDTO: described(
      'What comes next.',
      Type.Object(
        {
          next: described(
            'CODE: go on to check-otp-code. PASSWORD: send the password of the account of this address first.',
            Type.Enum(['CODE', 'PASSWORD']),
          ),
          email: described('The address that Google vouches for.', Type.String()),
          prompt: described('Where the code was sent, when `next` is CODE.', Type.Optional(TwoStepPrompt)),
        },
        open,
      ),
    ),
  }),
  errors: [
    'GOOGLE_FAILURE',
    'Invalid Username Or Password',
    'You Are Not Allowed To Login!',
    'TOO_MANY_REQUESTS',
  ],
});
