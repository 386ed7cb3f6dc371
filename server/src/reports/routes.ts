import * as contract from '@sarraf/domain/contracts';
import { withLongStatementTimeout } from '../platform/database/database.ts';
import { sendTable } from '../platform/files/table-file.ts';
import type { Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import type { HeldCoins, ReportsDeps } from './deps.ts';
import { feeTable } from './export-fees.ts';
import { readFees } from './read-fees.ts';
import { readFigures } from './read-figures.ts';

const OK = { status: 'OK', message: 'OK' } as const;
/** Nodes are queried at most this often, for all callers. */
const HELD_MS = 60_000;

export function addRoutes(http: Http, deps: ReportsDeps): void {
  let known: { at: number; held: Promise<HeldCoins[]> } | null = null;
  function held(): Promise<HeldCoins[]> {
    const now = deps.clock.now();
    if (known !== null && now - known.at < HELD_MS) return known.held;
    const reading = { at: now, held: deps.reserves() };
    known = reading;
    reading.held.catch(() => {
      if (known === reading) known = null;
    });
    return reading.held;
  }
  http.route(contract.figures, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await withLongStatementTimeout(() =>
      readForUser(deps.db, caller.userId, (db) => readFigures({ ...deps, db }, held, query)),
    ),
  }));
  http.route(contract.feeReport, async ({ caller, query }) => ({
    ...OK,
    ...(await withLongStatementTimeout(() =>
      readForUser(deps.db, caller.userId, (db) => readFees({ db }, query)),
    )),
  }));
  http.route(contract.feeFile, async ({ caller, query, reply }) =>
    sendTable(reply, caller.userId, await feeTable(deps, caller.userId, query), query),
  );
}
