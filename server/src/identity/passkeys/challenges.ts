import { randomBytes } from 'node:crypto';
import { AppError, MINUTE_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { digestToken, isSameDigest } from '../login/tokens.ts';

/** Purpose and owner of an assertion: a browser before the log-in, then a session. */
export type ChallengeScope =
  | { purpose: 'SIGN_IN'; browser: Buffer; userId: string | null }
  | { purpose: 'ADD' | 'STEP_UP'; sessionId: string };

const CHALLENGE_MS = 5 * MINUTE_MS;
const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const MAC_BYTES = 16;
const BODY_BYTES = TIME_BYTES + RANDOM_BYTES;

/**
 * Returns a challenge, base64url. It is not stored, so that unauthenticated requests use no storage: a MAC proves
 * that we issued it, for this scope alone.
 */
export function createChallenge(context: IdentityContext, scope: ChallengeScope): string {
  const body = Buffer.alloc(BODY_BYTES);
  body.writeUIntBE(context.clock.now() + CHALLENGE_MS, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(body, TIME_BYTES);
  return Buffer.concat([body, macOf(context, body, scope)]).toString('base64url');
}

/** Returns the challenge that was answered. PASSKEY_REFUSED: not one of ours for this scope, or expired. */
export function readChallenge(
  context: IdentityContext,
  clientDataJSON: string,
  scope: ChallengeScope,
): string {
  const challenge = parseChallenge(clientDataJSON);
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  const isOurs =
    bytes.length === BODY_BYTES + MAC_BYTES &&
    isSameDigest(bytes.subarray(BODY_BYTES), macOf(context, body, scope)) &&
    body.readUIntBE(0, TIME_BYTES) > context.clock.now();
  if (!isOurs) throw new AppError('PASSKEY_REFUSED');
  return challenge;
}

/** Uses up the challenge, in the transaction of what it permits. PASSKEY_REFUSED: it was used before. */
export async function consumeChallenge(context: IdentityContext, tx: Tx, challenge: string): Promise<void> {
  const { rows } = await sql`insert into used_challenges (digest, used_at)
    values (${digestToken(challenge)}, ${context.now()}) on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) throw new AppError('PASSKEY_REFUSED');
}

/** Empty if there is none, or the page was embedded in another. */
function parseChallenge(clientDataJSON: string): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const { challenge, crossOrigin, topOrigin } = Object(JSON.parse(text));
    return crossOrigin === true || topOrigin !== undefined ? '' : String(challenge);
  } catch {
    return '';
  }
}

const macOf = ({ secrets }: IdentityContext, body: Buffer, scope: ChallengeScope): Buffer =>
  secrets
    .blindIndex('passkey challenge', [...ownerFieldsOf(scope), body.toString('hex')].join('\0'))
    .subarray(0, MAC_BYTES);

const ownerFieldsOf = (scope: ChallengeScope): string[] =>
  scope.purpose === 'SIGN_IN'
    ? [scope.purpose, scope.browser.toString('hex'), scope.userId ?? '']
    : [scope.purpose, scope.sessionId];
