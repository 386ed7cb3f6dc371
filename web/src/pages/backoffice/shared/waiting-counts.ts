import type { backofficeOverview, ReplyOf } from '@sarraf/domain/contracts';
import type { BackofficeSection } from './places.ts';

type Overview = ReplyOf<typeof backofficeOverview>['baseDTO'];

/** Returns the number of waiting items per section; sections without a queue are left out. */
export function getWaitingCounts({ roles, waiting }: Overview): Partial<Record<BackofficeSection, number>> {
  // Only admins confirm the requests of others.
  const admin = roles.includes('admin');
  return {
    reviews: waiting.reviews,
    recoveries: waiting.recoveries,
    tickets: waiting.tickets,
    withdrawals: waiting.withdrawals,
    payouts: waiting.payouts,
    companies: waiting.refunds,
    alarms: waiting.alarms,
    incoming:
      waiting.unclaimed + waiting.bankDeposits + waiting.gatewaySettlements + waiting.suspendedPayments,
    coins: admin ? waiting.coinChanges : 0,
    limits: admin ? waiting.limitChanges : 0,
  };
}
