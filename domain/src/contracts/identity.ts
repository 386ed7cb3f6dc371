import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint, LANGUAGES } from './endpoint.ts';
import { described, ignored, integer, object, oneOf, optional, success, text } from './fields.ts';

export const AUTHENTICATION_TYPES = [
  'UNAUTHORIZED',
  'UNIDENTIFIED',
  'NOT_COMPLETE',
  'PENDING',
  'AUTHORIZED',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
] as const;
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

export const TWO_STEP_METHODS = ['EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR'] as const;
export type TwoStepMethod = (typeof TWO_STEP_METHODS)[number];

export const CODE_CHANNELS = ['EMAIL', 'SMS'] as const;

/** Device as described by the browser; stored in the login history, never trusted. */
export const device = {
  osType: optional(
    'Operating system of the client; stored for the log-in history, never trusted.',
    Type.String({ maxLength: 40 }),
  ),
  deviceType: optional(
    "Type of the client's device; stored for the log-in history, never trusted.",
    Type.String({ maxLength: 40 }),
  ),
  browser: optional(
    'Name of the browser; stored for the log-in history, never trusted.',
    Type.String({ maxLength: 40 }),
  ),
};
const email = Type.String({ maxLength: 254 });
const password = Type.String({ maxLength: 1024 });

export const TwoStepPrompt = object({
  starTwoStepAuthentication: text(
    'Masked destination of the code: d***@sarraf.test, +98912***6789; empty for an authenticator.',
  ),
  twoStepAuthenticationType: oneOf(
    'Channel that the code was sent by, or the authenticator app.',
    TWO_STEP_METHODS,
  ),
  expiresIn: integer('Seconds until the code expires; for an authenticator, until the step expires.'),
  passkey: optional(
    'Whether the user has a passkey, which can replace the code; disclosed to a client that knows only the password.',
    Type.Literal(true),
  ),
  challenge: optional(
    'Challenge of the first step of logging in, signing up or setting a new password. In the next step it proves, instead of the cookie, that both requests come from the same program. A new one for each step; valid while the step is pending.',
    Type.String(),
  ),
});
export type TwoStepPrompt = Static<typeof TwoStepPrompt>;

/** Sent with a later step instead of the cookie. */
export const challenge = optional(
  '`challenge` from the reply to the first step, for programs without cookies. Without both it and the cookie, only steps started from the same network without a cookie are searched for a code, and no code is sent again.',
  Type.String({ maxLength: 100 }),
);

export const SignedInOrPrompted = success({
  token: optional('Bearer token, if no code is required.', Type.String()),
  baseDTO: optional('Destination of the code.', TwoStepPrompt),
});

export const register = endpoint('POST', '/users/register', {
  access: 'public',
  rate: 'login',
  feature: 'SIGN_UP',
  summary: 'Signs up a user and sends a code to the email address',
  body: object({
    email: described('Email address of the new account, which the code is sent to.', email),
    password: described(
      'Password of the new account: at least eight characters, with lower-case and capital letters and digits.',
      password,
    ),
    ...device,
    referralCode: optional('Referral code of the inviter.', Type.String({ maxLength: 40 })),
    authenticationType: optional('Channel that the code is sent by.', Type.Literal('EMAIL')),
  }),
  languages: LANGUAGES,
  reply: SignedInOrPrompted,
  errors: ['Invalid Email', 'WEAK_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

export const login = endpoint('POST', '/users/login', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'Starts a log-in; the next step requires a code',
  body: object({
    email: described('Email address.', email),
    password: described('Password of the account.', password),
    ...device,
    referralCode: optional('Accepted; only has an effect at sign-up.', Type.String({ maxLength: 40 })),
  }),
  languages: LANGUAGES,
  reply: SignedInOrPrompted,
  errors: ['Invalid Username Or Password', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const checkOtpCode = endpoint('POST', '/users/check-otp-code', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  summary: 'Completes a log-in or sign-up; returns the token',
  body: object({
    code: text('Code that was sent or that the authenticator app displays.', { maxLength: 20 }),
    email: optional('Email address from the first step.', email),
    mobileNumber: optional('Mobile number of the account.', Type.String({ maxLength: 20 })),
    mobile: ignored('the code was sent by email'),
    username: optional('Email address, under the field name used by older clients.', email),
    challenge,
    remember: optional('Whether the session lasts 30 days instead of 24 hours.', Type.Boolean()),
    ...device,
  }),
  languages: LANGUAGES,
  reply: success({ token: text('Bearer token of the new session.') }),
  errors: [
    'Incorrect OTP',
    'Code Expired',
    'CHALLENGE_REFUSED',
    'You Are Not Allowed To Login!',
    'TOO_MANY_REQUESTS',
  ],
});

export const resendOtpCode = endpoint('POST', '/users/resend-otp-code', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'code',
  summary: 'Sends a new code for a pending step',
  query: object({ email: optional('Email address from the first step.', email) }),
  body: object({
    username: optional('Email address, under the field name used by older clients.', email),
    challenge,
  }),
  languages: LANGUAGES,
  reply: success({ baseDTO: optional('Destination of the code.', TwoStepPrompt) }),
  errors: ['CHALLENGE_REFUSED', 'TOO_MANY_REQUESTS'],
});

const logoutTerms = {
  refusedInMaintenance: false,
  access: 'user',
  rate: 'write',
  reply: success({}),
} as const;

export const logout = endpoint('POST', '/users/logout', {
  ...logoutTerms,
  summary: 'Ends this session immediately',
});
export const logoutGet = endpoint('GET', '/users/logout', {
  ...logoutTerms,
  summary: 'Same as the POST; also requires the header',
});

export const AccountLevel = object({
  userAccountLevel: oneOf('Level that determines fees and limits.', USER_LEVELS),
  tradeAmount: text('Minimum trade volume of three months for the level, in Toman.'),
  wagePercent: text('Fee on Toman markets, in percent of the quote amount.'),
  wagePercentTether: text('Fee on Tether markets, in percent of the quote amount.'),
});
export type AccountLevel = Static<typeof AccountLevel>;

export const accountLevels = endpoint('GET', '/users/account-levels', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the fee tiers, lowest first',
  reply: Type.Array(AccountLevel),
});
