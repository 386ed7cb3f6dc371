import { DAY_MS } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { clientNetworkKey, GUESS_WIDTHS, networksOf, siteOf } from '../../platform/http/network-address.ts';
import { NO_NETWORK_USE } from '../../platform/http/network-limits.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { digestToken, isToken, newToken } from './tokens.ts';

const COOKIE = 'sarraf_browser';
const NAMED = /(?:^|;\s*)sarraf_browser=([\w-]+)/;
const SECONDS = 365 * 86_400;

/** One that has its cookie, and the challenge of the step that it begins. */
export type IdentifiedBrowser = BrowserIdentity & { digest: Buffer; newChallenge: string };

/** The client, and the cookie that a first step gives it; one that it has stays, so that its tabs are one browser. */
function clientOf(
  { config, secrets }: IdentityContext,
  { headers, networkUse, ip }: FastifyRequest,
): { client: BrowserIdentity; token: string; cookie: string } {
  const [, brought = ''] = NAMED.exec(String(headers.cookie ?? '')) ?? [];
  const known = isToken(brought) ? brought : null;
  const token = known ?? newToken();
  // Every browser sends it where a page is secure; programs don't.
  const keepsCookies = known !== null || headers['sec-fetch-site'] !== undefined;
  const site = siteOf(ip);
  const secure = config.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return {
    client: {
      digest: known === null ? null : digestToken(known),
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

/** The client of a second step, with the challenge that the request carries. */
export const clientAt = (
  context: IdentityContext,
  request: FastifyRequest,
  challenge?: string,
): BrowserIdentity => ({
  ...clientOf(context, request).client,
  challenge: challenge === undefined ? null : digestToken(challenge),
});

/** The client of a first step, which gets its cookie and a challenge. */
export function issueBrowserCookie(
  context: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
): IdentifiedBrowser {
  const { client, token, cookie } = clientOf(context, request);
  reply.header('set-cookie', cookie);
  return { ...client, digest: digestToken(token), newChallenge: newToken() };
}

export const withChallenge = (prompt: TwoStepPrompt, { newChallenge }: IdentifiedBrowser): TwoStepPrompt => ({
  ...prompt,
  challenge: newChallenge,
});

/** Neither cookie nor challenge shows which step is the caller's: it has nothing but the network it calls from. */
export const isAnonymous = ({ digest, challenge }: BrowserIdentity): boolean =>
  digest === null && challenge === null;

/** How long a browser is known after it signed in. */
export const BROWSER_MS = 365 * DAY_MS;

/** It has signed in to this account: the next wrong passwords are its own. */
export async function rememberBrowser(
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

/** A network that holds the one that a try was made from. */
export interface WiderNetwork {
  key: Buffer;
  times: number;
}

/** What a try to sign in is counted under. */
export interface LoginRateKey {
  key: Buffer;
  wider: readonly WiderNetwork[];
  /** It has signed in to the account before. */
  known: boolean;
}

/**
 * Whose tries these are, at this address: of a browser that is known, else of everybody who calls from the same place. A
 * new password begins anew.
 */
export async function loginRateKeyOf(
  context: IdentityContext,
  { email, userId, hash }: { email: string; userId: string | null; hash: string | null },
  { client, ip }: { client: BrowserIdentity; ip: string },
  db: Queryable = context.db,
): Promise<LoginRateKey> {
  const since = new Date(context.clock.now() - BROWSER_MS);
  const known = userId !== null && (await isKnown(db, userId, client, since));
  const who = known ? `browser ${client.digest?.toString('hex')}` : `from ${clientNetworkKey(ip)}`;
  const keyOf = (counted: string) =>
    context.secrets.blindIndex('guesser', [email, counted, hash ?? ''].join('\0'));
  const wider = known
    ? []
    : networksOf(ip, GUESS_WIDTHS)
        .slice(0, -1)
        .map(({ name, times }) => ({ key: keyOf(`from ${name}`), times }));
  return { key: keyOf(who), wider, known };
}
