import { AppError } from '@sarraf/domain';
import type { RefusalReason } from '@sarraf/domain/contracts';
import { recipientOf, type User } from '../../identity/index.ts';
import type { Notice } from '../../messaging/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { releaseBankAccounts, verifyBankAccounts } from '../bank-accounts.ts';
import type { VerificationContext } from '../deps.ts';
import { holdProfile } from '../profile-store.ts';
import { isWaiting } from '../states.ts';
import { mapUniqueViolations } from './conflicts.ts';
import { closeReview } from './review-store.ts';

export interface ReviewDecision {
  decision: 'APPROVE' | 'REFUSE';
  /** Empty on approval. */
  reasons: readonly RefusalReason[];
  note: string;
}

/**
 * Approves or refuses a user; the first of two decisions counts. Approval verifies the bank accounts too.
 *
 * NOT_FOUND: no such user; CONFLICT: they are not waiting for a decision; SECOND_PERSON_NEEDED: staff members can't
 * decide about themselves; BAD_REQUEST: a refusal without a reason; USER_IDENTITY_DATA, ShebaCode or CardNumber Is
 * For Another User: proven by another user in the meantime.
 */
export async function decideReview(
  context: VerificationContext,
  staffId: string,
  userId: string,
  decision: ReviewDecision,
): Promise<void> {
  if (staffId === userId) throw new AppError('SECOND_PERSON_NEEDED');
  if (decision.decision === 'REFUSE' && decision.reasons.length === 0)
    throw new AppError('BAD_REQUEST', { errors: ['reasons'] });
  await mapUniqueViolations(
    context.db.transaction().execute(async (tx) => {
      const user = await context.people.lock(tx, userId);
      if (user === null) throw new AppError('NOT_FOUND');
      if (!isWaiting(user.authenticationType)) throw new AppError('CONFLICT');
      await decide(context, tx, staffId, user, decision);
    }),
  );
  context.people.changed(userId);
}

async function decide(
  context: VerificationContext,
  tx: Tx,
  staffId: string,
  user: User,
  decision: ReviewDecision,
): Promise<void> {
  const now = context.now();
  const first = user.authenticationType === 'PENDING';
  const approved = decision.decision === 'APPROVE';
  const reasons = approved ? [] : [...new Set(decision.reasons)];
  const to = approved ? 'AUTHORIZED' : first ? 'UNAUTHORIZED' : 'INFORMATION_CHANGED';
  if (approved) await verifyBankAccounts(tx, user.id, now);
  else await releaseBankAccounts(tx, user.id);
  // A user approved before keeps their codes, whatever the outcome of a change.
  await holdProfile(tx, user.id, approved || !first);
  await context.people.update(tx, user.id, { authenticationType: to });
  await closeReview(tx, user.id, { by: staffId, ...decision, reasons }, now);
  await context.notify(tx, recipientOf(user), noticeOf(first, approved, reasons, decision.note));
  const action = approved ? 'verification approved' : 'verification refused';
  const detail = { from: user.authenticationType, to, ...(approved ? {} : { reasons: reasons.join(' ') }) };
  await appendAudit(tx, { actorId: staffId, action, subjectId: user.id, detail }, now);
}

function noticeOf(first: boolean, approved: boolean, reasons: RefusalReason[], note: string): Notice {
  if (approved) return { kind: first ? 'VERIFICATION_APPROVED' : 'CHANGE_APPROVED' };
  return { kind: first ? 'VERIFICATION_REFUSED' : 'CHANGE_REFUSED', reasons, note };
}
