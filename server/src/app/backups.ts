import type { BackupState } from '@sarraf/domain/contracts';
import { readMemory } from '../alarms/index.ts';
import { judgeBackups } from '../drill/index.ts';
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
    : judgeBackups(config, await readMemory(db, BACKUPS_CHECK), new Date(clock.now()));
