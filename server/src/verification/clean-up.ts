import { sql } from 'kysely';
import type { Job } from '../platform/jobs/jobs.ts';
import { INACTIVE_DOCUMENT_MS, MIN_ORPHAN_AGE_MS } from './consent/limits.ts';
import type { VerificationContext } from './deps.ts';
import { deleteInactiveDocuments, findReferencedDocumentFiles } from './documents/document-store.ts';

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
      const cutoff = new Date(now - INACTIVE_DOCUMENT_MS);
      for (const file of await deleteInactiveDocuments(context.db, cutoff)) await context.files.remove(file);
      await deleteOrphanFiles(context, now);
      await sql`delete from identity_consents where created_at < ${cutoff}`.execute(context.db);
    },
  };
}

async function deleteOrphanFiles({ db, files }: VerificationContext, now: number): Promise<void> {
  const oldFiles = (await files.list()).filter(({ writtenAt }) => now - writtenAt > MIN_ORPHAN_AGE_MS);
  for (let start = 0; start < oldFiles.length; start += BATCH) {
    const names = oldFiles.slice(start, start + BATCH).map(({ name }) => name);
    const referenced = await findReferencedDocumentFiles(db, names);
    for (const name of names) if (!referenced.has(name)) await files.remove(name);
  }
}
