/** A real local OpenID Connect provider in place of Google, and a browser that uses it. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

export interface ProviderPerson {
  subject: string;
  email?: string;
  emailVerified?: boolean;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Follows Sarraf's redirect, signs in there (null: cancels), and returns the URL to which it is redirected back. */
  visit(url: string, person: ProviderPerson | null): Promise<URL>;
  stop(): Promise<void>;
}

const CLIENT_CREDENTIALS = { client_id: 'sarraf-test', client_secret: 'a-secret-of-the-test-client' };

/** On a port of its own, or the given one. */
export async function startOpenIdProvider(redirectUri: string, port = 0): Promise<OpenIdProvider> {
  const people = new Map<string, ProviderPerson>();
  let next: ProviderPerson | null = null;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, providerSettings(redirectUri, people));

  async function handleInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    if (next === null) {
      await provider.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    people.set(next.subject, next);
    const grant = new provider.Grant({ accountId: next.subject, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const grantId = await grant.save();
    const result = { login: { accountId: next.subject }, consent: { grantId } };
    await provider.interactionFinished(request, response, result);
  }

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      handleInteraction(request, response).catch((error) => response.writeHead(500).end(String(error)));
    else provider.callback()(request, response);
  });
  return {
    issuer,
    clientId: CLIENT_CREDENTIALS.client_id,
    clientSecret: CLIENT_CREDENTIALS.client_secret,
    visit(url, person) {
      next = person;
      return followRedirects(url, redirectUri);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TTL = 600;

function providerSettings(redirectUri: string, people: Map<string, ProviderPerson>): Configuration {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return {
    clients: [{ ...CLIENT_CREDENTIALS, redirect_uris: [redirectUri], response_types: ['code'] }],
    jwks: { keys: [{ ...key, kty: 'RSA', alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: TTL,
      AuthorizationCode: TTL,
      Grant: TTL,
      IdToken: TTL,
      Interaction: TTL,
      Session: TTL,
    },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Google includes the e-mail address in the ID token itself.
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: people.get(id)?.email,
        email_verified: people.get(id)?.emailVerified,
      }),
    }),
  };
}

const MAX_STEPS = 10;

/** A browser without history: follows redirects with its cookies until it would leave for `end`. */
async function followRedirects(start: string, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (url.href.startsWith(end)) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`no way on from ${url.pathname}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('redirect loop');
}
