import type { RowTable } from '../platform/business-rows/business-rows.ts';

/** What payers may begin to pay; read with each payment. */
export const STORE_LIMIT_ROWS: RowTable = { kind: 'storeLimits', table: 'company_limits', keys: [] };
