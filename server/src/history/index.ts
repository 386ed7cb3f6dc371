/** A person's history, from deposits, withdrawals and trades: totals, and files for download. */
import {
  exportHistory,
  movements,
  searchOwnHistory as searchEndpoint,
  walletTotals,
} from '@sarraf/domain/contracts';
import { sendTable } from '../platform/files/table-file.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import { readForUser } from '../platform/reads/reads.ts';
import type { HistoryDeps } from './deps.ts';
import { buildHistoryTable } from './export-history.ts';
import { assertNoMovementFilters, buildMovementsTable } from './export-movements.ts';
import { createMovementsFollower } from './fold-movements.ts';
import { OwnChannels } from './own/own-channels.ts';
import { readMovements } from './read-movements.ts';
import { readWalletTotals } from './read-totals.ts';
import { searchOwnHistory } from './search/search-own.ts';

export function createHistory(deps: HistoryDeps) {
  let ownChannels: OwnChannels | null = null;
  return {
    routes(http: Http, stream: Stream): void {
      ownChannels = new OwnChannels({ ...deps, stream });
      http.route(walletTotals, async ({ caller }) => ({
        status: 'OK' as const,
        message: 'OK',
        baseDTO: await readWalletTotals(deps, caller.userId),
      }));
      http.route(searchEndpoint, async ({ caller, query }) => ({
        status: 'OK' as const,
        message: 'OK',
        baseDTO: await searchOwnHistory(deps, caller.userId, query.q),
      }));
      http.route(exportHistory, async ({ caller: { userId }, query, reply }) => {
        const { kind } = query;
        if (kind === 'MOVEMENTS')
          return sendTable(reply, userId, await buildMovementsTable(deps, userId, query), query);
        assertNoMovementFilters(query);
        return sendTable(reply, userId, buildHistoryTable(deps, userId, { ...query, kind }), query);
      });
      http.route(movements, ({ caller, query }) =>
        readForUser(deps.db, caller.userId, (db) => readMovements(db, caller.userId, query)),
      );
    },
    followers: [createMovementsFollower(deps.db)],
    stop: async () => ownChannels?.stop(),
  };
}
