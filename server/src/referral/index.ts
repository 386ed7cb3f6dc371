/** Results of trades in addition to coins: levels, shares for inviters, and profits. */

import type { RowTable } from '../platform/business-rows/business-rows.ts';
import type { Http } from '../platform/http/http.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { createLevelRows } from './business-rows.ts';
import type { ReferralDeps } from './deps.ts';
import { createPositionsFollower, foldPositions } from './fold-positions.ts';
import { findLevelChecksSince } from './level-store.ts';
import { createDayPrices } from './prices.ts';
import { addRoutes } from './routes.ts';
import { markSelfInvited } from './same-person.ts';
import { updateAllLevels, updateSomeLevels } from './update-levels.ts';

export type { ReferralDeps } from './deps.ts';
export { enqueueLevelCheck as askForLevel } from './level-store.ts';
export { type PriceMarket, readPricesAt, valueInQuotes } from './prices.ts';
export { type AssetFlow, findFirstDay, isFolded, readFlows } from './read-flows.ts';
export { type InviteShares, readShares } from './read-invites.ts';

export interface Referral {
  routes(http: Http): void;
  jobs: Job[];
  followers: Follower<'positions' | 'levels'>[];
  /** Level settings of the staff. */
  businessRows: RowTable[];
  /** Updates everything derived from transfers; does not wait for another process that does so. */
  foldTransfers(): Promise<void>;
  stop(): void;
}

export function createReferral(deps: ReferralDeps): Referral {
  const { db, bus, clock, ledger, levels, log, market, people } = deps;
  const failedIds = new Set<string>();
  const compareInviters = async (userId: string | null) => {
    for (const id of await markSelfInvited(db, userId)) people.publishUserChange(id);
  };
  const unsubscribe = bus.subscribe('user', ({ userId }) => {
    if (ledger.isWriter())
      compareInviters(userId).catch((err: unknown) => log.warn({ err, userId }, 'inviters not compared'));
  });
  const businessRows = createLevelRows(levels.refresh);
  const reloadLevels = () =>
    void levels.refresh().catch((err: unknown) => log.warn({ err }, 'levels not reloaded'));
  const unsubscribeRows = [
    bus.subscribe('rows', ({ kind }) => {
      if (businessRows.some((table) => table.kind === kind)) reloadLevels();
    }),
    bus.subscribe('missed', reloadLevels),
  ];
  return {
    routes: (http) => addRoutes(http, { ...deps, dayPrices: createDayPrices(market, clock.now) }),
    jobs: [
      {
        name: 'judge-levels',
        cron: '* * * * *',
        run() {
          failedIds.clear();
          return updateAllLevels(deps);
        },
      },
      // Handles changes that were missed while no process was listening.
      { name: 'compare-inviters', cron: '35 21 * * *', run: () => compareInviters(null) },
    ],
    followers: [
      createPositionsFollower(deps),
      {
        name: 'levels',
        step: () => updateSomeLevels(deps, failedIds),
        waitingSince: () => findLevelChecksSince(db),
      },
    ],
    foldTransfers: () => foldPositions(deps),
    businessRows,
    stop() {
      unsubscribe();
      for (const unsubscribeRow of unsubscribeRows) unsubscribeRow();
    },
  };
}
