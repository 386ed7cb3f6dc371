import type { WithdrawalContext } from '../deps.ts';
import { sendPendingNotice } from '../notify-person.ts';
import { releaseHold } from '../release-hold.ts';
import { findClaimed, findUnnotifiedWithdrawals, findWithdrawal } from '../store.ts';
import { findStaleReservations } from './reservation-store.ts';
import { abortReservation } from './settle-reservation.ts';

/** A request takes less than a second; if its reservation is older than this, its process died. */
const STALE_MS = 2 * 60_000;
const BATCH = 100;

/**
 * Finishes withdrawals that a process left half-way when it died. Safe to run concurrently: the ledger knows what
 * was done.
 */
export async function sweepWithdrawals(context: WithdrawalContext): Promise<void> {
  const stale = await findStaleReservations(context.db, new Date(context.clock.now() - STALE_MS), BATCH);
  for (const place of stale)
    await each(context, place.id, async () => {
      await abortReservation(context, place, 'SERVICE_UNAVAILABLE');
    });
  for (const id of await findClaimed(context.db, BATCH))
    await each(context, id, async () => {
      const row = await findWithdrawal(context.db, id);
      if (row) await releaseHold(context, row);
    });
  for (const id of await findUnnotifiedWithdrawals(context.db, BATCH))
    await each(context, id, () => sendPendingNotice(context, id));
}

/** One that can't be finished now doesn't delay the others. */
async function each(context: WithdrawalContext, id: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish();
  } catch (err) {
    context.log.error(
      { area: 'withdrawal', withdrawal: id, err },
      'withdrawal not finished; retried in a minute',
    );
  }
}
