import { AppError } from '@sarraf/domain';
import type { TicketThread } from '@sarraf/domain/contracts';
import { enforceRateLimit } from '../identity/index.ts';
import type { SupportContext } from './deps.ts';
import { assertTicketNotFull, lockOwnTicket } from './own-ticket.ts';
import { findTicket, type TicketRow, updateTicket } from './store.ts';
import { normalizeLines } from './texts.ts';
import { readThread } from './views.ts';
import { encryptAndInsertMessage } from './write-message.ts';

/**
 * Adds a message of the ticket's owner; an answered or closed ticket waits again.
 *
 * NOT_FOUND; BAD_REQUEST: blank; TOO_MANY_REQUESTS with `retryAfter`; TICKET_IS_FULL.
 */
export async function replyToTicket(
  context: SupportContext,
  userId: string,
  id: string,
  text: string,
): Promise<TicketThread> {
  const message = normalizeLines(text);
  if (message === '') throw new AppError('BAD_REQUEST', { errors: ['message'] });
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const row = await lockOwnTicket(tx, userId, id);
    await assertTicketNotFull(tx, row.id);
    const key = context.secrets.blindIndex('ticket messages', userId);
    await enforceRateLimit(context, tx, { key, kind: 'TICKET_MESSAGES' }, context.limits.messages);
    await encryptAndInsertMessage(context, tx, { ticketId: row.id, staffId: null, text: message }, now);
    // A ticket that waits already keeps its position in the queue.
    const since = row.state === 'WAITING' ? row.since : now;
    await updateTicket(tx, row.id, { state: 'WAITING', since, unread: 0, assignee: row.assignee }, now);
    return readThread(context, tx, (await findTicket(tx, row.id)) as TicketRow);
  });
}
