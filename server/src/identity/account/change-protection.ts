import { type AuditEntry, appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import type { AccountNotice, Recipient } from '../ports.ts';
import { revokeSessions } from '../sessions/session-store.ts';
import { type User, type UserChanges, updateUser } from '../store.ts';
import { createFreezeLink } from './freeze-link.ts';
import { cancelPendingAuth } from './recover-person.ts';

type ProtectionNotice = Extract<AccountNotice, { heldUntil: string }>;

export interface ProtectionChange {
  /** The locked row before the change. */
  user: User;
  changes: UserChanges;
  /** The session that stays valid; null: none. */
  except: string | null;
  holdMs: number;
  audit: Pick<AuditEntry, 'actorId' | 'action' | 'detail'>;
  notice(heldUntil: string): ProtectionNotice;
  /** Recipient to notify in addition to the user's previous contact. */
  alsoTell?: Recipient;
}

/**
 * Changes something that protects an account, with all consequences: sessions and pending steps end, withdrawals
 * are held for a while, the change is audited and the user is notified. Returns when the hold ends. The caller
 * publishes `user` after the commit.
 */
export async function changeProtection(
  context: IdentityContext,
  tx: Tx,
  change: ProtectionChange,
): Promise<Date> {
  const { user, changes, audit, alsoTell } = change;
  const now = context.now();
  const currentHoldUntilMs = user.withdrawalsHeldUntil?.getTime() ?? 0;
  const heldUntil = new Date(Math.max(currentHoldUntilMs, now.getTime() + change.holdMs));
  await updateUser(tx, user.id, { ...changes, withdrawalsHeldUntil: heldUntil });
  await revokeSessions(tx, user.id, now, change.except);
  await cancelPendingAuth(tx, user.id, now);
  const notice = change.notice(heldUntil.toISOString());
  const freeze = createFreezeLink(context, user.id);
  await context.codeSender.notify(tx, recipientOf(user), { ...notice, freeze });
  if (alsoTell) await context.codeSender.notify(tx, alsoTell, notice);
  await appendAudit(tx, { ...audit, subjectId: user.id }, now);
  context.log.info({ event: audit.action, userId: user.id }, 'identity');
  return heldUntil;
}
