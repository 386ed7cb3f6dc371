import { AppError } from '@sarraf/domain';
import type { StaffThread } from '@sarraf/domain/contracts';
import { type Recipient, recipientOf } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { assertTicketNotFull } from './own-ticket.ts';
import { readStaffThread } from './staff-views.ts';
import { findTicket, lockTicket, type TicketChange, type TicketRow, updateTicket } from './store.ts';
import { decryptVisitor, normalizeLines } from './texts.ts';
import { encryptAndInsertMessage } from './write-message.ts';

/** Returns a ticket for staff, after logging the access to the audit log. NOT_FOUND */
export async function readStaffTicket(
  context: SupportContext,
  staffId: string,
  id: string,
): Promise<StaffThread> {
  const row = isId(id) ? await findTicket(context.db, id) : null;
  if (row === null) throw new AppError('NOT_FOUND');
  await context.db.transaction().execute((tx) => auditTicketAction(context, tx, staffId, row, 'ticket read'));
  return readStaffThread(context, context.db, staffId, row);
}

/**
 * Adds a staff member's reply, and assigns the ticket to them. CONFLICT: the ticket was changed since they read it,
 * by another staff member or by the person; NOT_FOUND; BAD_REQUEST: blank; TICKET_IS_FULL.
 */
export function replyAsStaff(
  context: SupportContext,
  staffId: string,
  id: string,
  { version, message }: { version: number; message: string },
): Promise<StaffThread> {
  const text = normalizeLines(message);
  if (text === '') throw new AppError('BAD_REQUEST', { errors: ['message'] });
  return changeAsStaff(context, staffId, id, version, 'ticket answered', async (tx, row, now) => {
    await assertTicketNotFull(tx, row.id);
    await encryptAndInsertMessage(context, tx, { ticketId: row.id, staffId, text }, now);
    await notifyReply(context, tx, row, text);
    const unread = row.userId === null ? 0 : row.unread + 1;
    return { state: 'ANSWERED', since: now, unread, assignee: staffId };
  });
}

/** Closes a ticket without a reply. CONFLICT: it was changed since, or is closed; NOT_FOUND */
export const closeStaffTicket = (
  context: SupportContext,
  staffId: string,
  id: string,
  version: number,
): Promise<StaffThread> =>
  changeAsStaff(
    context,
    staffId,
    id,
    version,
    'ticket closed',
    async (_tx, { state, unread, assignee }, now) => {
      if (state === 'CLOSED') throw new AppError('CONFLICT');
      return { state: 'CLOSED', since: now, unread, assignee: assignee ?? staffId };
    },
  );

/** Assigns a ticket without changing how long it has waited. CONFLICT: it was changed since; NOT_FOUND */
export const assignTicket = (
  context: SupportContext,
  staffId: string,
  id: string,
  { version, mine }: { version: number; mine: boolean },
): Promise<StaffThread> =>
  changeAsStaff(context, staffId, id, version, mine ? 'ticket taken' : 'ticket left', async (_tx, row) => ({
    state: row.state,
    since: row.since,
    unread: row.unread,
    assignee: mine ? staffId : null,
  }));

async function changeAsStaff(
  context: SupportContext,
  staffId: string,
  id: string,
  version: number,
  action: string,
  change: (tx: Tx, row: TicketRow, now: Date) => Promise<TicketChange>,
): Promise<StaffThread> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const changedRow = await context.db.transaction().execute(async (tx) => {
    const row = await lockTicket(tx, id);
    if (row === null) throw new AppError('NOT_FOUND');
    if (row.version !== version) throw new AppError('CONFLICT');
    const now = context.now();
    await updateTicket(tx, id, await change(tx, row, now), now);
    await auditTicketAction(context, tx, staffId, row, action);
    return (await findTicket(tx, id)) as TicketRow;
  });
  return readStaffThread(context, context.db, staffId, changedRow);
}

const auditTicketAction = (
  context: SupportContext,
  tx: Tx,
  staffId: string,
  { number, userId }: TicketRow,
  action: string,
) => appendAudit(tx, { actorId: staffId, action, subjectId: userId, detail: { number } }, context.now());

/** Only the e-mail contains the reply itself: an SMS can be read by anyone who holds the phone. */
async function notifyReply(context: SupportContext, tx: Tx, row: TicketRow, text: string): Promise<void> {
  const replyRecipient = await findRecipient(context, tx, row);
  if (replyRecipient === null) return;
  const number = String(row.number);
  await context.notify(tx, replyRecipient, {
    kind: 'TICKET_ANSWERED',
    number,
    text,
    account: row.userId !== null,
    ticket: row.id,
  });
}

async function findRecipient(context: SupportContext, tx: Tx, row: TicketRow): Promise<Recipient | null> {
  if (row.userId !== null) {
    const user = await context.people.find(row.userId, tx);
    return user === null ? null : recipientOf(user);
  }
  const visitor = decryptVisitor(context.secrets, row);
  return visitor && { userId: null, email: visitor.email, mobile: null, language: row.language };
}
