import { sql } from 'kysely';
import type { RowTable } from '../platform/business-rows/business-rows.ts';

/** `reread`: makes this process charge by the new rows; users' levels are updated by the next run of `judge-levels`. */
export const createLevelRows = (reloadLevels: () => Promise<void>): RowTable[] => [
  {
    kind: 'level',
    table: 'account_levels',
    keys: ['level'],
    columns: { wage: 'wage_ppm', wageTether: 'wage_tether_ppm' },
    order: sql`position`,
    reload: reloadLevels,
  },
];
