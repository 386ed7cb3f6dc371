import { timingSafeEqual } from 'node:crypto';
import type { WithdrawalContext } from '../deps.ts';
import type { Reservation } from './reservation-store.ts';

type Sealed = Omit<Reservation, 'planMac'>;

/**
 * Seals a reservation with a digest of everything that the ledger will be asked to do, so that changes in the table
 * are detected.
 */
export const sealReservation = (context: Pick<WithdrawalContext, 'secrets'>, place: Sealed): Reservation => ({
  ...place,
  planMac: macOf(context, place),
});

/** Returns whether the reservation is unchanged. */
export const isSealed = (context: Pick<WithdrawalContext, 'secrets'>, place: Reservation): boolean => {
  const mac = macOf(context, place);
  return place.planMac.length === mac.length && timingSafeEqual(place.planMac, mac);
};

/** Computes the MAC independently of field order: the table returns the fields of a plan in another order. */
const macOf = ({ secrets }: Pick<WithdrawalContext, 'secrets'>, { id, userId, key, plan }: Sealed): Buffer =>
  secrets.blindIndex(
    'withdrawal plan',
    JSON.stringify([id, userId, key, Object.entries(plan).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  );
