import { AppError } from '@sarraf/domain';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { countMessages, lockTicket, type TicketRow } from './store.ts';

/** A conversation is read and sent whole, so its length is limited. */
export const MAX_MESSAGES = 200;

/** Locks one's own ticket. NOT_FOUND: no ticket of this person has this id. */
export async function lockOwnTicket(tx: Tx, userId: string, id: string): Promise<TicketRow> {
  const row = isId(id) ? await lockTicket(tx, id) : null;
  if (row === null || row.userId !== userId) throw new AppError('NOT_FOUND');
  return row;
}

/** Throws TICKET_IS_FULL when the ticket has the maximum number of messages. */
export async function assertTicketNotFull(tx: Tx, id: string): Promise<void> {
  if ((await countMessages(tx, id)) >= MAX_MESSAGES) throw new AppError('TICKET_IS_FULL');
}
