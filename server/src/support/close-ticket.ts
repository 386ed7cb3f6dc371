import type { TicketThread } from '@sarraf/domain/contracts';
import type { SupportContext } from './deps.ts';
import { lockOwnTicket } from './own-ticket.ts';
import { findTicket, type TicketRow, updateTicket } from './store.ts';
import { readThread } from './views.ts';

/** Closes a ticket for its owner; a closed one stays unchanged. NOT_FOUND */
export async function closeTicket(
  context: SupportContext,
  userId: string,
  id: string,
): Promise<TicketThread> {
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const row = await lockOwnTicket(tx, userId, id);
    if (row.state !== 'CLOSED')
      await updateTicket(tx, row.id, { state: 'CLOSED', since: now, unread: 0, assignee: row.assignee }, now);
    return readThread(context, tx, (await findTicket(tx, row.id)) as TicketRow);
  });
}
