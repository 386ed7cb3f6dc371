import { formatAmount } from '@sarraf/domain';
import type { BankDeposit } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import { type BankDepositRow, findIdentifierOwners } from './bank-deposit-store.ts';

/** Returns deposits for staff; an unmatched one names the owner of its identifier. */
export async function bankDepositDtos(
  { db, people }: Pick<WalletDeps, 'db' | 'people'>,
  rows: readonly BankDepositRow[],
): Promise<BankDeposit[]> {
  const owners = await findIdentifierOwners(
    db,
    rows.map(({ identifier }) => identifier),
  );
  const ownerIdOf = (row: BankDepositRow) => row.userId ?? owners.get(row.identifier) ?? null;
  const ids = rows.flatMap((row) => [ownerIdOf(row) ?? [], row.proposedBy ?? []].flat());
  const usersById = await people.findAll([...new Set(ids)]);
  return rows.map((row) => {
    const owner = usersById.get(ownerIdOf(row) ?? '');
    return {
      id: row.id,
      reference: row.reference,
      identifier: row.identifier,
      payer: row.payerMasked,
      payerName: row.payerName,
      amount: formatAmount(row.amount, 'TOMAN'),
      paidAtDateTime: row.paidAt.toISOString(),
      // A deposit that was not checked yet is about to be, and is shown as waiting.
      state: row.state === 'NEW' ? 'UNMATCHED' : row.state,
      reason: row.reason,
      person: owner
        ? { id: owner.id, name: `${owner.firstName} ${owner.lastName}`.trim(), email: owner.email }
        : null,
      proposedBy: row.proposedBy && (usersById.get(row.proposedBy)?.email ?? ''),
    };
  });
}
