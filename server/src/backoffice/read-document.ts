import { AppError } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { BackofficeContext } from './deps.ts';
import { requirePerson } from './staff.ts';

/**
 * Returns a document's JPEG. The read is in the audit log before a byte is sent.
 *
 * NOT_FOUND: no user with this id, or no such document.
 */
export async function readDocument(
  context: BackofficeContext,
  staffId: string,
  { id, kind }: { id: string; kind: DocumentKind },
  reason: string,
): Promise<Buffer> {
  const user = await requirePerson(context, id);
  const bytes = await context.verification.readDocument(user.id, kind);
  if (bytes === null) throw new AppError('NOT_FOUND');
  const accessed = {
    actorId: staffId,
    action: 'document read',
    subjectId: user.id,
    detail: { kind, reason },
  };
  await context.db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
  return bytes;
}
