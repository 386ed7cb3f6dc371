import { AppError, normalizeCode } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { TICKET_MS } from '../codes/limits.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, readAddress } from '../find-person.ts';
import { isAnonymous, isKnownBrowser } from './client.ts';
import { insertLoginTicket } from './ticket-store.ts';
import { addressKey, digestToken, newToken } from './tokens.ts';

/**
 * Exchanges a password-reset code for a ticket, so that the code is entered before the password.
 *
 * Incorrect OTP; Code Expired; CHALLENGE_REFUSED; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function checkResetCode(
  context: IdentityContext,
  asker: { who: LoginIdentifier; client: BrowserIdentity },
  code: string,
): Promise<string> {
  const ticket = newToken();
  const right = await context.db.transaction().execute(async (tx) => {
    const userId = await guessResetCode(context, tx, asker, code);
    if (userId === null) return false;
    const createdAt = context.now();
    const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
    await insertLoginTicket(tx, { digest: digestToken(ticket), userId, createdAt, expiresAt });
    return true;
  });
  if (!right) throw new AppError('Incorrect OTP');
  return ticket;
}

/**
 * Wrong codes of a known browser are counted for it, those of other clients for their network, separately if they
 * have neither cookie nor challenge.
 */
async function countedAs(
  context: IdentityContext,
  tx: Tx,
  address: string,
  client: BrowserIdentity,
): Promise<Buffer> {
  const user = await findPersonByAddress(tx, address);
  const home = user !== null && (await isKnownBrowser(context, user.id, client, tx));
  const network = `${isAnonymous(client) ? 'nameless' : 'from'} ${client.site}`;
  const who = home ? `browser ${client.digest?.toString('hex')}` : network;
  return context.secrets.blindIndex('guesser', `${address}\0${who}`);
}

/**
 * Returns the owner of the code, of those that this client requested; it is used up. Null: wrong, like any code for
 * an unknown address.
 */
export async function guessResetCode(
  context: IdentityContext,
  tx: Tx,
  { who, client }: { who: LoginIdentifier; client: BrowserIdentity },
  code: string,
): Promise<string | null> {
  const address = readAddress(who);
  if (address === null) throw new AppError('Code Expired');
  const digits = normalizeCode(code);
  if (digits === null) throw new AppError('Incorrect OTP');
  const place = {
    key: addressKey(context.secrets, address),
    purposes: ['RESET'],
    sessionId: null,
    client,
    counted: await countedAs(context, tx, address, client),
  } as const;
  const { right } = await verifyOneTimeCode(
    context,
    tx,
    place,
    (row) => row.userId !== null && matchesCode(context, row, digits),
  );
  return right?.userId ?? null;
}
