/** Uses a local server with replies as in Finnotech's documents (test/finnotech.ts). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failedReply, ibanReply, nidReply, TRACK_ID } from '../../test/finnotech.ts';
import type { IdentitySubject } from '../verification/ports.ts';
import { createFinnotech } from './finnotech.ts';

const SUBJECT: IdentitySubject = {
  userId: '018f0000-0000-7000-8000-000000000002',
  firstName: 'سعید',
  lastName: 'غلامی فرد',
  birthDay: '1987-02-14',
  nationalCode: '0067408595',
  mobile: '+989121234567',
};

interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  authorization: string;
  body: unknown;
}
/** `silent`: never replies. */
type Reply = { status?: number; body: unknown; silent?: boolean };

let server: Server;
let baseUrl: string;
let requests: ReceivedRequest[];
let replies: Record<string, (request: ReceivedRequest, times: number) => Reply>;
let clock = 0;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      authorization: request.headers.authorization ?? '',
      body: await bodyOf(request),
    };
    const times = requests.filter(({ path }) => path === call.path).length;
    requests.push(call);
    const reply = replies[call.path]?.(call, times) ?? { status: 404, body: { status: 'FAILED' } };
    if (reply.silent) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  clock = Date.UTC(2026, 0, 1);
  replies = {
    [TOKEN]: ({ body }, times) => ({ body: tokenReply(times, (body as { auth_type?: string }).auth_type) }),
  };
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
}

const TOKEN = '/dev/v2/oauth2/token';
const AUTHORIZE = '/dev/v2/oauth2/authorize';
const VERIFY = '/dev/v2/oauth2/verify/sms';
const SHAHKAR = '/facility/v2/clients/sarraf/shahkar/verify';
const SMS_NID = '/facility/v2/clients/sarraf/users/0067408595/sms/nidVerification';
const CC_NID = '/facility/v2/clients/sarraf/users/0067408595/cc/nidVerification';
const CARD = '/facility/v2/clients/sarraf/cardToIban';
const IBAN = '/oak/v2/clients/sarraf/ibanInquiry';
const BASIC = `Basic ${Buffer.from('sarraf:a secret').toString('base64')}`;

const tokenReply = (times: number, kind = 'client') => ({
  result: {
    value: `${kind} token ${times}`,
    scopes: ['facility:shahkar:get'],
    lifeTime: 864_000_000,
    creationDate: '13970730111355',
    refreshToken: `refresh ${times}`,
  },
  status: 'DONE',
});
const finnotech = (timeoutMs = 2_000) =>
  createFinnotech({
    fetch,
    baseUrl: `${baseUrl}/`,
    clientId: 'sarraf',
    clientSecret: 'a secret',
    nationalCode: '0012345679',
    redirectUri: 'https://sarraf.test/profile/fino-verifying',
    now: () => clock,
    timeoutMs,
  });

describe('the client’s token', () => {
  beforeEach(() => {
    replies[SHAHKAR] = () => ({ body: { trackId: TRACK_ID, result: { isValid: true }, status: 'DONE' } });
  });
  const tokens = () => requests.filter(({ path }) => path === TOKEN).map(({ body }) => body);

  it('is requested once, also by concurrent calls', async () => {
    const provider = finnotech();
    await Promise.all([1, 2, 3].map(() => provider.matchMobile(SUBJECT, TRACK_ID)));
    expect(requests[0]).toMatchObject({ method: 'POST', authorization: BASIC });
    expect(tokens()).toEqual([
      {
        grant_type: 'client_credentials',
        nid: '0012345679',
        scopes:
          'facility:shahkar:get,facility:cc-nid-verification:get,facility:card-to-iban:get,oak:iban-inquiry:get',
      },
    ]);
    expect(requests.filter(({ path }) => path === SHAHKAR).map(({ authorization }) => authorization)).toEqual(
      Array(3).fill('Bearer client token 0'),
    );
  });

  it('is refreshed before it expires, and requested again if that is refused', async () => {
    const provider = finnotech();
    await provider.matchMobile(SUBJECT, TRACK_ID);
    clock += 864_000_000 - 60_000;
    await provider.matchMobile(SUBJECT, TRACK_ID);
    expect(tokens()[1]).toEqual({
      grant_type: 'refresh_token',
      token_type: 'CLIENT-CREDENTIAL',
      refresh_token: 'refresh 0',
    });
    replies[TOKEN] = ({ body }, times) =>
      (body as { grant_type: string }).grant_type === 'refresh_token'
        ? { status: 400, body: failedReply('invalid refresh token') }
        : { body: tokenReply(times) };
    clock += 864_000_000;
    await provider.matchMobile(SUBJECT, TRACK_ID);
    expect(tokens().map((body) => (body as { grant_type: string }).grant_type)).toEqual([
      'client_credentials',
      'refresh_token',
      'refresh_token',
      'client_credentials',
    ]);
    expect(requests.at(-1)?.authorization).toBe('Bearer client token 3');
  });

  it('is replaced once if it is no longer accepted', async () => {
    replies[SHAHKAR] = (_call, times) =>
      times === 0
        ? { status: 403, body: failedReply('invalid token', 'FORBIDDEN') }
        : { body: { result: { isValid: true }, status: 'DONE' } };
    expect(await finnotech().matchMobile(SUBJECT, TRACK_ID)).toMatchObject({ outcome: 'MATCH' });
    expect(requests.at(-1)?.authorization).toBe('Bearer client token 1');
    replies[SHAHKAR] = () => ({ status: 403, body: failedReply('invalid scope', 'FORBIDDEN') });
    await expect(finnotech().matchMobile(SUBJECT, TRACK_ID)).rejects.toThrow(
      'finnotech: status 403 invalid scope',
    );
  });

  it('is requested again after a failure', async () => {
    replies[TOKEN] = (_call, times) =>
      times === 0 ? { status: 502, body: 'Bad Gateway' } : { body: tokenReply(times) };
    const provider = finnotech();
    await expect(provider.matchMobile(SUBJECT, TRACK_ID)).rejects.toThrow('finnotech: status 502');
    expect(await provider.matchMobile(SUBJECT, TRACK_ID)).toMatchObject({ outcome: 'MATCH' });
  });
});

describe('consent by SMS', () => {
  it('is requested by mobile and scope', async () => {
    replies[AUTHORIZE] = () => ({
      body: { status: 'DONE', result: { smsSent: true, trackId: 'consent-1' } },
    });
    expect(await finnotech().sendConsentCode(SUBJECT)).toEqual({ reference: 'consent-1' });
    expect(requests).toEqual([
      {
        method: 'GET',
        path: AUTHORIZE,
        authorization: BASIC,
        body: null,
        query: {
          client_id: 'sarraf',
          response_type: 'code',
          redirect_uri: 'https://sarraf.test/profile/fino-verifying',
          scope: 'facility:sms-nid-verification:get',
          mobile: '09121234567',
          state: 'sarraf',
          auth_type: 'SMS',
        },
      },
    ]);
  });

  it('is exchanged for a token for queries about this person', async () => {
    replies[VERIFY] = () => ({ body: { status: 'DONE', result: { code: 'a code', smsSent: false } } });
    replies[SMS_NID] = () => ({ body: nidReply() });
    const provider = finnotech();
    expect(await provider.confirmConsent(SUBJECT, 'consent-1', '12345')).toEqual({ token: 'SMS token 0' });
    expect(requests.map(({ body }) => body)).toEqual([
      { mobile: '09121234567', otp: '12345', nid: '0067408595', trackId: 'consent-1' },
      {
        grant_type: 'authorization_code',
        auth_type: 'SMS',
        code: 'a code',
        redirect_uri: 'https://sarraf.test/profile/fino-verifying',
      },
    ]);
    expect(requests.every(({ authorization }) => authorization === BASIC)).toBe(true);
    expect(await provider.matchIdentity(SUBJECT, TRACK_ID, 'SMS token 0')).toEqual({
      outcome: 'MATCH',
      detail: 'firstName 100 · lastName 100 · fullName 100',
      errorCode: null,
    });
    expect(requests.at(-1)).toMatchObject({
      path: SMS_NID,
      authorization: 'Bearer SMS token 0',
      query: {
        birthDate: '1365/11/25',
        fullName: 'سعید غلامی فرد',
        firstName: 'سعید',
        lastName: 'غلامی فرد',
        trackId: TRACK_ID,
      },
    });
  });

  it.each([
    ['invalid otp or mobile', 'WRONG_CODE'],
    ['otp used before', 'USED_CODE'],
    ['nid is not valid', 'NATIONAL_CODE_INVALID'],
    ['mobile is not valid', 'MOBILE_INVALID'],
    ['nid and mobile is not match', 'MOBILE_MISMATCH'],
  ])('refused with %s is reported as %s', async (message, errorCode) => {
    replies[VERIFY] = () => ({ status: 400, body: failedReply(message) });
    replies[AUTHORIZE] = () => ({ status: 400, body: failedReply(message) });
    expect(await finnotech().confirmConsent(SUBJECT, 'consent-1', '12345')).toEqual({ errorCode });
    expect(await finnotech().sendConsentCode(SUBJECT)).toEqual({ errorCode });
  });

  it('is an outage if it fails for reasons of ours, and the error contains no number', async () => {
    replies[VERIFY] = () => ({
      status: 400,
      body: failedReply('client 0067408595 has no credit for 09121234567'),
    });
    const message = await finnotech()
      .confirmConsent(SUBJECT, 'consent-1', '12345')
      .then(() => '', String);
    expect(message).toContain('finnotech: status 400 client … has no credit for …');
    replies[AUTHORIZE] = () => ({ status: 403, body: failedReply('mobile is not valid', 'FORBIDDEN') });
    await expect(finnotech().sendConsentCode(SUBJECT)).rejects.toThrow('finnotech: status 403');
  });
});

describe('queries', () => {
  it('Shahkar: mobile and national code', async () => {
    replies[SHAHKAR] = () => ({ body: { trackId: TRACK_ID, result: { isValid: false }, status: 'DONE' } });
    expect(await finnotech().matchMobile(SUBJECT, TRACK_ID)).toMatchObject({
      outcome: 'MISMATCH',
      errorCode: 'MOBILE_MISMATCH',
    });
    expect(requests.at(-1)?.query).toEqual({
      mobile: '09121234567',
      nationalCode: '0067408595',
      trackId: TRACK_ID,
    });
  });

  it('identity without a consent uses the client’s own token', async () => {
    replies[CC_NID] = () => ({ body: nidReply({ lastNameSimilarity: 62, fullNameSimilarity: 70 }) });
    expect(await finnotech().matchIdentity(SUBJECT, TRACK_ID, null)).toMatchObject({
      outcome: 'MISMATCH',
      errorCode: null,
    });
    expect(requests.at(-1)?.authorization).toBe('Bearer client token 0');
  });

  it('card and Sheba return owners, state, and the card’s Sheba', async () => {
    replies[CARD] = () => ({ body: ibanReply({ card: '6362141081734437', alertCode: '01' }) });
    replies[IBAN] = () => ({ body: ibanReply({ depositStatus: '04' }) });
    const provider = finnotech();
    const owners = ['شیما کیایی'];
    const sheba = '910800005000115426432001';
    expect(await provider.findCardOwner(SUBJECT, '6362141081734437', TRACK_ID)).toEqual({
      found: true,
      owners,
      active: true,
      sheba,
    });
    expect(requests.at(-1)?.query).toEqual({ card: '6362141081734437', trackId: TRACK_ID });
    expect(await provider.findShebaOwner(SUBJECT, sheba, TRACK_ID)).toMatchObject({
      found: true,
      active: false,
    });
    expect(requests.at(-1)?.query).toEqual({ iban: `IR${sheba}`, trackId: TRACK_ID });
    replies[IBAN] = () => ({ status: 400, body: failedReply('شماره شبا اشتباه است') });
    expect(await provider.findShebaOwner(SUBJECT, sheba, TRACK_ID)).toEqual({
      found: false,
      why: 'شماره شبا اشتباه است',
    });
  });

  it.each<[string, Reply]>([
    ['an error of theirs', { status: 500, body: failedReply('internal') }],
    ['too many calls', { status: 429, body: failedReply('too many requests') }],
    ['a page instead of JSON', { body: '<html>maintenance</html>' }],
    ['an answer that says nothing', { body: { status: 'DONE', result: {} } }],
    ['silence', { body: {}, silent: true }],
  ])('fail as an outage: %s', async (_what, reply) => {
    for (const path of [SHAHKAR, SMS_NID]) replies[path] = () => reply;
    const provider = finnotech(200);
    await expect(provider.matchMobile(SUBJECT, TRACK_ID)).rejects.toThrow('finnotech');
    const error = await provider.matchIdentity(SUBJECT, TRACK_ID, 'consent').then(() => null, String);
    expect(error).toContain('finnotech');
    expect(error).not.toContain('0067408595');
  });

  it('fail as an outage if the connection is refused', async () => {
    const away = createFinnotech({
      fetch,
      baseUrl: 'http://127.0.0.1:1',
      clientId: 'sarraf',
      clientSecret: 'a secret',
      nationalCode: '0012345679',
      redirectUri: 'https://sarraf.test',
      now: () => clock,
    });
    await expect(away.matchMobile(SUBJECT, TRACK_ID)).rejects.toThrow('finnotech: TypeError');
  });
});
