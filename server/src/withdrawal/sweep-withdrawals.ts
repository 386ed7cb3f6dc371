import type { Kit } from './deps.ts';
import { giveBack } from './give-back.ts';
import { findStalePlaces } from './place-store.ts';
import { giveUp } from './settle-place.ts';
import { findClaimed, findUntold, findWithdrawal } from './store.ts';
import { tellPerson } from './tell-person.ts';

/** A request takes less than a second; one whose place is older died on the way. */
const STALE_MS = 2 * 60_000;
const BATCH = 100;

/** Finishes what a process that died left half done. Safe to run in several at once: the ledger knows what was done. */
export async function sweepWithdrawals(kit: Kit): Promise<void> {
  const stale = await findStalePlaces(kit.db, new Date(kit.clock.now() - STALE_MS), BATCH);
  for (const place of stale)
    await each(kit, place.id, async () => {
      await giveUp(kit, place, 'SERVICE_UNAVAILABLE');
    });
  for (const id of await findClaimed(kit.db, BATCH))
    await each(kit, id, async () => {
      const row = await findWithdrawal(kit.db, id);
      if (row) await giveBack(kit, row);
    });
  for (const id of await findUntold(kit.db, BATCH)) await each(kit, id, () => tellPerson(kit, id));
}

/** One that can't be finished now doesn't hold up the others. */
async function each(kit: Kit, id: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish();
  } catch (err) {
    kit.log.error(
      { area: 'withdrawal', withdrawal: id, err },
      'withdrawal not finished; tried again in a minute',
    );
  }
}
