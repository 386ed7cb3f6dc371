import { AppError } from '@sarraf/domain';
import type { User } from '../identity/index.ts';
import type { Caller } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import type { BackofficeContext } from './deps.ts';

type Staff = Pick<Caller, 'userId' | 'staffRoles'>;

/** Whose work verification is: they see what support does not. */
export const isReviewer = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('kyc') || staffRoles.includes('admin');

/** Whose work people's questions are. */
export const isSupportStaff = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('support') || staffRoles.includes('admin');

/** Whose work money is. */
export const isTreasurer = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('treasury') || staffRoles.includes('admin');

/** NOT_FOUND: nobody has this id. */
export async function requirePerson(context: BackofficeContext, id: string): Promise<User> {
  const user = isId(id) ? await context.people.find(id) : null;
  if (user === null) throw new AppError('NOT_FOUND');
  return user;
}

/**
 * Whoever acts on an account acts on somebody else's, and on one of the staff's as an admin alone: otherwise support
 * could lock the admins out, and two reviewers could take an admin's account.
 *
 * SECOND_PERSON_NEEDED: it is their own; FORBIDDEN with `colleague`: it is one of the staff's.
 */
export async function requireActionAllowed(
  context: BackofficeContext,
  staff: Staff,
  personId: string,
): Promise<void> {
  if (staff.userId === personId) throw new AppError('SECOND_PERSON_NEEDED');
  if (staff.staffRoles.includes('admin')) return;
  if ((await context.people.staffRoles(personId)).length > 0)
    throw new AppError('FORBIDDEN', { data: { colleague: true } });
}

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
