import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';

const RETENTION = '30 days';
const BATCH_SIZE = 10_000;
/**
 * Keys of people and visitors have owners of this length (UUIDs); internal keys (seeds, payments) are stored for
 * ever.
 */
const OWNER_LENGTH = 36;

/**
 * Deletes stored replies whose keys no browser will send again; a few rows at a time, so that no other transaction
 * waits.
 */
export async function pruneReplies(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from idempotency where ctid = any (array(
        select ctid from idempotency
        where created_at < now() - ${RETENTION}::interval and length(owner) = ${OWNER_LENGTH} limit ${BATCH_SIZE}))`.execute(
      db,
    );
    if (numAffectedRows === undefined || numAffectedRows < BATCH_SIZE) return;
  }
}

export const createPruneRepliesJob = (db: Db): Job => ({
  name: 'forget-replies',
  cron: '20 1 * * *',
  run: () => pruneReplies(db),
});
