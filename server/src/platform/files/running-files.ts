import { AppError } from '@sarraf/domain';

/** Maximum files in progress, in total and per user. */
const MOST = 6;
const MAX_PER_SOURCE = 2;
/** Seconds after which one of them may be finished. */
const RETRY_AFTER = 10;

const running = new Map<string, number>();
let all = 0;

/**
 * Reserves a slot for generating a file in this process; returns the function that releases it.
 * TOO_MANY_REQUESTS (`retryAfter`): the user has two files in progress; SERVICE_UNAVAILABLE: all slots are taken.
 */
export function takeFileSlot(userId: string): () => void {
  const own = running.get(userId) ?? 0;
  if (own >= MAX_PER_SOURCE) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: RETRY_AFTER } });
  if (all >= MOST) throw new AppError('SERVICE_UNAVAILABLE', { data: { retryAfter: RETRY_AFTER } });
  running.set(userId, own + 1);
  all += 1;
  let given = false;
  return () => {
    if (given) return;
    given = true;
    all -= 1;
    const left = (running.get(userId) ?? 1) - 1;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
  };
}
