import type { BodyOf, ProviderCheck, runCheck as runCheckEndpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { BackofficeContext } from './deps.ts';
import { requirePerson } from './staff.ts';

/**
 * Asks the provider once more. That somebody asked is in the audit log before anything about the person leaves for
 * the provider; what it answered is stored with the check.
 *
 * NOT_FOUND: nobody has this id, or no such bank account; CONFLICT: there is nothing to check.
 */
export async function handleCheck(
  context: BackofficeContext,
  staffId: string,
  id: string,
  { check, bankAccountId }: BodyOf<typeof runCheckEndpoint>,
): Promise<ProviderCheck> {
  const user = await requirePerson(context, id);
  const asked = { actorId: staffId, action: 'check run', subjectId: user.id, detail: { check } };
  await context.db.transaction().execute((tx) => appendAudit(tx, asked, context.now()));
  return context.verification.runCheck(user.id, check, bankAccountId);
}
