import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../../test/identity.ts';
import { createSandboxGoogle } from './sandbox-google.ts';

const SITE = 'https://sarraf.test';
const FAILED = `${SITE}/fromgoogle#error=GOOGLE_FAILURE`;
let context: IdentityFixture;
beforeAll(async () => {
  const google = createSandboxGoogle(SITE);
  context = await createIdentityFixture({ google, sandboxGoogle: google });
});
afterAll(() => context.close());

/** Visits the sandbox's page; returns its state and the browser's cookie. */
async function leave() {
  const { headers } = await context.http.app.inject({ url: '/api/users/google-sso' });
  const [, state = ''] =
    /^https:\/\/sarraf\.test\/sandbox\/google\/([\w-]{43})$/.exec(headers.location ?? '') ?? [];
  return { state, cookie: String(headers['set-cookie']).split(';')[0] as string };
}

const decide = (state: string, choice: object) => context.post(`/sandbox/google/${state}`, choice);

async function comeBack(address: string, cookie: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const { headers } = await context.http.app.inject({ url: pathname + search, headers: { cookie } });
  return headers.location ?? '';
}

async function arrive(choice: object, password?: string) {
  const { state, cookie } = await leave();
  const { body } = await decide(state, choice);
  const ticket = (await comeBack(body.baseDTO.redirectSite, cookie)).split('#ticket=')[1];
  return (await context.post('/users/google-sso/complete', { ticket, ...(password && { password }) })).body;
}

it("the sandbox's Google logs in the chosen person, always the same one for the same address", async () => {
  const first = await arrive({ email: 'Ann@sarraf.test' });
  expect(first.baseDTO).toMatchObject({ next: 'CODE', email: 'ann@sarraf.test' });
  const { body } = await context.check('ann@sarraf.test', await context.codeFor('ann@sarraf.test'));
  const again = await arrive({ email: 'ann@sarraf.test' });
  expect(again.baseDTO.next).toBe('CODE');
  const second = await context.check('ann@sarraf.test', await context.codeFor('ann@sarraf.test'));
  const ids = await Promise.all(
    [body.token, second.body.token].map(
      async (token) => (await context.identity.authenticate(token))?.userId,
    ),
  );
  expect(ids[0]).toBeDefined();
  expect(ids[1]).toBe(ids[0]);
});

it('a login asks for the password of an account with the address, and refuses an unverified address', async () => {
  await context.signUp('bob@sarraf.test');
  expect((await arrive({ email: 'bob@sarraf.test', emailVerified: false }, PASSWORD)).message).toBe(
    'GOOGLE_FAILURE',
  );
  expect((await arrive({ email: 'bob@sarraf.test' })).baseDTO.next).toBe('PASSWORD');
  expect((await arrive({ email: 'bob@sarraf.test' }, PASSWORD)).baseDTO.next).toBe('CODE');
});

it("a login with the sandbox's Google can be cancelled", async () => {
  const { state, cookie } = await leave();
  const { body } = await decide(state, { email: null });
  expect(body.baseDTO.redirectSite).toContain('error=access_denied');
  expect(await comeBack(body.baseDTO.redirectSite, cookie)).toBe(FAILED);
});

it("the sandbox's Google accepts no other code, and none before a person was chosen", async () => {
  const { state, cookie } = await leave();
  const back = (code: string) => `${SITE}/api/users/google-sso/return?state=${state}&code=${code}`;
  expect(await comeBack(back('null'), cookie)).toBe(FAILED);
  const other = await leave();
  const { body } = await decide(other.state, { email: 'eve@sarraf.test' });
  const altered = `${body.baseDTO.redirectSite}x`;
  expect(await comeBack(altered, other.cookie)).toBe(FAILED);
});

it("the sandbox's Google rejects an unknown state, and drops the oldest of a thousand", async () => {
  expect((await decide('x', { email: 'ann@sarraf.test' })).status).toBe(404);
  expect((await decide('x', {})).status).toBe(400);
  const google = createSandboxGoogle(SITE);
  const attempt = (state: string) => ({ state, nonce: 'n', verifier: 'v', redirectUri: `${SITE}/x` });
  for (let i = 0; i <= 1_000; i += 1) await google.begin(attempt(`state${i}`));
  expect(google.decide('state0', { email: null, emailVerified: true })).toBeNull();
  expect(google.decide('state1', { email: null, emailVerified: true })).not.toBeNull();
});
