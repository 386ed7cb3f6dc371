import { STORE_LIMIT_ROWS } from '../company/index.ts';
import { HOT_TARGET_ROWS } from '../custody/index.ts';
import type { RowTable } from '../platform/business-rows/business-rows.ts';
import { STATISTICS_ROWS } from '../trading/index.ts';
import { LIMIT_ROWS } from '../withdrawal/index.ts';

interface RowTableSource {
  businessRows: readonly RowTable[];
}

/** Returns all tables of business rows that staff sets. */
export const listRowTables = (market: RowTableSource, referral: RowTableSource): RowTable[] => [
  ...market.businessRows,
  ...referral.businessRows,
  ...LIMIT_ROWS,
  HOT_TARGET_ROWS,
  STORE_LIMIT_ROWS,
  STATISTICS_ROWS,
];
