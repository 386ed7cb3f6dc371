import type { Queryable } from '../platform/database/database.ts';
import type { WithdrawalContext } from './deps.ts';
import { parsePlan, type WithdrawalPlan } from './reservations/plan.ts';
import { isSealIntact } from './reservations/plan-seal.ts';
import { findReservations, type Reservation } from './reservations/reservation-store.ts';
import { computeShebaDigest, decryptSheba } from './sheba.ts';
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
  const reservations = new Map(
    (
      await findReservations(
        db,
        rows.map(({ id }) => id),
      )
    ).map((reservation) => [reservation.id, reservation]),
  );
  return rows.filter((row) => {
    const isIntact = matchesRequest(context, row, reservations.get(row.id));
    if (!isIntact)
      context.log.error(
        { area: 'withdrawal', event: 'withdrawal tampered', withdrawal: row.id },
        'row does not match the request: not sent',
      );
    return isIntact;
  });
}

function matchesRequest(
  context: WithdrawalContext,
  row: StoredWithdrawal,
  reservation: Reservation | undefined,
): boolean {
  if (!reservation || !isSealIntact(context, reservation)) return false;
  const plan = parsePlan(reservation.plan);
  return (
    COMPARED_FIELDS.every((field) => row[field] === plan[field]) &&
    hasSameSheba(context, row, plan) &&
    hasEnoughApprovals(row, plan)
  );
}

const COMPARED_FIELDS = ['userId', 'asset', 'tokenType', 'address', 'tag', 'amount', 'fee'] as const;

function hasSameSheba(context: WithdrawalContext, row: StoredWithdrawal, plan: WithdrawalPlan): boolean {
  if (row.addressEncrypted === null) return plan.addressDigest === null;
  try {
    return computeShebaDigest(context, row, decryptSheba(context, row)) === plan.addressDigest;
  } catch {
    // Sealed for another row.
    return false;
  }
}

/** More approvals may have been required since, never fewer. */
const hasEnoughApprovals = (row: StoredWithdrawal, plan: WithdrawalPlan): boolean =>
  row.neededApprovals >= plan.neededApprovals;
