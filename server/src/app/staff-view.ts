import type { Alarms } from '../alarms/index.ts';
import { createBackoffice } from '../backoffice/index.ts';
import { addBusinessRowRoutes } from '../platform/business-rows/routes.ts';
import { countPendingChanges } from '../platform/business-rows/store.ts';
import type { Http } from '../platform/http/http.ts';
import { readShares } from '../referral/index.ts';
import { createReports } from '../reports/index.ts';
import { enqueueCancelAllOrders } from '../trading/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import type { Money } from './money.ts';
import { listRowTables } from './row-tables.ts';
import type { Services } from './services.ts';

/** Creates what staff sees and sets. */
export function createStaffView(
  base: Infrastructure,
  foundations: Foundations,
  money: Money,
  services: Services,
  alarms: Alarms,
) {
  return {
    reports: composeReports(base, money, services),
    backoffice: composeBackoffice(base, foundations, money, services, alarms),
    staffRows: composeStaffRows(base, foundations, money, services),
  };
}

function composeReports(
  base: Infrastructure,
  { verification, market, custody, withdrawal }: Money,
  { support }: Services,
) {
  return createReports({
    ...base,
    market,
    readReserves: custody.readReserves,
    waiting: {
      reviews: () => verification.countWaiting(),
      withdrawals: () => withdrawal.countInReview(),
      tickets: () => support.countWaiting(),
    },
  });
}

function composeBackoffice(
  { db, clock }: Infrastructure,
  { identity, brand, messaging, volumeOf }: Foundations,
  { verification, custody, wallet, withdrawal, trading, payout }: Money,
  { support, companies, issuedDocuments }: Services,
  alarms: Alarms,
) {
  return createBackoffice({
    db,
    clock,
    people: identity.people,
    branding: brand,
    verification,
    notify: messaging.notify,
    enqueueCancelAllOrders: enqueueCancelAllOrders,
    levels: identity.levels,
    volumeOf,
    limits: withdrawal.limits,
    finds: {
      findTickets: support.findTickets,
      findStores: companies.find,
      findDocuments: issuedDocuments.find,
    },
    money: {
      readBalances: wallet.balancesOf,
      readWithdrawing: withdrawal.leaving,
      readFrozen: wallet.frozenOf,
      readShares: (userId) => readShares(db, userId),
      listOrders: trading.listLastOrders,
      listDeposits: wallet.listLastDeposits,
      readWithdrawalsById: withdrawal.rowsById,
      listWithdrawals: (userId, limit) =>
        withdrawal.list(
          userId,
          { asset: null, except: null },
          { limit, size: limit, offset: 0, before: null },
        ),
    },
    countWaitingMoney: async () => ({
      withdrawals: await withdrawal.countInReview(),
      payouts: (await payout.countOpen()).count,
      unclaimed: await custody.countUnclaimed(),
      bankDeposits: await wallet.countBankDeposits(),
      gatewaySettlements: await wallet.countOpenSettlements(),
      suspendedPayments: await wallet.countUndecidedPayments(),
      refunds: await companies.countRefunds(),
      alarms: await alarms.countUnacknowledged(),
      ...(await countPendingChanges(db)),
    }),
    countWaitingTickets: () => support.countWaiting(),
  });
}

/** Creates the business rows that staff changes: coins, networks, markets, levels, limits. */
function composeStaffRows(
  base: Infrastructure,
  { emailsOf }: Foundations,
  { market }: Money,
  { referral }: Services,
) {
  const { ledger } = base;
  const rows = {
    ...base,
    emailsOf,
    tables: listRowTables(market, referral),
    // An empty decision: it resolves once everything before it is durable.
    settled: async () => {
      await ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    },
  };
  return { routes: (http: Http) => addBusinessRowRoutes(http, rows) };
}
