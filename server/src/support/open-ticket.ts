import { AppError } from '@sarraf/domain';
import type { BodyOf, openTicket as contract, Ticket } from '@sarraf/domain/contracts';
import { enforceRateLimit, type Language } from '../identity/index.ts';
import { newId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { countOpenTickets, insertTicket } from './store.ts';
import { normalizeLines, toOneLine } from './texts.ts';
import { ticketDto } from './views.ts';
import { encryptAndInsertMessage } from './write-message.ts';

const MAX_OPEN = 20;

/**
 * Opens a ticket. BAD_REQUEST: blank; TOO_MANY_REQUESTS with `retryAfter`; TOO_MANY_TICKETS: too many are open
 * already.
 */
export async function openTicket(
  context: SupportContext,
  userId: string,
  language: Language,
  body: BodyOf<typeof contract>,
): Promise<Ticket> {
  const [subject, message] = [toOneLine(body.subject), normalizeLines(body.message)];
  const emptyFields = Object.entries({ subject, message }).filter(([, text]) => text === '');
  if (emptyFields.length > 0)
    throw new AppError('BAD_REQUEST', { errors: emptyFields.map(([field]) => field) });
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    // Locked, so that concurrent requests can't exceed the limit together.
    await context.people.lock(tx, userId);
    if ((await countOpenTickets(tx, userId)) >= MAX_OPEN) throw new AppError('TOO_MANY_TICKETS');
    const key = context.secrets.blindIndex('tickets', userId);
    await enforceRateLimit(context, tx, { key, kind: 'TICKETS' }, context.limits.tickets);
    const id = newId();
    const row = await insertTicket(
      tx,
      {
        id,
        userId,
        visitor: null,
        language,
        subject: context.secrets.encrypt(subject, 'tickets.subject_encrypted', id),
        topic: body.topic ?? 'OTHER',
        reference: toOneLine(body.reference ?? ''),
      },
      now,
    );
    await encryptAndInsertMessage(context, tx, { ticketId: id, staffId: null, text: message }, now);
    return ticketDto(context, row);
  });
}
