import type { Ticket, TicketThread } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database/database.ts';
import type { SupportContext } from './deps.ts';
import { listMessages, type TicketRow } from './store.ts';

export const ticketDto = ({ secrets }: Pick<SupportContext, 'secrets'>, row: TicketRow): Ticket => ({
  id: row.id,
  number: String(row.number),
  subject: secrets.decrypt(row.subject, 'tickets.subject_encrypted', row.id),
  topic: row.topic,
  reference: row.reference,
  state: row.state,
  unread: row.unread,
  createdAtDateTime: row.createdAt.toISOString(),
  updatedAtDateTime: row.updatedAt.toISOString(),
});

/** The person's view: the identity of staff is not included. */
export async function readThread(
  context: SupportContext,
  db: Queryable,
  row: TicketRow,
): Promise<TicketThread> {
  const messages = await listMessages(db, row.id);
  return {
    ticket: ticketDto(context, row),
    messages: messages.map(({ id, staffId, body, createdAt }) => ({
      id,
      author: staffId === null ? 'PERSON' : 'STAFF',
      text: context.secrets.decrypt(body, 'ticket_messages.body_encrypted', id),
      createdAtDateTime: createdAt.toISOString(),
    })),
  };
}
