import type { UserLevel } from '@sarraf/domain';
import type { AuthenticationType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Db, Queryable } from '../platform/database.ts';
import type { Visit } from './deps.ts';

export interface NewSession {
  id: string;
  tokenDigest: Buffer;
  userId: string;
  remember: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSession(tx: Queryable, session: NewSession, visit: Visit): Promise<void> {
  await sql`insert into sessions (token_digest, id, user_id, remember, created_at, last_seen_at, expires_at,
      os_type, device_type, browser, ip)
    values (${session.tokenDigest}, ${session.id}, ${session.userId}, ${session.remember}, ${session.createdAt},
      ${session.createdAt}, ${session.expiresAt}, ${visit.osType}, ${visit.deviceType}, ${visit.browser},
      ${visit.ip})`.execute(tx);
}

export interface SessionRow {
  sessionId: string;
  userId: string;
  remember: boolean;
  lastSeenAt: Date;
  expiresAt: Date;
  authenticationType: AuthenticationType;
  level: UserLevel;
  inviterId: string | null;
}

/** With its person; null when it was revoked or the person is blocked. */
export async function findSession(db: Db, tokenDigest: Buffer): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`select s.id as "sessionId", s.user_id as "userId", s.remember,
      s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", u.authentication_type as "authenticationType",
      u.level, u.inviter_id as "inviterId"
    from sessions s join users u on u.id = s.user_id
    where s.token_digest = ${tokenDigest} and s.revoked_at is null and u.blocked_at is null`.execute(db);
  return rows[0] ?? null;
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await sql`update sessions set last_seen_at = greatest(last_seen_at, ${now}) where id = ${id}`.execute(db);
}

export async function revokeSession(db: Queryable, id: string, now: Date): Promise<void> {
  await sql`update sessions set revoked_at = ${now} where id = ${id} and revoked_at is null`.execute(db);
}
