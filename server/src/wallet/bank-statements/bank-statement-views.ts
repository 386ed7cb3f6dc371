import { formatAmount } from '@sarraf/domain';
import type { BankCheck, BankLine, BankStatement, HouseBankAccount } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import type { BankLineRow, BankStatementRow, HouseAccountRow } from './bank-statement-store.ts';
import type { BankCheckRow } from './count-bank.ts';

type People = Pick<WalletDeps, 'people'>;

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

export const houseAccountDto = ({ id, sheba, name, closing, until }: HouseAccountRow): HouseBankAccount => ({
  id,
  sheba,
  name,
  closing: closing === null ? null : formatToman(closing),
  until: until?.toISOString() ?? null,
});

async function loadEmails({ people }: People, ids: readonly (string | null)[]) {
  const usersById = await people.findAll([...new Set(ids.filter((id) => id !== null))]);
  return (id: string) => usersById.get(id)?.email ?? '';
}

export async function bankStatementDtos(
  deps: People,
  rows: readonly BankStatementRow[],
): Promise<BankStatement[]> {
  const emailOf = await loadEmails(
    deps,
    rows.map(({ importedBy }) => importedBy),
  );
  return rows.map(({ id, sheba, account, opening, closing, lines, state, last, importedBy, createdAt }) => ({
    ...{ id, sheba, account, lines, state, last },
    opening: formatToman(opening),
    closing: formatToman(closing),
    importedBy: emailOf(importedBy),
    createdAtDateTime: createdAt.toISOString(),
  }));
}

export async function bankLineDtos(deps: People, rows: readonly BankLineRow[]): Promise<BankLine[]> {
  const emailOf = await loadEmails(
    deps,
    rows.flatMap(({ importedBy, saidBy }) => [importedBy, saidBy]),
  );
  return rows.map(({ id, account, at, reference, identifier, amount, cause, said, saidBy, ...row }) => ({
    ...{ id, account, reference, identifier, cause, said },
    at: at.toISOString(),
    amount: formatToman(amount),
    saidBy: saidBy && emailOf(saidBy),
    importedBy: emailOf(row.importedBy),
    createdAtDateTime: row.createdAt.toISOString(),
  }));
}

export const bankCheckDto = (row: BankCheckRow): BankCheck => ({
  at: row.at.toISOString(),
  closing: formatToman(row.closing),
  books: formatToman(row.books),
  openings: formatToman(row.openings),
  settlements: formatToman(row.settlements),
  fees: formatToman(row.fees),
  capital: formatToman(row.capital),
  unexplained: formatToman(row.unexplained),
  unbookedDeposits: formatToman(row.unbookedDeposits),
  unseenDeposits: formatToman(row.unseenDeposits),
  unseenReturns: formatToman(row.unseenReturns),
  unseenPayouts: formatToman(row.unseenPayouts),
  unbookedPayouts: formatToman(row.unbookedPayouts),
  payoutsBack: formatToman(row.payoutsBack),
  fractions: formatToman(row.fractions),
  difference: formatToman(row.difference),
  differsSince: row.differsSince?.toISOString() ?? null,
  lateDeposits: row.lateDeposits,
});
