/** Restore drill: a copy of the database as of a second, and whether it equals what the database was. Decision 73. */
export { checkBackups, evaluateBackups, MAX_TRIAL_AGE_MS } from './backups.ts';
export { type DrillRecord, describeFailedDrill, readDrillRecord, writeDrillRecord } from './record.ts';
export { compareFiles, type RestoredFiles, restoreFiles } from './restore-files.ts';
export { findPreviousBackup, type RestoredCopy, restoreToSecond } from './restore-to-second.ts';
export { findLastBatch, HEADS_LAW, verifyCopy } from './verify-copy.ts';
