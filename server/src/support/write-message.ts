import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { insertMessage } from './store.ts';

/** Adds a message to a ticket; `staffId` null: from its person. */
export async function encryptAndInsertMessage(
  { secrets }: Pick<SupportContext, 'secrets'>,
  tx: Tx,
  { ticketId, staffId, text }: { ticketId: string; staffId: string | null; text: string },
  now: Date,
): Promise<void> {
  const id = newId();
  const body = secrets.encrypt(text, 'ticket_messages.body_encrypted', id);
  await insertMessage(tx, { id, ticketId, staffId, body }, now);
}
