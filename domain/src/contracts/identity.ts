import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint, open, success, withBase } from './endpoint.ts';

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
const device = {
  osType: Type.Optional(Type.String({ maxLength: 40 })),
  deviceType: Type.Optional(Type.String({ maxLength: 40 })),
  browser: Type.Optional(Type.String({ maxLength: 40 })),
};
const email = Type.String({ maxLength: 254 });
const password = Type.String({ maxLength: 1024 });

const TwoStepPrompt = Type.Object(
  {
    /** Where the code went, masked: d***@sarraf.test. */
    starTwoStepAuthentication: Type.String(),
    twoStepAuthenticationType: Type.Enum(TWO_STEP_METHODS),
    /** Seconds until the code ends. */
    expiresIn: Type.Integer(),
  },
  open,
);

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
      username: Type.Optional(email),
      /** Keeps the session for 30 days instead of 24 hours. */
      remember: Type.Optional(Type.Boolean()),
      ...device,
    },
    open,
  ),
  reply: success({ token: Type.String() }),
  errors: ['Incorrect OTP', 'Code Expired', 'TOO_MANY_REQUESTS'],
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

export const Account = Type.Object(
  {
    id: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    mobileNumber: Type.String(),
    authorized: Type.Boolean(),
    supervisor: Type.Boolean(),
    authenticationType: Type.Enum(AUTHENTICATION_TYPES),
    twoStepAuthenticationType: Type.Enum(TWO_STEP_METHODS),
    userAccountLevel: Type.Enum(USER_LEVELS),
    /** Toman, three months. */
    totalTradesVolume: Type.String(),
    customerKind: Type.Union([Type.Literal('REAL'), Type.Literal('COMPANY'), Type.Null()]),
    /** Percent of the quote amount on Toman markets. */
    fee: Type.String(),
    /** Percent on Tether markets. */
    feeTether: Type.String(),
    referralCode: Type.String(),
    location: Type.Union([
      Type.Object({ countryName: Type.String(), countryPhoneCode: Type.String() }, open),
      Type.Null(),
    ]),
  },
  open,
);
export type Account = Static<typeof Account>;

export const account = endpoint({
  method: 'GET',
  path: '/users/account',
  access: 'user',
  rate: 'read',
  summary: 'The signed-in person',
  query: Type.Object({ imageNeeded: Type.Optional(Type.Boolean()) }, open),
  reply: withBase(Account),
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

export const verifiedBankAccounts = endpoint({
  method: 'GET',
  path: '/users/verified-bank-accounts',
  access: 'authorized',
  rate: 'read',
  summary: "The person's own verified cards, masked",
  reply: success({
    content: Type.Array(
      Type.Object({ id: Type.String(), cardNumber: Type.String(), bankName: Type.String() }, open),
    ),
  }),
});
