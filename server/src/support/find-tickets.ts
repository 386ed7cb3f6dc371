import { closeness, toLatinDigits } from '@sarraf/domain';
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { SupportContext } from './deps.ts';
import { findByNumber, listNewest } from './store.ts';
import { ticketView } from './views.ts';

/** Subjects are sealed, so they are read one by one: of so many tickets. */
const NEWEST = 200;
const LEAST_WORD = 3;

/** The ticket of this number, or the newest of which the subject holds the words. */
export async function findTickets(
  context: Pick<SupportContext, 'db' | 'secrets'>,
  typed: string,
  limit: number,
): Promise<StaffFinds['tickets']> {
  const [, digits] = /^#?(\d{8})$/.exec(toLatinDigits(typed).trim()) ?? [];
  const rows = digits
    ? await findByNumber(context.db, Number.parseInt(digits, 10))
    : typed.length < LEAST_WORD
      ? []
      : await listNewest(context.db, NEWEST);
  return rows
    .map((row) => ticketView(context, row))
    .filter(({ subject }) => digits !== undefined || closeness(typed, subject) !== null)
    .slice(0, limit)
    .map(({ id, number, subject, state }) => ({ id, number, subject, state }));
}
