import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@sarraf/domain';
import type { IdentityContext } from '../deps.ts';
import { googleReturnUrl } from './begin-google.ts';
import { consumeOAuthState, findReturned, forgetSignIn, keepTicket } from './google-store.ts';
import { digestToken, sameDigest } from './tokens.ts';

const STATE_MS = 10 * 60_000;
/** How long a repeat of the same return is accepted. */
export const REPEAT_MS = 60_000;
/** Number of polls for the first return's result: longer than Google may take. */
const LOOKS = 100;
const LOOK_MS = 200;

/**
 * Handles the browser's return from Google. Returns a ticket for the page that continues; Google's user data stays
 * here, encrypted. `browserState` is the state given to this browser when it left. A browser may send its return
 * twice, by its service worker or a reload: Google is queried once, and both get the same ticket, which works once.
 *
 * GOOGLE_FAILURE: cancelled, another browser's, too late, repeated, or otherwise invalid.
 */
export async function returnFromGoogle(
  context: IdentityContext,
  returned: URLSearchParams,
  browserState: string | undefined,
): Promise<string> {
  const state = returned.get('state');
  // Another browser's return is refused before it can use up the state.
  if (!context.google || state === null || state !== browserState) throw new AppError('GOOGLE_FAILURE');
  // Derived, so that a repeat finds it although only its digest is stored; from all parameters, so that a return
  // with another code is no repeat.
  const ticket = context.secrets.blindIndex('google ticket', returned.toString()).toString('base64url');
  const now = context.now();
  const row = await consumeOAuthState(
    context.db,
    digestToken(state),
    new Date(now.getTime() - STATE_MS),
    now,
  );
  if (row === null) {
    await untilReturned(context, state, ticket);
    return ticket;
  }
  const { nonce, verifier } = JSON.parse(
    context.secrets.decrypt(row.secret, 'external_sign_ins.secret_encrypted', row.id),
  );
  const attempt = { state, nonce, verifier, redirectUri: googleReturnUrl(context) };
  const person = await context.google
    .finish(attempt, returned)
    .catch(async (error: Error & { code?: string }) => {
      // The error's message may quote what was exchanged.
      context.log.info({ event: 'google refused', name: error.name, code: error.code }, 'identity');
      // Concurrent repeats that wait for the result are refused too.
      await forgetSignIn(context.db, row.id);
      throw new AppError('GOOGLE_FAILURE');
    });
  const secret = context.secrets.encrypt(
    JSON.stringify(person),
    'external_sign_ins.secret_encrypted',
    row.id,
  );
  await keepTicket(context.db, row.id, digestToken(ticket), secret);
  return ticket;
}

/** Waits until the first of several returns has created this ticket, in this or another process. */
async function untilReturned(context: IdentityContext, state: string, ticket: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const since = new Date(context.clock.now() - REPEAT_MS);
    const first = await findReturned(context.db, digestToken(state), since);
    if (first === null) break;
    if (first.ticketDigest !== null) {
      if (sameDigest(first.ticketDigest, digestToken(ticket))) return;
      break;
    }
    await wait(LOOK_MS);
  }
  throw new AppError('GOOGLE_FAILURE');
}
