import type { BackupState } from '@sarraf/domain/contracts';
import { readMemory } from '../alarms/index.ts';
import { judgeBackups } from '../drill/index.ts';
import type { Infrastructure } from './foundations.ts';

/** The check for alarms that reads the copies; what it found is stored under this name. */
export const BACKUPS_CHECK = 'backups';

/** The state of each expected copy, as the last check found it. */
export const readBackups = async ({
  db,
  clock,
  config,
}: Pick<Infrastructure, 'db' | 'clock' | 'config'>): Promise<BackupState[]> =>
  config.BACKUP_JOBS === undefined
    ? []
    : judgeBackups(config, await readMemory(db, BACKUPS_CHECK), new Date(clock.now()));
