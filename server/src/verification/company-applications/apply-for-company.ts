import { AppError, type CompanyFieldError, validateCompanyForm } from '@sarraf/domain';
import {
  type applyForCompany as applyEndpoint,
  type BodyOf,
  COMPANY_DOCUMENTS,
  type CompanyApplication,
} from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { MAX_APPLICATIONS } from '../consent/limits.ts';
import { findCountry, isIran } from '../countries.ts';
import type { VerificationContext } from '../deps.ts';
import { activateDocument, listDocuments } from '../documents/document-store.ts';
import {
  insertUploads,
  type StoredUpload,
  type Uploads,
  withStoredFiles,
} from '../documents/upload-document.ts';
import { type CompanyData, isHeldByAnother, readProfile } from '../profile-store.ts';
import { createAccountInvalidError, NO_PROFILE, parseCompanyFields } from '../read-form.ts';
import {
  type ApplicationRow,
  changeApplication,
  countApplications,
  findNewestApplication,
  insertApplication,
} from './company-application-store.ts';
import { readCompanyApplication } from './read-company-application.ts';

type Body = BodyOf<typeof applyEndpoint>;

/**
 * Applies for a company account, or changes the pending application of a verified user, whose own status is
 * unchanged until staff has decided. Documents that aren't sent stay.
 *
 * CONFLICT: the account is a company's, or `version` isn't that of the pending application; NOT_AUTHORIZED: the
 * user is no longer authorised; ACCOUNT_INVALID (`field.FAULT`s); USER_IDENTITY_DATA: the company has an account;
 * TOO_MANY_REQUESTS: ten in a day; INVALID_IMAGE, TOO_MANY_FILES, SERVICE_UNAVAILABLE: documents.
 */
export async function applyForCompany(
  context: VerificationContext,
  userId: string,
  body: Body,
  uploads: Uploads,
): Promise<CompanyApplication> {
  const user = await context.people.find(userId);
  // Validated before images are processed, and again under the lock.
  await validateApplication(context, context.db, user, body, new Set(Object.keys(uploads)));
  await withStoredFiles(context, userId, uploads, (stored) =>
    context.db.transaction().execute((tx) => saveApplication(context, tx, userId, body, stored)),
  );
  const application = await readCompanyApplication(context, userId);
  // Decided or withdrawn concurrently: the caller reloads.
  if (application === null) throw new AppError('CONFLICT');
  return application;
}

async function saveApplication(
  context: VerificationContext,
  tx: Tx,
  userId: string,
  body: Body,
  stored: readonly StoredUpload[],
): Promise<void> {
  const now = context.now();
  const person = await context.people.lock(tx, userId);
  const { data, waiting, version } = await validateApplication(
    context,
    tx,
    person,
    body,
    new Set(stored.map(({ kind }) => kind)),
  );
  for (const document of await insertUploads(context, tx, userId, stored))
    await activateDocument(tx, document, now);
  if (waiting) await changeApplication(tx, context.secrets, { id: waiting.id, userId, data });
  else {
    const since = new Date(now.getTime() - MAX_APPLICATIONS.windowMs);
    if ((await countApplications(tx, userId, since)) >= MAX_APPLICATIONS.max)
      throw new AppError('TOO_MANY_REQUESTS');
    await insertApplication(tx, context.secrets, { userId, data, version }, now);
  }
  const action = waiting ? 'company application changed' : 'company account asked for';
  await appendAudit(tx, { actorId: userId, action, subjectId: userId, detail: {} }, now);
}

interface ValidatedApplication {
  data: CompanyData;
  /** The application being changed; null: a new one. */
  waiting: ApplicationRow | null;
  /** Version of a new one. */
  version: number;
}

async function validateApplication(
  context: VerificationContext,
  db: Queryable,
  user: User | null,
  body: Body,
  uploadedKinds: ReadonlySet<string>,
): Promise<ValidatedApplication> {
  if (user === null) throw new AppError('Invalid Token');
  if (user.authenticationType !== 'AUTHORIZED') throw new AppError('NOT_AUTHORIZED');
  if (user.customerKind === 'COMPANY') throw new AppError('CONFLICT');
  const newest = await findNewestApplication(db, context.secrets, user.id);
  const pending = newest?.state === 'PENDING' ? newest : null;
  if (body.version !== pending?.version.toString()) throw new AppError('CONFLICT');
  const country = findCountry(user.countryName ?? '');
  const data = parseCompanyFields(NO_PROFILE, body);
  const activeDocuments = (await listDocuments(db, user.id)).filter(({ inForce }) => inForce);
  const availableKinds = new Set<string>([...uploadedKinds, ...activeDocuments.map(({ kind }) => kind)]);
  const [warranty, businessLicense] = COMPANY_DOCUMENTS.map((kind) => availableKinds.has(kind));
  const form = { ...data, inIran: country === null || isIran(country) };
  const fieldErrors: CompanyFieldError[] = validateCompanyForm({
    ...form,
    documents: { warranty: warranty ?? false, businessLicense: businessLicense ?? false },
  });
  if (fieldErrors.length > 0) throw createAccountInvalidError(fieldErrors);
  const profile = (await readProfile(db, context.secrets, user.id))?.data ?? NO_PROFILE;
  const newProfile = { userId: user.id, country: country?.code ?? 'IR', data: { ...profile, ...data } };
  if (await isHeldByAnother(db, context.secrets, newProfile))
    throw new AppError('USER_IDENTITY_DATA', { errors: ['NATIONAL_CODE_IS_INCORRECT'] });
  return { data, waiting: pending, version: (newest?.version ?? 0) + 1 };
}
