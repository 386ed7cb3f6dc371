import type { BodyOf, ProviderCheck, runProviderCheck as runCheckEndpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { BackofficeContext } from './deps.ts';
import { requirePerson } from './staff.ts';

/**
 * Repeats a provider check. The request is in the audit log before any data of the user is sent to the provider;
 * the reply is stored with the check.
 *
 * NOT_FOUND: no user with this id, or no such bank account; CONFLICT: there is nothing to check.
 */
export async function handleCheck(
  context: BackofficeContext,
  staffId: string,
  id: string,
  { check, bankAccountId }: BodyOf<typeof runCheckEndpoint>,
): Promise<ProviderCheck> {
  const user = await requirePerson(context, id);
  const auditEntry = { actorId: staffId, action: 'check run', subjectId: user.id, detail: { check } };
  await context.db.transaction().execute((tx) => appendAudit(tx, auditEntry, context.now()));
  return context.verification.runCheck(user.id, check, bankAccountId);
}
