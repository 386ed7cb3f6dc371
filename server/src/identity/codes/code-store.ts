import type { TwoStepMethod } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { BrowserIdentity, Device } from '../deps.ts';
import { isAnonymous } from '../login/client.ts';
import type { CodePurpose } from '../ports.ts';

/** Whom a step belongs to before anybody is signed in. */
export interface StepOwners {
  browsers: Buffer[];
  /** Digests of the challenges that were given with it, newest first. */
  challenges: Buffer[];
  /** It was begun without a cookie: whoever brings neither cookie nor challenge may end it. */
  open: boolean;
  /** Digests of the networks that it was begun from, to which it is open; empty: to all. */
  openTo: Buffer[];
}

export interface CodeRow extends StepOwners {
  id: string;
  purpose: CodePurpose;
  /** With an authenticator it is a step without a code of ours. */
  channel: TwoStepMethod;
  userId: string | null;
  signUpId: string | null;
  sessionId: string | null;
  /** What the code is about, encrypted: the new e-mail address or mobile number. */
  subject: Buffer | null;
  /** Of a withdrawal: digest of what it lets go; the code is worthless for anything else. */
  intent: Buffer | null;
  digest: Buffer;
  /** What the first step of signing in or up came from; null of other steps. */
  device: Device | null;
  /** What the person is about; a code that is sent again belongs to the same step. */
  stepId: string;
  stepBeganAt: Date;
  createdAt: Date;
  expiresAt: Date;
}

/** Where a code is looked for: one that was made for another purpose or session isn't seen. */
export interface CodeScope {
  key: Buffer;
  purposes: readonly CodePurpose[];
  sessionId: string | null;
  /** Whoever asks, before anybody is signed in: what belongs to another isn't seen. Absent: all of them are. */
  client?: BrowserIdentity;
  /** What wrong codes are counted under, where that isn't `key`. */
  counted?: Buffer;
}

const CODE = sql`id, purpose, channel, user_id as "userId", sign_up_id as "signUpId", session_id as "sessionId",
  subject_encrypted as subject, intent, digest, device, browsers, challenges, open, open_to as "openTo", step_id as "stepId", step_began_at as "stepBeganAt", created_at as "createdAt",
  expires_at as "expiresAt"`;

const unused = ({ key, purposes, sessionId, client }: CodeScope) =>
  sql`address_key = ${key} and purpose = any(${[...purposes]}::text[])
    and session_id is not distinct from ${sessionId}::uuid and used_at is null
    and ${ownedBy(client)}`;

function ownedBy(client: BrowserIdentity | undefined) {
  if (client === undefined) return sql`true`;
  if (client.challenge !== null) return sql`${client.challenge}::bytea = any(challenges)`;
  if (client.digest !== null) return sql`${client.digest}::bytea = any(browsers)`;
  return sql`open and (open_to = '{}' or ${client.siteDigest}::bytea = any(open_to))`;
}

/** Guesses of callers who show nothing are counted apart, so that they use up none of the owner's. */
const attemptsBy = (client: BrowserIdentity | undefined) =>
  client !== undefined && isAnonymous(client) ? sql.ref('open_attempts') : sql.ref('attempts');

export async function insertCode(tx: Tx, key: Buffer, code: CodeRow): Promise<void> {
  await sql`insert into one_time_codes
      (id, address_key, purpose, channel, user_id, sign_up_id, session_id, subject_encrypted, intent, digest, device, browsers, challenges,
       open, open_to, step_id, step_began_at, created_at, expires_at)
    values (${code.id}, ${key}, ${code.purpose}, ${code.channel}, ${code.userId}, ${code.signUpId},
      ${code.sessionId}, ${code.subject}, ${code.intent}, ${code.digest}, ${code.device}, ${code.browsers}::bytea[], ${code.challenges}::bytea[],
      ${code.open}, ${code.openTo}::bytea[], ${code.stepId}, ${code.stepBeganAt}, ${code.createdAt}, ${code.expiresAt})`.execute(
    tx,
  );
}

/** Takes one guess of every living code of the place, before anything is compared. Empty: none lives. */
export async function takeCodeGuess(
  tx: Tx,
  place: CodeScope,
  now: Date,
  guesses: number,
): Promise<CodeRow[]> {
  const attempts = attemptsBy(place.client);
  const { rows } = await sql<CodeRow>`update one_time_codes set ${attempts} = ${attempts} + 1
    where ${unused(place)} and expires_at > ${now} and ${attempts} < ${guesses} returning ${CODE}`.execute(
    tx,
  );
  return rows;
}

/** The code that was right is used up with all others of its step; those of other steps get their guess back. */
export async function useCode(
  tx: Tx,
  { key, client }: CodeScope,
  right: CodeRow,
  guessed: CodeRow[],
  now: Date,
): Promise<void> {
  const attempts = attemptsBy(client);
  await sql`update one_time_codes set used_at = ${now} where address_key = ${key} and step_id = ${right.stepId}`.execute(
    tx,
  );
  await sql`update one_time_codes set ${attempts} = ${attempts} - 1
    where id = any(${guessed.map((row) => row.id)}::uuid[]) and used_at is null`.execute(tx);
}

/** The newest code of this place, way, sign-up and intent that can still be used. */
export async function findActiveCode(
  db: Queryable,
  place: CodeScope,
  { channel, signUpId, intent }: Pick<CodeRow, 'channel' | 'signUpId'> & Partial<Pick<CodeRow, 'intent'>>,
  now: Date,
  guesses: number,
): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where ${unused(place)} and channel = ${channel} and sign_up_id is not distinct from ${signUpId}::uuid
      and intent is not distinct from ${intent ?? null}::bytea
      and expires_at > ${now} and attempts < ${guesses}
    order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Of one code: a log-in that is repeated while it lives gets a challenge of its own. */
const MAX_CHALLENGES = 20;

/** A code that is asked for once more is named after the device that asked last, and belongs to all that did. */
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

/** The step that waits for a code: a login before a sign-up, which anybody may have begun; the newest of them. */
export async function findPendingCode(db: Queryable, place: CodeScope, since: Date): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where ${unused(place)} and step_began_at > ${since} order by purpose, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether any code of this place can still be used. */
export async function hasLivingCode(
  db: Queryable,
  place: CodeScope,
  now: Date,
  guesses: number,
): Promise<boolean> {
  const { rows } = await sql`select from one_time_codes
    where ${unused(place)} and expires_at > ${now} and ${attemptsBy(place.client)} < ${guesses} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Codes that another one replaces. */
export async function expireCodes(tx: Tx, place: CodeScope, stepId: string | null, now: Date): Promise<void> {
  await sql`update one_time_codes set expires_at = least(expires_at, ${now})
    where ${unused(place)} and (${stepId}::uuid is null or step_id = ${stepId})`.execute(tx);
}
