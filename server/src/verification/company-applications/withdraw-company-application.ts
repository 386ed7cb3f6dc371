import { AppError } from '@sarraf/domain';
import { COMPANY_DOCUMENTS } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { VerificationContext } from '../deps.ts';
import { deactivateDocuments } from '../documents/document-store.ts';
import { closeApplication, findNewestApplication } from './company-application-store.ts';

/** Withdraws the pending application; its documents are deleted after a day. CONFLICT: none is pending. */
export async function withdrawCompanyApplication(
  context: VerificationContext,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const now = context.now();
    await context.people.lock(tx, userId);
    const application = await findNewestApplication(tx, context.secrets, userId);
    if (application?.state !== 'PENDING') throw new AppError('CONFLICT');
    await closeApplication(tx, application.id, { by: null, state: 'WITHDRAWN' }, now);
    await deactivateDocuments(tx, userId, COMPANY_DOCUMENTS, now);
    const action = 'company application withdrawn';
    await appendAudit(tx, { actorId: userId, action, subjectId: userId, detail: {} }, now);
  });
}
