/** Withdrawal limits and holds, set directly in a test's database. */
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** Sets the daily value in Toman (smallest units) from which staff reviews first; an e-mail confirms any amount. */
export async function setReviewThreshold(db: Db, worth: bigint): Promise<void> {
  await sql`update withdrawal_thresholds set review = ${worth}, sms = 9e30`.execute(db);
}

/** Null: no hold. */
export async function setHold(db: Db, email: string, until: Date | null): Promise<void> {
  await sql`update users set withdrawals_held_until = ${until} where email = ${email}`.execute(db);
}
