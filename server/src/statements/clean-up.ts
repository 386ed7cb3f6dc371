import type { Job } from '../platform/jobs/jobs.ts';
import type { StatementsContext } from './deps.ts';
import { deleteOldStatements, findReferencedStatementFiles } from './store.ts';
import { RETENTION_MS } from './view.ts';

/** Longer than making any statement takes. */
const MIN_ORPHAN_AGE_MS = 3_600_000;
const BATCH = 1_000;

/** Deletes statements that were not requested lately, and files of unfinished ones. */
export function statementsCleanUpJob(context: StatementsContext): Job {
  return {
    name: 'clean-up-statements',
    cron: '43 * * * *',
    async run() {
      const now = context.clock.now();
      for (const file of await deleteOldStatements(context.db, new Date(now - RETENTION_MS)))
        await context.files.remove(file);
      const oldFiles = (await context.files.list()).filter(
        ({ writtenAt }) => now - writtenAt > MIN_ORPHAN_AGE_MS,
      );
      for (let start = 0; start < oldFiles.length; start += BATCH) {
        const names = oldFiles.slice(start, start + BATCH).map(({ name }) => name);
        const referenced = await findReferencedStatementFiles(context.db, names);
        for (const name of names) if (!referenced.has(name)) await context.files.remove(name);
      }
    },
  };
}
