import { Refusal } from '@sarraf/domain';
import type { BodyOf, login } from '@sarraf/domain/contracts';
import type { Queryable, Tx } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { type CodeRow, clearUses, countUse, insertCode } from './code-store.ts';
import type { Kit, Visit } from './deps.ts';
import { CODE_SECONDS, type Limit } from './limits.ts';
import type { CodePurpose } from './ports.ts';
import { digestCode, maskEmail, newCode } from './tokens.ts';

/** What the screen that asks for the code needs. */
export interface Prompt {
  starTwoStepAuthentication: string;
  twoStepAuthenticationType: 'EMAIL';
  /** Seconds until the code ends. */
  expiresIn: number;
}

export const promptFor = (email: string, expiresIn: number): Prompt => ({
  starTwoStepAuthentication: maskEmail(email),
  twoStepAuthenticationType: 'EMAIL',
  expiresIn,
});

/** Counts one use. TOO_MANY_REQUESTS with `retryAfter` (seconds): the limit is reached. */
export async function countOrRefuse(
  kit: Kit,
  tx: Queryable,
  counter: { key: Buffer; kind: string },
  limit: Limit,
): Promise<void> {
  const now = kit.now();
  const beganAt = await countUse(tx, counter, limit, now);
  if (beganAt === null) return;
  const retryAfter = Math.max(1, Math.ceil((beganAt.getTime() + limit.windowMs - now.getTime()) / 1000));
  throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfter } });
}

/**
 * Counts one sent code. Sign-ups, which anybody may begin for any address, are counted apart from logins: a stranger
 * can't use up what the owner needs to sign in. TOO_MANY_REQUESTS: a limit is reached; the transaction is to roll back.
 */
export async function countSentCode(kit: Kit, tx: Tx, key: Buffer, purpose: CodePurpose): Promise<void> {
  const { day, hour, pause } = kit.limits.sentCodes;
  await countOrRefuse(kit, tx, { key, kind: `${purpose} code day` }, day);
  await countOrRefuse(kit, tx, { key, kind: `${purpose} code hour` }, hour);
  await countOrRefuse(kit, tx, { key, kind: pauseOf(purpose) }, pause);
}

const pauseOf = (purpose: CodePurpose): string => `${purpose} code pause`;

/** A code that was used proves that its mails are wanted: the next one need not wait. */
export const endPause = (tx: Tx, key: Buffer, purpose: CodePurpose): Promise<void> =>
  clearUses(tx, key, pauseOf(purpose));

/** Makes a code and writes its digest; the code itself exists only in what this answers. */
export async function makeCode(
  kit: Kit,
  tx: Tx,
  key: Buffer,
  step: Pick<CodeRow, 'purpose' | 'userId' | 'signUpId'> & Partial<Pick<CodeRow, 'stepId' | 'stepBeganAt'>>,
): Promise<string> {
  const now = kit.now();
  const id = newId();
  const code = newCode();
  await insertCode(tx, key, {
    id,
    purpose: step.purpose,
    userId: step.userId,
    signUpId: step.signUpId,
    digest: digestCode(kit.secrets, step.purpose, id, code),
    stepId: step.stepId ?? id,
    stepBeganAt: step.stepBeganAt ?? now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_SECONDS[step.purpose] * 1000),
  });
  return code;
}

export const visitOf = (
  body: Pick<BodyOf<typeof login>, 'osType' | 'deviceType' | 'browser'>,
  ip: string,
): Visit => ({
  osType: body.osType ?? '',
  deviceType: body.deviceType ?? '',
  browser: body.browser ?? '',
  ip,
});
