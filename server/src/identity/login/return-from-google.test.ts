/** Security checklist S14: redirect to Google and back, against a real OpenID Connect provider. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleBrowser, FAILED_URL, RETURN_URL } from '../../../test/google-browser.ts';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';
import {
  type OpenIdProvider,
  type ProviderPerson,
  startOpenIdProvider,
} from '../../../test/openid-provider.ts';
import { createGoogle } from '../../providers/google.ts';
import { newToken } from './tokens.ts';

const MINUTE = 60_000;

let provider: OpenIdProvider;
let context: IdentityFixture;
let browser: ReturnType<typeof createGoogleBrowser>;
let people = 0;
let ann: Required<ProviderPerson>;

beforeAll(async () => {
  provider = await startOpenIdProvider(RETURN_URL);
  context = await createIdentityFixture({ google: createGoogle({ ...provider, fetch }) });
  browser = createGoogleBrowser(context, provider);
});
afterAll(async () => {
  await context.close();
  await provider.stop();
});
beforeEach(() => {
  people += 1;
  ann = { subject: `subject-${people}`, email: `ann${people}@sarraf.test`, emailVerified: true };
});

describe('S14 redirect to Google', () => {
  it('S14: requests a code, with PKCE, state and nonce, and binds it to the browser', async () => {
    const { url, setCookie, cookie } = await browser.leave();
    const parameters = Object.fromEntries(url.searchParams);
    expect(url.origin).toBe(provider.issuer);
    expect(parameters).toEqual({
      client_id: provider.clientId,
      redirect_uri: RETURN_URL,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(cookie).toBe(`sarraf_google_${parameters.state?.slice(0, 8)}=${parameters.state}`);
    expect(setCookie.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=600', 'Path=/api/users/google-sso', 'SameSite=Lax', 'Secure'].sort(),
    );
    const other = (await browser.leave()).url.searchParams;
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(other.get(name)).not.toBe(parameters[name]);
  });

  it('reports which providers this server offers', async () => {
    const { body } = await context.call('GET', '/users/sign-in-options');
    expect(body.baseDTO).toEqual({ google: true, sms: true });
  });
});

describe('S14 return from Google', () => {
  it('S14: is accepted only with the cookie of the browser that left', async () => {
    const { url, cookie } = await browser.leave();
    const stranger = (await browser.leave()).cookie;
    const back = await provider.visit(url.href, ann);
    const [name, state] = cookie.split('=');
    for (const wrong of [
      undefined,
      stranger,
      `${name}=`,
      `${name}=${stranger.split('=')[1]}`,
      `other=${state}`,
    ])
      expect(await browser.comeBack(back, wrong)).toBe(FAILED_URL);
    expect(await browser.comeBack(back, cookie)).toContain('#ticket=');
  });

  it('S14: repeated returns, concurrent or soon after, get one reply, and Google is queried once', async () => {
    const { url, cookie } = await browser.leave();
    const back = await provider.visit(url.href, ann);
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.comeBack(back, cookie)));
    const [first = ''] = answers;
    expect(first).toContain('#ticket=');
    // The provider accepts a code once.
    expect(new Set([...answers, await browser.comeBack(back, cookie)])).toEqual(new Set([first]));
    expect((await browser.complete(browser.ticketIn(first))).status).toBe(200);
    expect(await browser.comeBack(back, cookie)).toBe(FAILED_URL);
  });

  it('S14: refuses a return repeated a minute later, with another code or from another browser', async () => {
    const { url, cookie } = await browser.leave();
    const back = await provider.visit(url.href, ann);
    const first = await browser.comeBack(back, cookie);
    for (const wrong of [undefined, (await browser.leave()).cookie])
      expect(await browser.comeBack(back, wrong)).toBe(FAILED_URL);
    const changed = new URL(back);
    changed.searchParams.set('code', newToken());
    expect(await browser.comeBack(changed, cookie)).toBe(FAILED_URL);
    context.clock.advance(MINUTE);
    expect(await browser.comeBack(back, cookie)).toBe(FAILED_URL);
    // None of that invalidated the ticket.
    expect((await browser.complete(browser.ticketIn(first))).status).toBe(200);
  });

  it('S14: refuses all of several concurrent returns that Google rejects, without delay', async () => {
    const { url, cookie } = await browser.leave();
    const cancelled = await provider.visit(url.href, null);
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.comeBack(cancelled, cookie)));
    expect(answers).toEqual(Array(5).fill(FAILED_URL));
  });

  it('S14: accepts the returns of both attempts started concurrently in one browser', async () => {
    const ways = await Promise.all([browser.leave(), browser.leave()]);
    const cookies = ways.map(({ cookie }) => cookie).join('; ');
    for (const { url } of ways)
      expect(await browser.comeBack(await provider.visit(url.href, ann), cookies)).toContain('#ticket=');
  });

  it('S14: a browser keeps at most a few pending attempts', async () => {
    const ways = await Promise.all(Array.from({ length: 4 }, () => browser.leave()));
    const cookies = ways.map(({ cookie }) => cookie);
    const setCookies = (await browser.go('/api/users/google-sso', cookies.join('; '))).cookie as string[];
    expect(setCookies.map((cookie) => cookie.replace(/; Path.*/, ''))).toEqual([
      ...cookies.map((cookie) => `${cookie.split('=')[0]}=; Max-Age=0`),
      expect.stringMatching(/^sarraf_google_.{8}=[\w-]{43}; Max-Age=600$/),
    ]);
  });

  it('S14: refuses a state that was never issued, another sign-in’s, and a missing one', async () => {
    const { url, cookie } = await browser.leave();
    const other = await browser.leave();
    const back = await provider.visit(url.href, ann);
    const invented = new URL(back);
    invented.searchParams.set('state', newToken());
    const state = invented.searchParams.get('state') as string;
    expect(await browser.comeBack(invented, `sarraf_google_${state.slice(0, 8)}=${state}`)).toBe(FAILED_URL);
    const swapped = new URL(back);
    swapped.searchParams.set('state', other.url.searchParams.get('state') as string);
    expect(await browser.comeBack(swapped, other.cookie)).toBe(FAILED_URL);
    const bare = new URL(back);
    bare.searchParams.delete('state');
    expect(await browser.comeBack(bare, cookie)).toBe(FAILED_URL);
  });

  it('S14: an attempt ends after ten minutes, and when the user cancels', async () => {
    const { url, cookie } = await browser.leave();
    const back = await provider.visit(url.href, ann);
    context.clock.advance(10 * MINUTE);
    expect(await browser.comeBack(back, cookie)).toBe(FAILED_URL);
    const again = await browser.leave();
    const cancelled = await provider.visit(again.url.href, null);
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
    expect(await browser.comeBack(cancelled, again.cookie)).toBe(FAILED_URL);
  });

  it('S14: stores verifier, nonce, address and ticket encrypted only, and deletes the cookie', async () => {
    const { url, cookie } = await browser.leave();
    const back = await provider.visit(url.href, ann);
    const answer = await browser.go(`/api/users/google-sso/return${back.search}`, cookie);
    expect(String(answer.cookie)).toMatch(/^sarraf_google_.{8}=[\w-]{43}; Max-Age=60;/);
    const { rows } = await sql<{ text: string }>`select e::text as text from external_sign_ins e`.execute(
      context.db,
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [
      ann.email,
      ann.subject,
      browser.ticketIn(answer.to),
      url.searchParams.get('nonce') ?? '',
    ]) {
      expect(secret).not.toBe('');
      expect(rows.some(({ text }) => text.includes(secret) || text.includes(hex(secret)))).toBe(false);
    }
  });
});

describe('without Google', () => {
  it('is reported as unavailable, and the browser is sent back to the page', async () => {
    const apart = await createIdentityFixture({ sandbox: false });
    const { body } = await apart.call('GET', '/users/sign-in-options');
    expect(body.baseDTO.google).toBe(false);
    for (const path of ['/api/users/google-sso', '/api/users/google-sso/return?state=x&code=y']) {
      const answer = await apart.http.app.inject({ url: path, headers: { cookie: 'sarraf_google_x=x' } });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, FAILED_URL]);
    }
    const completed = await apart.post('/users/google-sso/complete', { ticket: newToken() });
    expect([completed.status, completed.body.message]).toEqual([400, 'GOOGLE_FAILURE']);
    await apart.close();
  });
});
