import type { BackupState } from '@sarraf/domain/contracts';
import { readCheckMemory } from '../alarms/index.ts';
import { evaluateBackups } from '../drill/index.ts';
import type { Infrastructure } from './foundations.ts';

/** Name of the alarm check that reads the backup copies; its findings are stored under this name. */
export const BACKUPS_CHECK = 'backups';

/** Returns the state of each expected copy, as of the last check. */
export const readBackups = async ({
  db,
  clock,
  config,
}: Pick<Infrastructure, 'db' | 'clock' | 'config'>): Promise<BackupState[]> =>
  config.BACKUP_JOBS === undefined
    ? []
    : evaluateBackups(config, await readCheckMemory(db, BACKUPS_CHECK), new Date(clock.now()));
