import { AppError, maskMobile, normalizeEmail } from '@sarraf/domain';
import type { User } from '../../identity/index.ts';
import type { VerificationContext } from '../deps.ts';
import type { IdentitySubject } from '../ports.ts';
import { type Profile, personDigestOf, readProfile } from '../profile-store.ts';
import { subjectOf } from '../review/check-with-provider.ts';
import { createProviderError } from '../review/provider-error.ts';
import {
  countConsents,
  deleteConsent,
  insertConsent,
  lockMobile,
  setConsentReference,
} from './consent-store.ts';
import { CONSENT_SECONDS, type ConsentLimit } from './limits.ts';

/**
 * Lets the provider send its 5-digit code to the user's mobile; returns its validity and the masked number.
 *
 * BAD_REQUEST: another user's e-mail, or the provider's error about number and national code; CONFLICT: the account
 * is not at this step; TOO_MANY_REQUESTS (`retryAfter`); IDENTITY_PROVIDER_UNAVAILABLE.
 */
export async function sendConsentCode(
  context: VerificationContext,
  userId: string,
  email: string | undefined,
): Promise<{ expiresIn: number; mobileNumber: string }> {
  const { id, subject } = await createConsent(context, userId, email);
  const response = await context.provider.sendConsentCode(subject).catch((error: unknown) => {
    context.log.warn({ err: error }, 'identity provider unavailable');
    return null;
  });
  if (response === null || 'errorCode' in response) {
    // Nothing was sent, so the next attempt needs no pause.
    await deleteConsent(context.db, id);
    throw response === null
      ? new AppError('IDENTITY_PROVIDER_UNAVAILABLE')
      : createProviderError(response.errorCode);
  }
  await setConsentReference(context.db, id, response.reference);
  return { expiresIn: CONSENT_SECONDS, mobileNumber: maskMobile(subject.mobile) };
}

/** Counted and written before the provider is called, so that concurrent calls can't both send. */
function createConsent(
  context: VerificationContext,
  userId: string,
  email: string | undefined,
): Promise<{ id: string; subject: IdentitySubject }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    const profile = await readProfile(tx, context.secrets, userId);
    const { subject, digest } = getConsentSubject(context, user, profile?.data ?? null, email);
    const mobileIndex = context.secrets.blindIndex('mobile of a consent', subject.mobile);
    await lockMobile(tx, mobileIndex);
    const now = context.now();
    for (const limit of context.consentLimits.sent) {
      const { count, first } = await countConsents(tx, { userId, mobileIndex }, limit, now);
      if (count >= limit.max) throw createTooManyRequests(limit, first, now);
    }
    const expiresAt = new Date(now.getTime() + CONSENT_SECONDS * 1000);
    const id = await insertConsent(tx, { userId, mobileIndex, personDigest: digest }, now, expiresAt);
    return { id, subject };
  });
}

/** Returns the user of the step. BAD_REQUEST: another user's e-mail; CONFLICT: the account is not at this step. */
export function getConsentSubject(
  context: VerificationContext,
  user: User | null,
  profile: Profile | null,
  email: string | undefined,
): { user: User; profile: Profile; subject: IdentitySubject; digest: Buffer } {
  if (user === null) throw new AppError('Invalid Token');
  if (email !== undefined && normalizeEmail(email) !== user.email)
    throw new AppError('BAD_REQUEST', { errors: ['email'] });
  if (user.authenticationType !== 'UNIDENTIFIED' || profile === null || user.mobile === null)
    throw new AppError('CONFLICT');
  return {
    user,
    profile,
    subject: subjectOf(user, profile),
    digest: personDigestOf(context.secrets, user, profile),
  };
}

export function createTooManyRequests(
  { windowMs }: ConsentLimit,
  firstSentAt: Date | null,
  now: Date,
): AppError {
  const allowedAt = (firstSentAt ?? now).getTime() + windowMs;
  const retryAfter = Math.max(1, Math.ceil((allowedAt - now.getTime()) / 1000));
  return new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
}
