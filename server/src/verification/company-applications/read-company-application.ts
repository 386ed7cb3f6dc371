import { COMPANY_DOCUMENTS, type CompanyApplication } from '@sarraf/domain/contracts';
import type { VerificationContext } from '../deps.ts';
import { listDocuments } from '../documents/document-store.ts';
import { findNewestApplication } from './company-application-store.ts';

/** Returns the newest application of a user; null: there is none, or it was withdrawn. */
export async function readCompanyApplication(
  context: VerificationContext,
  userId: string,
): Promise<CompanyApplication | null> {
  const [application, documents] = await Promise.all([
    findNewestApplication(context.db, context.secrets, userId),
    listDocuments(context.db, userId),
  ]);
  if (application === null || application.state === 'WITHDRAWN') return null;
  const { id, version, state, data, submittedAt, decidedAt, reasons, note } = application;
  const [warranty = null, businessLicense = null] = COMPANY_DOCUMENTS.map(
    (kind) => documents.find((document) => document.kind === kind && document.inForce)?.id ?? null,
  );
  return {
    id,
    version,
    state,
    ...data,
    warranty,
    businessLicense,
    submittedAtDateTime: submittedAt.toISOString(),
    decidedAtDateTime: decidedAt?.toISOString() ?? null,
    reasons,
    note,
  };
}
