import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';

const KEPT = '30 days';
const AT_ONCE = 10_000;
/** People's and visitors' keys have owners of this length (UUIDs); keys of our own (seeds, payments) stay for good. */
const OWNER_LENGTH = 36;

/** Forgets replies to keys that no browser will send again; a few rows at a time, so that nobody waits for it. */
export async function pruneReplies(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from idempotency where ctid = any (array(
        select ctid from idempotency
        where created_at < now() - ${KEPT}::interval and length(owner) = ${OWNER_LENGTH} limit ${AT_ONCE}))`.execute(
      db,
    );
    if (numAffectedRows === undefined || numAffectedRows < AT_ONCE) return;
  }
}

export const forgetRepliesJob = (db: Db): Job => ({
  name: 'forget-replies',
  cron: '20 1 * * *',
  run: () => pruneReplies(db),
});
