import { formatAmount } from '@sarraf/domain';
import type { BankDeposit } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import { type BankDepositRow, ownersOfIdentifiers } from './bank-deposit-store.ts';

/** Returns deposits for staff; an unmatched one names the owner of its identifier. */
export async function bankDepositViews(
  { db, people }: Pick<WalletDeps, 'db' | 'people'>,
  rows: readonly BankDepositRow[],
): Promise<BankDeposit[]> {
  const owners = await ownersOfIdentifiers(
    db,
    rows.map(({ identifier }) => identifier),
  );
  const whose = (row: BankDepositRow) => row.userId ?? owners.get(row.identifier) ?? null;
  const ids = rows.flatMap((row) => [whose(row) ?? [], row.proposedBy ?? []].flat());
  const known = await people.findAll([...new Set(ids)]);
  return rows.map((row) => {
    const person = known.get(whose(row) ?? '');
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
      person: person
        ? { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email }
        : null,
      proposedBy: row.proposedBy && (known.get(row.proposedBy)?.email ?? ''),
    };
  });
}
