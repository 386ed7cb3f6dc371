/** A browser that signs in with Google, on the pages of Sarraf and of the provider. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { IdentityFixture } from './identity.ts';
import type { OpenIdProvider, ProviderPerson } from './openid-provider.ts';

const SITE = 'https://sarraf.test';
export const RETURN = `${SITE}/api/users/google-sso/return`;
export const FAILED = `${SITE}/fromgoogle#error=GOOGLE_FAILURE`;

export function googleBrowser(context: IdentityFixture, provider: OpenIdProvider) {
  async function go(path: string, cookie?: string) {
    const answer = await context.http.app.inject({ url: path, ...(cookie && { headers: { cookie } }) });
    return {
      status: answer.statusCode,
      to: answer.headers.location ?? '',
      cookie: answer.headers['set-cookie'],
    };
  }

  /** Starts the redirect to the provider; returns its URL, and the browser's cookies. */
  async function leave(query = '') {
    const { status, to, cookie } = await go(`/api/users/google-sso${query}`);
    expect(status).toBe(302);
    return { url: new URL(to), setCookie: String(cookie), cookie: String(cookie).split(';')[0] as string };
  }

  /** Follows the redirect back in this browser; returns the page where it ends. */
  const comeBack = async (back: URL, cookie?: string) =>
    (await go(`/api/users/google-sso/return${back.search}`, cookie)).to;

  const ticketIn = (address: string) => address.replace(`${SITE}/fromgoogle#ticket=`, '');

  async function ticketFor(person: ProviderPerson, query = ''): Promise<string> {
    const { url, cookie } = await leave(query);
    const address = await comeBack(await provider.visit(url.href, person), cookie);
    expect(address).toMatch(/^https:\/\/sarraf\.test\/fromgoogle#ticket=[\w-]{43}$/);
    return ticketIn(address);
  }

  const complete = async (ticket: string, password?: string) => {
    const { status, body } = await context.post('/users/google-sso/complete', {
      ticket,
      ...(password !== undefined && { password }),
      browser: 'Firefox',
    });
    return { status, message: body.message, base: body.baseDTO };
  };
  const arrive = async (person: ProviderPerson, password?: string) =>
    complete(await ticketFor(person), password);

  const usersWith = async (email: string) =>
    (
      await sql<{ id: string; password_hash: Buffer | null; language: string; inviter_id: string | null }>`
        select id, password_encrypted as password_hash, language, inviter_id from users where email = ${email}`.execute(
        context.db,
      )
    ).rows;
  const linksOf = async (email: string) =>
    (
      await sql<{
        subject: string;
      }>`select subject from external_identities e join users u on u.id = e.user_id
        where u.email = ${email}`.execute(context.db)
    ).rows.map(({ subject }) => subject);

  return { go, leave, comeBack, ticketIn, ticketFor, complete, arrive, usersWith, linksOf };
}
