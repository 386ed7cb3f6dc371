import type { Job } from '../platform/jobs/jobs.ts';
import type { StatementsContext } from './deps.ts';
import { deleteOldStatements, knownStatementFiles } from './store.ts';
import { KEPT_MS } from './view.ts';

/** Longer than making any statement takes. */
const ORPHAN_MS = 3_600_000;
const BATCH = 1_000;

/** Deletes statements that were not requested lately, and files of unfinished ones. */
export function statementsCleanUpJob(context: StatementsContext): Job {
  return {
    name: 'clean-up-statements',
    cron: '43 * * * *',
    async run() {
      const now = context.clock.now();
      for (const file of await deleteOldStatements(context.db, new Date(now - KEPT_MS)))
        await context.files.remove(file);
      const old = (await context.files.list()).filter(({ writtenAt }) => now - writtenAt > ORPHAN_MS);
      for (let from = 0; from < old.length; from += BATCH) {
        const names = old.slice(from, from + BATCH).map(({ name }) => name);
        const known = await knownStatementFiles(context.db, names);
        for (const name of names) if (!known.has(name)) await context.files.remove(name);
      }
    },
  };
}
