import { DAY_MS, formatAmount } from '@sarraf/domain';
import { sql } from 'kysely';
import { recipientOf } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ReferralDeps } from './deps.ts';
import type { ReferralShare } from './fold-transfers.ts';

/**
 * Notifies inviters of their first share ever, before `shares` are added to the sums. A first share older than a
 * day is being reprocessed, and is not announced.
 */
export async function notifyFirstRewards(
  { people, notify, clock }: Pick<ReferralDeps, 'people' | 'notify' | 'clock'>,
  tx: Tx,
  shares: readonly ReferralShare[],
): Promise<void> {
  const firstShares = [...new Map([...shares].reverse().map((share) => [share.inviterId, share])).values()];
  const recentShares = firstShares.filter(({ at }) => clock.now() - at.getTime() < DAY_MS);
  if (recentShares.length === 0) return;
  const ids = recentShares.map(({ inviterId }) => inviterId);
  const { rows } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as i(id)
    where not exists (select from referral_totals t where t.inviter_id = i.id)`.execute(tx);
  const inviters = await people.findAll(rows.map(({ id }) => id));
  for (const { inviterId, asset, amount } of recentShares) {
    const inviter = inviters.get(inviterId);
    if (inviter)
      await notify(tx, recipientOf(inviter), {
        kind: 'FIRST_REWARD',
        asset,
        amount: formatAmount(amount, asset),
      });
  }
}
