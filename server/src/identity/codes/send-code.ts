import { randomBytes } from 'node:crypto';
import { AppError, maskEmail, maskMobile } from '@sarraf/domain';
import type { TwoStepMethod, TwoStepPrompt } from '@sarraf/domain/contracts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { addressKeyOf, digestCode, digestToken, newCode } from '../login/tokens.ts';
import type { CodePurpose, Language, WithdrawalSummary } from '../ports.ts';
import type { User } from '../store.ts';
import {
  bindCodeToClient,
  type CodeRow,
  type CodeScope,
  findActiveCode,
  insertCode,
  type StepOwners,
} from './code-store.ts';
import { enforceRateLimit } from './count-or-refuse.ts';
import { clearUses, tryCountUse } from './counter-store.ts';
import {
  AUTHENTICATOR_SECONDS,
  CODE_SECONDS,
  GUESSES_BEYOND,
  GUESSES_PER_CODE,
  type RateLimit,
} from './limits.ts';

/** A code to send: purpose, owner and destination. */
export interface CodeRequest
  extends Pick<CodeRow, 'purpose' | 'channel' | 'userId' | 'signUpId' | 'sessionId'>,
    Partial<Pick<CodeRow, 'stepId' | 'stepBeganAt' | 'intent' | 'device' | keyof StepOwners>> {
  /** Key under which the code and its limits are stored. */
  key: Buffer;
  /** An e-mail address or a mobile number; empty for an authenticator, to which nothing is sent. */
  to: string;
  language: Language;
  /** Network of an unknown client, counted separately: anybody may start this step for any address. */
  from?: string;
  /** Subject of the code: the new address or number. */
  subject?: string;
  /** How many guesses the code allows; 0: it isn't sent, so no input may match it. */
  guesses?: number;
  /** For a withdrawal, in addition to its intent: the details in the message. */
  withdrawal?: WithdrawalSummary;
}

/** Returns the owners of a step that a client starts before anybody is signed in. */
export const stepOwnersOf = ({
  digest,
  newChallenge,
  keepsCookies,
  siteDigest,
}: BrowserIdentity): StepOwners => ({
  browsers: digest === null ? [] : [digest],
  challenges: newChallenge === null ? [] : [digestToken(newChallenge)],
  open: !keepsCookies,
  openTo: keepsCookies ? [] : [siteDigest],
});

/** Returns the destination of a user's codes by their two-step method. */
export const deliveryTargetOf = (
  user: User,
  channel: TwoStepMethod,
): Pick<CodeRequest, 'channel' | 'to'> => ({
  channel,
  to: { EMAIL: user.email, SMS: user.mobile ?? '', GOOGLE_AUTHENTICATOR: '' }[channel],
});

/** demo@sarraf.test → d***@sarraf.test; +989121234567 → +98912***4567. */
export const maskAddress = (address: string): string => {
  if (address.includes('@')) return maskEmail(address);
  return address === '' ? '' : maskMobile(address);
};

export const buildPrompt = (
  { to, channel }: Pick<CodeRequest, 'to' | 'channel'>,
  expiresIn: number,
): TwoStepPrompt => ({
  starTwoStepAuthentication: maskAddress(to),
  twoStepAuthenticationType: channel,
  expiresIn,
});

export const codeLifetimeSecondsOf = ({
  purpose,
  channel,
}: Pick<CodeRequest, 'purpose' | 'channel'>): number =>
  channel === 'GOOGLE_AUTHENTICATOR' ? AUTHENTICATOR_SECONDS : CODE_SECONDS[purpose];

/**
 * Sends a code.
 *
 * TOO_MANY_REQUESTS (`retryAfter`): codes were sent too often; SMS_OTP_UNAVAILABLE: no SMS can be sent to this
 * number at the moment.
 */
export async function sendCode(context: IdentityContext, codeRequest: CodeRequest): Promise<TwoStepPrompt> {
  const send = await context.db.transaction().execute((tx) => createCode(context, tx, codeRequest));
  send();
  return buildPrompt(codeRequest, codeLifetimeSecondsOf(codeRequest));
}

/** Sends a code, or refers to the active one if another may not be sent yet. */
export async function sendOrReuseCode(
  context: IdentityContext,
  codeRequest: CodeRequest,
): Promise<TwoStepPrompt> {
  if (codeRequest.channel === 'GOOGLE_AUTHENTICATOR')
    return (await findReusablePrompt(context, codeRequest)) ?? sendCode(context, codeRequest);
  try {
    return await sendCode(context, codeRequest);
  } catch (error) {
    const prompt = error instanceof AppError ? await findReusablePrompt(context, codeRequest) : null;
    if (prompt === null) throw error;
    return prompt;
  }
}

async function findReusablePrompt(
  context: IdentityContext,
  codeRequest: CodeRequest,
): Promise<TwoStepPrompt | null> {
  const now = context.now();
  const activeCode = await findActiveCode(
    context.db,
    codeTargetOf(codeRequest),
    codeRequest,
    now,
    GUESSES_PER_CODE,
  );
  if (activeCode && codeRequest.device)
    await bindCodeToClient(context.db, activeCode.id, { ...codeRequest, device: codeRequest.device });
  return (
    activeCode && buildPrompt(codeRequest, Math.ceil((activeCode.expiresAt.getTime() - now.getTime()) / 1000))
  );
}

export const codeTargetOf = ({
  key,
  purpose,
  sessionId,
}: Pick<CodeRequest, 'key' | 'purpose' | 'sessionId'>): CodeScope => ({
  key,
  purposes: [purpose],
  sessionId,
});

/**
 * Creates a code within the limits; returns the function that sends it, to be called after the commit. Throws like
 * `sendCode`; the transaction must then be rolled back.
 */
export async function createCode(
  context: IdentityContext,
  tx: Tx,
  codeRequest: CodeRequest,
): Promise<() => void> {
  const { key, purpose, channel, to } = codeRequest;
  if (channel === 'SMS' && (to === '' || !context.codeSender.canText(to, purpose)))
    throw new AppError('SMS_OTP_UNAVAILABLE');
  if (channel !== 'GOOGLE_AUTHENTICATOR')
    await countSentCode(context, tx, { key, to, kind: purpose, from: codeRequest.from });
  const guesses = await countStrangersCode(context, tx, { to, kind: purpose, from: codeRequest.from });
  const send = await storeCode(context, tx, { ...codeRequest, guesses });
  return guesses > 0 ? send : sendNothing;
}

/** Sends nothing, for a mailbox that unknown clients may not send codes to at present; the reply doesn't reveal it. */
export const sendNothing = (): void => {};

/**
 * Counts a code that an unknown client (`from`) requested for a mailbox or number; returns how many guesses it
 * allows. 0: it must not be sent. Attackers who use up what all networks together may request leave each other
 * network its first codes (decision 138), by e-mail alone, since an SMS costs money.
 */
export async function countStrangersCode(
  context: IdentityContext,
  tx: Queryable,
  { to, kind, from }: { to: string; kind: string; from: string | undefined },
): Promise<number> {
  if (from === undefined) return GUESSES_PER_CODE;
  const { hour, day, ofNetwork, beyond } = context.limits.strangersCodes;
  const mailbox = addressKeyOf(context.secrets, to);
  const counts = async (name: string, limit: RateLimit, key = mailbox): Promise<boolean> =>
    (await tryCountUse(tx, { key, kind: `${kind} by strangers ${name}` }, limit, context.now())) === null;
  const isFirst = await counts('of network', ofNetwork, requesterKeyOf(context, mailbox, from));
  if ((await counts('hour', hour)) && (await counts('day', day))) return GUESSES_PER_CODE;
  return isFirst && to.includes('@') && (await counts('beyond', beyond)) ? GUESSES_BEYOND : 0;
}

/** Stores a code's digest, replacing earlier codes; the code itself exists only in the returned function. */
export async function storeCode(
  context: IdentityContext,
  tx: Tx,
  codeRequest: CodeRequest,
): Promise<() => void> {
  const { key, purpose, channel, to, language, subject, withdrawal } = codeRequest;
  const now = context.now();
  const id = newId();
  const code = newCode();
  const seconds = codeLifetimeSecondsOf(codeRequest);
  const guesses = codeRequest.guesses ?? GUESSES_PER_CODE;
  await insertCode(tx, key, {
    id,
    purpose,
    channel,
    userId: codeRequest.userId,
    signUpId: codeRequest.signUpId,
    sessionId: codeRequest.sessionId,
    subject:
      subject === undefined ? null : context.secrets.encrypt(subject, 'one_time_codes.subject_encrypted', id),
    intent: codeRequest.intent ?? null,
    device: codeRequest.device ?? null,
    browsers: codeRequest.browsers ?? [],
    challenges: codeRequest.challenges ?? [],
    open: codeRequest.open ?? true,
    openTo: codeRequest.openTo ?? [],
    // With an authenticator, or for a code that isn't sent, no code of ours may match.
    digest:
      channel === 'GOOGLE_AUTHENTICATOR' || guesses === 0
        ? randomBytes(32)
        : digestCode(context.secrets, purpose, id, code),
    attempts: guesses === GUESSES_BEYOND ? GUESSES_PER_CODE - guesses : 0,
    stepId: codeRequest.stepId ?? id,
    stepBeganAt: codeRequest.stepBeganAt ?? now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  });
  return () => {
    if (channel !== 'GOOGLE_AUTHENTICATOR')
      context.codeSender.sendCode({
        channel,
        to,
        language,
        purpose,
        code,
        seconds,
        ...(withdrawal && { withdrawal }),
      });
  };
}

/**
 * Counts one code for the requester and for its destination, separately by purpose: a client that signs up or
 * resets can't use up what the owner needs to sign in, nor what a client on another network (`from`) needs. A pause
 * is required between two codes to the same address, but not to different ones. TOO_MANY_REQUESTS: a limit is
 * reached; the transaction must be rolled back.
 */
export async function countSentCode(
  context: IdentityContext,
  tx: Queryable,
  { key, to, kind, from }: { key: Buffer; to: string; kind: string; from?: string | undefined },
): Promise<void> {
  const { day, hour, pause } = context.limits.sentCodes;
  const targetKey = requesterKeyOf(context, addressKeyOf(context.secrets, to), from);
  const requesterKey = requesterKeyOf(context, key, from);
  for (const counterKey of requesterKey.equals(targetKey) ? [requesterKey] : [requesterKey, targetKey]) {
    await enforceRateLimit(context, tx, { key: counterKey, kind: `${kind} code day` }, day);
    await enforceRateLimit(context, tx, { key: counterKey, kind: `${kind} code hour` }, hour);
  }
  await enforceRateLimit(context, tx, { key: targetKey, kind: pauseCounterOf(kind) }, pause);
}

/** Requests of a network of unknown clients are counted separately from those of others. */
const requesterKeyOf = ({ secrets }: IdentityContext, key: Buffer, network: string | undefined): Buffer =>
  network === undefined ? key : secrets.blindIndex('asker', `${key.toString('hex')}\0${network}`);

const pauseCounterOf = (kind: string): string => `${kind} code pause`;

/** Clears the pause after a code was used, which proves that its messages are wanted. */
export const clearResendPause = (
  context: IdentityContext,
  tx: Tx,
  { to, purpose, from }: { to: string; purpose: CodePurpose; from?: string | undefined },
): Promise<void> =>
  clearUses(tx, {
    key: requesterKeyOf(context, addressKeyOf(context.secrets, to), from),
    kind: pauseCounterOf(purpose),
  });
