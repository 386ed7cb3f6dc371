import { ALL_ASSETS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { RowTable } from '../platform/business-rows/business-rows.ts';

const KNOWN_ASSETS = ALL_ASSETS.filter((asset) => asset !== 'BINANCE_COIN');

/** Target share of hot funds in the liabilities; read whenever the treasury is read. */
export const HOT_TARGET_ROWS: RowTable = {
  kind: 'hotTarget',
  table: 'hot_targets',
  keys: ['asset'],
  where: sql`asset = any(${[...KNOWN_ASSETS]}::text[])`,
  order: sql`array_position(${[...KNOWN_ASSETS]}::text[], asset)`,
};
