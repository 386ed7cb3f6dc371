/** History rows that moved no money, as many as a test of exports needs. */
import { sql } from 'kysely';
import { type Queryable, withLongStatementTimeout } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';

const BATCH_SIZE = 20_000;

/** Inserts current Toman deposits that failed at the gateway; each of `amount` smallest units. */
export async function addFailedPayments(
  db: Queryable,
  userId: string,
  count: number,
  amount = 1_000_000_000_000n,
): Promise<void> {
  for (let done = 0; done < count; done += BATCH_SIZE) {
    const ids = Array.from({ length: Math.min(BATCH_SIZE, count - done) }, () => newId());
    await withLongStatementTimeout(() =>
      sql`insert into payments (id, user_id, gateway, amount, state, card_masked, card_digest, callback_url, reason, created_at)
      select id, ${userId}, 'SANDBOX', ${amount}, 'FAILED', '603799******1234', ''::bytea, 'http://localhost/', 'CANCELLED', now()
      from unnest(${ids}::uuid[]) as t(id)`.execute(db),
    );
  }
}
