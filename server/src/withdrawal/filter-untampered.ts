import type { Queryable } from '../platform/database/database.ts';
import type { WithdrawalContext } from './deps.ts';
import { readPlan, type WithdrawalPlan } from './reservations/plan.ts';
import { isSealed } from './reservations/plan-seal.ts';
import { findReservations, type Reservation } from './reservations/reservation-store.ts';
import { digestOfSheba, shebaOf } from './sheba.ts';
import type { StoredWithdrawal } from './withdrawal.ts';

/**
 * Returns the rows that still match the user's request, by the sealed reservation of each; a changed row is logged
 * and omitted. Called before any money is sent because of a row.
 */
export async function filterUntampered(
  context: WithdrawalContext,
  db: Queryable,
  rows: readonly StoredWithdrawal[],
): Promise<readonly StoredWithdrawal[]> {
  const places = new Map(
    (
      await findReservations(
        db,
        rows.map(({ id }) => id),
      )
    ).map((place) => [place.id, place]),
  );
  return rows.filter((row) => {
    const holds = isAgreed(context, row, places.get(row.id));
    if (!holds)
      context.log.error(
        { area: 'withdrawal', event: 'withdrawal tampered', withdrawal: row.id },
        'row does not match the request: not sent',
      );
    return holds;
  });
}

function isAgreed(
  context: WithdrawalContext,
  row: StoredWithdrawal,
  place: Reservation | undefined,
): boolean {
  if (!place || !isSealed(context, place)) return false;
  const plan = readPlan(place.plan);
  return (
    SAME.every((field) => row[field] === plan[field]) &&
    sameSheba(context, row, plan) &&
    isReviewed(row, plan)
  );
}

const SAME = ['userId', 'asset', 'tokenType', 'address', 'tag', 'amount', 'fee'] as const;

function sameSheba(context: WithdrawalContext, row: StoredWithdrawal, plan: WithdrawalPlan): boolean {
  if (row.addressEncrypted === null) return plan.addressDigest === null;
  try {
    return digestOfSheba(context, row, shebaOf(context, row)) === plan.addressDigest;
  } catch {
    // Sealed for another row.
    return false;
  }
}

/** More approvals may have been required since, never fewer. */
const isReviewed = (row: StoredWithdrawal, plan: WithdrawalPlan): boolean =>
  row.neededApprovals >= plan.neededApprovals;
