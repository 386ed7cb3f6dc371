import { AppError, normalizeLine } from '@sarraf/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { createFreezeLink } from './freeze-link.ts';

const COLUMN = 'users.mail_phrase_encrypted';
const MIN = 4;
const MAX = 60;

/**
 * Sets the anti-phishing phrase contained in each e-mail to the user; null: none.
 *
 * BAD_REQUEST (phrase): not 4 to 60 characters in one line; CONFIRMATION_NEEDED.
 */
export async function saveMailPhrase(
  context: IdentityContext,
  caller: Caller,
  text: string | null,
): Promise<void> {
  const phrase = text === null ? null : readPhrase(text);
  await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    await consumeStepUpProof(context, tx, caller, 'MAIL_PHRASE');
    const sealed = phrase === null ? null : context.secrets.encrypt(phrase, COLUMN, user.id);
    await sql`update users set mail_phrase_encrypted = ${sealed} where id = ${user.id}`.execute(tx);
    const freeze = createFreezeLink(context, user.id);
    await context.codeSender.notify(tx, recipientOf(user), { kind: 'MAIL_PHRASE_CHANGED', freeze });
    const action = phrase === null ? 'mail phrase removed' : 'mail phrase set';
    await appendAudit(tx, { actorId: user.id, action, subjectId: user.id }, context.now());
  });
  context.bus.publish('user', { userId: caller.userId });
}

function readPhrase(text: string): string {
  const phrase = normalizeLine(text);
  // A phrase that would be displayed differently than entered is refused instead of being changed.
  const hasInvisible = /[^\P{Cc}\s]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text);
  if (hasInvisible || phrase.length < MIN || phrase.length > MAX)
    throw new AppError('BAD_REQUEST', { errors: ['phrase'] });
  return phrase;
}

/** Returns the phrase of the user with this address; null: no such user, or no phrase. */
export async function mailPhraseOf(db: Db, secrets: Secrets, email: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
    sealed: Buffer | null;
  }>`select id, mail_phrase_encrypted as sealed from users where email = ${email}`.execute(db);
  const [row] = rows;
  return row?.sealed ? secrets.decrypt(row.sealed, COLUMN, row.id) : null;
}
