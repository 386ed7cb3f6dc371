import { formatAmount } from '@sarraf/domain';
import { sql } from 'kysely';
import { recipientOf } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { ReferralDeps } from './deps.ts';
import type { Share } from './fold-transfers.ts';

/** Tells inviters of the first share they ever got, before `shares` are added to the sums of all. */
export async function tellFirstRewards(
  { people, notify }: Pick<ReferralDeps, 'people' | 'notify'>,
  tx: Tx,
  shares: readonly Share[],
): Promise<void> {
  const first = new Map([...shares].reverse().map((share) => [share.inviterId, share]));
  if (first.size === 0) return;
  const { rows } = await sql<{ id: string }>`select id from unnest(${[...first.keys()]}::uuid[]) as i(id)
    where not exists (select from referral_totals t where t.inviter_id = i.id)`.execute(tx);
  const inviters = await people.findAll(rows.map(({ id }) => id));
  for (const [id, { asset, amount }] of first) {
    const inviter = inviters.get(id);
    if (inviter)
      await notify(tx, recipientOf(inviter), {
        kind: 'FIRST_REWARD',
        asset,
        amount: formatAmount(amount, asset),
      });
  }
}
