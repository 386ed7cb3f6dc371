import { type Fetch, ProxyFailure } from '../platform/outgoing/connections.ts';
import type { IdentityProvider, IdentitySubject } from '../verification/ports.ts';
import {
  errorCodeOf,
  type FinnotechReply,
  formatJalaliDay,
  parseFinnotechReply,
  readFinnotechToken,
  readIdentity,
  readOwnership,
  readShahkar,
  type Token,
  textOrNull,
  toLocalMobile,
} from './finnotech-replies.ts';

export interface FinnotechOptions {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** National code of the client's owner; tokens are requested in their name. */
  nationalCode: string;
  /** Registered with Finnotech; the SMS flow only compares it. */
  redirectUri: string;
  now(): number;
  fetch: Fetch;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** Renewed this long before it expires, so that none expires in transit. */
const TOKEN_MARGIN_MS = 5 * 60_000;

const SCOPES = [
  'facility:shahkar:get',
  'facility:cc-nid-verification:get',
  'facility:card-to-iban:get',
  'oak:iban-inquiry:get',
];
const CONSENT_SCOPE = 'facility:sms-nid-verification:get';

/**
 * Client of Finnotech's services, version 2. Source: its documents (finnotech.ir/doc:
 * boomrang-get-clientCredential-token, boomrang-refresh-token, oak-ibanInquiry, facility-cardToIban,
 * facility-sms-nid-verification) and the formats in mahdi13/pyfinnotech@584f11d.
 */
export function createFinnotech(options: FinnotechOptions): IdentityProvider {
  const { clientId, clientSecret, nationalCode, redirectUri, now } = options;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const client = `/v2/clients/${encodeURIComponent(clientId)}`;
  const call = (path: string, init: Call) => request(options, path, init);
  const requestToken = async (body: object): Promise<Token> =>
    readFinnotechToken(await call('/dev/v2/oauth2/token', { authorization: basic, body }), now());
  const token = createTokenCache(now, (refresh) =>
    requestToken(
      refresh === null
        ? { grant_type: 'client_credentials', nid: nationalCode, scopes: SCOPES.join(',') }
        : { grant_type: 'refresh_token', token_type: 'CLIENT-CREDENTIAL', refresh_token: refresh },
    ),
  );

  /** Sends a query; repeats it with a new token if the old one is no longer accepted. */
  async function sendQuery(path: string, query: Record<string, string>): Promise<FinnotechReply> {
    const url = `${path}?${new URLSearchParams(query)}`;
    const firstReply = await call(url, { authorization: `Bearer ${await token.value()}` });
    if (firstReply.status !== 401 && firstReply.status !== 403) return firstReply;
    token.forget();
    return call(url, { authorization: `Bearer ${await token.value()}` });
  }

  const nameParameters = ({ firstName, lastName, birthDay }: IdentitySubject) => ({
    birthDate: formatJalaliDay(birthDay),
    fullName: `${firstName} ${lastName}`,
    firstName,
    lastName,
  });

  return {
    name: 'FINNOTECH',
    async sendConsentCode({ mobile }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: CONSENT_SCOPE,
        mobile: toLocalMobile(mobile),
        state: 'sarraf',
        auth_type: 'SMS',
      });
      const reply = await call(`/dev/v2/oauth2/authorize?${query}`, { authorization: basic });
      const reference = textOrNull(reply.result.trackId);
      if (reply.done && reference && reply.result.smsSent !== false) return { reference };
      return { errorCode: errorCodeOf(reply) };
    },
    async confirmConsent(subject, reference, otp) {
      const body = {
        mobile: toLocalMobile(subject.mobile),
        otp,
        nid: subject.nationalCode,
        trackId: reference,
      };
      const reply = await call('/dev/v2/oauth2/verify/sms', { authorization: basic, body });
      const code = textOrNull(reply.result.code);
      if (!reply.done || code === null) return { errorCode: errorCodeOf(reply) };
      const grant = { grant_type: 'authorization_code', auth_type: 'SMS', code, redirect_uri: redirectUri };
      return { token: (await requestToken(grant)).value };
    },
    async matchMobile({ mobile, nationalCode: code }, trackId) {
      const query = { mobile: toLocalMobile(mobile), nationalCode: code, trackId };
      return readShahkar(await sendQuery(`/facility${client}/shahkar/verify`, query));
    },
    async matchIdentity(subject, trackId, consent) {
      const user = `/facility${client}/users/${encodeURIComponent(subject.nationalCode)}`;
      const query = { ...nameParameters(subject), trackId };
      if (consent === null) return readIdentity(await sendQuery(`${user}/cc/nidVerification`, query));
      const url = `${user}/sms/nidVerification?${new URLSearchParams(query)}`;
      return readIdentity(await call(url, { authorization: `Bearer ${consent}` }));
    },
    async findCardOwner(_subject, card, trackId) {
      return readOwnership(await sendQuery(`/facility${client}/cardToIban`, { card, trackId }));
    },
    async findShebaOwner(_subject, shebaCode, trackId) {
      return readOwnership(await sendQuery(`/oak${client}/ibanInquiry`, { iban: `IR${shebaCode}`, trackId }));
    },
  };
}

/** Holds the client's own token: cached while valid, then refreshed, and requested again if that fails. */
function createTokenCache(now: () => number, requestToken: (refreshToken: string | null) => Promise<Token>) {
  let cachedToken: Promise<Token> | null = null;
  async function renewToken(previousToken: Token | null): Promise<Token> {
    const refresh = previousToken?.refreshToken ?? null;
    if (refresh !== null) {
      try {
        return await requestToken(refresh);
      } catch {
        // It may have been revoked; a new one doesn't need the old one.
      }
    }
    return requestToken(null);
  }
  return {
    async value(): Promise<string> {
      const cachedBefore = cachedToken;
      const previousToken = cachedBefore && (await cachedBefore.catch(() => null));
      if (previousToken && previousToken.endsAt - TOKEN_MARGIN_MS > now()) return previousToken.value;
      // A concurrent caller may have started the renewal already.
      if (cachedToken === cachedBefore) cachedToken = renewToken(previousToken);
      return (await (cachedToken as Promise<Token>)).value;
    },
    forget() {
      cachedToken = null;
    },
  };
}

interface Call {
  authorization: string;
  /** Present: a POST. */
  body?: object;
}

/** Refusals have a 4xx status and the same JSON. Throws on invalid JSON, 5xx and timeouts; without any URL. */
async function request(
  { baseUrl, fetch, timeoutMs = TIMEOUT_MS }: FinnotechOptions,
  path: string,
  { authorization, body }: Call,
): Promise<FinnotechReply> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(baseUrl.replace(/\/$/, '') + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof ProxyFailure) throw error;
    // The URLs contain national codes, and some errors repeat them.
    throw new Error(`finnotech: ${error instanceof Error ? error.name : 'no answer'}`);
  }
  if (response.status >= 500 || response.status === 429)
    throw new Error(`finnotech: status ${response.status}`);
  return parseFinnotechReply(response.status, text);
}
