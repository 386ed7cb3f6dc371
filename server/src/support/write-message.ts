import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { insertMessage } from './store.ts';

/** One more message of a ticket; `staffId` null: its person's. */
export async function writeMessage(
  { secrets }: Pick<SupportContext, 'secrets'>,
  tx: Tx,
  { ticketId, staffId, text }: { ticketId: string; staffId: string | null; text: string },
  now: Date,
): Promise<void> {
  const id = newId();
  const body = secrets.encrypt(text, 'ticket_messages.body_encrypted', id);
  await insertMessage(tx, { id, ticketId, staffId, body }, now);
}
