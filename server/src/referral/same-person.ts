import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/**
 * Marks users who invited themselves: verified data of the invited user (national code, company, number, bank
 * account) equals claimed data of the inviter. Only the inviter can lose by such a claim, and it is their own.
 * `about`: limited to these users and those they invited; null: all. Returns the marked users. Decision 24.
 */
export async function markSelfInvited(db: Db, changedUserId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users u set invited_by_self = true from users i
    where i.id = u.inviter_id and not u.invited_by_self
      and (${changedUserId}::uuid is null or u.id = ${changedUserId}::uuid or u.inviter_id = ${changedUserId}::uuid)
      and ((u.mobile = i.mobile and u.mobile_verified_at is not null)
        or exists (select from profiles p join profiles q on q.user_id = i.id and (q.national_code_index = p.national_code_index
          or q.company_id_index = p.company_id_index) where p.user_id = u.id and p.held)
        or exists (select from bank_accounts a join bank_accounts b on b.user_id = i.id and (b.card_index = a.card_index
          or b.sheba_index = a.sheba_index) where a.user_id = u.id and a.held))
    returning u.id`.execute(db);
  return rows.map(({ id }) => id);
}
