import type { StaffRole } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http/http.ts';
import type { BackofficeContext, TreasuryQueueCounts } from './deps.ts';
import { isReviewer, isSupportStaff, isTreasurer } from './staff.ts';
import { countOpenRecoveries } from './store.ts';

interface Overview {
  roles: StaffRole[];
  waiting: { reviews: number; recoveries: number; tickets: number } & TreasuryQueueCounts;
}

/** Returns the waiting items of the caller's roles, and none of other roles. */
export async function readBackofficeOverview(context: BackofficeContext, caller: Caller): Promise<Overview> {
  const [reviewCount, recoveries] = isReviewer(caller)
    ? await Promise.all([context.verification.countWaiting(), countOpenRecoveries(context.db)])
    : [0, 0];
  const tickets = isSupportStaff(caller) ? await context.countWaitingTickets() : 0;
  const money = isTreasurer(caller)
    ? await context.countWaitingMoney()
    : {
        withdrawals: 0,
        payouts: 0,
        unclaimed: 0,
        bankDeposits: 0,
        gatewaySettlements: 0,
        suspendedPayments: 0,
        refunds: 0,
        coinChanges: 0,
        limitChanges: 0,
        alarms: 0,
      };
  return { roles: [...caller.staffRoles], waiting: { reviews: reviewCount, recoveries, tickets, ...money } };
}
