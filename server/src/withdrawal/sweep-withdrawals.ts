import type { WithdrawalContext } from './deps.ts';
import { giveBack } from './give-back.ts';
import { findStaleReservations } from './place-store.ts';
import { giveUp } from './settle-place.ts';
import { findClaimed, findUnnotifiedWithdrawals, findWithdrawal } from './store.ts';
import { tellPerson } from './tell-person.ts';

/** A request takes less than a second; one whose place is older died on the way. */
const STALE_MS = 2 * 60_000;
const BATCH = 100;

/** Finishes what a process that died left half done. Safe to run in several at once: the ledger knows what was done. */
export async function sweepWithdrawals(kit: WithdrawalContext): Promise<void> {
  const stale = await findStaleReservations(kit.db, new Date(kit.clock.now() - STALE_MS), BATCH);
  for (const place of stale)
    await each(kit, place.id, async () => {
      await giveUp(kit, place, 'SERVICE_UNAVAILABLE');
    });
  for (const id of await findClaimed(kit.db, BATCH))
    await each(kit, id, async () => {
      const row = await findWithdrawal(kit.db, id);
      if (row) await giveBack(kit, row);
    });
  for (const id of await findUnnotifiedWithdrawals(kit.db, BATCH)) await each(kit, id, () => tellPerson(kit, id));
}

/** One that can't be finished now doesn't hold up the others. */
async function each(kit: WithdrawalContext, id: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish();
  } catch (err) {
    kit.log.error(
      { area: 'withdrawal', withdrawal: id, err },
      'withdrawal not finished; tried again in a minute',
    );
  }
}
