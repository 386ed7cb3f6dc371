import type { RowTable } from '../platform/business-rows/business-rows.ts';

/** Limits of payments to stores; read with each payment. */
export const STORE_LIMIT_ROWS: RowTable = { kind: 'storeLimits', table: 'company_limits', keys: [] };
