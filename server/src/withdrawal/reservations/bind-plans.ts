import { sql } from 'kysely';
import type { ResealRun } from '../../platform/secrets/reseal-rows.ts';
import { digestOfSheba, sealForReservation } from '../sheba.ts';
import type { PlanText } from './plan.ts';
import { isSealed, sealReservation } from './plan-seal.ts';
import type { Reservation } from './reservation-store.ts';

const PAGE = 200;

/**
 * Re-encrypts plans older than 0056, which contained the Sheba and were bound to no row: the Sheba is removed from
 * them.
 */
export async function bindPlans({ db, opener, secrets, count, fault }: ResealRun): Promise<void> {
  type Old = Omit<Reservation, 'plan'> & { plan: PlanText & { addressEncrypted: string } };
  let page: Old[];
  let after = '00000000-0000-0000-0000-000000000000';
  do {
    const { rows } = await sql<Old>`select id, user_id as "userId", idempotency_key as key, plan,
        plan_mac as "planMac", address_encrypted as "addressEncrypted"
      from withdrawal_places where id > ${after} and plan ->> 'addressEncrypted' is not null
      order by id limit ${PAGE}`.execute(db);
    page = rows;
    for (const old of page) {
      const sheba = isSealed({ secrets }, old) ? shebaIn(opener, old.plan.addressEncrypted) : null;
      if (sheba === null) {
        fault('withdrawal_places.plan', old.id);
        continue;
      }
      const { addressEncrypted: _, ...plan } = old.plan;
      const bound = sealReservation(
        { secrets },
        {
          ...old,
          plan: { ...plan, addressDigest: digestOfSheba({ secrets }, old, sheba) },
          addressEncrypted: sealForReservation({ secrets }, old, sheba),
        },
      );
      await sql`update withdrawal_places set plan = ${JSON.stringify(bound.plan)}::jsonb, plan_mac = ${bound.planMac},
        address_encrypted = ${bound.addressEncrypted} where id = ${old.id}`.execute(db);
      count();
    }
    after = page.at(-1)?.id ?? after;
  } while (page.length === PAGE);
}

function shebaIn(opener: ResealRun['opener'], text: string): string | null {
  try {
    return opener.decrypt(Buffer.from(text, 'base64'), 'withdrawal_places.address_encrypted', '');
  } catch {
    return null;
  }
}
