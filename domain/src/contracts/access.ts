/** Security of an account after sign-up: two-step methods, passwords, sessions, contact data, Google. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES, STEP_UP_CHANGES } from './endpoint.ts';
import {
  described,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';
import { CODE_CHANNELS, challenge, device, TWO_STEP_METHODS, TwoStepPrompt } from './identity.ts';
import { PasskeyAssertion } from './passkeys.ts';

const address = Type.String({ maxLength: 254 });
const phone = Type.String({ maxLength: 20 });
const code = Type.String({ maxLength: 20 });
const password = Type.String({ maxLength: 1024 });
const method = Type.Enum(TWO_STEP_METHODS);

const change = optional(
  'Only change that the session is confirmed for, within ten minutes; if omitted, the session is confirmed in general.',
  Type.Enum(STEP_UP_CHANGES),
);

// ── Confirming a session ────────────────────────────────────────────────────────────────────────

export const sendStepUpCode = endpoint('POST', '/users/step-up/send-code', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'code',
  summary: 'Sends a code for confirming this session; users of an authenticator need none',
  body: object({ change }),
  languages: LANGUAGES,
  reply: itemReply({
    ...TwoStepPrompt.properties,
    passwordNeeded: flag(
      'Whether the password is also required; false for users who signed up with Google and set no password, and for PASSWORD, whose request contains it.',
    ),
  }),
  errors: ['SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const stepUp = endpoint('POST', '/users/step-up', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'code',
  summary:
    'Confirms this session with the password and second factor; returns the token that replaces the current one',
  body: object({
    password: optional('Password of the account, if it has one.', password),
    code: optional(
      'Code that was sent or that the authenticator app displays; omitted with a passkey.',
      code,
    ),
    passkey: optional(
      "Passkey's response to `POST /users/step-up/passkey`, instead of the code.",
      PasskeyAssertion,
    ),
    change,
  }),
  reply: success({
    token: text('Bearer token that replaces the one used for this request.'),
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

export const sendVerificationCode = endpoint('POST', '/users/send-verification-code', {
  access: 'user',
  provedFor: 'TWO_STEP',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'Starts changing the two-step method by proving that the new one works',
  query: object({ twoStepAuthorization: described('Two-step method to set up.', method) }),
  languages: LANGUAGES,
  reply: itemReply({
    ...TwoStepPrompt.properties,
    file: optional('QR code of the authenticator, as PNG in base64 without a prefix.', Type.String()),
    qrCodeLink: optional('URI of the authenticator, beginning with otpauth://.', Type.String()),
    secret: optional('Same seed, for manual entry.', Type.String()),
  }),
  errors: ['MOBILE_NUMBER_NOT_FOUND', 'SMS_OTP_UNAVAILABLE', 'SAME_VALUE', 'TOO_MANY_REQUESTS'],
});

export const completeTwoStepChange = endpoint('POST', '/users/change-otp', {
  access: 'user',
  provedFor: 'TWO_STEP',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'Completes changing the two-step method with a code of the new one; ends the other sessions',
  query: object({
    twoStepAuthorization: described('Two-step method to set up.', method),
    code: described('Code that was sent or that the authenticator app displays.', code),
  }),
  reply: itemReply({
    twoStepAuthenticationType: described('Two-step method that is in effect from now on.', method),
    recoveryCodes: optional(
      'Recovery codes of an authenticator, returned only once.',
      Type.Array(Type.String()),
    ),
    withdrawalHoldUntil: time(
      'Time until which withdrawals of the account are held; null if there is no hold.',
    ),
  }),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const recoveryCodes = endpoint('GET', '/users/recovery-codes', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the number of unused recovery codes',
  reply: itemReply({ remaining: integer('Number of unused recovery codes.') }),
});

export const renewRecoveryCodes = endpoint('POST', '/users/recovery-codes', {
  access: 'user',
  provedFor: 'RECOVERY_CODES',
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Creates new recovery codes, which replace all earlier ones and are returned only once',
  reply: success({ content: list('New recovery codes.', Type.String()) }),
});

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────

export const changePassword = endpoint('POST', '/users/change-password', {
  access: 'user',
  provedFor: 'PASSWORD',
  setting: true,
  rate: 'code',
  feature: null,
  summary: 'Changes the password; message "password changed successfully"; ends the other sessions',
  body: object({
    oldPassword: described('Current password.', password),
    password: described('New password.', password),
  }),
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
  email: optional('Email address of the account.', address),
  mobileNumber: optional('Mobile number of the account.', phone),
  username: optional('Email address, under the field name used by older clients.', address),
};

export const sendPasswordResetCode = endpoint('POST', '/users/forget-password', {
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary:
    'Sends a code for setting a new password; message "code sent successfully.", also for an unknown address',
  body: object({
    ...who,
    authenticationType: optional(
      'Channel that the code is sent by; EMAIL if omitted.',
      Type.Enum(CODE_CHANNELS),
    ),
  }),
  languages: LANGUAGES,
  reply: itemReply(TwoStepPrompt),
  errors: ['Invalid Email', 'TOO_MANY_REQUESTS'],
});

export const checkResetCode = endpoint('POST', '/users/forget-password/check', {
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary:
    'Consumes the code and returns a ticket, valid for ten minutes, that reset-password accepts as its code',
  body: object({
    ...who,
    code: described('Code that was sent or that the authenticator app displays.', code),
    challenge,
  }),
  reply: itemReply({
    ticket: text('Ticket that replaces the code in reset-password for ten minutes.'),
  }),
  errors: ['Incorrect OTP', 'Code Expired', 'CHALLENGE_REFUSED', 'TOO_MANY_REQUESTS'],
});

export const resetPassword = endpoint('POST', '/users/reset-password', {
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  feature: null,
  summary: 'Sets a new password by code or ticket; ends all sessions and starts none',
  body: object({
    ...who,
    code: text('Code that was sent, or the ticket it was exchanged for.', { maxLength: 100 }),
    password: described('New password.', password),
    challenge,
  }),
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
  osType: text('Operating system, as reported by the browser.'),
  deviceType: text('Type of device, as reported by the browser.'),
  browser: text('Name of the browser.'),
  ipAddress: text('IP address of the client.'),
  countryCode: nullable(
    "ISO 3166 code of the IP address's country; null if it has none (private networks).",
    Type.String(),
  ),
};

export const SessionRow = object({
  id: text('Identifier used in other calls.'),
  ...visit,
  createdAtDateTime: time('Time of the log-in.'),
  lastSeenDateTime: time("Time of the session's last request."),
  remember: flag('Whether the session lasts 30 days instead of 24 hours.'),
  current: flag('Whether this is the session of the caller.'),
});
export type SessionRow = Static<typeof SessionRow>;

export const sessions = endpoint('GET', '/users/sessions', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the active sessions, newest first, at most 50',
  reply: listReply(SessionRow),
});

export const endSession = endpoint('DELETE', '/users/sessions/:id', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'write',
  summary: 'Ends one session immediately',
  params: object({ id: text('Identifier used in other calls.', { maxLength: 40 }) }),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const endSessions = endpoint('DELETE', '/users/sessions', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'write',
  summary: 'Ends all sessions except this one, and revokes all API keys if requested',
  query: object({ keys: optional('Whether the API keys are also revoked.', Type.Boolean()) }),
  reply: success({}),
});

export const LoginRecord = object({
  id: text('Identifier used in other calls.'),
  loginRequestedDateTime: time('Time of the attempt.'),
  ...visit,
  isSuccessful: flag('Whether the attempt started a session.'),
});
export type LoginRecord = Static<typeof LoginRecord>;

export const loginHistory = endpoint('GET', '/users/login-history', {
  access: 'user',
  rate: 'read',
  summary: 'Returns successful and failed log-ins, newest first',
  query: object(pageQuery),
  reply: listReply(LoginRecord),
});

// ── Change of email or mobile ──────────────────────────────────────────────────────────────────

export const ContactPrompt = object({
  starTwoStepAuthentication: text('Masked destination of the code.'),
  expiresIn: integer('Seconds until the code expires.'),
  codeLength: integer('Number of digits of the code: 6.'),
});

const contact = { access: 'user', rate: 'code' } as const;
const CONTACT_ERRORS = ['CONFLICT', 'SAME_VALUE', 'TOO_MANY_REQUESTS'] as const;

export const changeEmail = endpoint('POST', '/users/change-email', {
  ...contact,
  provedFor: 'EMAIL',
  setting: true,
  feature: null,
  summary: 'Sends a code to the new email address; verified users must also pass the current address',
  body: object({
    oldEmail: optional('Current email address; required for verified users.', address),
    newEmail: described('New email address, which the code is sent to.', address),
  }),
  languages: LANGUAGES,
  reply: itemReply(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Email'],
});

export const changeMobile = endpoint('POST', '/users/change-mobile', {
  ...contact,
  provedFor: 'MOBILE',
  setting: true,
  feature: null,
  summary: 'Sends a code to the new mobile number, which is ten digits, with or without the country prefix',
  body: object({
    oldMobileNumber: optional('Current mobile number; required for verified users.', phone),
    newMobileNumber: described('New mobile number, which the code is sent to.', phone),
  }),
  languages: LANGUAGES,
  reply: itemReply(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Phone Number', 'COUNTRY_PREFIX_MISMATCH', 'SMS_OTP_UNAVAILABLE'],
});

export const resendEmailOtp = endpoint('POST', '/users/resend-email-otp', {
  ...contact,
  feature: null,
  summary: 'Sends another code to the new email address',
  languages: LANGUAGES,
  reply: itemReply(ContactPrompt),
  errors: ['Code Expired', 'TOO_MANY_REQUESTS'],
});

export const resendMobileOtp = endpoint('POST', '/users/resend-mobile-otp', {
  ...contact,
  feature: null,
  summary: 'Sends another code to the new mobile number',
  languages: LANGUAGES,
  reply: itemReply(ContactPrompt),
  errors: ['Code Expired', 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const ContactCode = object({ otp: described('Code that was sent.', code) });

export const completeEmailChange = endpoint('POST', '/users/change-email-otp', {
  ...contact,
  provedFor: 'EMAIL',
  setting: true,
  feature: null,
  summary:
    'Changes the email address by the code sent to the new one; notifies both addresses and ends the other sessions',
  body: ContactCode,
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const completeMobileChange = endpoint('POST', '/users/change-mobile-otp', {
  ...contact,
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

export const freezeByLink = endpoint('POST', '/users/freeze/link', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'code',
  summary:
    "Freezes the account of a notice's link: stops withdrawals, ends sessions and leaves settings unchanged",
  body: object({ token: text("Part of the notice's link after the #.", { maxLength: 100 }) }),
  reply: success({}),
  errors: ['NOT_FOUND', 'Code Expired'],
});

export const freezeOwnAccount = endpoint('POST', '/users/freeze', {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'write',
  summary: "Freezes the caller's account: stops withdrawals, ends all sessions and leaves settings unchanged",
  reply: success({}),
});

export const thawOwnAccount = endpoint('POST', '/users/thaw', {
  access: 'user',
  provedFor: 'THAW',
  rate: 'code',
  feature: null,
  summary:
    'Lifts a freeze by the owner, with effect one day later; without a code, sends one if it is required',
  body: object({
    code: optional(
      "Code sent to the user's mailbox; not required if the mailbox is the second factor.",
      code,
    ),
  }),
  languages: LANGUAGES,
  reply: itemReply({
    thawsAtDateTime: nullable(
      'Time at which the freeze ends; null while the code is still required.',
      Timestamp,
    ),
    starTwoStepAuthentication: text('Masked destination of the code.'),
    expiresIn: integer('Seconds until the code expires.'),
  }),
  errors: ['FORBIDDEN', 'CONFLICT', 'Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

// ── Locking the settings ────────────────────────────────────────────────────────────────────────

export const lockSettings = endpoint('POST', '/users/lock-settings', {
  access: 'user',
  provedFor: 'SETTINGS_LOCK',
  setting: true,
  rate: 'write',
  feature: null,
  summary: "Locks the account's security settings for 1 to 90 days; the lock can't be lifted earlier",
  body: object({
    days: integer('Number of days for which the security settings are locked.', { minimum: 1, maximum: 90 }),
  }),
  reply: itemReply({ lockedUntilDateTime: time('Time until which the security settings are locked.') }),
});

// ── Anti-phishing phrase in e-mails ─────────────────────────────────────────────────────────────

export const saveMailPhrase = endpoint('PUT', '/users/mail-phrase', {
  access: 'user',
  provedFor: 'MAIL_PHRASE',
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    "Sets the phrase that begins each email to this user, by which they recognise it as the exchange's",
  body: object({
    phrase: nullable(
      'Phrase of 4 to 60 characters in one line; null removes it.',
      Type.String({ maxLength: 200 }),
    ),
  }),
  reply: success({}),
});

// ── Google ──────────────────────────────────────────────────────────────────────────────────────

export const signInOptions = endpoint('GET', '/users/sign-in-options', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the log-in options of this server',
  reply: itemReply({
    google: flag('Whether users can log in with Google.'),
    sms: flag('Whether codes can be sent by SMS.'),
  }),
});

export const beginGoogleSignIn = endpoint('GET', '/users/google-sso', {
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'Redirects the browser to Google',
  query: object({
    referralCode: optional('Referral code of the inviter.', Type.String({ maxLength: 40 })),
    lang: optional('Language of the pages that the user returns to.', Type.Enum(LANGUAGES)),
  }),
  languages: LANGUAGES,
  redirects: 302,
  reply: Type.Unknown(),
  errors: ['GOOGLE_FAILURE'],
});

export const handleGoogleReturn = endpoint('GET', '/users/google-sso/return', {
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'Handles the return from Google; redirects to /fromgoogle#ticket=… or /fromgoogle#error=…',
  openQuery: true,
  redirects: 302,
  reply: Type.Unknown(),
});

export const completeGoogleSignIn = endpoint('POST', '/users/google-sso/complete', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  feature: ['SIGN_UP'],
  summary: 'Exchanges the ticket of /fromgoogle for the second step of logging in',
  body: object({
    ticket: text('Ticket from the URL of /fromgoogle.', { maxLength: 100 }),
    password: optional(
      'Password of the existing account with this email address; links Google to it.',
      password,
    ),
    ...device,
  }),
  languages: LANGUAGES,
  reply: success({
    baseDTO: described('Next step.', {
      next: oneOf(
        'Next step. CODE: continue with check-otp-code. PASSWORD: first send the password of the account with this email address.',
        ['CODE', 'PASSWORD'],
      ),
      email: text('Email address that Google verified.'),
      prompt: optional('Destination of the code, if `next` is CODE.', TwoStepPrompt),
    }),
  }),
  errors: [
    'GOOGLE_FAILURE',
    'Invalid Username Or Password',
    'You Are Not Allowed To Login!',
    'TOO_MANY_REQUESTS',
  ],
});
