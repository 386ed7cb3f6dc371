import { sql } from 'kysely';
import type { Assertion } from '../../chains/approvals/assertion.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Outgoing } from '../sending/outgoing-store.ts';

/** Returns, by order, the approval signatures of its withdrawal. */
export async function findApprovalAssertions(
  db: Queryable,
  orders: readonly Outgoing[],
): Promise<{ order: string; assertion: Assertion }[]> {
  const ids = orders.flatMap(({ withdrawalId }) => withdrawalId ?? []);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ withdrawalId: string; assertion: Assertion }>`
    select withdrawal_id as "withdrawalId", assertion from withdrawal_approvals
    where withdrawal_id = any(${ids}::uuid[]) and assertion is not null`.execute(db);
  return orders.flatMap(({ id, withdrawalId }) =>
    rows
      .filter((row) => row.withdrawalId === withdrawalId)
      .map(({ assertion }) => ({ order: id, assertion })),
  );
}
