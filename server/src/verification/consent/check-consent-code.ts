import { AppError, normalizeCode } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { markBankAccountsExclusive, readBankAccounts } from '../bank-accounts.ts';
import type { VerificationContext } from '../deps.ts';
import type { IdentitySubject } from '../ports.ts';
import { confirmProfile, holdProfile, type Profile, readProfile } from '../profile-store.ts';
import {
  askAboutAccount,
  askAboutIdentity,
  askAboutMobile,
  type ProviderAnswer,
} from '../review/ask-provider.ts';
import { type Check, insertCheck } from '../review/check-store.ts';
import { mapUniqueViolations } from '../review/conflicts.ts';
import { refuseFault } from '../review/faults.ts';
import { openReview } from '../review/review-store.ts';
import { type Consent, consumeConsent, countGuesses, takeConsentGuess } from './consent-store.ts';
import { GUESSES_PER_CONSENT } from './limits.ts';
import { requireConsentSubject, tooManyRequests } from './send-consent-code.ts';

const CODE_LENGTH = 5;

/**
 * Submits the provider's code: with it mobile, name and birthday are compared and banks are queried about the
 * accounts; then staff decides. An attempt is counted before the provider is called. The result of each query is
 * stored, also if the step fails.
 *
 * BAD_REQUEST: another user's e-mail, or one of the provider's errors (faults.ts); CONFLICT: the account is not at
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
  const { consent, subject, profile } = await guess(context, userId, email, code);
  const confirmed = await askConfirmation(context, subject, consent, code as string);
  const faulty = async (answer: ProviderAnswer) => {
    await insertCheck(context, context.db, userId, answer.check);
    if (answer.check.outcome === 'UNAVAILABLE') throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
    if (answer.fault) throw refuseFault(answer.fault);
  };
  await faulty(await askAboutMobile(context, subject));
  await faulty(await askAboutIdentity(context, subject, confirmed));
  const accounts = (await readBankAccounts(context.db, context.secrets, userId)).filter(
    ({ verified }) => !verified,
  );
  const asked = await Promise.all(
    accounts.map(async (account) => ({
      id: account.id,
      ...(await askAboutAccount(context, subject, profile.companyName, account)),
    })),
  );
  const checks = asked.flatMap((answer) => answer.checks);
  const own = asked.filter((answer) => answer.own).map(({ id }) => id);
  await mapUniqueViolations(
    context.db.transaction().execute((tx) => finish(context, tx, { userId, consent, checks, own })),
  );
  context.people.changed(userId);
}

function guess(
  context: VerificationContext,
  userId: string,
  email: string | undefined,
  code: string | null,
): Promise<{ consent: Consent; subject: IdentitySubject; profile: Profile }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    const stored = await readProfile(tx, context.secrets, userId);
    const { subject, profile, digest } = requireConsentSubject(context, user, stored?.data ?? null, email);
    // A malformed code is not counted.
    if (code === null) throw refuseFault('WRONG_CODE');
    const now = context.now();
    const limit = context.consentLimits.guesses;
    const { count, first } = await countGuesses(tx, userId, new Date(now.getTime() - limit.windowMs));
    if (count >= limit.max) throw tooManyRequests(limit, first, now);
    const consent = await takeConsentGuess(tx, userId, now, GUESSES_PER_CONSENT);
    if (consent === null) throw refuseFault('USED_CODE');
    if (!consent.personDigest.equals(digest)) throw new AppError('CONFLICT');
    return { consent, subject, profile };
  });
}

/** Returns the token. Errors of the code; IDENTITY_PROVIDER_UNAVAILABLE. */
async function askConfirmation(
  context: VerificationContext,
  subject: IdentitySubject,
  consent: Consent,
  code: string,
): Promise<string> {
  const said = await context.provider
    .confirmConsent(subject, consent.reference, code)
    .catch((error: unknown) => {
      context.log.warn({ err: error }, 'identity provider unavailable');
      throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
    });
  if ('fault' in said) throw refuseFault(said.fault);
  if (!(await consumeConsent(context.db, consent.id, context.now()))) throw refuseFault('USED_CODE');
  return said.token;
}

/** Stores the outcome: number, national code and the accounts confirmed by banks are the user's. */
async function finish(
  context: VerificationContext,
  tx: Tx,
  step: { userId: string; consent: Consent; checks: Check[]; own: string[] },
): Promise<void> {
  const { userId, consent, checks, own } = step;
  const user = await context.people.lock(tx, userId);
  const stored = await readProfile(tx, context.secrets, userId);
  const { digest } = requireConsentSubject(context, user, stored?.data ?? null, undefined);
  // The form was changed while the provider was queried.
  if (!digest.equals(consent.personDigest)) throw new AppError('CONFLICT');
  const now = context.now();
  for (const check of checks) await insertCheck(context, tx, userId, check);
  await markBankAccountsExclusive(tx, own);
  await holdProfile(tx, userId, true);
  await confirmProfile(tx, userId, digest);
  await context.people.update(tx, userId, { mobileVerifiedAt: now, authenticationType: 'PENDING' });
  await openReview(tx, userId, now);
  const detail = { from: 'UNIDENTIFIED', to: 'PENDING', provider: context.provider.name };
  await appendAudit(tx, { actorId: userId, action: 'identity confirmed', subjectId: userId, detail }, now);
}
