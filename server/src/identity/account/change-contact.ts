import { AppError, maskEmail, maskMobile, normalizeCode } from '@sarraf/domain';
import type { AuthenticationType } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { HOLD_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { findUserByEmail, findUserByMobile, type User } from '../store.ts';
import type { ContactKind } from './begin-contact-change.ts';
import { changeProtection } from './change-protection.ts';

/**
 * Second step of changing the e-mail address or mobile number, with the code that was sent to the new one. Both
 * addresses are notified, the other sessions end, and an authorised user is to be reviewed again.
 *
 * Incorrect OTP; Code Expired: no change was started in this session, or it has expired; USER_IDENTITY_DATA
 * (MOBILE_IS_INCORRECT): the number is another user's; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function changeContact(
  context: IdentityContext,
  caller: Caller,
  kind: ContactKind,
  code: string,
): Promise<void> {
  const digits = normalizeCode(code);
  if (digits === null) throw new AppError('Incorrect OTP');
  const codeScope = {
    key: userKeyOf(context.secrets, caller.userId),
    purposes: [kind],
    sessionId: caller.sessionId,
  };
  const outcome = await context.db
    .transaction()
    .execute(async (tx): Promise<'DONE' | 'WRONG' | 'TAKEN'> => {
      const user = await lockSessionUser(tx, caller);
      const { right } = await verifyOneTimeCode(context, tx, codeScope, (row) =>
        matchesCode(context, row, digits),
      );
      if (!right?.subject) return 'WRONG';
      await consumeStepUpProof(context, tx, caller, kind);
      const value = context.secrets.decrypt(right.subject, 'one_time_codes.subject_encrypted', right.id);
      if (await isTaken(tx, user, kind, value)) return 'TAKEN';
      await applyContactChange(context, tx, user, caller, kind, value);
      return 'DONE';
    })
    .catch((error: unknown) => {
      // Two users changed to the same value concurrently.
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return 'TAKEN' as const;
      throw error;
    });
  if (outcome === 'TAKEN' && kind === 'MOBILE')
    throw new AppError('USER_IDENTITY_DATA', { errors: ['MOBILE_IS_INCORRECT'] });
  // The existence of another account with the address must not be revealed.
  if (outcome !== 'DONE') throw new AppError('Incorrect OTP');
  context.bus.publish('user', { userId: caller.userId });
}

const UNIQUE_VIOLATION = '23505';

async function isTaken(tx: Tx, user: User, kind: ContactKind, value: string): Promise<boolean> {
  const holder = kind === 'EMAIL' ? await findUserByEmail(tx, value) : await findUserByMobile(tx, value);
  return holder !== null && holder.id !== user.id;
}

/**
 * Staff does not approve a number that neither they nor the identity provider have seen: a user in review submits
 * again, in Iran by the provider's step.
 */
function authenticationTypeAfter(
  { authenticationType, countryPhoneCode }: User,
  kind: ContactKind,
): AuthenticationType {
  if (authenticationType === 'AUTHORIZED') return 'INFORMATION_CHANGED';
  if (kind === 'EMAIL') return authenticationType;
  if (authenticationType === 'INFORMATION_CHANGED_PENDING') return 'INFORMATION_CHANGED';
  return authenticationType === 'PENDING' && countryPhoneCode === '+98' ? 'UNIDENTIFIED' : authenticationType;
}

async function applyContactChange(
  context: IdentityContext,
  tx: Tx,
  user: User,
  { sessionId }: Caller,
  kind: ContactKind,
  value: string,
): Promise<void> {
  const { language } = user;
  const now = context.now();
  const isDifferent = value !== (kind === 'EMAIL' ? user.email : user.mobile);
  const masked = kind === 'EMAIL' ? maskEmail(value) : maskMobile(value);
  await changeProtection(context, tx, {
    user,
    changes: {
      ...(kind === 'EMAIL'
        ? { email: value, emailVerifiedAt: now }
        : { mobile: value, mobileVerifiedAt: now }),
      ...(isDifferent && { authenticationType: authenticationTypeAfter(user, kind) }),
    },
    except: sessionId,
    holdMs: HOLD_MS.contact,
    audit: {
      actorId: user.id,
      action: kind === 'EMAIL' ? 'e-mail changed' : 'mobile changed',
      detail: { masked },
    },
    notice: (heldUntil) => ({ kind: `${kind}_CHANGED`, masked, heldUntil }),
    alsoTell:
      kind === 'EMAIL'
        ? { userId: null, email: value, mobile: null, language }
        : { userId: null, email: null, mobile: value, language },
  });
}
