import { AppError, normalizeCode } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { markBankAccountsExclusive, readBankAccounts } from '../bank-accounts.ts';
import type { VerificationContext } from '../deps.ts';
import type { IdentitySubject } from '../ports.ts';
import { confirmProfile, type Profile, readProfile, setProfileHeld } from '../profile-store.ts';
import { type Check, insertCheck } from '../review/check-store.ts';
import {
  checkBankAccount,
  checkIdentity,
  checkMobile,
  type ProviderResult,
} from '../review/check-with-provider.ts';
import { mapUniqueViolations } from '../review/conflicts.ts';
import { createProviderError } from '../review/provider-error.ts';
import { openReview } from '../review/review-store.ts';
import {
  type Consent,
  consumeConsent,
  consumeConsentAttempt,
  countConsentAttempts,
} from './consent-store.ts';
import { MAX_ATTEMPTS_PER_CONSENT } from './limits.ts';
import { createTooManyRequests, getConsentSubject } from './send-consent-code.ts';

const CODE_LENGTH = 5;

/**
 * Submits the provider's code: with it mobile, name and birthday are compared and banks are queried about the
 * accounts; then staff decides. An attempt is counted before the provider is called. The result of each query is
 * stored, also if the step fails.
 *
 * BAD_REQUEST: another user's e-mail, or one of the provider's errors (provider-error.ts); CONFLICT: the account is not at
 * this step, or was changed since the code was sent; TOO_MANY_REQUESTS (`retryAfter`);
 * IDENTITY_PROVIDER_UNAVAILABLE: nothing changed; USER_IDENTITY_DATA, ShebaCode or CardNumber Is For Another User:
 * another user proved it first.
 */
export async function checkConsentCode(
  context: VerificationContext,
  userId: string,
  otp: string,
  email: string | undefined,
): Promise<void> {
  const code = normalizeCode(otp, CODE_LENGTH);
  const { consent, subject, profile } = await consumeAttempt(context, userId, email, code);
  const token = await requestConfirmation(context, subject, consent, code as string);
  const recordAndThrow = async (result: ProviderResult) => {
    await insertCheck(context, context.db, userId, result.check);
    if (result.check.outcome === 'UNAVAILABLE') throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
    if (result.errorCode) throw createProviderError(result.errorCode);
  };
  await recordAndThrow(await checkMobile(context, subject));
  await recordAndThrow(await checkIdentity(context, subject, token));
  const accounts = (await readBankAccounts(context.db, context.secrets, userId)).filter(
    ({ verified }) => !verified,
  );
  const accountResults = await Promise.all(
    accounts.map(async (account) => ({
      id: account.id,
      ...(await checkBankAccount(context, subject, profile.companyName, account)),
    })),
  );
  const checks = accountResults.flatMap((result) => result.checks);
  const ownedIds = accountResults.filter((accountResult) => accountResult.own).map(({ id }) => id);
  await mapUniqueViolations(
    context.db
      .transaction()
      .execute((tx) => saveConfirmation(context, tx, { userId, consent, checks, own: ownedIds })),
  );
  context.people.publishUserChange(userId);
}

function consumeAttempt(
  context: VerificationContext,
  userId: string,
  email: string | undefined,
  code: string | null,
): Promise<{ consent: Consent; subject: IdentitySubject; profile: Profile }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    const stored = await readProfile(tx, context.secrets, userId);
    const { subject, profile, digest } = getConsentSubject(context, user, stored?.data ?? null, email);
    // A malformed code is not counted.
    if (code === null) throw createProviderError('WRONG_CODE');
    const now = context.now();
    const limit = context.consentLimits.guesses;
    const { count, first } = await countConsentAttempts(tx, userId, new Date(now.getTime() - limit.windowMs));
    if (count >= limit.max) throw createTooManyRequests(limit, first, now);
    const consent = await consumeConsentAttempt(tx, userId, now, MAX_ATTEMPTS_PER_CONSENT);
    if (consent === null) throw createProviderError('USED_CODE');
    if (!consent.personDigest.equals(digest)) throw new AppError('CONFLICT');
    return { consent, subject, profile };
  });
}

/** Returns the token. Errors of the code; IDENTITY_PROVIDER_UNAVAILABLE. */
async function requestConfirmation(
  context: VerificationContext,
  subject: IdentitySubject,
  consent: Consent,
  code: string,
): Promise<string> {
  const response = await context.provider
    .confirmConsent(subject, consent.reference, code)
    .catch((error: unknown) => {
      context.log.warn({ err: error }, 'identity provider unavailable');
      throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
    });
  if ('errorCode' in response) throw createProviderError(response.errorCode);
  if (!(await consumeConsent(context.db, consent.id, context.now()))) throw createProviderError('USED_CODE');
  return response.token;
}

/** Stores the outcome: number, national code and the accounts confirmed by banks are the user's. */
async function saveConfirmation(
  context: VerificationContext,
  tx: Tx,
  confirmation: { userId: string; consent: Consent; checks: Check[]; own: string[] },
): Promise<void> {
  const { userId, consent, checks, own } = confirmation;
  const user = await context.people.lock(tx, userId);
  const stored = await readProfile(tx, context.secrets, userId);
  const { digest } = getConsentSubject(context, user, stored?.data ?? null, undefined);
  // The form was changed while the provider was queried.
  if (!digest.equals(consent.personDigest)) throw new AppError('CONFLICT');
  const now = context.now();
  for (const check of checks) await insertCheck(context, tx, userId, check);
  await markBankAccountsExclusive(tx, own);
  await setProfileHeld(tx, userId, true);
  await confirmProfile(tx, userId, digest);
  await context.people.update(tx, userId, { mobileVerifiedAt: now, authenticationType: 'PENDING' });
  await openReview(tx, userId, now);
  const detail = { from: 'UNIDENTIFIED', to: 'PENDING', provider: context.provider.name };
  await appendAudit(tx, { actorId: userId, action: 'identity confirmed', subjectId: userId, detail }, now);
}
