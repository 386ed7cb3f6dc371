import * as contract from '@sarraf/domain/contracts';
import { parsePage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import type { ReferralDeps } from './deps.ts';
import { computeLevelEffect } from './level-effect.ts';
import type { DayPrices } from './prices.ts';
import { listInvitees, readInvites } from './read-invites.ts';
import { readPortfolioValue, readProfit } from './read-portfolio.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, deps: ReferralDeps & { dayPrices: DayPrices }): void {
  http.route(contract.invites, async ({ caller }) => ({
    ...OK,
    baseDTO: await readInvites(deps, caller.userId),
  }));
  http.route(contract.invitees, async ({ caller, query }) => ({
    ...OK,
    ...(await listInvitees(deps, caller.userId, parsePage(query))),
  }));
  http.route(contract.levelEffect, async ({ params, query }) => ({
    ...OK,
    content: await computeLevelEffect(deps, params.level, query.tradeAmount),
  }));
  http.route(contract.portfolioWorth, async ({ caller, query }) => ({
    ...OK,
    content: await readForUser(deps.db, caller.userId, (db) =>
      readPortfolioValue({ ...deps, db }, caller.userId, query.days ?? 30),
    ),
  }));
  http.route(contract.portfolioProfit, async ({ caller }) => ({
    ...OK,
    baseDTO: await readForUser(deps.db, caller.userId, (db) => readProfit({ ...deps, db }, caller.userId)),
  }));
}
