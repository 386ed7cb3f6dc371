import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { described, endpoint, ignored, LANGUAGES, open, success } from './endpoint.ts';

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

export const CODE_WAYS = ['EMAIL', 'SMS'] as const;

/** Device as described by the browser; stored in the login history, never trusted. */
export const device = {
  osType: described(
    'Operating system of the client; kept for the login history, never trusted.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
  deviceType: described(
    'Kind of device of the client; kept for the login history, never trusted.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
  browser: described(
    'Name of the browser; kept for the login history, never trusted.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
};
const email = Type.String({ maxLength: 254 });
const password = Type.String({ maxLength: 1024 });

export const TwoStepPrompt = Type.Object(
  {
    starTwoStepAuthentication: described(
      'Where the code went, masked: d***@sarraf.test, +98912***6789; empty for an authenticator.',
      Type.String(),
    ),
    twoStepAuthenticationType: described(
      'How the code was sent, or that an authenticator app has it.',
      Type.Enum(TWO_STEP_METHODS),
    ),
    expiresIn: described(
      'Seconds until the code ends; for an authenticator, until the step does.',
      Type.Integer(),
    ),
    passkey: described(
      'The person has a passkey, which may take the place of the code; said to who knows the password alone.',
      Type.Optional(Type.Literal(true)),
    ),
    challenge: described(
      'Of the first step of signing in, signing up and a new password: shows in the next step, in place of the cookie, that both are the same program’s. Another one each time; it is good as long as the step waits.',
      Type.Optional(Type.String()),
    ),
  },
  open,
);
export type TwoStepPrompt = Static<typeof TwoStepPrompt>;

/** Sent with a later step instead of the cookie. */
export const challenge = described(
  'The `challenge` of the reply that began the step, for programs that keep no cookies. Without it and without the cookie a code is looked for only among the steps that were begun from the same network without a cookie, and none is sent again.',
  Type.Optional(Type.String({ maxLength: 100 })),
);

export const SignedInOrPrompted = success({
  token: described('The bearer token, where no code is asked for.', Type.Optional(Type.String())),
  baseDTO: described('Where the code was sent.', Type.Optional(TwoStepPrompt)),
});

export const register = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'public',
  rate: 'login',
  feature: 'SIGN_UP',
  summary: 'Sign up; a code goes to the email',
  body: Type.Object(
    {
      email: described('The address that the account will have, and the code goes to.', email),
      password: described(
        'Of the new account: at least eight characters, with small and capital letters and digits.',
        password,
      ),
      ...device,
      referralCode: described(
        'Code of the person who invited.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      authenticationType: described('How the code is sent.', Type.Optional(Type.Literal('EMAIL'))),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: SignedInOrPrompted,
  errors: ['Invalid Email', 'WEAK_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

export const login = endpoint({
  method: 'POST',
  path: '/users/login',
  pauses: false,
  access: 'public',
  rate: 'login',
  limitsNetwork: true,
  summary: 'First step of signing in; a code is asked for next',
  body: Type.Object(
    {
      email: described('Email address.', email),
      password: described('Of the account.', password),
      ...device,
      referralCode: described(
        'Accepted; it counts at sign-up alone.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: SignedInOrPrompted,
  errors: ['Invalid Username Or Password', 'You Are Not Allowed To Login!', 'TOO_MANY_REQUESTS'],
});

export const checkOtpCode = endpoint({
  method: 'POST',
  path: '/users/check-otp-code',
  pauses: false,
  access: 'public',
  rate: 'code',
  limitsNetwork: true,
  summary: 'Second step of signing in or up; answers the token',
  body: Type.Object(
    {
      code: described(
        'The code that was sent, or that the authenticator app shows.',
        Type.String({ maxLength: 20 }),
      ),
      email: described('The address of the first step.', Type.Optional(email)),
      mobileNumber: described('Mobile number of the account.', Type.Optional(Type.String({ maxLength: 20 }))),
      mobile: ignored('the code was sent by email'),
      username: described('The email address under its name in older clients.', Type.Optional(email)),
      challenge,
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
  errors: [
    'Incorrect OTP',
    'Code Expired',
    'CHALLENGE_REFUSED',
    'You Are Not Allowed To Login!',
    'TOO_MANY_REQUESTS',
  ],
});

export const resendOtpCode = endpoint({
  method: 'POST',
  path: '/users/resend-otp-code',
  pauses: false,
  access: 'public',
  rate: 'code',
  summary: 'A new code for the step that waits for one',
  query: Type.Object({ email: described('The address of the first step.', Type.Optional(email)) }, open),
  body: Type.Object(
    {
      username: described('The email address under its name in older clients.', Type.Optional(email)),
      challenge,
    },
    open,
  ),
  languages: LANGUAGES,
  reply: success({ baseDTO: described('Where the code was sent.', Type.Optional(TwoStepPrompt)) }),
  errors: ['CHALLENGE_REFUSED', 'TOO_MANY_REQUESTS'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout',
  pauses: false,
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
    userAccountLevel: described('The level that sets fees and limits.', Type.Enum(USER_LEVELS)),
    tradeAmount: described('Toman of three-month volume from which the level holds.', Type.String()),
    wagePercent: described('Fee on Toman markets, percent of the quote amount.', Type.String()),
    wagePercentTether: described('Fee on Tether markets, percent of the quote amount.', Type.String()),
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
