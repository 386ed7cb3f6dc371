import { maskEmail } from '@sarraf/domain';
import type { AuditEntry, auditLog, QueryOf } from '@sarraf/domain/contracts';
import { readAudit } from '../platform/database/audit-log.ts';
import type { BackofficeContext } from './deps.ts';

/** Lists the audit log, newest first. An actor other than the subject is staff and shown in full; users are masked. */
export async function listAudit(
  context: BackofficeContext,
  { size = 10, cursor }: QueryOf<typeof auditLog>,
): Promise<{ content: AuditEntry[]; nextCursor: string | null }> {
  const auditRows = await readAudit(context.db, {
    limit: size + 1,
    ...(cursor !== undefined && { before: BigInt(cursor) }),
  });
  const rows = auditRows.slice(0, size);
  const ids = rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null);
  const people = await context.people.findAll([...new Set(ids)]);
  const emailOf = (id: string | null) => (id === null ? '' : (people.get(id)?.email ?? ''));
  const maskedEmailOf = (id: string | null) => (emailOf(id) === '' ? '' : maskEmail(emailOf(id)));
  const content = rows.map(({ number, at, actorId, action, subjectId, detail }) => ({
    id: number.toString(),
    at: at.toISOString(),
    actor: actorId === subjectId ? maskedEmailOf(actorId) : emailOf(actorId),
    action,
    subject: maskedEmailOf(subjectId),
    detail,
  }));
  return { content, nextCursor: auditRows.length > size ? (content.at(-1)?.id ?? null) : null };
}
