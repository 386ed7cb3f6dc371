import { timingSafeEqual } from 'node:crypto';
import type { WithdrawalContext } from '../deps.ts';
import type { Reservation } from './reservation-store.ts';

type SealedFields = Omit<Reservation, 'planMac'>;

/**
 * Seals a reservation with a digest of everything that the ledger will be asked to do, so that changes in the table
 * are detected.
 */
export const sealReservation = (
  context: Pick<WithdrawalContext, 'secrets'>,
  fields: SealedFields,
): Reservation => ({
  ...fields,
  planMac: computePlanMac(context, fields),
});

/** Returns whether the reservation is unchanged. */
export const isSealIntact = (
  context: Pick<WithdrawalContext, 'secrets'>,
  reservation: Reservation,
): boolean => {
  const mac = computePlanMac(context, reservation);
  return reservation.planMac.length === mac.length && timingSafeEqual(reservation.planMac, mac);
};

/** Computes the MAC independently of field order: the table returns the fields of a plan in another order. */
const computePlanMac = (
  { secrets }: Pick<WithdrawalContext, 'secrets'>,
  { id, userId, key, plan }: SealedFields,
): Buffer =>
  secrets.blindIndex(
    'withdrawal plan',
    JSON.stringify([id, userId, key, Object.entries(plan).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  );
