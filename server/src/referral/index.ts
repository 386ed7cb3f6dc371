/** Results of trades in addition to coins: levels, shares for inviters, and profits. */

import type { RowTable } from '../platform/business-rows/business-rows.ts';
import type { Http } from '../platform/http/http.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { levelRows } from './business-rows.ts';
import type { ReferralDeps } from './deps.ts';
import { foldPositions, positionsFollower } from './fold-positions.ts';
import { judgeLevels, judgeSome } from './keep-levels.ts';
import { levelsWaitingSince } from './level-store.ts';
import { createDayPrices } from './prices.ts';
import { addRoutes } from './routes.ts';
import { markSelfInvited } from './same-person.ts';

export type { ReferralDeps } from './deps.ts';
export { requestJudgement as askForLevel } from './level-store.ts';
export { type PriceMarket, pricesAt, worthBy } from './prices.ts';
export { type AssetFlow, firstDay, isFolded, readFlows } from './read-flows.ts';
export { type InviteShares, readShares } from './read-invites.ts';

export interface Referral {
  routes(http: Http): void;
  jobs: Job[];
  followers: Follower<'positions' | 'levels'>[];
  /** Level settings of the staff. */
  businessRows: RowTable[];
  /** Updates everything derived from transfers; does not wait for another process that does so. */
  fold(): Promise<void>;
  stop(): void;
}

export function createReferral(deps: ReferralDeps): Referral {
  const { db, bus, clock, ledger, levels, log, market, people } = deps;
  const failed = new Set<string>();
  const look = async (about: string | null) => {
    for (const id of await markSelfInvited(db, about)) people.changed(id);
  };
  const unsubscribe = bus.subscribe('user', ({ userId }) => {
    if (ledger.isWriter())
      look(userId).catch((err: unknown) => log.warn({ err, userId }, 'inviters not compared'));
  });
  const businessRows = levelRows(levels.refresh);
  const rereadLevels = () =>
    void levels.refresh().catch((err: unknown) => log.warn({ err }, 'levels not reloaded'));
  const unsubscribeRows = [
    bus.subscribe('rows', ({ kind }) => {
      if (businessRows.some((table) => table.kind === kind)) rereadLevels();
    }),
    bus.subscribe('missed', rereadLevels),
  ];
  return {
    routes: (http) => addRoutes(http, { ...deps, dayPrices: createDayPrices(market, clock.now) }),
    jobs: [
      {
        name: 'judge-levels',
        cron: '* * * * *',
        run() {
          failed.clear();
          return judgeLevels(deps);
        },
      },
      // Handles changes that were missed while no process was listening.
      { name: 'compare-inviters', cron: '35 21 * * *', run: () => look(null) },
    ],
    followers: [
      positionsFollower(deps),
      {
        name: 'levels',
        step: () => judgeSome(deps, failed),
        waitingSince: () => levelsWaitingSince(db),
      },
    ],
    fold: () => foldPositions(deps),
    businessRows,
    stop() {
      unsubscribe();
      for (const stop of unsubscribeRows) stop();
    },
  };
}
