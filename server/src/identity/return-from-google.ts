import { Refusal } from '@sarraf/domain';
import { googleReturnUrl } from './begin-google.ts';
import type { Kit } from './deps.ts';
import { keepTicket, takeState } from './google-store.ts';
import { digestToken, newToken } from './tokens.ts';

const STATE_MS = 10 * 60_000;

/**
 * The browser is back from Google. Answers a ticket for the page that goes on; whom Google named stays here,
 * encrypted. `browserState` is what this browser was given when it left.
 *
 * GOOGLE_FAILURE: cancelled, another browser's, too late, come back before, or anything else that is not right.
 */
export async function returnFromGoogle(
  kit: Kit,
  returned: URLSearchParams,
  browserState: string | undefined,
): Promise<string> {
  const state = returned.get('state');
  // Another browser's return is turned away before it can use up the state.
  if (!kit.google || state === null || state !== browserState) throw new Refusal('GOOGLE_FAILURE');
  const now = kit.now();
  const since = new Date(now.getTime() - STATE_MS);
  const row = await takeState(kit.db, digestToken(state), since, now);
  if (row === null) throw new Refusal('GOOGLE_FAILURE');
  const { nonce, verifier } = JSON.parse(kit.secrets.decrypt(row.secret));
  const attempt = { state, nonce, verifier, redirectUri: googleReturnUrl(kit) };
  const person = await kit.google.finish(attempt, returned).catch((error: Error & { code?: string }) => {
    // The error itself may quote what was exchanged.
    kit.log.info({ event: 'google refused', name: error.name, code: error.code }, 'identity');
    throw new Refusal('GOOGLE_FAILURE');
  });
  const ticket = newToken();
  await keepTicket(kit.db, row.id, digestToken(ticket), kit.secrets.encrypt(JSON.stringify(person)));
  return ticket;
}
