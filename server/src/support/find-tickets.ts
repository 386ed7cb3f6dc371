import { closeness, toLatinDigits } from '@sarraf/domain';
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { SupportContext } from './deps.ts';
import { findByNumber, listNewest } from './store.ts';
import { ticketView } from './views.ts';

/** Subjects are encrypted, so they are decrypted one by one: of this many tickets. */
const NEWEST = 200;
const MIN_WORD_LENGTH = 3;

/** Returns the ticket with this number, or the newest whose subject contains the words. */
export async function findTickets(
  context: Pick<SupportContext, 'db' | 'secrets'>,
  typed: string,
  limit: number,
): Promise<StaffFinds['tickets']> {
  const [, digits] = /^#?(\d{8})$/.exec(toLatinDigits(typed).trim()) ?? [];
  const rows = digits
    ? await findByNumber(context.db, Number.parseInt(digits, 10))
    : typed.length < MIN_WORD_LENGTH
      ? []
      : await listNewest(context.db, NEWEST);
  return rows
    .map((row) => ticketView(context, row))
    .filter(({ subject }) => digits !== undefined || closeness(typed, subject) !== null)
    .slice(0, limit)
    .map(({ id, number, subject, state }) => ({ id, number, subject, state }));
}
