import { maskEmail } from '@sarraf/domain';
import type { StaffThread, StaffTicket } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { SupportContext } from './deps.ts';
import { listMessages, type TicketRow } from './store.ts';
import { decryptVisitor } from './texts.ts';
import { ticketDto } from './views.ts';

/** Returns tickets in the staff's view. */
export async function staffTicketDtos(
  context: SupportContext,
  staffId: string,
  rows: readonly TicketRow[],
): Promise<StaffTicket[]> {
  const ids = rows.flatMap(({ userId, assignee }) => [userId, assignee]).filter((id) => id !== null);
  const people = await context.people.findAll([...new Set(ids)]);
  return rows.map((row) => ({
    ...ticketDto(context, row),
    person: staffPersonDto(context, row, people.get(row.userId ?? '')),
    language: row.language,
    version: row.version,
    assignee: people.get(row.assignee ?? '')?.email ?? '',
    mine: row.assignee === staffId,
    sinceDateTime: row.since.toISOString(),
  }));
}

function staffPersonDto(
  context: SupportContext,
  row: TicketRow,
  user: User | undefined,
): StaffTicket['person'] {
  const visitor = decryptVisitor(context.secrets, row);
  if (!user) return { id: null, name: visitor?.name ?? '', email: visitor?.email ?? '' };
  const name = `${user.firstName} ${user.lastName}`.trim();
  return { id: user.id, name: name || (visitor?.name ?? ''), email: maskEmail(user.email) };
}

export async function readStaffThread(
  context: SupportContext,
  db: Queryable,
  staffId: string,
  row: TicketRow,
): Promise<StaffThread> {
  const [[ticket], messages] = await Promise.all([
    staffTicketDtos(context, staffId, [row]),
    listMessages(db, row.id),
  ]);
  const staff = await context.people.findAll([
    ...new Set(messages.flatMap((message) => message.staffId ?? [])),
  ]);
  return {
    ticket: ticket as StaffTicket,
    messages: messages.map(({ id, staffId: authorId, body, createdAt }) => ({
      id,
      author: authorId === null ? 'PERSON' : 'STAFF',
      text: context.secrets.decrypt(body, 'ticket_messages.body_encrypted', id),
      createdAtDateTime: createdAt.toISOString(),
      staff: staff.get(authorId ?? '')?.email ?? '',
    })),
  };
}
