import type { BodyOf, decideReview as decideEndpoint } from '@sarraf/domain/contracts';
import type { BackofficeContext } from './deps.ts';
import { requirePerson } from './staff.ts';

/**
 * Approves or refuses; verification tells the person and writes the audit entry with it.
 *
 * NOT_FOUND: nobody has this id; BAD_REQUEST: refused without a reason; CONFLICT: the person doesn't wait for a
 * decision; SECOND_PERSON_NEEDED: it is the caller; USER_IDENTITY_DATA, ShebaCode…: proven by somebody else meanwhile.
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
