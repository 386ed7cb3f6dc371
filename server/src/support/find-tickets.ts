import { rankMatch, toLatinDigits } from '@sarraf/domain';
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { SupportContext } from './deps.ts';
import { findTicketByNumber, listNewestTickets } from './store.ts';
import { ticketDto } from './views.ts';

/** Subjects are encrypted, so they are decrypted one by one: of this many tickets. */
const MAX_SCANNED = 200;
const MIN_WORD_LENGTH = 3;

/** Returns the ticket with this number, or the newest whose subject contains the words. */
export async function findTickets(
  context: Pick<SupportContext, 'db' | 'secrets'>,
  searchText: string,
  limit: number,
): Promise<StaffFinds['tickets']> {
  const [, digits] = /^#?(\d{8})$/.exec(toLatinDigits(searchText).trim()) ?? [];
  const rows = digits
    ? await findTicketByNumber(context.db, Number.parseInt(digits, 10))
    : searchText.length < MIN_WORD_LENGTH
      ? []
      : await listNewestTickets(context.db, MAX_SCANNED);
  return rows
    .map((row) => ticketDto(context, row))
    .filter(({ subject }) => digits !== undefined || rankMatch(searchText, subject) !== null)
    .slice(0, limit)
    .map(({ id, number, subject, state }) => ({ id, number, subject, state }));
}
