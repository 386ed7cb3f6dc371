import { AppError } from '@sarraf/domain';
import type { TicketThread } from '@sarraf/domain/contracts';
import { enforceRateLimit } from '../identity/index.ts';
import type { SupportContext } from './deps.ts';
import { lockOwnTicket, refuseFullTicket } from './own-ticket.ts';
import { changeTicket, findTicket, type TicketRow } from './store.ts';
import { tidy } from './texts.ts';
import { threadView } from './views.ts';
import { writeMessage } from './write-message.ts';

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
  const message = tidy(text);
  if (message === '') throw new AppError('BAD_REQUEST', { errors: ['message'] });
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const row = await lockOwnTicket(tx, userId, id);
    await refuseFullTicket(tx, row.id);
    const key = context.secrets.blindIndex('ticket messages', userId);
    await enforceRateLimit(context, tx, { key, kind: 'TICKET_MESSAGES' }, context.limits.messages);
    await writeMessage(context, tx, { ticketId: row.id, staffId: null, text: message }, now);
    // A ticket that waits already keeps its position in the queue.
    const since = row.state === 'WAITING' ? row.since : now;
    await changeTicket(tx, row.id, { state: 'WAITING', since, unread: 0, assignee: row.assignee }, now);
    return threadView(context, tx, (await findTicket(tx, row.id)) as TicketRow);
  });
}
