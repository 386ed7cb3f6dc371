import * as contract from '@sarraf/domain/contracts';
import { withLongStatementTimeout } from '../platform/database/database.ts';
import { sendTable } from '../platform/files/table-file.ts';
import type { Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import type { CoinHoldings, ReportsDeps } from './deps.ts';
import { buildFeeTable } from './export-fees.ts';
import { readFees } from './read-fees.ts';
import { readFigures } from './read-figures.ts';

const OK = { status: 'OK', message: 'OK' } as const;
/** Nodes are queried at most this often, for all callers. */
const MIN_QUERY_INTERVAL_MS = 60_000;

export function addRoutes(http: Http, deps: ReportsDeps): void {
  let cached: { at: number; held: Promise<CoinHoldings[]> } | null = null;
  function readHoldings(): Promise<CoinHoldings[]> {
    const now = deps.clock.now();
    if (cached !== null && now - cached.at < MIN_QUERY_INTERVAL_MS) return cached.held;
    const reading = { at: now, held: deps.readReserves() };
    cached = reading;
    reading.held.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.held;
  }
  http.route(contract.businessFigures, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await withLongStatementTimeout(() =>
      readForUser(deps.db, caller.userId, (db) => readFigures({ ...deps, db }, readHoldings, query)),
    ),
  }));
  http.route(contract.feeReport, async ({ caller, query }) => ({
    ...OK,
    ...(await withLongStatementTimeout(() =>
      readForUser(deps.db, caller.userId, (db) => readFees({ db }, query)),
    )),
  }));
  http.route(contract.feeFile, async ({ caller, query, reply }) =>
    sendTable(reply, caller.userId, await buildFeeTable(deps, caller.userId, query), query),
  );
}
