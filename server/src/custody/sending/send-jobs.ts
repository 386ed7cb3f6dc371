import { sql } from 'kysely';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { CustodyContext } from '../deps.ts';
import { logReserveProblems } from '../treasury/view.ts';
import { moveFundsToNewestSeed, recordOlderSeedHoldings } from './seed-rotation.ts';
import { sweepDeposits } from './sweep-deposits.ts';
import { enqueueWithdrawalOutcome } from './track-transactions.ts';
import { enqueueReopenedWithdrawals } from './undo-sent.ts';

const MAX_REPORTED = 200;

/** The periodic jobs of sending. */
export const createSendJobs = (context: CustodyContext): Job[] => [
  { name: 'sweep-deposits', cron: '* * * * *', run: () => sweepDeposits(context) },
  { name: 'move-older-seeds', cron: '* * * * *', run: () => moveFundsToNewestSeed(context) },
  { name: 'look-at-older-seeds', cron: '7 * * * *', run: () => recordOlderSeedHoldings(context) },
  { name: 'tell-done-withdrawals', cron: '* * * * *', run: () => enqueueLostOutcomes(context) },
  { name: 'watch-reserves', cron: '*/10 * * * *', run: () => logReserveProblems(context) },
];

/** Enqueues outcomes of final withdrawals that a crash left unreported. */
async function enqueueLostOutcomes(context: CustodyContext): Promise<void> {
  const { rows } = await sql<{ id: string; ok: boolean }>`select o.withdrawal_id as id, o.state = 'DONE' as ok
    from outgoing o join withdrawals w on w.id = o.withdrawal_id
    where o.kind = 'WITHDRAWAL' and o.state in ('DONE', 'FAILED')
      and o.done_at > ${context.now()}::timestamptz - interval '30 days'
      and w.state in ('APPROVED', 'SENT')
    order by o.done_at limit ${MAX_REPORTED}`.execute(context.db);
  for (const { id, ok } of rows) await enqueueWithdrawalOutcome(context, id, ok);
  await enqueueReopenedWithdrawals(context);
}
