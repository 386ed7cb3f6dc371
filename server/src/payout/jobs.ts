import type { Job } from '../platform/jobs/jobs.ts';
import { SETTLE_PAYOUT, settlePayoutLines } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import { createDueBatch } from './make-batch.ts';
import { RETURN_LINE } from './return-line.ts';

/** All jobs are idempotent and may run concurrently. */
export const createPayoutJobs = (context: PayoutContext): Job[] => [
  { name: 'make-payout', cron: '*/5 * * * *', run: () => createDueBatch(context) },
  {
    name: SETTLE_PAYOUT,
    run: (payload) => settlePayoutLines(context, (payload as { payoutId: string }).payoutId),
  },
  {
    name: RETURN_LINE,
    run: (payload) => {
      const { withdrawalId, reason } = payload as { withdrawalId: string; reason: string };
      return context.money.settleReturned(withdrawalId, reason);
    },
  },
];
