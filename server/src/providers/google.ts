import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { ExternalSignIn } from '../identity/ports.ts';
import type { Fetch } from '../platform/outgoing/connections.ts';

const TIMEOUT_SECONDS = 8;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface GoogleOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  fetch: Fetch;
}

/**
 * Client for Google, or any OpenID Connect provider: authorization code with PKCE (S256), state and nonce. The ID
 * token's signature, issuer, audience, times and nonce are checked by openid-client.
 * Source: https://developers.google.com/identity/openid-connect/openid-connect.
 */
export function createGoogle({ issuer, clientId, clientSecret, fetch }: GoogleOptions): ExternalSignIn {
  const server = new URL(issuer);
  let cachedConfiguration: Promise<Configuration> | null = null;

  /** Reads the provider's metadata once; a failure is retried. */
  function readConfiguration(): Promise<Configuration> {
    cachedConfiguration ??= discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: (url, options) => fetch(url, { ...(options as RequestInit), redirect: 'error' }),
      execute: [
        enableNonRepudiationChecks,
        // A provider on this machine may use http, for testing; any other must use https.
        ...(server.protocol === 'http:' && LOCAL.has(server.hostname) ? [allowInsecureRequests] : []),
      ],
    }).catch((error: unknown) => {
      cachedConfiguration = null;
      throw error;
    });
    return cachedConfiguration;
  }

  return {
    async begin({ state, nonce, verifier, redirectUri }) {
      const url = buildAuthorizationUrl(await readConfiguration(), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async finish({ state, nonce, verifier, redirectUri }, returnParams) {
      const url = new URL(redirectUri);
      url.search = returnParams.toString();
      const tokens = await authorizationCodeGrant(await readConfiguration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('google: no ID token');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof claims.email === 'string' ? claims.email : null,
        emailVerified: claims.email_verified === true,
      };
    },
  };
}
