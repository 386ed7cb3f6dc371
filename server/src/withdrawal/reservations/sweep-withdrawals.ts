import type { WithdrawalContext } from '../deps.ts';
import { sendPendingNotice } from '../notify-person.ts';
import { releaseHold } from '../release-hold.ts';
import { findClaimedWithdrawals, findUnnotifiedWithdrawals, findWithdrawal } from '../store.ts';
import { findStaleReservations } from './reservation-store.ts';
import { abortReservation } from './settle-reservation.ts';

/** A request takes less than a second; if its reservation is older than this, its process died. */
const STALE_MS = 2 * 60_000;
const BATCH_SIZE = 100;

/**
 * Finishes withdrawals that a process left half-way when it died. Safe to run concurrently: the ledger knows what
 * was done.
 */
export async function sweepWithdrawals(context: WithdrawalContext): Promise<void> {
  const stale = await findStaleReservations(context.db, new Date(context.clock.now() - STALE_MS), BATCH_SIZE);
  for (const reservation of stale)
    await finishOne(context, reservation.id, async () => {
      await abortReservation(context, reservation, 'SERVICE_UNAVAILABLE');
    });
  for (const id of await findClaimedWithdrawals(context.db, BATCH_SIZE))
    await finishOne(context, id, async () => {
      const row = await findWithdrawal(context.db, id);
      if (row) await releaseHold(context, row);
    });
  for (const id of await findUnnotifiedWithdrawals(context.db, BATCH_SIZE))
    await finishOne(context, id, () => sendPendingNotice(context, id));
}

/** One that can't be finished now doesn't delay the others. */
async function finishOne(context: WithdrawalContext, id: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish();
  } catch (err) {
    context.log.error(
      { area: 'withdrawal', withdrawal: id, err },
      'withdrawal not finished; retried in a minute',
    );
  }
}
