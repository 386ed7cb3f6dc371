/** A person's yearly statement about their coins, for the tax office: for printing, in Excel, as CSV. */
import { join } from 'node:path';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { statementsCleanUpJob } from './clean-up.ts';
import type { StatementsContext, StatementsDeps } from './deps.ts';
import { createStatementFiles, MAKE_STATEMENT_JOB } from './make-statement.ts';
import { addRoutes } from './routes.ts';
import { openSealedFiles } from './sealed-files.ts';

export type { StatementsDeps } from './deps.ts';
export { resealStatements } from './reseal-statements.ts';

export { RETENTION_MS as STATEMENT_KEPT_MS } from './view.ts';

export interface Statements {
  routes(http: Http): void;
  jobs: Job[];
}

export function createStatements(deps: StatementsDeps): Statements {
  const context: StatementsContext = {
    ...deps,
    files: openSealedFiles(join(deps.config.DATA_DIR, 'statements'), deps.secrets),
    now: () => new Date(deps.clock.now()),
  };
  return {
    routes: (http) => addRoutes(http, context),
    jobs: [
      {
        name: MAKE_STATEMENT_JOB,
        run: (payload) => createStatementFiles(context, (payload as { id: string }).id),
      },
      statementsCleanUpJob(context),
    ],
  };
}
