import { AppError, type CompanyFault, companyFaults } from '@sarraf/domain';
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
import { insertUploads, type StoredUpload, type Uploads, withFiles } from '../documents/upload-document.ts';
import { type CompanyData, findHeldCodes, readProfile } from '../profile-store.ts';
import { NO_PROFILE, readCompanyFields, refuse } from '../read-form.ts';
import {
  type ApplicationRow,
  changeApplication,
  countApplications,
  insertApplication,
  newestApplication,
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
  await judge(context, context.db, user, body, new Set(Object.keys(uploads)));
  await withFiles(context, userId, uploads, (stored) =>
    context.db.transaction().execute((tx) => save(context, tx, userId, body, stored)),
  );
  const application = await readCompanyApplication(context, userId);
  // Decided or withdrawn concurrently: the caller reloads.
  if (application === null) throw new AppError('CONFLICT');
  return application;
}

async function save(
  context: VerificationContext,
  tx: Tx,
  userId: string,
  body: Body,
  stored: readonly StoredUpload[],
): Promise<void> {
  const now = context.now();
  const person = await context.people.lock(tx, userId);
  const { data, waiting, version } = await judge(
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

interface Judged {
  data: CompanyData;
  /** The application being changed; null: a new one. */
  waiting: ApplicationRow | null;
  /** Version of a new one. */
  version: number;
}

async function judge(
  context: VerificationContext,
  db: Queryable,
  user: User | null,
  body: Body,
  coming: ReadonlySet<string>,
): Promise<Judged> {
  if (user === null) throw new AppError('Invalid Token');
  if (user.authenticationType !== 'AUTHORIZED') throw new AppError('NOT_AUTHORIZED');
  if (user.customerKind === 'COMPANY') throw new AppError('CONFLICT');
  const newest = await newestApplication(db, context.secrets, user.id);
  const waiting = newest?.state === 'PENDING' ? newest : null;
  if (body.version !== waiting?.version.toString()) throw new AppError('CONFLICT');
  const country = findCountry(user.countryName ?? '');
  const data = readCompanyFields(NO_PROFILE, body);
  const kept = (await listDocuments(db, user.id)).filter(({ inForce }) => inForce);
  const papers = new Set<string>([...coming, ...kept.map(({ kind }) => kind)]);
  const [warranty, businessLicense] = COMPANY_DOCUMENTS.map((kind) => papers.has(kind));
  const form = { ...data, inIran: country === null || isIran(country) };
  const faults: CompanyFault[] = companyFaults({
    ...form,
    documents: { warranty: warranty ?? false, businessLicense: businessLicense ?? false },
  });
  if (faults.length > 0) throw refuse(faults);
  const profile = (await readProfile(db, context.secrets, user.id))?.data ?? NO_PROFILE;
  const wanted = { userId: user.id, country: country?.code ?? 'IR', data: { ...profile, ...data } };
  if (await findHeldCodes(db, context.secrets, wanted))
    throw new AppError('USER_IDENTITY_DATA', { errors: ['NATIONAL_CODE_IS_INCORRECT'] });
  return { data, waiting, version: (newest?.version ?? 0) + 1 };
}
