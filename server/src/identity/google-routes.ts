import { Refusal } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../platform/http.ts';
import { beginGoogle } from './begin-google.ts';
import { completeGoogle } from './complete-google.ts';
import type { Kit } from './deps.ts';
import { returnFromGoogle } from './return-from-google.ts';
import { visitOf } from './visit.ts';

/** Ties the way back from Google to the browser that left. */
const COOKIE = 'sarraf_google';
const COOKIE_PATH = '/api/users/google-sso';
const COOKIE_SECONDS = 600;
/** Stands for the numbers that SMS are offered for, Iran's. */
const ANY_MOBILE = '+989120000000';

const ok = { status: 'OK', message: 'OK' } as const;

export function addGoogleRoutes(http: Http, kit: Kit): void {
  const page = `${kit.config.PUBLIC_URL}/fromgoogle`;
  // Not SameSite=Strict: the browser comes back from another site.
  const limits = `Path=${COOKIE_PATH}; HttpOnly; SameSite=Lax${page.startsWith('https:') ? '; Secure' : ''}`;
  const giveCookie = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header('set-cookie', `${COOKIE}=${value}; Max-Age=${seconds}; ${limits}`);

  http.route(contract.signInOptions, async () => {
    const sms = kit.codeSender.canText(ANY_MOBILE);
    return { ...ok, baseDTO: { google: kit.google !== undefined, sms } };
  });
  http.route(contract.googleSso, async ({ query, language, reply }) => {
    const referral = { referralCode: query.referralCode, language: query.lang ?? language };
    const begun = await beginGoogle(kit, referral).catch(failed);
    if (begun === null) return reply.redirect(`${page}#error=GOOGLE_FAILURE`);
    return giveCookie(reply, begun.state, COOKIE_SECONDS).redirect(begun.url);
  });
  http.route(contract.googleReturn, async ({ request, reply }) => {
    const returned = new URL(request.url, page).searchParams;
    const ticket = await returnFromGoogle(kit, returned, stateOf(request)).catch(failed);
    // Behind the #, so that no server and no log sees it.
    return giveCookie(reply, '', 0).redirect(
      ticket === null ? `${page}#error=GOOGLE_FAILURE` : `${page}#ticket=${ticket}`,
    );
  });
  http.route(contract.googleComplete, async ({ body, language, ip }) => {
    const { ticket, password } = body;
    const baseDTO = await completeGoogle(kit, { ticket, password, language }, visitOf(body, ip));
    return { ...ok, baseDTO };
  });
  http.route(contract.sandboxGoogleDecide, async ({ params, body }) => {
    const { email, emailVerified = true } = body;
    const redirectSite = kit.sandboxGoogle?.decide(params.state, { email, emailVerified }) ?? null;
    if (redirectSite === null) throw new Refusal('NOT_FOUND');
    return { ...ok, baseDTO: { redirectSite } };
  });
}

const stateOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];

/** A browser that was sent here is sent on, never shown a bare answer. */
function failed(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
