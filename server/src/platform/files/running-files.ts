import { AppError } from '@sarraf/domain';

/** Maximum files in progress, in total and per user. */
const MAX_FILES = 6;
const MAX_FILES_PER_USER = 2;
/** Seconds after which one of them may be finished. */
const RETRY_AFTER_SECONDS = 10;

const runningByUser = new Map<string, number>();
let runningCount = 0;

/**
 * Reserves a slot for generating a file in this process; returns the function that releases it.
 * TOO_MANY_REQUESTS (`retryAfter`): the user has two files in progress; SERVICE_UNAVAILABLE: all slots are taken.
 */
export function reserveFileSlot(userId: string): () => void {
  const ownCount = runningByUser.get(userId) ?? 0;
  if (ownCount >= MAX_FILES_PER_USER)
    throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: RETRY_AFTER_SECONDS } });
  if (runningCount >= MAX_FILES)
    throw new AppError('SERVICE_UNAVAILABLE', { data: { retryAfter: RETRY_AFTER_SECONDS } });
  runningByUser.set(userId, ownCount + 1);
  runningCount += 1;
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    runningCount -= 1;
    const remaining = (runningByUser.get(userId) ?? 1) - 1;
    if (remaining === 0) runningByUser.delete(userId);
    else runningByUser.set(userId, remaining);
  };
}
