import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { readLoginOrigin } from '../visit.ts';
import { beginGoogle } from './begin-google.ts';
import { addChallenge, identifyClient, issueBrowserCookie } from './client.ts';
import { completeGoogle } from './complete-google.ts';
import { handleGoogleReturn, REPEAT_MS } from './return-from-google.ts';

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
  const cookieAttributes = `Path=${COOKIE_PATH}; HttpOnly; SameSite=Lax${page.startsWith('https:') ? '; Secure' : ''}`;
  const setCookie = (reply: FastifyReply, name: string, value: string, seconds: number) =>
    reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${cookieAttributes}`);

  http.route(contract.signInOptions, async () => {
    const sms = context.codeSender.canText(ANY_MOBILE);
    return { ...ok, baseDTO: { google: context.google !== undefined, sms } };
  });
  http.route(contract.beginGoogleSignIn, async ({ query, language, request, reply }) => {
    const referral = { referralCode: query.referralCode, language: query.lang ?? language };
    const signIn = await beginGoogle(context, referral, identifyClient(context, request)).catch(
      toNullIfRefused,
    );
    if (signIn === null) return reply.redirect(`${page}#error=GOOGLE_FAILURE`);
    const earlierAttempts = readStateCookies(request);
    if (earlierAttempts.size >= MAX_COOKIES)
      for (const name of earlierAttempts.keys()) setCookie(reply, name, '', 0);
    return setCookie(reply, cookieNameOf(signIn.state), signIn.state, COOKIE_SECONDS).redirect(signIn.url);
  });
  http.route(contract.handleGoogleReturn, async ({ request, reply }) => {
    const returnParams = new URL(request.url, page).searchParams;
    const cookie = cookieNameOf(returnParams.get('state') ?? '');
    const state = readStateCookies(request).get(cookie);
    const ticket = await handleGoogleReturn(context, returnParams, state).catch(toNullIfRefused);
    if (ticket !== null) request.networkUse?.uncount();
    if (state !== undefined) setCookie(reply, cookie, state, REPEAT_SECONDS);
    // In the fragment, so that no server and no log sees it.
    return reply.redirect(ticket === null ? `${page}#error=GOOGLE_FAILURE` : `${page}#ticket=${ticket}`);
  });
  http.route(contract.completeGoogleSignIn, async ({ body, language, ip, request, reply }) => {
    const { ticket, password } = body;
    const client = issueBrowserCookie(context, request, reply);
    const completed = await completeGoogle(
      context,
      { ticket, password, language },
      readLoginOrigin(body, ip, client),
    );
    request.networkUse?.uncount();
    const { prompt } = completed;
    return { ...ok, baseDTO: { ...completed, ...(prompt && { prompt: addChallenge(prompt, client) }) } };
  });
  http.route(contract.sandboxGoogleDecide, async ({ params, body }) => {
    const { email, emailVerified = true } = body;
    const redirectSite = context.sandboxGoogle?.decide(params.state, { email, emailVerified }) ?? null;
    if (redirectSite === null) throw new AppError('NOT_FOUND');
    return { ...ok, baseDTO: { redirectSite } };
  });
}

const cookieNameOf = (state: string): string => COOKIE + state.slice(0, 8);

/** Returns the states of the attempts started in this browser, by cookie name. */
const readStateCookies = ({ headers }: FastifyRequest): Map<string, string> =>
  new Map(
    [...(headers.cookie ?? '').matchAll(NAMED)].map(([, name, state]) => [name as string, state as string]),
  );

/** A browser is redirected to the page, never left on an error response. */
function toNullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
