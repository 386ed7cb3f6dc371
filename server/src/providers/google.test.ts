/** Security checklist S14: the Google adapter, against a real OpenID Connect provider. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILED_URL, RETURN_URL } from '../../test/google-browser.ts';
import { createIdentityFixture } from '../../test/identity.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../test/openid-provider.ts';
import { newToken } from '../identity/login/tokens.ts';
import { createGoogle } from './google.ts';

const ann = { subject: 'subject-of-ann', email: 'ann@sarraf.test', emailVerified: true };

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider(RETURN_URL);
});
afterAll(() => provider.stop());

describe('S14 the OpenID Connect provider', () => {
  const attempt = () => ({
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    redirectUri: RETURN_URL,
  });

  async function returned(google = createGoogle({ ...provider, fetch })) {
    const loginAttempt = attempt();
    const back = await provider.visit(await google.begin(loginAttempt), ann);
    return { google, loginAttempt, params: back.searchParams };
  }

  it('S14: returns issuer, subject and address', async () => {
    const { google, loginAttempt, params } = await returned();
    expect(await google.finish(loginAttempt, params)).toEqual({ issuer: provider.issuer, ...ann });
  });

  it.each(['state', 'nonce', 'verifier'] as const)('S14: is rejected with another %s', async (part) => {
    const { google, loginAttempt, params } = await returned();
    await expect(google.finish({ ...loginAttempt, [part]: newToken() }, params)).rejects.toThrow();
  });

  it('S14: is rejected with another issuer, a used code, or the code of another sign-in', async () => {
    const mixed = await returned();
    mixed.params.set('iss', 'https://accounts.example');
    await expect(mixed.google.finish(mixed.loginAttempt, mixed.params)).rejects.toThrow();
    const { google, loginAttempt, params } = await returned();
    await google.finish(loginAttempt, params);
    await expect(google.finish(loginAttempt, params)).rejects.toThrow();
    const [mine, others] = [await returned(), await returned()];
    mine.params.set('code', others.params.get('code') as string);
    await expect(mine.google.finish(mine.loginAttempt, mine.params)).rejects.toThrow();
  });

  it('S14: returns nothing to a client without the secret', async () => {
    const { loginAttempt, params } = await returned();
    const thief = createGoogle({ ...provider, fetch, clientSecret: 'a guess at the secret' });
    await expect(thief.finish(loginAttempt, params)).rejects.toThrow();
  });

  it('S14: must use https unless it is on this machine', async () => {
    const google = createGoogle({ ...provider, fetch, issuer: 'http://accounts.example' });
    await expect(google.begin(attempt())).rejects.toThrow(/HTTPS/i);
  });

  it('its redirects are not followed', async () => {
    const moved = createServer((_request, response) =>
      response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` }).end(),
    ).listen(0, '127.0.0.1');
    await once(moved, 'listening');
    const issuer = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const loginUrl = createGoogle({ ...provider, issuer, fetch }).begin(attempt());
    await expect(loginUrl).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } });
    moved.closeAllConnections();
    moved.close();
  });

  it('if unreachable, the error is reported, and the next attempt tries again', async () => {
    const later = await startOpenIdProvider(RETURN_URL);
    await later.stop();
    const google = createGoogle({ ...later, fetch });
    await expect(google.begin(attempt())).rejects.toThrow();
    const apart = await createIdentityFixture({ google, sandbox: false });
    const answer = await apart.http.app.inject({ url: '/api/users/google-sso' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, FAILED_URL]);
    await apart.close();
    const back = await startOpenIdProvider(RETURN_URL, Number(new URL(later.issuer).port));
    expect(await google.begin(attempt())).toContain(back.issuer);
    await back.stop();
  });
});
