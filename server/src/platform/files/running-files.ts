import { AppError } from '@sarraf/domain';

/** Files that are being made, of everybody and of one person. */
const MOST = 6;
const MOST_OF_ONE = 2;
/** Seconds after which one of them may be done. */
const RETRY_AFTER = 10;

const running = new Map<string, number>();
let all = 0;

/**
 * Takes a place for a file that this process makes for somebody, and answers how it is given back.
 * TOO_MANY_REQUESTS (`retryAfter`): they have two on their way; SERVICE_UNAVAILABLE: others have all places.
 */
export function takeFileSlot(userId: string): () => void {
  const own = running.get(userId) ?? 0;
  if (own >= MOST_OF_ONE) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: RETRY_AFTER } });
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
