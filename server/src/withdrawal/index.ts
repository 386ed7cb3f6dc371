/** Withdrawals: coins to an address, Toman to a Sheba. */

import { findBought, releaseBought, reserveBuyAndSend } from './bought-coins.ts';
import type { WithdrawalContext, WithdrawalDeps } from './deps.ts';
import { finishFailed, finishSent, reopenAfterReorg } from './finish-withdrawal.ts';
import { readRemainingLimits } from './limits/limits.ts';
import { readPersonLimit, setPersonLimit } from './limits/person-limits.ts';
import { leavingOf, rowsById, rowsOf } from './list-withdrawals.ts';
import { readCoinDestination } from './read-intent.ts';
import { readLevelLimits } from './reservations/reservation-store.ts';
import { moveToOwnerWallet, settleReservation } from './reservations/settle-reservation.ts';
import { sweepWithdrawals } from './reservations/sweep-withdrawals.ts';
import { backToReview } from './review/back-to-review.ts';
import { flagPerson } from './review/flag-person.ts';
import { addWithdrawalStaffRoutes } from './review/staff-routes.ts';
import { addRoutes } from './routes.ts';
import { companyTerms, sendForCompany } from './send-for-company.ts';
import { countInReview, sumCompleted } from './store.ts';
import {
  ownersOfWithdrawals,
  payoutViews,
  settlePaid,
  settleReturned,
  takeForBatch,
  takeFromBatch,
} from './toman.ts';
import type { Withdrawal } from './types.ts';

export { ADDRESS_DELAY_MS, MAX_SAVED } from './address-book/book-store.ts';
export type { WithdrawalDeps } from './deps.ts';
export { LIMIT_ROWS } from './limits/limit-rows.ts';
export { effectiveLimits, type PersonLimit } from './limits/person-limits.ts';
export { requireLimits } from './limits/require-limits.ts';
export type { LevelLimits } from './reservations/reservation-store.ts';
export type { Withdrawal } from './types.ts';
export { MONTH } from './withdrawal.ts';

export function createWithdrawal(deps: WithdrawalDeps): Withdrawal {
  const context: WithdrawalContext = { ...deps, now: () => new Date(deps.clock.now()) };
  return {
    routes(http) {
      addRoutes(http, context);
      addWithdrawalStaffRoutes(http, context);
    },
    jobs: [
      { name: 'withdrawal-done', run: (payload) => finishSent(context, payload) },
      { name: 'withdrawal-undone', run: (payload) => reopenAfterReorg(context, payload) },
      { name: 'withdrawal-failed', run: (payload) => finishFailed(context, payload) },
      { name: 'withdrawal-unsigned', run: (payload) => backToReview(context, payload) },
      { name: 'deposit-reversed', run: (payload) => flagPerson(context, payload) },
      { name: 'sweep-withdrawals', cron: '* * * * *', run: () => sweepWithdrawals(context) },
    ],
    limits: {
      async of(userId, level, db = context.db) {
        // Sequential: a transaction has one connection.
        const ofLevel = await readLevelLimits(db, level);
        const { day, month } = await readRemainingLimits(context, db, userId, level);
        const own = await readPersonLimit(db, userId);
        return { level: ofLevel, left: { perDay: day, perMonth: month }, own };
      },
      set: setPersonLimit,
    },
    list: (userId, filter, page, db = context.db) => rowsOf({ ...context, db }, userId, filter, page),
    worthOf: (userId) => sumCompleted(context.db, userId),
    leaving: (userId) => leavingOf(context, userId),
    bought: {
      reserve: (caller, coins, key) => reserveBuyAndSend(context, caller, coins, key),
      find: (key) => findBought(context, key),
      release: (place) => releaseBought(context, place),
      async send(place) {
        await settleReservation(context, place);
      },
    },
    companyTerms: (owner, asset, tokenType) => companyTerms(context, owner, asset, tokenType),
    readCompanyDestination: (asset, tokenType, address, tag) =>
      readCoinDestination(context, { asset, tokenType }, address, tag),
    sendForCompany: (sending) => sendForCompany(context, sending),
    keepForOwner: (coins, rows) => moveToOwnerWallet(context, coins, rows),
    rowsById: (userId, ids) => rowsById(context, userId, ids),
    takeForBatch: (tx, before, limit) => takeForBatch(context, tx, before, limit),
    takeFromBatch,
    ownersOf: (ids) => ownersOfWithdrawals(context, ids),
    settlePaid: (id) => settlePaid(context, id),
    settleReturned: (id, reason) => settleReturned(context, id, reason),
    payoutViews: (ids) => payoutViews(context, ids),
    countInReview: () => countInReview(context.db),
  };
}
