/** What stands between a person and a withdrawal, set straight in a test's database. */
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** From this Toman worth in a day on (smallest units) staff looks first; an e-mail confirms however much. */
export async function reviewFrom(db: Db, worth: bigint): Promise<void> {
  await sql`update withdrawal_thresholds set review = ${worth}, sms = 9e30`.execute(db);
}

/** Null: nothing is held. */
export async function holdUntil(db: Db, email: string, until: Date | null): Promise<void> {
  await sql`update users set withdrawals_held_until = ${until} where email = ${email}`.execute(db);
}
