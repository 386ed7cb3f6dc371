import { sql } from 'kysely';
import { isOrderSealValid } from '../../chains/seal.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { OUTGOING_COLUMNS, type Outgoing } from './outgoing-store.ts';

/** Returns whether the last order was sealed with this key; null: there is no order. */
export async function sealKeyMatchesLastOrder(db: Queryable, key: Buffer): Promise<boolean | null> {
  const { rows } = await sql<Outgoing & { seal: Buffer }>`select ${OUTGOING_COLUMNS}, seal from outgoing
    order by id desc limit 1`.execute(db);
  return rows[0] ? isOrderSealValid(key, rows[0], rows[0].seal) : null;
}
