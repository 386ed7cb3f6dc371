import { AppError, normalizeCode } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { TICKET_MS } from '../codes/limits.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, parseLoginAddress } from '../find-person.ts';
import { isAnonymous, isKnownBrowser } from './client.ts';
import { insertLoginTicket } from './ticket-store.ts';
import { addressKeyOf, digestToken, newToken } from './tokens.ts';

/**
 * Exchanges a password-reset code for a ticket, so that the code is entered before the password.
 *
 * Incorrect OTP; Code Expired; CHALLENGE_REFUSED; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function checkResetCode(
  context: IdentityContext,
  requester: { who: LoginIdentifier; client: BrowserIdentity },
  code: string,
): Promise<string> {
  const ticket = newToken();
  const isCorrect = await context.db.transaction().execute(async (tx) => {
    const userId = await consumeResetCode(context, tx, requester, code);
    if (userId === null) return false;
    const createdAt = context.now();
    const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
    await insertLoginTicket(tx, { digest: digestToken(ticket), userId, createdAt, expiresAt });
    return true;
  });
  if (!isCorrect) throw new AppError('Incorrect OTP');
  return ticket;
}

/**
 * Wrong codes of a known browser are counted for it, those of other clients for their network, separately if they
 * have neither cookie nor challenge.
 */
async function attemptCounterKeyOf(
  context: IdentityContext,
  tx: Tx,
  address: string,
  client: BrowserIdentity,
): Promise<Buffer> {
  const user = await findPersonByAddress(tx, address);
  const isKnown = user !== null && (await isKnownBrowser(context, user.id, client, tx));
  const network = `${isAnonymous(client) ? 'nameless' : 'from'} ${client.site}`;
  const clientKey = isKnown ? `browser ${client.digest?.toString('hex')}` : network;
  return context.secrets.blindIndex('guesser', `${address}\0${clientKey}`);
}

/**
 * Returns the owner of the code, of those that this client requested; it is used up. Null: wrong, like any code for
 * an unknown address.
 */
export async function consumeResetCode(
  context: IdentityContext,
  tx: Tx,
  { who, client }: { who: LoginIdentifier; client: BrowserIdentity },
  code: string,
): Promise<string | null> {
  const address = parseLoginAddress(who);
  if (address === null) throw new AppError('Code Expired');
  const digits = normalizeCode(code);
  if (digits === null) throw new AppError('Incorrect OTP');
  const codeScope = {
    key: addressKeyOf(context.secrets, address),
    purposes: ['RESET'],
    sessionId: null,
    client,
    counted: await attemptCounterKeyOf(context, tx, address, client),
  } as const;
  const { right } = await verifyOneTimeCode(
    context,
    tx,
    codeScope,
    (row) => row.userId !== null && matchesCode(context, row, digits),
  );
  return right?.userId ?? null;
}
