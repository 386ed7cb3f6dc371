import { AppError } from '@sarraf/domain';
import type { User } from '../identity/index.ts';
import type { Caller } from '../platform/http/http.ts';
import { isId } from '../platform/ids.ts';
import type { BackofficeContext } from './deps.ts';

type Staff = Pick<Caller, 'userId' | 'staffRoles'>;

/** Returns whether the caller's role includes verification, and so data that support can't see. */
export const isReviewer = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('kyc') || staffRoles.includes('admin');

/** Returns whether the caller's role includes customer support. */
export const isSupportStaff = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('support') || staffRoles.includes('admin');

/** Returns whether the caller's role includes the treasury. */
export const isTreasurer = ({ staffRoles }: Staff): boolean =>
  staffRoles.includes('treasury') || staffRoles.includes('admin');

/** NOT_FOUND: no user with this id. */
export async function requirePerson(context: BackofficeContext, id: string): Promise<User> {
  const user = isId(id) ? await context.people.find(id) : null;
  if (user === null) throw new AppError('NOT_FOUND');
  return user;
}

/**
 * Allows actions on other users' accounts only, and on a staff member's only for admins: otherwise support could
 * lock the admins out, and two reviewers could take over an admin's account.
 *
 * SECOND_PERSON_NEEDED: it is their own; FORBIDDEN with `colleague`: it is a staff member's.
 */
export async function requireActionAllowed(
  context: BackofficeContext,
  staff: Staff,
  personId: string,
): Promise<void> {
  if (staff.userId === personId) throw new AppError('SECOND_PERSON_NEEDED');
  if (staff.staffRoles.includes('admin')) return;
  if ((await context.people.readStaffRoles(personId)).length > 0)
    throw new AppError('FORBIDDEN', { data: { colleague: true } });
}

export const fullNameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
