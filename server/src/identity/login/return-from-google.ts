import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@sarraf/domain';
import type { IdentityContext } from '../deps.ts';
import { googleReturnUrlOf } from './begin-google.ts';
import { consumeOAuthState, deleteSignIn, findReturnedTicket, storeTicket } from './google-store.ts';
import { digestToken, isSameDigest } from './tokens.ts';

const STATE_MS = 10 * 60_000;
/** How long a repeat of the same return is accepted. */
export const REPEAT_MS = 60_000;
/** Number of polls for the first return's result: longer than Google may take. */
const MAX_POLLS = 100;
const POLL_INTERVAL_MS = 200;

/**
 * Handles the browser's return from Google. Returns a ticket for the page that continues; Google's user data stays
 * here, encrypted. `browserState` is the state given to this browser when it left. A browser may send its return
 * twice, by its service worker or a reload: Google is queried once, and both get the same ticket, which works once.
 *
 * GOOGLE_FAILURE: cancelled, another browser's, too late, repeated, or otherwise invalid.
 */
export async function handleGoogleReturn(
  context: IdentityContext,
  returnParams: URLSearchParams,
  browserState: string | undefined,
): Promise<string> {
  const state = returnParams.get('state');
  // Another browser's return is refused before it can use up the state.
  if (!context.google || state === null || state !== browserState) throw new AppError('GOOGLE_FAILURE');
  // Derived, so that a repeat finds it although only its digest is stored; from all parameters, so that a return
  // with another code is no repeat.
  const ticket = context.secrets.blindIndex('google ticket', returnParams.toString()).toString('base64url');
  const now = context.now();
  const row = await consumeOAuthState(
    context.db,
    digestToken(state),
    new Date(now.getTime() - STATE_MS),
    now,
  );
  if (row === null) {
    await waitForFirstReturn(context, state, ticket);
    return ticket;
  }
  const { nonce, verifier } = JSON.parse(
    context.secrets.decrypt(row.secret, 'external_sign_ins.secret_encrypted', row.id),
  );
  const attempt = { state, nonce, verifier, redirectUri: googleReturnUrlOf(context) };
  const person = await context.google
    .finish(attempt, returnParams)
    .catch(async (error: Error & { code?: string }) => {
      // The error's message may quote what was exchanged.
      context.log.info({ event: 'google refused', name: error.name, code: error.code }, 'identity');
      // Concurrent repeats that wait for the result are refused too.
      await deleteSignIn(context.db, row.id);
      throw new AppError('GOOGLE_FAILURE');
    });
  const secret = context.secrets.encrypt(
    JSON.stringify(person),
    'external_sign_ins.secret_encrypted',
    row.id,
  );
  await storeTicket(context.db, row.id, digestToken(ticket), secret);
  return ticket;
}

/** Waits until the first of several returns has created this ticket, in this or another process. */
async function waitForFirstReturn(context: IdentityContext, state: string, ticket: string): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const since = new Date(context.clock.now() - REPEAT_MS);
    const firstReturn = await findReturnedTicket(context.db, digestToken(state), since);
    if (firstReturn === null) break;
    if (firstReturn.ticketDigest !== null) {
      if (isSameDigest(firstReturn.ticketDigest, digestToken(ticket))) return;
      break;
    }
    await wait(POLL_INTERVAL_MS);
  }
  throw new AppError('GOOGLE_FAILURE');
}
