import { sql } from 'kysely';

/** The account of a company's receipts; joined to `companies c`. */
export const RECEIPTS_OF_STORE = sql`left join accounts a on a.owner = 'company:' || c.id and a.asset = 'TOMAN' and a.kind = 'receipts'`;
