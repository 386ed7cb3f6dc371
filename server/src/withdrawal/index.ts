/** Withdrawals: coins to an address, Toman to a Sheba. */

import { findBoughtReservation, releaseBoughtReservation, reserveBuyAndSend } from './bought-coins.ts';
import type { WithdrawalContext, WithdrawalDeps } from './deps.ts';
import { finishFailed, finishSent, reopenAfterReorg } from './finish-withdrawal.ts';
import { readRemainingLimits } from './limits/limits.ts';
import { readPersonLimit, setPersonLimit } from './limits/person-limits.ts';
import { findWithdrawalRows, listWithdrawalRows, sumBlockedAmounts } from './list-withdrawals.ts';
import { validateCoinDestination } from './read-intent.ts';
import { readLevelLimits } from './reservations/reservation-store.ts';
import { moveToOwnerWallet, settleReservation } from './reservations/settle-reservation.ts';
import { sweepWithdrawals } from './reservations/sweep-withdrawals.ts';
import { flagWithdrawals } from './review/flag-person.ts';
import { returnToReview } from './review/return-to-review.ts';
import { addWithdrawalStaffRoutes } from './review/staff-routes.ts';
import { addRoutes } from './routes.ts';
import { readCompanyTerms, sendForCompany } from './send-for-company.ts';
import { countInReview, sumCompletedWithdrawals } from './store.ts';
import {
  listPayoutDetails,
  ownersOfWithdrawals,
  settlePaid,
  settleReturned,
  takeForBatch,
  takeFromBatch,
} from './toman.ts';
import type { Withdrawal } from './types.ts';

export { ADDRESS_DELAY_MS, MAX_SAVED_ADDRESSES } from './address-book/book-store.ts';
export type { WithdrawalDeps } from './deps.ts';
export { LIMIT_ROWS } from './limits/limit-rows.ts';
export { type PersonLimit, selectEffectiveLimits } from './limits/person-limits.ts';
export { assertLimitsExist } from './limits/require-limits.ts';
export type { LevelLimits } from './reservations/reservation-store.ts';
export type { Withdrawal } from './types.ts';
export { MONTH_MS } from './withdrawal.ts';

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
      { name: 'withdrawal-unsigned', run: (payload) => returnToReview(context, payload) },
      { name: 'deposit-reversed', run: (payload) => flagWithdrawals(context, payload) },
      { name: 'sweep-withdrawals', cron: '* * * * *', run: () => sweepWithdrawals(context) },
    ],
    limits: {
      async of(userId, level, db = context.db) {
        // Sequential: a transaction has one connection.
        const levelLimits = await readLevelLimits(db, level);
        const { day, month } = await readRemainingLimits(context, db, userId, level);
        const ownLimit = await readPersonLimit(db, userId);
        return { level: levelLimits, left: { perDay: day, perMonth: month }, own: ownLimit };
      },
      set: setPersonLimit,
    },
    list: (userId, filter, page, db = context.db) =>
      listWithdrawalRows({ ...context, db }, userId, filter, page),
    worthOf: (userId) => sumCompletedWithdrawals(context.db, userId),
    leaving: (userId) => sumBlockedAmounts(context, userId),
    bought: {
      reserve: (caller, coins, key) => reserveBuyAndSend(context, caller, coins, key),
      find: (key) => findBoughtReservation(context, key),
      release: (reservation) => releaseBoughtReservation(context, reservation),
      async send(reservation) {
        await settleReservation(context, reservation);
      },
    },
    companyTerms: (owner, asset, tokenType) => readCompanyTerms(context, owner, asset, tokenType),
    readCompanyDestination: (asset, tokenType, address, tag) =>
      validateCoinDestination(context, { asset, tokenType }, address, tag),
    sendForCompany: (sending) => sendForCompany(context, sending),
    keepForOwner: (coins, rows) => moveToOwnerWallet(context, coins, rows),
    rowsById: (userId, ids) => findWithdrawalRows(context, userId, ids),
    takeForBatch: (tx, before, limit) => takeForBatch(context, tx, before, limit),
    takeFromBatch,
    ownersOf: (ids) => ownersOfWithdrawals(context, ids),
    settlePaid: (id) => settlePaid(context, id),
    settleReturned: (id, reason) => settleReturned(context, id, reason),
    payoutViews: (ids) => listPayoutDetails(context, ids),
    countInReview: () => countInReview(context.db),
  };
}
