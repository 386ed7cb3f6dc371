import { formatAmount } from '@sarraf/domain';
import type { Freeze } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import type { FreezeRow } from './freeze-store.ts';

export async function freezeDtos(
  { people }: Pick<WalletDeps, 'people'>,
  rows: readonly FreezeRow[],
): Promise<Freeze[]> {
  const staff = await people.findAll([...new Set(rows.map(({ createdBy }) => createdBy))]);
  return rows.map((row) => ({
    id: row.id,
    relatedCoin: row.asset,
    amount: formatAmount(row.amount, row.asset),
    order: row.courtOrder,
    by: staff.get(row.createdBy)?.email ?? '',
    createdAtDateTime: row.createdAt.toISOString(),
    liftedAtDateTime: row.liftedAt?.toISOString() ?? null,
  }));
}
