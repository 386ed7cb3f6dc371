import { AppError } from '@sarraf/domain';
import type { QueryOf, StaffTicket, staffTickets } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { ticketsForStaff } from './staff-views.ts';
import { listQueue, type TicketRow } from './store.ts';

/** Returns a page of the queue. BAD_REQUEST: an unknown cursor. */
export async function listQueueOf(
  context: SupportContext,
  staffId: string,
  { state = 'WAITING', topic, mine, size = 10, cursor }: QueryOf<typeof staffTickets>,
): Promise<{ content: StaffTicket[]; nextCursor: string | null }> {
  const found = await listQueue(context.db, {
    state,
    topic: topic ?? null,
    assignee: mine ? staffId : null,
    limit: size + 1,
    after: cursor === undefined ? null : readCursor(cursor),
  });
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return {
    content: await ticketsForStaff(context, staffId, rows),
    nextCursor: last && found.length > size ? cursorOf(last) : null,
  };
}

/** Time, and the id among rows with the same time. */
const cursorOf = ({ state, since, updatedAt, id }: TicketRow): string =>
  `${(state === 'WAITING' ? since : updatedAt).getTime()}_${id}`;

function readCursor(cursor: string): { at: Date; id: string } {
  const [, ms = '', id = ''] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? [];
  const at = new Date(Number.parseInt(ms, 10));
  if (ms === '' || !isId(id) || Number.isNaN(at.getTime()))
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { at, id };
}
