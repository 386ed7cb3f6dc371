import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { visitOf } from '../visit.ts';
import { beginGoogle } from './begin-google.ts';
import { clientAt, issueBrowserCookie, withChallenge } from './client.ts';
import { completeGoogle } from './complete-google.ts';
import { REPEAT_MS, returnFromGoogle } from './return-from-google.ts';

/**
 * Binds the return from Google to the browser that left: one cookie per attempt, since a browser may start two
 * concurrently, in two tabs or by its service worker.
 */
const COOKIE = 'sarraf_google_';
const NAMED = /(?:^|;\s*)(sarraf_google_[\w-]+)=([\w-]+)/g;
/** Beyond this number, the next attempt removes earlier ones. */
const MAX_COOKIES = 4;
const COOKIE_PATH = '/api/users/google-sso';
const COOKIE_SECONDS = 600;
/** A return may be repeated, so its cookie lives as long as a repeat is accepted. */
const REPEAT_SECONDS = REPEAT_MS / 1000;
/** A sample of the numbers that SMS are offered for, Iran's. */
const ANY_MOBILE = '+989120000000';

const ok = { status: 'OK', message: 'OK' } as const;

export function addGoogleRoutes(http: Http, context: IdentityContext): void {
  const page = `${context.config.PUBLIC_URL}/fromgoogle`;
  // Not SameSite=Strict: the browser returns from another site.
  const limits = `Path=${COOKIE_PATH}; HttpOnly; SameSite=Lax${page.startsWith('https:') ? '; Secure' : ''}`;
  const giveCookie = (reply: FastifyReply, name: string, value: string, seconds: number) =>
    reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${limits}`);

  http.route(contract.signInOptions, async () => {
    const sms = context.codeSender.canText(ANY_MOBILE);
    return { ...ok, baseDTO: { google: context.google !== undefined, sms } };
  });
  http.route(contract.googleSso, async ({ query, language, request, reply }) => {
    const referral = { referralCode: query.referralCode, language: query.lang ?? language };
    const begun = await beginGoogle(context, referral, clientAt(context, request)).catch(failed);
    if (begun === null) return reply.redirect(`${page}#error=GOOGLE_FAILURE`);
    const others = cookiesOf(request);
    if (others.size >= MAX_COOKIES) for (const name of others.keys()) giveCookie(reply, name, '', 0);
    return giveCookie(reply, cookieOf(begun.state), begun.state, COOKIE_SECONDS).redirect(begun.url);
  });
  http.route(contract.googleReturn, async ({ request, reply }) => {
    const returned = new URL(request.url, page).searchParams;
    const cookie = cookieOf(returned.get('state') ?? '');
    const state = cookiesOf(request).get(cookie);
    const ticket = await returnFromGoogle(context, returned, state).catch(failed);
    if (ticket !== null) request.networkUse?.giveBack();
    if (state !== undefined) giveCookie(reply, cookie, state, REPEAT_SECONDS);
    // In the fragment, so that no server and no log sees it.
    return reply.redirect(ticket === null ? `${page}#error=GOOGLE_FAILURE` : `${page}#ticket=${ticket}`);
  });
  http.route(contract.googleComplete, async ({ body, language, ip, request, reply }) => {
    const { ticket, password } = body;
    const client = issueBrowserCookie(context, request, reply);
    const completed = await completeGoogle(
      context,
      { ticket, password, language },
      visitOf(body, ip, client),
    );
    request.networkUse?.giveBack();
    const { prompt } = completed;
    return { ...ok, baseDTO: { ...completed, ...(prompt && { prompt: withChallenge(prompt, client) }) } };
  });
  http.route(contract.sandboxGoogleDecide, async ({ params, body }) => {
    const { email, emailVerified = true } = body;
    const redirectSite = context.sandboxGoogle?.decide(params.state, { email, emailVerified }) ?? null;
    if (redirectSite === null) throw new AppError('NOT_FOUND');
    return { ...ok, baseDTO: { redirectSite } };
  });
}

const cookieOf = (state: string): string => COOKIE + state.slice(0, 8);

/** Returns the states of the attempts started in this browser, by cookie name. */
const cookiesOf = ({ headers }: FastifyRequest): Map<string, string> =>
  new Map(
    [...(headers.cookie ?? '').matchAll(NAMED)].map(([, name, state]) => [name as string, state as string]),
  );

/** A browser is redirected to the page, never left on an error response. */
function failed(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
