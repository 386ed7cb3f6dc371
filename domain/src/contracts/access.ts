/** What protects an account after sign-up: two-step methods, passwords, sessions, contact data, Google. */
import { type Static, Type } from 'typebox';
import {
  CONFIRMED,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
import { device, TWO_STEP_METHODS, TwoStepPrompt } from './identity.ts';

const address = Type.String({ maxLength: 254 });
const phone = Type.String({ maxLength: 20 });
const code = Type.String({ maxLength: 20 });
const password = Type.String({ maxLength: 1024 });
const method = Type.Enum(TWO_STEP_METHODS);

// ── Confirming a session ────────────────────────────────────────────────────────────────────────

export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/users/step-up/send-code',
  access: 'user',
  rate: 'code',
  summary: 'A code for confirming this session; an authenticator needs none sent',
  reply: withBase(Type.Object({ ...TwoStepPrompt.properties, passwordNeeded: Type.Boolean() }, open)),
  errors: ['SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/users/step-up',
  access: 'user',
  rate: 'code',
  summary: 'Confirms this session with password and second factor; answers the token that replaces it',
  body: Type.Object({ password: Type.Optional(password), code }, open),
  reply: success({ token: Type.String() }),
  errors: ['Old Password Is Incorrect', 'Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

// ── Two-step method ─────────────────────────────────────────────────────────────────────────────

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/users/send-verification-code',
  access: 'user',
  confirmedWithin: CONFIRMED,
  rate: 'code',
  summary: 'First step of changing the two-step method: proves that the new one works',
  query: Type.Object({ twoStepAuthorization: method }, open),
  reply: withBase(
    Type.Object(
      {
        ...TwoStepPrompt.properties,
        /** The authenticator's QR code, PNG in base64 without a prefix. */
        file: Type.Optional(Type.String()),
        /** otpauth://… */
        qrCodeLink: Type.Optional(Type.String()),
        /** The same seed for typing. */
        secret: Type.Optional(Type.String()),
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
  confirmedWithin: CONFIRMED,
  rate: 'code',
  summary: 'Second step: the code of the new method; ends the other sessions',
  query: Type.Object({ twoStepAuthorization: method, code }, open),
  reply: withBase(
    Type.Object(
      {
        twoStepAuthenticationType: method,
        /** With an authenticator: shown this once. */
        recoveryCodes: Type.Optional(Type.Array(Type.String())),
        withdrawalHoldUntil: Timestamp,
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
  reply: withBase(Type.Object({ remaining: Type.Integer() }, open)),
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/recovery-codes',
  access: 'user',
  confirmedWithin: CONFIRMED,
  rate: 'write',
  summary: 'New recovery codes in place of all earlier ones, shown this once',
  reply: success({ content: Type.Array(Type.String()) }),
});

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/change-password',
  access: 'user',
  confirmedWithin: CONFIRMED,
  rate: 'code',
  summary: 'Message "password changed successfully"; ends the other sessions',
  body: Type.Object({ oldPassword: password, password }, open),
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
  email: Type.Optional(address),
  mobileNumber: Type.Optional(phone),
  username: Type.Optional(address),
};

export const forgetPassword = endpoint({
  method: 'POST',
  path: '/users/forget-password',
  access: 'public',
  rate: 'code',
  summary: 'Message "code sent successfully.", for an unknown address too',
  body: Type.Object({ ...who, authenticationType: Type.Optional(Type.Enum(['EMAIL', 'SMS'])) }, open),
  reply: withBase(TwoStepPrompt),
  errors: ['Invalid Email', 'TOO_MANY_REQUESTS'],
});

export const checkResetCode = endpoint({
  method: 'POST',
  path: '/users/forget-password/check',
  access: 'public',
  rate: 'code',
  summary: 'Uses the code up and answers a ticket of ten minutes that reset-password takes as its code',
  body: Type.Object({ ...who, code }, open),
  reply: withBase(Type.Object({ ticket: Type.String() }, open)),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/reset-password',
  access: 'public',
  rate: 'code',
  summary: 'New password by code or ticket; ends all sessions, signs nobody in',
  body: Type.Object({ ...who, code: Type.String({ maxLength: 100 }), password }, open),
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'WEAK_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────

const visit = {
  osType: Type.String(),
  deviceType: Type.String(),
  browser: Type.String(),
  ipAddress: Type.String(),
  /** ISO 3166 code of the address's country; null where it has none (private networks). */
  countryCode: Type.Union([Type.String(), Type.Null()]),
};

export const SessionRow = Type.Object(
  {
    id: Type.String(),
    ...visit,
    createdAtDateTime: Timestamp,
    lastSeenDateTime: Timestamp,
    remember: Type.Boolean(),
    current: Type.Boolean(),
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
  access: 'user',
  rate: 'write',
  summary: 'Ends one session at once',
  params: Type.Object({ id: Type.String({ maxLength: 40 }) }, open),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  access: 'user',
  rate: 'write',
  summary: 'Ends all sessions but this one',
  reply: success({}),
});

export const LoginRecord = Type.Object(
  { id: Type.String(), loginRequestedDateTime: Timestamp, ...visit, isSuccessful: Type.Boolean() },
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

// ── Change of e-mail or mobile ──────────────────────────────────────────────────────────────────

const ContactPrompt = Type.Object(
  {
    starTwoStepAuthentication: Type.String(),
    expiresIn: Type.Integer(),
    /** 6. */
    codeLength: Type.Integer(),
  },
  open,
);

const contact = { access: 'user', rate: 'code' } as const;
const CONTACT_ERRORS = ['CONFLICT', 'SAME_VALUE', 'TOO_MANY_REQUESTS'] as const;

export const changeEmail = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-email',
  confirmedWithin: CONFIRMED,
  summary: 'Sends a code to the new address; the old one is asked for once the person is verified',
  body: Type.Object({ oldEmail: Type.Optional(address), newEmail: address }, open),
  reply: withBase(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Email'],
});

export const changeMobile = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-mobile',
  confirmedWithin: CONFIRMED,
  summary: "Sends a code to the new number: ten digits after the country's prefix, or with it",
  body: Type.Object({ oldMobileNumber: Type.Optional(phone), newMobileNumber: phone }, open),
  reply: withBase(ContactPrompt),
  errors: [...CONTACT_ERRORS, 'Invalid Phone Number', 'COUNTRY_PREFIX_MISMATCH', 'SMS_OTP_UNAVAILABLE'],
});

export const resendEmailOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/resend-email-otp',
  summary: 'Another code to the new address',
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'TOO_MANY_REQUESTS'],
});

export const resendMobileOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/resend-mobile-otp',
  summary: 'Another code to the new number',
  reply: withBase(ContactPrompt),
  errors: ['Code Expired', 'SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
});

const otp = Type.Object({ otp: code }, open);

export const changeEmailOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-email-otp',
  confirmedWithin: CONFIRMED,
  summary: 'The code of the new address: changes it, tells both, ends the other sessions',
  body: otp,
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
});

export const changeMobileOtp = endpoint({
  ...contact,
  method: 'POST',
  path: '/users/change-mobile-otp',
  confirmedWithin: CONFIRMED,
  summary: 'The code of the new number: changes it, tells both, ends the other sessions',
  body: otp,
  reply: success({}),
  errors: ['Incorrect OTP', 'Code Expired', 'USER_IDENTITY_DATA', 'TOO_MANY_REQUESTS'],
});

// ── Google ──────────────────────────────────────────────────────────────────────────────────────

export const signInOptions = endpoint({
  method: 'GET',
  path: '/users/sign-in-options',
  access: 'public',
  rate: 'read',
  summary: 'What this server offers',
  reply: withBase(Type.Object({ google: Type.Boolean(), sms: Type.Boolean() }, open)),
});

export const googleSso = endpoint({
  method: 'GET',
  path: '/users/google-sso',
  access: 'public',
  rate: 'login',
  summary: 'Opened by the browser: redirects to Google',
  query: Type.Object(
    {
      referralCode: Type.Optional(Type.String({ maxLength: 40 })),
      lang: Type.Optional(Type.Enum(['fa', 'en'])),
    },
    open,
  ),
  reply: Type.Unknown(),
  errors: ['GOOGLE_FAILURE'],
});

export const googleReturn = endpoint({
  method: 'GET',
  path: '/users/google-sso/return',
  access: 'public',
  rate: 'login',
  summary: 'Where Google sends the browser back; goes on to /fromgoogle#ticket=… or /fromgoogle#error=…',
  openQuery: true,
  reply: Type.Unknown(),
});

export const googleComplete = endpoint({
  method: 'POST',
  path: '/users/google-sso/complete',
  access: 'public',
  rate: 'login',
  summary: 'Turns the ticket of /fromgoogle into the second step of signing in',
  body: Type.Object(
    {
      ticket: Type.String({ maxLength: 100 }),
      /** Of the account that already has this e-mail address: links Google to it. */
      password: Type.Optional(password),
      ...device,
    },
    open,
  ),
  reply: success({
    baseDTO: Type.Object(
      {
        /** CODE: go on to check-otp-code. PASSWORD: send the password of the account of this address first. */
        next: Type.Enum(['CODE', 'PASSWORD']),
        email: Type.String(),
        prompt: Type.Optional(TwoStepPrompt),
      },
      open,
    ),
  }),
  errors: [
    'GOOGLE_FAILURE',
    'Invalid Username Or Password',
    'You Are Not Allowed To Login!',
    'TOO_MANY_REQUESTS',
  ],
});
