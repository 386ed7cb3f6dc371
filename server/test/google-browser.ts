/** A browser that signs in with Google, on the pages of Sarraf and of the provider. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { IdentityFixture } from './identity.ts';
import type { OpenIdProvider, ProviderPerson } from './openid-provider.ts';

const SITE_URL = 'https://sarraf.test';
export const RETURN_URL = `${SITE_URL}/api/users/google-sso/return`;
export const FAILED_URL = `${SITE_URL}/fromgoogle#error=GOOGLE_FAILURE`;

export function createGoogleBrowser(context: IdentityFixture, provider: OpenIdProvider) {
  async function request(path: string, cookie?: string) {
    const answer = await context.http.app.inject({ url: path, ...(cookie && { headers: { cookie } }) });
    return {
      status: answer.statusCode,
      to: answer.headers.location ?? '',
      cookie: answer.headers['set-cookie'],
    };
  }

  /** Starts the redirect to the provider; returns its URL, and the browser's cookies. */
  async function startRedirect(query = '') {
    const { status, to, cookie } = await request(`/api/users/google-sso${query}`);
    expect(status).toBe(302);
    return { url: new URL(to), setCookie: String(cookie), cookie: String(cookie).split(';')[0] as string };
  }

  /** Follows the redirect back in this browser; returns the page where it ends. */
  const followRedirect = async (back: URL, cookie?: string) =>
    (await request(`/api/users/google-sso/return${back.search}`, cookie)).to;

  const extractTicket = (address: string) => address.replace(`${SITE_URL}/fromgoogle#ticket=`, '');

  async function obtainTicket(person: ProviderPerson, query = ''): Promise<string> {
    const { url, cookie } = await startRedirect(query);
    const address = await followRedirect(await provider.visit(url.href, person), cookie);
    expect(address).toMatch(/^https:\/\/sarraf\.test\/fromgoogle#ticket=[\w-]{43}$/);
    return extractTicket(address);
  }

  const completeSignIn = async (ticket: string, password?: string) => {
    const { status, body } = await context.post('/users/google-sso/complete', {
      ticket,
      ...(password !== undefined && { password }),
      browser: 'Firefox',
    });
    return { status, message: body.message, base: body.baseDTO };
  };
  const signInWithGoogle = async (person: ProviderPerson, password?: string) =>
    completeSignIn(await obtainTicket(person), password);

  const findUsersByEmail = async (email: string) =>
    (
      await sql<{ id: string; password_hash: Buffer | null; language: string; inviter_id: string | null }>`
        select id, password_encrypted as password_hash, language, inviter_id from users where email = ${email}`.execute(
        context.db,
      )
    ).rows;
  const listLinks = async (email: string) =>
    (
      await sql<{
        subject: string;
      }>`select subject from external_identities e join users u on u.id = e.user_id
        where u.email = ${email}`.execute(context.db)
    ).rows.map(({ subject }) => subject);

  return {
    go: request,
    leave: startRedirect,
    comeBack: followRedirect,
    ticketIn: extractTicket,
    ticketFor: obtainTicket,
    complete: completeSignIn,
    arrive: signInWithGoogle,
    usersWith: findUsersByEmail,
    linksOf: listLinks,
  };
}
