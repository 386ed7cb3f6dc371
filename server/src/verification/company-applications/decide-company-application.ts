import { AppError } from '@sarraf/domain';
import { recipientOf, type User } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import { findCountry } from '../countries.ts';
import type { VerificationContext } from '../deps.ts';
import { readProfile, setProfileHeld, writeProfile } from '../profile-store.ts';
import { NO_PROFILE } from '../read-form.ts';
import { mapUniqueViolations } from '../review/conflicts.ts';
import type { ReviewDecision } from '../review/decide-review.ts';
import { type ApplicationRow, closeApplication, findApplication } from './company-application-store.ts';

/**
 * Makes the account a company's, or refuses; the first of two decisions counts, and only for the version that was
 * displayed. The user's identity, wallets, level and limits stay.
 *
 * NOT_FOUND: no such application; CONFLICT: it was decided, withdrawn or changed in the meantime, or the user to
 * approve isn't AUTHORIZED; SECOND_PERSON_NEEDED: staff members can't decide about themselves; BAD_REQUEST: a
 * refusal without a reason; USER_IDENTITY_DATA: another account has this company by now.
 */
export async function decideCompanyApplication(
  context: VerificationContext,
  staffId: string,
  id: string,
  decision: ReviewDecision & { version: number },
): Promise<void> {
  const displayed = isId(id) ? await findApplication(context.db, context.secrets, id) : null;
  if (displayed === null) throw new AppError('NOT_FOUND');
  if (staffId === displayed.userId) throw new AppError('SECOND_PERSON_NEEDED');
  if (decision.decision === 'REFUSE' && decision.reasons.length === 0)
    throw new AppError('BAD_REQUEST', { errors: ['reasons'] });
  await mapUniqueViolations(
    context.db.transaction().execute(async (tx) => {
      const user = await context.people.lock(tx, displayed.userId);
      const application = await findApplication(tx, context.secrets, id);
      if (user === null || application === null) throw new AppError('NOT_FOUND');
      if (application.state !== 'PENDING' || application.version !== decision.version)
        throw new AppError('CONFLICT');
      if (decision.decision === 'APPROVE') await approveApplication(context, tx, staffId, user, application);
      else await refuseApplication(context, tx, staffId, user, { application, ...decision });
    }),
  );
  context.people.publishUserChange(displayed.userId);
}

async function approveApplication(
  context: VerificationContext,
  tx: Tx,
  staffId: string,
  user: User,
  { id, data }: ApplicationRow,
): Promise<void> {
  // A pending change of personal data must be decided first.
  if (user.authenticationType !== 'AUTHORIZED') throw new AppError('CONFLICT');
  const now = context.now();
  const profile = (await readProfile(tx, context.secrets, user.id))?.data ?? NO_PROFILE;
  const country = findCountry(user.countryName ?? '')?.code ?? 'IR';
  const company = { userId: user.id, country, data: { ...profile, ...data } };
  await writeProfile(tx, context.secrets, company, now);
  await setProfileHeld(tx, user.id, true);
  await context.people.update(tx, user.id, { customerKind: 'COMPANY' });
  await closeApplication(tx, id, { by: staffId, state: 'APPROVED' }, now);
  await context.notify(tx, recipientOf(user), { kind: 'COMPANY_APPROVED' });
  await appendAudit(
    tx,
    { actorId: staffId, action: 'company account approved', subjectId: user.id, detail: {} },
    now,
  );
}

async function refuseApplication(
  context: VerificationContext,
  tx: Tx,
  staffId: string,
  user: User,
  { application, reasons: givenReasons, note }: ReviewDecision & { application: ApplicationRow },
): Promise<void> {
  const now = context.now();
  const reasons = [...new Set(givenReasons)];
  await closeApplication(tx, application.id, { by: staffId, state: 'REFUSED', reasons, note }, now);
  await context.notify(tx, recipientOf(user), { kind: 'COMPANY_REFUSED', reasons, note });
  const detail = { reasons: reasons.join(' ') };
  await appendAudit(
    tx,
    { actorId: staffId, action: 'company account refused', subjectId: user.id, detail },
    now,
  );
}
