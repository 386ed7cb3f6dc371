import { maskEmail, normalEmail, normalMobile, onlyDigits } from '@sarraf/domain';
import type { ReviewRow } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { appendAudit } from '../platform/audit-log.ts';
import { isId } from '../platform/ids.ts';
import type { Kit } from './deps.ts';
import { nameOf } from './staff.ts';

/**
 * The person of exactly this e-mail, mobile or id, if there is one. What was typed is not written down: it may be an
 * identifier of somebody who isn't even here.
 */
export async function searchPeople(kit: Kit, staffId: string, typed: string): Promise<ReviewRow[]> {
  const user = await findTyped(kit, typed.trim());
  const found = { actorId: staffId, action: 'person searched', subjectId: user?.id ?? null };
  await kit.db.transaction().execute((tx) => appendAudit(tx, found, kit.now()));
  return user === null ? [] : [await asRow(kit, user)];
}

async function findTyped({ people }: Kit, typed: string): Promise<User | null> {
  if (isId(typed)) return people.find(typed);
  const email = normalEmail(typed);
  if (email !== null) return people.findByEmail(email);
  const mobile = mobileOf(typed);
  return mobile === null ? null : people.findByMobile(mobile);
}

/** Without a prefix it is one of Iran's. */
function mobileOf(typed: string): string | null {
  const mobile = normalMobile(typed, '+98');
  return mobile === 'PREFIX' ? `+${onlyDigits(typed).replace(/^00/, '')}` : mobile;
}

async function asRow(kit: Kit, user: User): Promise<ReviewRow> {
  // Who never submitted anything has waited for nothing: the row says since when they are here.
  const since = (await kit.verification.submittedAt(user.id)) ?? user.createdAt;
  return {
    id: user.id,
    name: nameOf(user),
    email: maskEmail(user.email),
    customerKind: user.customerKind,
    countryName: user.countryName ?? '',
    authenticationType: user.authenticationType,
    submittedAtDateTime: since.toISOString(),
  };
}
