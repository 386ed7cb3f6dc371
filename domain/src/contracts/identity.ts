import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint, ignored, open, success } from './endpoint.ts';

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

/** What the browser says of itself; kept for the login history, never trusted. */
export const device = {
  osType: Type.Optional(Type.String({ maxLength: 40 })),
  deviceType: Type.Optional(Type.String({ maxLength: 40 })),
  browser: Type.Optional(Type.String({ maxLength: 40 })),
};
const email = Type.String({ maxLength: 254 });
const password = Type.String({ maxLength: 1024 });

export const TwoStepPrompt = Type.Object(
  {
    /** Where the code went, masked: d***@sarraf.test, +98912***6789; empty for an authenticator. */
    starTwoStepAuthentication: Type.String(),
    twoStepAuthenticationType: Type.Enum(TWO_STEP_METHODS),
    /** Seconds until the code ends; for an authenticator, until the step does. */
    expiresIn: Type.Integer(),
  },
  open,
);
export type TwoStepPrompt = Static<typeof TwoStepPrompt>;

const signedInOrPrompted = success({
  token: Type.Optional(Type.String()),
  baseDTO: Type.Optional(TwoStepPrompt),
});

export const register = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'public',
  rate: 'login',
  summary: 'Sign up; a code goes to the e-mail',
  body: Type.Object(
    {
      email,
      password,
      ...device,
      referralCode: Type.Optional(Type.String({ maxLength: 40 })),
      authenticationType: Type.Optional(Type.Literal('EMAIL')),
    },
    open,
  ),
  reply: signedInOrPrompted,
  errors: ['Invalid Email', 'WEAK_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

export const login = endpoint({
  method: 'POST',
  path: '/users/login',
  access: 'public',
  rate: 'login',
  summary: 'First step of signing in; a code is asked for next',
  body: Type.Object(
    { email, password, ...device, referralCode: Type.Optional(Type.String({ maxLength: 40 })) },
    open,
  ),
  reply: signedInOrPrompted,
  errors: ['Invalid Username Or Password', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const checkOtpCode = endpoint({
  method: 'POST',
  path: '/users/check-otp-code',
  access: 'public',
  rate: 'code',
  summary: 'Second step of signing in or up; answers the token',
  body: Type.Object(
    {
      code: Type.String({ maxLength: 20 }),
      email: Type.Optional(email),
      mobileNumber: Type.Optional(Type.String({ maxLength: 20 })),
      mobile: ignored('the code was sent by e-mail'),
      username: Type.Optional(email),
      /** Keeps the session for 30 days instead of 24 hours. */
      remember: Type.Optional(Type.Boolean()),
      ...device,
    },
    open,
  ),
  reply: success({ token: Type.String() }),
  errors: ['Incorrect OTP', 'Code Expired', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const resendOtpCode = endpoint({
  method: 'POST',
  path: '/users/resend-otp-code',
  access: 'public',
  rate: 'code',
  summary: 'A new code for the step that waits for one',
  query: Type.Object({ email: Type.Optional(email) }, open),
  body: Type.Object({ username: Type.Optional(email) }, open),
  reply: success({ baseDTO: Type.Optional(TwoStepPrompt) }),
  errors: ['TOO_MANY_REQUESTS'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout',
  access: 'user',
  rate: 'write',
  summary: 'Ends this session at once',
  reply: success({}),
});
export const logoutGet = endpoint({
  ...logout,
  method: 'GET',
  summary: 'Twin of the POST (needs the header too)',
});

export const AccountLevel = Type.Object(
  {
    userAccountLevel: Type.Enum(USER_LEVELS),
    /** Toman of three-month volume from which the level holds. */
    tradeAmount: Type.String(),
    wagePercent: Type.String(),
    wagePercentTether: Type.String(),
  },
  open,
);
export type AccountLevel = Static<typeof AccountLevel>;

export const accountLevels = endpoint({
  method: 'GET',
  path: '/users/account-levels',
  access: 'public',
  rate: 'read',
  summary: 'Fee tiers, lowest first',
  reply: Type.Array(AccountLevel),
});
