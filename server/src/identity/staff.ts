import type { StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { deletePasskeys, hasPasskeys } from './passkeys/passkey-store.ts';
import { revokeSessions } from './sessions/session-store.ts';
import { findUserByEmail, type User } from './store.ts';

export async function readRoles(db: Queryable, userId: string): Promise<StaffRole[]> {
  const { rows } = await sql<{ role: StaffRole }>`select role from staff where user_id = ${userId}
    order by role`.execute(db);
  return rows.map(({ role }) => role);
}

/** False: the user had it already. */
export async function addRole(tx: Queryable, userId: string, role: StaffRole, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into staff (user_id, role, added_at) values (${userId}, ${role}, ${now})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** False: the user did not have it. */
async function removeRole(tx: Queryable, userId: string, role: StaffRole): Promise<boolean> {
  const { rows } =
    await sql`delete from staff where user_id = ${userId} and role = ${role} returning 1`.execute(tx);
  return rows.length > 0;
}

export interface StaffMember {
  email: string;
  roles: StaffRole[];
  /** Whether the second factor is an authenticator app, which production requires of staff. */
  authenticator: boolean;
  /** Whether there is a passkey, which production also requires of treasurers and admins. */
  passkey: boolean;
}

const MAX_LISTED = 1_000;

export async function listStaff(db: Db): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`select u.email, array_agg(s.role order by s.role) as roles,
      u.two_step_method = 'GOOGLE_AUTHENTICATOR' as authenticator,
      exists (select from passkeys where user_id = u.id) as passkey
    from staff s join users u on u.id = s.user_id
    group by u.id order by u.email limit ${MAX_LISTED}`.execute(db);
  return rows;
}

export interface RoleChange {
  change: 'add' | 'remove';
  /** Normalised. */
  email: string;
  role: StaffRole;
  /** System user name at the command line. */
  operator: string;
}

/**
 * Adds or removes a role from the command line. No change is not an error.
 * Null: no account has this e-mail address.
 */
export function changeRole(
  db: Db,
  { change, email, role, operator }: RoleChange,
  now: Date,
): Promise<{ user: User; changed: boolean; passkey: boolean } | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null) return null;
    const changed =
      change === 'add' ? await addRole(tx, user.id, role, now) : await removeRole(tx, user.id, role);
    if (changed) {
      const action = change === 'add' ? 'staff role added' : 'staff role removed';
      await appendAudit(tx, { actorId: null, action, subjectId: user.id, detail: { role, operator } }, now);
    }
    return { user, changed, passkey: await hasPasskeys(tx, user.id) };
  });
}

/**
 * Deletes the passkeys of a staff member who has lost them, from the command line, and ends their sessions; they
 * add the next one by password and code. Null: no account has this e-mail address.
 */
export function deleteStaffPasskeys(
  db: Db,
  { email, operator }: Pick<RoleChange, 'email' | 'operator'>,
  now: Date,
): Promise<boolean | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null) return null;
    if (!(await hasPasskeys(tx, user.id))) return false;
    await deletePasskeys(tx, user.id);
    await revokeSessions(tx, user.id, now, null);
    const entry = { actorId: null, action: 'passkeys forgotten', subjectId: user.id, detail: { operator } };
    await appendAudit(tx, entry, now);
    return true;
  });
}
