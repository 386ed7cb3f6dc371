/** What leaves: coins to an address, Toman to a Sheba. */
import { checkBought, sendBought } from './bought-coins.ts';
import type { WithdrawalContext, WithdrawalDeps } from './deps.ts';
import { finishFailed, finishSent, reopen } from './finish-withdrawal.ts';
import { flagPerson } from './flag-person.ts';
import { leftFor } from './limits.ts';
import { leavingOf, rowsById, rowsOf } from './list-withdrawals.ts';
import { readPersonLimit, setPersonLimit } from './person-limits.ts';
import { readLevelLimits } from './place-store.ts';
import { readCoinDestination } from './read-intent.ts';
import { addRoutes } from './routes.ts';
import { sendForCompany, shopTerms } from './send-for-shop.ts';
import { keepForOwner } from './settle-place.ts';
import { addWithdrawalStaffRoutes } from './staff-routes.ts';
import { countInReview, sumGone } from './store.ts';
import { sweepWithdrawals } from './sweep-withdrawals.ts';
import { ownersOfWithdrawals, payoutViews, settlePaid, settleReturned, takeForBatch, takeFromBatch } from './toman.ts';
import type { Withdrawal } from './types.ts';

export type { WithdrawalDeps } from './deps.ts';
export { LIMIT_ROWS } from './limit-rows.ts';
export { inForce, type PersonLimit } from './person-limits.ts';
export type { LevelLimits } from './place-store.ts';
export type { Withdrawal } from './types.ts';

export function createWithdrawal(deps: WithdrawalDeps): Withdrawal {
  const kit: WithdrawalContext = { ...deps, now: () => new Date(deps.clock.now()) };
  return {
    routes(http) {
      addRoutes(http, kit);
      addWithdrawalStaffRoutes(http, kit);
    },
    jobs: [
      { name: 'withdrawal-done', run: (payload) => finishSent(kit, payload) },
      { name: 'withdrawal-undone', run: (payload) => reopen(kit, payload) },
      { name: 'withdrawal-failed', run: (payload) => finishFailed(kit, payload) },
      { name: 'deposit-reversed', run: (payload) => flagPerson(kit, payload) },
      { name: 'sweep-withdrawals', cron: '* * * * *', run: () => sweepWithdrawals(kit) },
    ],
    limits: {
      async of(userId, level, db = kit.db) {
        // One after the other: within a transaction there is one connection.
        const ofLevel = await readLevelLimits(db, level);
        const { day, month } = await leftFor(kit, db, userId, level);
        const own = await readPersonLimit(db, userId);
        return { level: ofLevel, left: { perDay: day, perMonth: month }, own };
      },
      set: setPersonLimit,
    },
    list: (userId, filter, page) => rowsOf(kit, userId, filter, page),
    worthOf: (userId) => sumGone(kit.db, userId),
    leaving: (userId) => leavingOf(kit, userId),
    checkBought: (caller, coins) => checkBought(kit, caller, coins),
    sendBought: (caller, orderId, coins) => sendBought(kit, caller, orderId, coins),
    shopTerms: (owner, asset, tokenType) => shopTerms(kit, owner, asset, tokenType),
    readShopPlace: (asset, tokenType, address, tag) => readCoinDestination(kit, { asset, tokenType }, address, tag),
    sendForShop: (sending) => sendForCompany(kit, sending),
    keepForOwner: (coins, rows) => keepForOwner(kit, coins, rows),
    rowsById: (userId, ids) => rowsById(kit, userId, ids),
    takeForBatch: (tx, before, limit) => takeForBatch(kit, tx, before, limit),
    takeFromBatch,
    ownersOf: (ids) => ownersOfWithdrawals(kit, ids),
    settlePaid: (id) => settlePaid(kit, id),
    settleReturned: (id, reason) => settleReturned(kit, id, reason),
    payoutViews: (ids) => payoutViews(kit, ids),
    countInReview: () => countInReview(kit.db),
  };
}
