import { timingSafeEqual } from 'node:crypto';
import type { WithdrawalContext } from '../deps.ts';
import type { Reservation } from './reservation-store.ts';

type Sealed = Omit<Reservation, 'planMac'>;

/** A place with the digest of all that the ledger will be asked by it, so that nobody changes it in the table. */
export const sealReservation = (context: Pick<WithdrawalContext, 'secrets'>, place: Sealed): Reservation => ({
  ...place,
  planMac: macOf(context, place),
});

/** Whether it is as it was taken. */
export const isSealed = (context: Pick<WithdrawalContext, 'secrets'>, place: Reservation): boolean => {
  const mac = macOf(context, place);
  return place.planMac.length === mac.length && timingSafeEqual(place.planMac, mac);
};

/** The table gives the fields of a plan back in another order. */
const macOf = ({ secrets }: Pick<WithdrawalContext, 'secrets'>, { id, userId, key, plan }: Sealed): Buffer =>
  secrets.blindIndex(
    'withdrawal plan',
    JSON.stringify([id, userId, key, Object.entries(plan).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  );
