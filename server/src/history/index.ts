/** What a person did with their money, put together from deposits, withdrawals and trades: totals, and files to take home. */
import { exportHistory, walletTotals } from '@sarraf/domain/contracts';
import { sendTable } from '../platform/files/table-file.ts';
import type { Http } from '../platform/http/http.ts';
import type { HistoryDeps } from './deps.ts';
import { historyTable } from './export-history.ts';
import { readWalletTotals } from './read-totals.ts';

export const createHistory = (deps: HistoryDeps) => ({
  routes(http: Http): void {
    http.route(walletTotals, async ({ caller }) => ({
      status: 'OK' as const,
      message: 'OK',
      baseDTO: await readWalletTotals(deps, caller.userId),
    }));
    http.route(exportHistory, ({ caller, query, reply }) =>
      sendTable(reply, caller.userId, historyTable(deps, caller.userId, query), query),
    );
  },
});
