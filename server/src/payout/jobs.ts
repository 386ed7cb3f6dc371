import type { Job } from '../platform/jobs/jobs.ts';
import { SETTLE_PAYOUT, settleLines } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import { makeDueBatch } from './make-batch.ts';
import { RETURN_LINE } from './return-line.ts';

/** All jobs are idempotent and may run concurrently. */
export const payoutJobs = (context: PayoutContext): Job[] => [
  { name: 'make-payout', cron: '*/5 * * * *', run: () => makeDueBatch(context) },
  { name: SETTLE_PAYOUT, run: (payload) => settleLines(context, (payload as { payoutId: string }).payoutId) },
  {
    name: RETURN_LINE,
    run: (payload) => {
      const { withdrawalId, reason } = payload as { withdrawalId: string; reason: string };
      return context.money.settleReturned(withdrawalId, reason);
    },
  },
];
