import { timingSafeEqual } from 'node:crypto';
import type { Kit } from './deps.ts';
import type { OpenPlace } from './place-store.ts';

type Sealed = Omit<OpenPlace, 'planMac'>;

/** A place with the digest of all that the ledger will be asked by it, so that nobody changes it in the table. */
export const sealPlace = (kit: Pick<Kit, 'secrets'>, place: Sealed): OpenPlace => ({
  ...place,
  planMac: macOf(kit, place),
});

/** Whether it is as it was taken. */
export const isSealed = (kit: Pick<Kit, 'secrets'>, place: OpenPlace): boolean => {
  const mac = macOf(kit, place);
  return place.planMac.length === mac.length && timingSafeEqual(place.planMac, mac);
};

/** The table gives the fields of a plan back in another order. */
const macOf = ({ secrets }: Pick<Kit, 'secrets'>, { id, userId, key, plan }: Sealed): Buffer =>
  secrets.blindIndex(
    'withdrawal plan',
    JSON.stringify([id, userId, key, Object.entries(plan).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  );
