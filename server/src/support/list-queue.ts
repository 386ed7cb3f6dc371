import { AppError } from '@sarraf/domain';
import type { QueryOf, StaffTicket, staffTickets } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { staffTicketDtos } from './staff-views.ts';
import { listQueue, type TicketRow } from './store.ts';

/** Returns a page of the queue. BAD_REQUEST: an unknown cursor. */
export async function readStaffQueue(
  context: SupportContext,
  staffId: string,
  { state = 'WAITING', topic, mine, size = 10, cursor }: QueryOf<typeof staffTickets>,
): Promise<{ content: StaffTicket[]; nextCursor: string | null }> {
  const queueRows = await listQueue(context.db, {
    state,
    topic: topic ?? null,
    assignee: mine ? staffId : null,
    limit: size + 1,
    after: cursor === undefined ? null : parseCursor(cursor),
  });
  const rows = queueRows.slice(0, size);
  const last = rows.at(-1);
  return {
    content: await staffTicketDtos(context, staffId, rows),
    nextCursor: last && queueRows.length > size ? cursorOf(last) : null,
  };
}

/** Time, and the id among rows with the same time. */
const cursorOf = ({ state, since, updatedAt, id }: TicketRow): string =>
  `${(state === 'WAITING' ? since : updatedAt).getTime()}_${id}`;

function parseCursor(cursor: string): { at: Date; id: string } {
  const [, ms = '', id = ''] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? [];
  const at = new Date(Number.parseInt(ms, 10));
  if (ms === '' || !isId(id) || Number.isNaN(at.getTime()))
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { at, id };
}
