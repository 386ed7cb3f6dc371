import type { Tx } from '../../platform/database/database.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { cancelOpenOrders } from '../orders/cancel-orders.ts';
import type { EndDeps } from '../orders/end-orders.ts';

const JOB_NAME = 'take-orders-back';
/** Seconds after which requests that were authorized before have ended, too. */
const REPEAT_AFTER_SECONDS = 10;

/** Enqueues the cancellation of all open orders of a person, by the exchange, once the transaction has committed. */
export async function enqueueCancelAllOrders(tx: Tx, userId: string): Promise<void> {
  await enqueue(tx, JOB_NAME, { userId });
  await enqueue(tx, JOB_NAME, { userId }, { after: REPEAT_AFTER_SECONDS });
}

export const createCancelAllOrdersJob = (deps: EndDeps): Job => ({
  name: JOB_NAME,
  async run(payload) {
    const { userId } = payload as { userId: string };
    await cancelOpenOrders(deps, userId, { chosen: () => true, endedBy: 'EXCHANGE', idempotency: null });
  },
});
