import { sql } from 'kysely';
import type { Job } from '../platform/jobs/jobs.ts';
import { DOCUMENT_REST_MS, ORPHAN_MS } from './consent/limits.ts';
import type { VerificationContext } from './deps.ts';
import { deleteRested, knownDocumentFiles } from './documents/document-store.ts';

const BATCH = 1_000;

/**
 * Deletes documents that were never activated or were replaced a day ago, files whose transaction never committed,
 * and expired codes.
 */
export function verificationCleanUpJob(context: VerificationContext): Job {
  return {
    name: 'clean-up-verification',
    cron: '17 * * * *',
    async run() {
      const now = context.clock.now();
      const rested = new Date(now - DOCUMENT_REST_MS);
      for (const file of await deleteRested(context.db, rested)) await context.files.remove(file);
      await removeOrphans(context, now);
      await sql`delete from identity_consents where created_at < ${rested}`.execute(context.db);
    },
  };
}

async function removeOrphans({ db, files }: VerificationContext, now: number): Promise<void> {
  const old = (await files.list()).filter(({ writtenAt }) => now - writtenAt > ORPHAN_MS);
  for (let from = 0; from < old.length; from += BATCH) {
    const names = old.slice(from, from + BATCH).map(({ name }) => name);
    const known = await knownDocumentFiles(db, names);
    for (const name of names) if (!known.has(name)) await files.remove(name);
  }
}
