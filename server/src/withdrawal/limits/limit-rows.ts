import { ALL_ASSETS, USER_LEVELS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { RowTable } from '../../platform/business-rows/business-rows.ts';

const inOrder = (names: readonly string[], column: string) =>
  sql`array_position(${[...names]}::text[], ${sql.ref(column)})`;

/** Limits that are read with each withdrawal. */
export const LIMIT_ROWS: RowTable[] = [
  {
    kind: 'withdrawalLevel',
    table: 'withdrawal_level_limits',
    keys: ['level'],
    order: inOrder(USER_LEVELS, 'level'),
  },
  {
    kind: 'withdrawalCoin',
    table: 'withdrawal_coin_limits',
    keys: ['asset'],
    where: sql`asset = any(${ALL_ASSETS.filter((asset) => asset !== 'BINANCE_COIN')}::text[])`,
    order: inOrder(ALL_ASSETS, 'asset'),
  },
  { kind: 'thresholds', table: 'withdrawal_thresholds', keys: [] },
];
