import { AppError } from '@sarraf/domain';
import { type DocumentKind, PROVIDER_STEP_NEEDED } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  addBankAccount,
  assertNotHeldByOthers,
  readBankAccounts,
  removeBankAccounts,
} from './bank-accounts.ts';
import { ACCOUNT_SAVED, changeAccount } from './change-account.ts';
import { isIran } from './countries.ts';
import type { VerificationContext } from './deps.ts';
import { activateDocument } from './documents/document-store.ts';
import {
  insertUploads,
  type StoredUpload,
  type Uploads,
  withStoredFiles,
} from './documents/upload-document.ts';
import {
  isHeldByAnother,
  personDigestOf,
  readProfile,
  setProfileHeld,
  writeProfile,
} from './profile-store.ts';
import { readStoredAccount, tehranDayOf } from './read-current.ts';
import { type AccountBody, parseForm, type SubmittedAccount, validateBankAccounts } from './read-form.ts';
import { mapUniqueViolations } from './review/conflicts.ts';
import { openReview } from './review/review-store.ts';
import { canEdit, canReplace, isWaiting } from './states.ts';

/**
 * Stores the account and submits it, atomically: in Iran the provider's step comes next; elsewhere, and after a
 * step that is still valid, the review. Returns the message; `first` distinguishes a POST from a PUT.
 *
 * ACCOUNT_INVALID (`field.FAULT`s), BAD_REQUEST, COUNTRY_PREFIX_MISMATCH: the form; NOT_EDITABLE: it is in review,
 * or a field is read-only; FINNOTECH_NOT_COMPLETED: a first submission was stored already and the provider's step
 * is pending; USER_IDENTITY_DATA, ShebaCode or CardNumber Is For Another User: proven to be another user's;
 * INVALID_IMAGE, TOO_MANY_FILES, SERVICE_UNAVAILABLE: documents; IDENTITY_PROVIDER_UNAVAILABLE: a new bank account
 * can't be checked.
 */
export async function submitAccount(
  context: VerificationContext,
  userId: string,
  body: AccountBody,
  uploads: Uploads,
  isFirst: boolean,
): Promise<string> {
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('Invalid Token');
  if (isWaiting(user.authenticationType)) throw new AppError('NOT_EDITABLE');
  if (isFirst && user.authenticationType === 'UNIDENTIFIED') throw new AppError('FINNOTECH_NOT_COMPLETED');
  if (canReplace(user.authenticationType)) return changeAccount(context, user, body, uploads);
  // Validated before images are processed, and again under the lock.
  const uploadedKinds = new Set(Object.keys(uploads) as DocumentKind[]);
  const { current } = await readStoredAccount(context, context.db, user, body, uploadedKinds);
  parseForm(current, body, tehranDayOf(context.now()));
  const newState = await withStoredFiles(context, userId, uploads, (stored) =>
    mapUniqueViolations(
      context.db.transaction().execute((tx) => saveSubmission(context, tx, user, body, stored)),
    ),
  );
  context.people.publishUserChange(userId);
  return newState === 'UNIDENTIFIED' ? PROVIDER_STEP_NEEDED : ACCOUNT_SAVED;
}

async function saveSubmission(
  context: VerificationContext,
  tx: Tx,
  { id, authenticationType }: User,
  body: AccountBody,
  stored: readonly StoredUpload[],
): Promise<'UNIDENTIFIED' | 'PENDING'> {
  const user = await context.people.lock(tx, id);
  // A concurrent submission was faster.
  if (!user || !canEdit(user.authenticationType) || user.authenticationType !== authenticationType)
    throw new AppError('NOT_EDITABLE');
  const now = context.now();
  const uploadedKinds = new Set(stored.map(({ kind }) => kind));
  const { current, documents } = await readStoredAccount(context, tx, user, body, uploadedKinds);
  const submission = parseForm(current, body, tehranDayOf(now));
  await assertNoDuplicates(context, tx, id, submission);
  await writeProfile(
    tx,
    context.secrets,
    { userId: id, country: submission.country.code, data: submission.profile },
    now,
  );
  await removeBankAccounts(tx, id, submission.accounts.removed);
  for (const account of submission.accounts.added)
    await addBankAccount(context, tx, { userId: id, ...account, verified: false });
  for (const document of [...documents, ...(await insertUploads(context, tx, id, stored))])
    await activateDocument(tx, document, now);
  const newState = (await isProviderStepNeeded(context, tx, user, submission)) ? 'UNIDENTIFIED' : 'PENDING';
  await context.people.update(tx, id, {
    firstName: submission.firstName,
    lastName: submission.lastName,
    mobile: submission.mobile,
    customerKind: submission.customerKind,
    countryName: submission.country.countryName,
    countryPhoneCode: submission.country.countryPhoneCode,
    authenticationType: newState,
  });
  await setProfileHeld(tx, id, newState === 'PENDING');
  if (newState === 'PENDING') await openReview(tx, id, now);
  const detail = { from: user.authenticationType, to: newState };
  await appendAudit(tx, { actorId: id, action: 'account submitted', subjectId: id, detail }, now);
  return newState;
}

/** Whether the provider must confirm the user: in Iran, and once for each name, birthday, code and number. */
async function isProviderStepNeeded(
  context: VerificationContext,
  tx: Tx,
  user: User,
  submission: SubmittedAccount,
): Promise<boolean> {
  if (!isIran(submission.country)) return false;
  const confirmed = (await readProfile(tx, context.secrets, user.id))?.confirmedDigest ?? null;
  const digest = personDigestOf(context.secrets, submission, submission.profile);
  return user.mobileVerifiedAt === null || confirmed === null || !confirmed.equals(digest);
}

/** Refuses only data that another user has proven: unproven data doesn't block anyone. */
async function assertNoDuplicates(
  context: VerificationContext,
  tx: Tx,
  userId: string,
  submission: SubmittedAccount,
): Promise<void> {
  const { accounts, country, profile, mobile } = submission;
  const removed = new Set(accounts.removed);
  const storedAccounts = await readBankAccounts(tx, context.secrets, userId);
  validateBankAccounts(
    accounts.added,
    storedAccounts.filter(({ id }) => !removed.has(id)),
  );
  const errors: string[] = [];
  const owner = await context.people.findByMobile(mobile, tx);
  if (owner && owner.id !== userId) errors.push('MOBILE_IS_INCORRECT');
  if (await isHeldByAnother(tx, context.secrets, { userId, country: country.code, data: profile }))
    errors.push('NATIONAL_CODE_IS_INCORRECT');
  if (errors.length > 0) throw new AppError('USER_IDENTITY_DATA', { errors });
  await assertNotHeldByOthers(tx, context.secrets, userId, accounts.added);
}
