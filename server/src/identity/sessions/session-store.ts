import type { UserLevel } from '@sarraf/domain';
import {
  type AuthenticationType,
  MAX_CONFIRMATION_AGE_S,
  type StaffRole,
  type StepUpChange,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Db, Queryable } from '../../platform/database/database.ts';
import type { LoginOrigin } from '../deps.ts';

export interface NewSession {
  id: string;
  tokenDigest: Buffer;
  userId: string;
  remember: boolean;
  byPasskey: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSession(
  tx: Queryable,
  session: NewSession,
  loginOrigin: LoginOrigin,
): Promise<void> {
  await sql`insert into sessions (token_digest, id, user_id, remember, created_at, last_seen_at, expires_at,
      confirmed_at, by_passkey, os_type, device_type, browser, ip)
    values (${session.tokenDigest}, ${session.id}, ${session.userId}, ${session.remember}, ${session.createdAt},
      ${session.createdAt}, ${session.expiresAt}, ${session.createdAt}, ${session.byPasskey}, ${loginOrigin.osType}, ${loginOrigin.deviceType}, ${loginOrigin.browser},
      ${loginOrigin.ip})`.execute(tx);
}

/** Data of the user that authorises a caller. */
export interface PersonRow {
  userId: string;
  authenticationType: AuthenticationType;
  level: UserLevel;
  inviterId: string | null;
  invitedBy: string | null;
  customerKind: 'REAL' | 'COMPANY' | null;
  authenticator: boolean;
  heldUntil: Date | null;
  frozen: boolean;
  settingsLockedUntil: Date | null;
}

/** Columns of `users u`. */
export const PERSON = sql`u.id as "userId", u.authentication_type as "authenticationType", u.level,
  case when u.invited_by_self then null else u.inviter_id end as "inviterId", u.inviter_id as "invitedBy",
  u.customer_kind as "customerKind", u.two_step_method = 'GOOGLE_AUTHENTICATOR' as authenticator,
  u.withdrawals_held_until as "heldUntil", u.frozen_at is not null as frozen,
  u.settings_locked_until as "settingsLockedUntil"`;

export interface SessionRow extends PersonRow {
  sessionId: string;
  remember: boolean;
  lastSeenAt: Date;
  expiresAt: Date;
  byPasskey: boolean;
  staffRoles: StaffRole[];
  confirmedAt: Date;
  provedFor: StepUpChange | null;
  provedAt: Date | null;
}

/** Finds a session by its token's digest or its id, with its user; null if it was revoked or the user is blocked. */
export async function findSession(db: Db, sessionKey: Buffer | string): Promise<SessionRow | null> {
  const condition =
    typeof sessionKey === 'string' ? sql`s.id = ${sessionKey}` : sql`s.token_digest = ${sessionKey}`;
  const { rows } = await sql<SessionRow>`select ${PERSON}, s.id as "sessionId", s.remember,
      s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.by_passkey as "byPasskey",
      s.confirmed_at as "confirmedAt", s.proved_for as "provedFor", s.proved_at as "provedAt",
      array(select role from staff where user_id = u.id order by role) as "staffRoles"
    from sessions s join users u on u.id = s.user_id
    where ${condition} and s.revoked_at is null and u.blocked_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Doesn't wait for the disk: a crash makes the last use of a session a minute older at most. */
export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await sql`with unflushed as (select set_config('synchronous_commit', 'off', true))
    update sessions set last_seen_at = greatest(last_seen_at, ${now}) from unflushed where id = ${id}`.execute(
    db,
  );
}

/** Ends all of a user's sessions except the given one. */
export async function revokeSessions(
  db: Queryable,
  userId: string,
  now: Date,
  except: string | null,
): Promise<void> {
  await sql`update sessions set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${except}::uuid`.execute(db);
}

export interface Confirmation {
  tokenDigest: Buffer;
  /** Password and second factor were proved, so that the session as such is confirmed. */
  whole: boolean;
  change: StepUpChange | null;
  now: Date;
}

/** Records the confirmation and replaces the session's token. Whether it was still valid. */
export async function confirmSession(
  tx: Queryable,
  id: string,
  { tokenDigest, whole, change, now }: Confirmation,
): Promise<boolean> {
  const { rows } = await sql`update sessions set token_digest = ${tokenDigest},
      confirmed_at = case when ${whole} then ${now} else confirmed_at end,
      proved_for = ${change}, proved_at = ${change === null ? null : now}
    where id = ${id} and revoked_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Uses up the session's proof for this change; whether there was one. */
export async function consumeProof(
  tx: Queryable,
  id: string,
  change: StepUpChange,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - MAX_CONFIRMATION_AGE_S * 1000);
  const { rows } = await sql`update sessions set proved_for = null, proved_at = null
    where id = ${id} and revoked_at is null and proved_for = ${change} and proved_at >= ${since} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function revokeSession(db: Queryable, id: string, now: Date): Promise<void> {
  await sql`update sessions set revoked_at = ${now} where id = ${id} and revoked_at is null`.execute(db);
}

/** Whether it was valid and this user's. */
export async function revokeSessionOf(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`update sessions set revoked_at = ${now}
    where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${now} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

export interface ActiveSession extends LoginOrigin {
  id: string;
  remember: boolean;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Neither revoked nor expired, newest first. */
export async function findSessions(
  db: Queryable,
  userId: string,
  { now, idleSince, limit }: { now: Date; idleSince: Date; limit: number },
): Promise<ActiveSession[]> {
  const { rows } = await sql<ActiveSession>`select id, remember, created_at as "createdAt",
      last_seen_at as "lastSeenAt", os_type as "osType", device_type as "deviceType", browser, ip
    from sessions
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}
      and (remember or last_seen_at > ${idleSince})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
