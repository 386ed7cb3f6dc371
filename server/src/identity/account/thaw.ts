import { AppError, maskEmail, normalizeCode } from '@sarraf/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { THAW_MS } from '../codes/limits.ts';
import { type CodeRequest, codeLifetimeSecondsOf, sendOrReuseCode } from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import { recipientOf } from '../notify-person.ts';
import type { Language } from '../ports.ts';
import { lockSessionUser, requireUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { type User, updateUser } from '../store.ts';
import { createFreezeLink } from './freeze-link.ts';

export interface UnfreezeResult {
  /** When the account is unfrozen; null: the code that was sent is still needed. */
  thawsAt: Date | null;
  starTwoStepAuthentication: string;
  expiresIn: number;
}

/**
 * Lets owners lift a freeze of their own: after password and second factor they need a code from their mailbox,
 * unless that was the second factor; it takes a day, of which they are notified immediately. Without a code, one is
 * sent.
 *
 * CONFIRMATION_NEEDED; FORBIDDEN: it was frozen by a notice's link, so only staff can lift it; CONFLICT: it isn't
 * frozen, or already being lifted; Incorrect OTP; Code Expired; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function thawOwnAccount(
  context: IdentityContext,
  caller: Caller,
  code: string | undefined,
  language: Language,
): Promise<UnfreezeResult> {
  const user = await requireUser(context, caller);
  assertThawAllowed(user);
  const step = buildThawCodeRequest(context, caller, user, language);
  const masked = { starTwoStepAuthentication: maskEmail(user.email), expiresIn: codeLifetimeSecondsOf(step) };
  if (user.twoStepMethod !== 'EMAIL' && code === undefined) {
    const { expiresIn } = await sendOrReuseCode(context, step);
    return { ...masked, expiresIn, thawsAt: null };
  }
  const thawsAt = await scheduleThaw(context, caller, step, code);
  if (thawsAt === null) throw new AppError('Incorrect OTP');
  context.bus.publish('user', { userId: user.id });
  return { ...masked, thawsAt };
}

function assertThawAllowed({ frozenBy, thawsAt }: User): void {
  if (frozenBy === 'LINK') throw new AppError('FORBIDDEN');
  if (frozenBy === null || thawsAt !== null) throw new AppError('CONFLICT');
}

const buildThawCodeRequest = (
  context: IdentityContext,
  { sessionId }: Caller,
  user: User,
  language: Language,
): CodeRequest => ({
  purpose: 'THAW',
  channel: 'EMAIL',
  key: userKeyOf(context.secrets, user.id),
  to: user.email,
  language,
  userId: user.id,
  signUpId: null,
  sessionId,
});

/** Null: a wrong code; the transaction is committed to count the attempt. */
const scheduleThaw = (
  context: IdentityContext,
  caller: Caller,
  { key, sessionId }: CodeRequest,
  code: string | undefined,
): Promise<Date | null> =>
  context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    assertThawAllowed(user);
    if (user.twoStepMethod !== 'EMAIL') {
      const digits = normalizeCode(code ?? '');
      if (digits === null) throw new AppError('Incorrect OTP');
      const target = { key, purposes: ['THAW'] as const, sessionId };
      const { right } = await verifyOneTimeCode(context, tx, target, (row) =>
        matchesCode(context, row, digits),
      );
      if (right === null) return null;
    }
    await consumeStepUpProof(context, tx, caller, 'THAW');
    const now = context.now();
    const thawsAt = new Date(now.getTime() + THAW_MS);
    await updateUser(tx, user.id, { frozen: { at: user.frozenAt ?? now, by: 'OWNER', thawsAt } });
    const freeze = createFreezeLink(context, user.id);
    await context.codeSender.notify(tx, recipientOf(user), {
      kind: 'THAWING',
      at: thawsAt.toISOString(),
      freeze,
    });
    await appendAudit(tx, { actorId: user.id, action: 'account thawing', subjectId: user.id }, now);
    return thawsAt;
  });

/** Unfreezes the accounts whose waiting time is over. */
export const thawJob = (context: IdentityContext): Job => ({
  name: 'thaw-accounts',
  cron: '* * * * *',
  async run() {
    const now = context.now();
    const thawedUsers = await context.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`update users
        set frozen_at = null, frozen_by = null, thaws_at = null
        where id in (select id from users where thaws_at <= ${now} order by thaws_at limit 1000
          for no key update skip locked)
        returning id`.execute(tx);
      for (const { id } of rows)
        await appendAudit(tx, { actorId: null, action: 'account thawed', subjectId: id }, now);
      return rows;
    });
    for (const { id } of thawedUsers) context.bus.publish('user', { userId: id });
  },
});
