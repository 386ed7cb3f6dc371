/** A restore on trial: brought back to a second beside the real database, judged, and removed. Decision 73. */
export { HEADS_LAW, judgeCopy, lastBatch } from './judge-copy.ts';
export { type RestoredCopy, restoreToSecond } from './restore-to-second.ts';
