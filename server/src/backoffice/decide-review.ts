import type { BodyOf, decideReview as decideEndpoint } from '@sarraf/domain/contracts';
import type { BackofficeContext } from './deps.ts';
import { requirePerson } from './staff.ts';

/**
 * Approves or refuses a verification; the verification capability notifies the user and writes the audit entry.
 *
 * NOT_FOUND: no user with this id; BAD_REQUEST: refused without a reason; CONFLICT: the user doesn't wait for a
 * decision; SECOND_PERSON_NEEDED: it is the caller; USER_IDENTITY_DATA, ShebaCode…: verified for another user in
 * the meantime.
 */
export async function handleReview(
  context: BackofficeContext,
  staffId: string,
  id: string,
  { decision, reasons = [], note = '' }: BodyOf<typeof decideEndpoint>,
): Promise<void> {
  const { id: userId } = await requirePerson(context, id);
  await context.verification.decide(staffId, userId, {
    decision,
    reasons: [...new Set(reasons)],
    note: note.trim(),
  });
}
