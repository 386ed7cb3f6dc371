import { DAY_MS } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import {
  clientNetworkKey,
  GUESS_WIDTHS,
  listCountedNetworks,
  siteNetworkKey,
} from '../../platform/http/network-address.ts';
import { NO_NETWORK_USE } from '../../platform/http/network-limits.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { digestToken, isToken, newToken } from './tokens.ts';

const COOKIE = 'sarraf_browser';
const NAMED = /(?:^|;\s*)sarraf_browser=([\w-]+)/;
const SECONDS = 365 * 86_400;

/** A client with a cookie, and with the challenge of the step that it starts. */
export type IdentifiedBrowser = BrowserIdentity & { digest: Buffer; newChallenge: string };

/**
 * Returns the client, and the cookie that a first step sets; an existing one is kept, so that all tabs are one
 * browser.
 */
function readClient(
  { config, secrets }: IdentityContext,
  { headers, networkUse, ip }: FastifyRequest,
): { client: BrowserIdentity; token: string; cookie: string } {
  const [, cookieValue = ''] = NAMED.exec(String(headers.cookie ?? '')) ?? [];
  const knownToken = isToken(cookieValue) ? cookieValue : null;
  const token = knownToken ?? newToken();
  // Every browser sends it in a secure context; programs don't.
  const keepsCookies = knownToken !== null || headers['sec-fetch-site'] !== undefined;
  const site = siteNetworkKey(ip);
  const secure = config.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return {
    client: {
      digest: knownToken === null ? null : digestToken(knownToken),
      challenge: null,
      newChallenge: null,
      keepsCookies,
      network: networkUse ?? NO_NETWORK_USE,
      site,
      siteDigest: secrets.blindIndex('network', site),
    },
    token,
    cookie: `${COOKIE}=${token}; Max-Age=${SECONDS}; Path=/api/users; HttpOnly; SameSite=Strict${secure}`,
  };
}

/** Returns the client of a second step, with the challenge of the request. */
export const identifyClient = (
  context: IdentityContext,
  request: FastifyRequest,
  challenge?: string,
): BrowserIdentity => ({
  ...readClient(context, request).client,
  challenge: challenge === undefined ? null : digestToken(challenge),
});

/** Returns the client of a first step, and issues its cookie and a challenge. */
export function issueBrowserCookie(
  context: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
): IdentifiedBrowser {
  const { client, token, cookie } = readClient(context, request);
  reply.header('set-cookie', cookie);
  return { ...client, digest: digestToken(token), newChallenge: newToken() };
}

export const addChallenge = (prompt: TwoStepPrompt, { newChallenge }: IdentifiedBrowser): TwoStepPrompt => ({
  ...prompt,
  challenge: newChallenge,
});

/** Whether neither cookie nor challenge identifies the caller's step: only its network is known. */
export const isAnonymous = ({ digest, challenge }: BrowserIdentity): boolean =>
  digest === null && challenge === null;

/** How long a browser is remembered after it signed in. */
export const BROWSER_MS = 365 * DAY_MS;

/** Records that the browser has signed in to this account: its wrong passwords are then counted for itself. */
export async function recordKnownBrowser(
  tx: Queryable,
  userId: string,
  { digest }: BrowserIdentity,
  now: Date,
): Promise<void> {
  if (digest === null) return;
  await sql`insert into known_browsers (user_id, digest, seen_at) values (${userId}, ${digest}, ${now})
    on conflict (user_id, digest) do update set seen_at = excluded.seen_at`.execute(tx);
}

async function isKnown(
  db: Queryable,
  userId: string,
  { digest }: BrowserIdentity,
  since: Date,
): Promise<boolean> {
  if (digest === null) return false;
  const { rows } = await sql`select from known_browsers
    where user_id = ${userId} and digest = ${digest} and seen_at > ${since}`.execute(db);
  return rows.length > 0;
}

/** Whether the browser has signed in to the account within a year. */
export const isKnownBrowser = (
  context: IdentityContext,
  userId: string,
  client: BrowserIdentity,
  db: Queryable = context.db,
): Promise<boolean> => isKnown(db, userId, client, new Date(context.clock.now() - BROWSER_MS));

/** A network that contains the one of the attempt. */
export interface WiderNetwork {
  key: Buffer;
  times: number;
}

/** Key under which an attempt to sign in is counted. */
export interface LoginRateKey {
  key: Buffer;
  wider: readonly WiderNetwork[];
  /** The browser has signed in to the account before. */
  isKnownClient: boolean;
}

/**
 * Returns whose attempts these are for this address: a known browser's, otherwise those of all clients of the same
 * network. A new password resets them.
 */
export async function loginRateKeyOf(
  context: IdentityContext,
  { email, userId, hash }: { email: string; userId: string | null; hash: string | null },
  { client, ip }: { client: BrowserIdentity; ip: string },
  db: Queryable = context.db,
): Promise<LoginRateKey> {
  const since = new Date(context.clock.now() - BROWSER_MS);
  const isKnownClient = userId !== null && (await isKnown(db, userId, client, since));
  const clientKey = isKnownClient
    ? `browser ${client.digest?.toString('hex')}`
    : `from ${clientNetworkKey(ip)}`;
  const keyOf = (countedClient: string) =>
    context.secrets.blindIndex('guesser', [email, countedClient, hash ?? ''].join('\0'));
  const wider = isKnownClient
    ? []
    : listCountedNetworks(ip, GUESS_WIDTHS)
        .slice(0, -1)
        .map(({ name, times }) => ({ key: keyOf(`from ${name}`), times }));
  return { key: keyOf(clientKey), wider, isKnownClient };
}
