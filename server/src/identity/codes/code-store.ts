import type { TwoStepMethod } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { BrowserIdentity, Device } from '../deps.ts';
import { isAnonymous } from '../login/client.ts';
import type { CodePurpose } from '../ports.ts';

/** Clients that a step belongs to before anybody is signed in. */
export interface StepOwners {
  browsers: Buffer[];
  /** Digests of the challenges issued with it, newest first. */
  challenges: Buffer[];
  /** It was started without a cookie: a client without cookie and challenge may complete it. */
  open: boolean;
  /** Digests of the networks that may complete it, those it was started from; empty: all. */
  openTo: Buffer[];
}

export interface CodeRow extends StepOwners {
  id: string;
  purpose: CodePurpose;
  /** With an authenticator the step has no code of ours. */
  channel: TwoStepMethod;
  userId: string | null;
  signUpId: string | null;
  sessionId: string | null;
  /** Encrypted subject of the code: the new e-mail address or mobile number. */
  subject: Buffer | null;
  /** For a withdrawal: digest of its terms; the code is valid for nothing else. */
  intent: Buffer | null;
  digest: Buffer;
  /** Device of the first step of signing in or up; null for other steps. */
  device: Device | null;
  /** Step of the user; a code that is sent again belongs to the same one. */
  stepId: string;
  stepBeganAt: Date;
  createdAt: Date;
  expiresAt: Date;
}

/** Scope of a code: one for another purpose or session isn't found. */
export interface CodeScope {
  key: Buffer;
  purposes: readonly CodePurpose[];
  sessionId: string | null;
  /** The client, before anybody is signed in: codes of others aren't found. Absent: all are. */
  client?: BrowserIdentity;
  /** Key for counting wrong codes, if it isn't `key`. */
  counted?: Buffer;
}

const CODE = sql`id, purpose, channel, user_id as "userId", sign_up_id as "signUpId", session_id as "sessionId",
  subject_encrypted as subject, intent, digest, device, browsers, challenges, open, open_to as "openTo", step_id as "stepId", step_began_at as "stepBeganAt", created_at as "createdAt",
  expires_at as "expiresAt"`;

const whereUnused = ({ key, purposes, sessionId, client }: CodeScope) =>
  sql`address_key = ${key} and purpose = any(${[...purposes]}::text[])
    and session_id is not distinct from ${sessionId}::uuid and used_at is null
    and ${whereOwnedBy(client)}`;

function whereOwnedBy(client: BrowserIdentity | undefined) {
  if (client === undefined) return sql`true`;
  if (client.challenge !== null) return sql`${client.challenge}::bytea = any(challenges)`;
  if (client.digest !== null) return sql`${client.digest}::bytea = any(browsers)`;
  return sql`open and (open_to = '{}' or ${client.siteDigest}::bytea = any(open_to))`;
}

/** Attempts of anonymous callers are counted separately, so that they use up none of the owner's. */
const attemptsColumnOf = (client: BrowserIdentity | undefined) =>
  client !== undefined && isAnonymous(client) ? sql.ref('open_attempts') : sql.ref('attempts');

/** Stores a code, whose `attempts` begin with those that it doesn't allow. */
export async function insertCode(tx: Tx, key: Buffer, code: CodeRow & { attempts: number }): Promise<void> {
  await sql`insert into one_time_codes
      (id, address_key, purpose, channel, user_id, sign_up_id, session_id, subject_encrypted, intent, digest, device, browsers, challenges,
       open, open_to, attempts, open_attempts, step_id, step_began_at, created_at, expires_at)
    values (${code.id}, ${key}, ${code.purpose}, ${code.channel}, ${code.userId}, ${code.signUpId},
      ${code.sessionId}, ${code.subject}, ${code.intent}, ${code.digest}, ${code.device}, ${code.browsers}::bytea[], ${code.challenges}::bytea[],
      ${code.open}, ${code.openTo}::bytea[], ${code.attempts}, ${code.attempts}, ${code.stepId}, ${code.stepBeganAt}, ${code.createdAt}, ${code.expiresAt})`.execute(
    tx,
  );
}

/** Counts one attempt against every active code in scope before comparing. Empty: no code is active. */
export async function countCodeAttempt(
  tx: Tx,
  scope: CodeScope,
  now: Date,
  maxAttempts: number,
): Promise<CodeRow[]> {
  const attempts = attemptsColumnOf(scope.client);
  const { rows } = await sql<CodeRow>`update one_time_codes set ${attempts} = ${attempts} + 1
    where ${whereUnused(scope)} and expires_at > ${now} and ${attempts} < ${maxAttempts} returning ${CODE}`.execute(
    tx,
  );
  return rows;
}

/** Uses up the right code and all others of its step; codes of other steps get their attempt back. */
export async function consumeCode(
  tx: Tx,
  { key, client }: CodeScope,
  correctCode: CodeRow,
  attempted: CodeRow[],
  now: Date,
): Promise<void> {
  const attempts = attemptsColumnOf(client);
  await sql`update one_time_codes set used_at = ${now} where address_key = ${key} and step_id = ${correctCode.stepId}`.execute(
    tx,
  );
  await sql`update one_time_codes set ${attempts} = ${attempts} - 1
    where id = any(${attempted.map((row) => row.id)}::uuid[]) and used_at is null`.execute(tx);
}

/** Returns the newest valid code of this scope, channel, sign-up and intent. */
export async function findActiveCode(
  db: Queryable,
  scope: CodeScope,
  { channel, signUpId, intent }: Pick<CodeRow, 'channel' | 'signUpId'> & Partial<Pick<CodeRow, 'intent'>>,
  now: Date,
  maxAttempts: number,
): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where ${whereUnused(scope)} and channel = ${channel} and sign_up_id is not distinct from ${signUpId}::uuid
      and intent is not distinct from ${intent ?? null}::bytea
      and expires_at > ${now} and attempts < ${maxAttempts}
    order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Maximum per code: a repeated log-in while the code is valid gets a challenge of its own. */
const MAX_CHALLENGES = 20;

/**
 * When a code is requested again, it gets the device of the last request and belongs to the clients of all
 * requests.
 */
export async function bindCodeToClient(
  db: Queryable,
  id: string,
  {
    device,
    browsers = [],
    challenges = [],
    open = false,
    openTo = [],
  }: { device: Device } & Partial<StepOwners>,
): Promise<void> {
  await sql`update one_time_codes set device = ${device}, open = open or ${open},
    open_to = array(select distinct unnest(open_to || ${openTo}::bytea[])),
    browsers = array(select distinct unnest(browsers || ${browsers}::bytea[])),
    challenges = (${challenges}::bytea[] || challenges)[1:${MAX_CHALLENGES}],
    open_attempts = case when ${open} then 0 else open_attempts end where id = ${id}`.execute(db);
}

/** Returns the newest pending step: a login before a sign-up, which anybody may have started. */
export async function findPendingCode(db: Queryable, scope: CodeScope, since: Date): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where ${whereUnused(scope)} and step_began_at > ${since} order by purpose, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether any code in scope is still valid. */
export async function hasActiveCode(
  db: Queryable,
  scope: CodeScope,
  now: Date,
  maxAttempts: number,
): Promise<boolean> {
  const { rows } = await sql`select from one_time_codes
    where ${whereUnused(scope)} and expires_at > ${now} and ${attemptsColumnOf(scope.client)} < ${maxAttempts} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Expires codes that are replaced by another. */
export async function expireCodes(tx: Tx, scope: CodeScope, stepId: string | null, now: Date): Promise<void> {
  await sql`update one_time_codes set expires_at = least(expires_at, ${now})
    where ${whereUnused(scope)} and (${stepId}::uuid is null or step_id = ${stepId})`.execute(tx);
}
