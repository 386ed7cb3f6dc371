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
  'Only change that the session is confirmed for, within ten minutes; if omitted, the session is confirmed in general.',
  Type.Optional(Type.Enum(PROVED_CHANGES)),
);

// ── Confirming a session ────────────────────────────────────────────────────────────────────────

export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/users/step-up/send-code',
  pauses: false,
  access: 'user',
  rate: 'code',
  summary: 'Sends a code for confirming this session; users of an authenticator need none',
  body: Type.Object({ change }, open),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        passwordNeeded: described(
          'Whether the password is also required; false for users who signed up with Google and set no password, and for PASSWORD, whose request contains it.',
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
  summary:
    'Confirms this session with the password and second factor; returns the token that replaces the current one',
  body: Type.Object(
    {
      password: described('Password of the account, if it has one.', Type.Optional(password)),
      code: described(
        'Code that was sent or that the authenticator app displays; omitted with a passkey.',
        Type.Optional(code),
      ),
      passkey: described(
        "Passkey's response to `POST /users/step-up/passkey`, instead of the code.",
        Type.Optional(PasskeyAssertion),
      ),
      change,
    },
    open,
  ),
  reply: success({
    token: described('Bearer token that replaces the one used for this request.', Type.String()),
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
  summary: 'Starts changing the two-step method by proving that the new one works',
  query: Type.Object({ twoStepAuthorization: described('Two-step method to set up.', method) }, open),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        file: described(
          'QR code of the authenticator, as PNG in base64 without a prefix.',
          Type.Optional(Type.String()),
        ),
        qrCodeLink: described(
          'URI of the authenticator, beginning with otpauth://.',
          Type.Optional(Type.String()),
        ),
        secret: described('Same seed, for manual entry.', Type.Optional(Type.String())),
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
  summary: 'Completes changing the two-step method with a code of the new one; ends the other sessions',
  query: Type.Object(
    {
      twoStepAuthorization: described('Two-step method to set up.', method),
      code: described('Code that was sent or that the authenticator app displays.', code),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        twoStepAuthenticationType: described('Two-step method that is in effect from now on.', method),
        recoveryCodes: described(
          'Recovery codes of an authenticator, returned only once.',
          Type.Optional(Type.Array(Type.String())),
        ),
        withdrawalHoldUntil: described(
          'Time until which withdrawals of the account are held; null if there is no hold.',
          Timestamp,
        ),
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
  summary: 'Returns the number of unused recovery codes',
  reply: withBase(
    Type.Object({ remaining: described('Number of unused recovery codes.', Type.Integer()) }, open),
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
  summary: 'Creates new recovery codes, which replace all earlier ones and are returned only once',
  reply: success({ content: described('New recovery codes.', Type.Array(Type.String())) }),
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
  summary: 'Changes the password; message "password changed successfully"; ends the other sessions',
  body: Type.Object(
    {
      oldPassword: described('Current password.', password),
      password: described('New password.', password),
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
  username: described('Email address, under the field name used by older clients.', Type.Optional(address)),
};

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/users/forget-password',
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary:
    'Sends a code for setting a new password; message "code sent successfully.", also for an unknown address',
  body: Type.Object(
    {
      ...who,
      authenticationType: described(
        'Channel that the code is sent by; EMAIL if omitted.',
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
  summary:
    'Consumes the code and returns a ticket, valid for ten minutes, that reset-password accepts as its code',
  body: Type.Object(
    {
      ...who,
      code: described('Code that was sent or that the authenticator app displays.', code),
      challenge,
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        ticket: described('Ticket that replaces the code in reset-password for ten minutes.', Type.String()),
      },
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
  summary: 'Sets a new password by code or ticket; ends all sessions and starts none',
  body: Type.Object(
    {
      ...who,
      code: described(
        'Code that was sent, or the ticket it was exchanged for.',
        Type.String({ maxLength: 100 }),
      ),
      password: described('New password.', password),
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
  osType: described('Operating system, as reported by the browser.', Type.String()),
  deviceType: described('Type of device, as reported by the browser.', Type.String()),
  browser: described('Name of the browser.', Type.String()),
  ipAddress: described('IP address of the client.', Type.String()),
  countryCode: described(
    "ISO 3166 code of the IP address's country; null if it has none (private networks).",
    Type.Union([Type.String(), Type.Null()]),
  ),
};

export const SessionRow = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    ...visit,
    createdAtDateTime: described('Time of the log-in.', Timestamp),
    lastSeenDateTime: described("Time of the session's last request.", Timestamp),
    remember: described('Whether the session lasts 30 days instead of 24 hours.', Type.Boolean()),
    current: described('Whether this is the session of the caller.', Type.Boolean()),
  },
  open,
);
export type SessionRow = Static<typeof SessionRow>;

export const sessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'user',
  rate: 'read',
  summary: 'Returns the active sessions, newest first, at most 50',
  reply: withContent(SessionRow),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  pauses: false,
  access: 'user',
  rate: 'write',
  summary: 'Ends one session immediately',
  params: Type.Object(
    { id: described('Identifier used in other calls.', Type.String({ maxLength: 40 })) },
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
  summary: 'Ends all sessions except this one, and revokes all API keys if requested',
  query: Type.Object(
    { keys: described('Whether the API keys are also revoked.', Type.Optional(Type.Boolean())) },
    open,
  ),
  reply: success({}),
});

export const LoginRecord = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    loginRequestedDateTime: described('Time of the attempt.', Timestamp),
    ...visit,
    isSuccessful: described('Whether the attempt started a session.', Type.Boolean()),
  },
  open,
);
export type LoginRecord = Static<typeof LoginRecord>;

export const loginHistory = endpoint({
  method: 'GET',
  path: '/users/login-history',
  access: 'user',
  rate: 'read',
  summary: 'Returns successful and failed log-ins, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(LoginRecord),
});

// ── Change of email or mobile ──────────────────────────────────────────────────────────────────

export const ContactPrompt = Type.Object(
  {
    starTwoStepAuthentication: described('Masked destination of the code.', Type.String()),
    expiresIn: described('Seconds until the code expires.', Type.Integer()),
    codeLength: described('Number of digits of the code: 6.', Type.Integer()),
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
  summary: 'Sends a code to the new email address; verified users must also pass the current address',
  body: Type.Object(
    {
      oldEmail: described('Current email address; required for verified users.', Type.Optional(address)),
      newEmail: described('New email address, which the code is sent to.', address),
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
  summary: 'Sends a code to the new mobile number, which is ten digits, with or without the country prefix',
  body: Type.Object(
    {
      oldMobileNumber: described('Current mobile number; required for verified users.', Type.Optional(phone)),
      newMobileNumber: described('New mobile number, which the code is sent to.', phone),
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
  summary: 'Sends another code to the new email address',
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'TOO_MANY_REQUESTS'],
});

export const resendMobileOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/resend-mobile-otp',
  feature: null,
  summary: 'Sends another code to the new mobile number',
  languages: LANGUAGES,
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const ContactCode = Type.Object({ otp: described('Code that was sent.', code) }, open);

export const changeEmailOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-email-otp',
  provedFor: 'EMAIL',
  setting: true,
  feature: null,
  summary:
    'Changes the email address by the code sent to the new one; notifies both addresses and ends the other sessions',
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
  summary:
    'Changes the mobile number by the code sent to the new one; notifies both numbers and ends the other sessions',
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
  summary:
    "Freezes the account of a notice's link: stops withdrawals, ends sessions and leaves settings unchanged",
  body: Type.Object(
    { token: described("Part of the notice's link after the #.", Type.String({ maxLength: 100 })) },
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
  summary: "Freezes the caller's account: stops withdrawals, ends all sessions and leaves settings unchanged",
  reply: success({}),
});

export const thawOwn = endpoint({
  method: 'POST',
  path: '/users/thaw',
  access: 'user',
  provedFor: 'THAW',
  rate: 'code',
  feature: null,
  summary:
    'Lifts a freeze by the owner, with effect one day later; without a code, sends one if it is required',
  body: Type.Object(
    {
      code: described(
        "Code sent to the user's mailbox; not required if the mailbox is the second factor.",
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
          'Time at which the freeze ends; null while the code is still required.',
          Type.Union([Timestamp, Type.Null()]),
        ),
        starTwoStepAuthentication: described('Masked destination of the code.', Type.String()),
        expiresIn: described('Seconds until the code expires.', Type.Integer()),
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
  summary: "Locks the account's security settings for 1 to 90 days; the lock can't be lifted earlier",
  body: Type.Object(
    {
      days: described(
        'Number of days for which the security settings are locked.',
        Type.Integer({ minimum: 1, maximum: 90 }),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      { lockedUntilDateTime: described('Time until which the security settings are locked.', Timestamp) },
      open,
    ),
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
  summary:
    "Sets the phrase that begins each email to this user, by which they recognise it as the exchange's",
  body: Type.Object(
    {
      phrase: described(
        'Phrase of 4 to 60 characters in one line; null removes it.',
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
  summary: 'Returns the log-in options of this server',
  reply: withBase(
    Type.Object(
      {
        google: described('Whether users can log in with Google.', Type.Boolean()),
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
  summary: 'Redirects the browser to Google',
  query: Type.Object(
    {
      referralCode: described('Referral code of the inviter.', Type.Optional(Type.String({ maxLength: 40 }))),
      lang: described('Language of the pages that the user returns to.', Type.Optional(Type.Enum(LANGUAGES))),
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
  summary: 'Handles the return from Google; redirects to /fromgoogle#ticket=… or /fromgoogle#error=…',
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
  summary: 'Exchanges the ticket of /fromgoogle for the second step of logging in',
  body: Type.Object(
    {
      ticket: described('Ticket from the URL of /fromgoogle.', Type.String({ maxLength: 100 })),
      password: described(
        'Password of the existing account with this email address; links Google to it.',
        Type.Optional(password),
      ),
      ...device,
    },
    open,
  ),
  languages: LANGUAGES,
  reply: success({
    baseDTO: described(
      'Next step.',
      Type.Object(
        {
          next: described(
            'Next step. CODE: continue with check-otp-code. PASSWORD: first send the password of the account with this email address.',
            Type.Enum(['CODE', 'PASSWORD']),
          ),
          email: described('Email address that Google verified.', Type.String()),
          prompt: described('Destination of the code, if `next` is CODE.', Type.Optional(TwoStepPrompt)),
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
