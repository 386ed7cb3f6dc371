import { AppError } from '@sarraf/domain';
import type { RefusalReason } from '@sarraf/domain/contracts';
import { recipientOf, type User } from '../../identity/index.ts';
import type { Notice } from '../../messaging/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { releaseBankAccounts, verifyBankAccounts } from '../bank-accounts.ts';
import type { VerificationContext } from '../deps.ts';
import { setProfileHeld } from '../profile-store.ts';
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
      await applyDecision(context, tx, staffId, user, decision);
    }),
  );
  context.people.publishUserChange(userId);
}

async function applyDecision(
  context: VerificationContext,
  tx: Tx,
  staffId: string,
  user: User,
  decision: ReviewDecision,
): Promise<void> {
  const now = context.now();
  const isFirstReview = user.authenticationType === 'PENDING';
  const isApproved = decision.decision === 'APPROVE';
  const reasons = isApproved ? [] : [...new Set(decision.reasons)];
  const newState = isApproved ? 'AUTHORIZED' : isFirstReview ? 'UNAUTHORIZED' : 'INFORMATION_CHANGED';
  if (isApproved) await verifyBankAccounts(tx, user.id, now);
  else await releaseBankAccounts(tx, user.id);
  // A user approved before keeps their codes, whatever the outcome of a change.
  await setProfileHeld(tx, user.id, isApproved || !isFirstReview);
  await context.people.update(tx, user.id, { authenticationType: newState });
  await closeReview(tx, user.id, { by: staffId, ...decision, reasons }, now);
  await context.notify(tx, recipientOf(user), buildNotice(isFirstReview, isApproved, reasons, decision.note));
  const action = isApproved ? 'verification approved' : 'verification refused';
  const detail = {
    from: user.authenticationType,
    to: newState,
    ...(isApproved ? {} : { reasons: reasons.join(' ') }),
  };
  await appendAudit(tx, { actorId: staffId, action, subjectId: user.id, detail }, now);
}

function buildNotice(
  isFirstReview: boolean,
  isApproved: boolean,
  reasons: RefusalReason[],
  note: string,
): Notice {
  if (isApproved) return { kind: isFirstReview ? 'VERIFICATION_APPROVED' : 'CHANGE_APPROVED' };
  return { kind: isFirstReview ? 'VERIFICATION_REFUSED' : 'CHANGE_REFUSED', reasons, note };
}
