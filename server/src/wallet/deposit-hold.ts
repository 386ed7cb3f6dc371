import { HOUR_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import type { WalletDeps } from './deps.ts';

/** Returns the time until which coins can't be withdrawn after the last Toman deposit; null: no hold. */
export async function readDepositHold(
  deps: Pick<WalletDeps, 'db' | 'clock' | 'rules'>,
  userId: string,
): Promise<Date | null> {
  const { depositHoldHours } = deps.rules.current();
  if (depositHoldHours === 0) return null;
  const lastAt = await findLastDepositAt(deps.db, userId);
  const until = lastAt && new Date(lastAt.getTime() + depositHoldHours * HOUR_MS);
  return until && until.getTime() > deps.clock.now() ? until : null;
}

/** Returns the time of the last Toman deposit: by gateway, by bank transfer, or from a store's receipts. */
async function findLastDepositAt(db: Queryable, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select greatest(
    (select max(settled_at) from payments where user_id = ${userId} and state = 'PAID'),
    (select max(settled_at) from bank_deposits where user_id = ${userId} and state = 'MATCHED'),
    (select max(s.done_at) from company_settlements s join companies c on c.id = s.company_id
      where c.user_id = ${userId} and s.state = 'MOVED')) as at`.execute(db);
  return rows[0]?.at ?? null;
}
