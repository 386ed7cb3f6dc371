import { formatAmount } from '@sarraf/domain';
import type { BankCheck, BankLine, BankStatement, HouseBankAccount } from '@sarraf/domain/contracts';
import type { WalletDeps } from '../deps.ts';
import type { BankLineRow, BankStatementRow, HouseAccountRow } from './bank-statement-store.ts';
import type { BankCheckRow } from './count-bank.ts';

type People = Pick<WalletDeps, 'people'>;

const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

export const houseAccountView = ({ id, sheba, name, closing, until }: HouseAccountRow): HouseBankAccount => ({
  id,
  sheba,
  name,
  closing: closing === null ? null : toman(closing),
  until: until?.toISOString() ?? null,
});

async function emailsOf({ people }: People, ids: readonly (string | null)[]) {
  const known = await people.findAll([...new Set(ids.filter((id) => id !== null))]);
  return (id: string) => known.get(id)?.email ?? '';
}

export async function bankStatementViews(
  deps: People,
  rows: readonly BankStatementRow[],
): Promise<BankStatement[]> {
  const emailOf = await emailsOf(
    deps,
    rows.map(({ importedBy }) => importedBy),
  );
  return rows.map(({ id, sheba, account, opening, closing, lines, state, last, importedBy, createdAt }) => ({
    ...{ id, sheba, account, lines, state, last },
    opening: toman(opening),
    closing: toman(closing),
    importedBy: emailOf(importedBy),
    createdAtDateTime: createdAt.toISOString(),
  }));
}

export async function bankLineViews(deps: People, rows: readonly BankLineRow[]): Promise<BankLine[]> {
  const emailOf = await emailsOf(
    deps,
    rows.flatMap(({ importedBy, saidBy }) => [importedBy, saidBy]),
  );
  return rows.map(({ id, account, at, reference, identifier, amount, cause, said, saidBy, ...row }) => ({
    ...{ id, account, reference, identifier, cause, said },
    at: at.toISOString(),
    amount: toman(amount),
    saidBy: saidBy && emailOf(saidBy),
    importedBy: emailOf(row.importedBy),
    createdAtDateTime: row.createdAt.toISOString(),
  }));
}

export const bankCheckView = (row: BankCheckRow): BankCheck => ({
  at: row.at.toISOString(),
  closing: toman(row.closing),
  books: toman(row.books),
  openings: toman(row.openings),
  settlements: toman(row.settlements),
  fees: toman(row.fees),
  capital: toman(row.capital),
  unexplained: toman(row.unexplained),
  unbookedDeposits: toman(row.unbookedDeposits),
  unseenDeposits: toman(row.unseenDeposits),
  unseenReturns: toman(row.unseenReturns),
  unseenPayouts: toman(row.unseenPayouts),
  unbookedPayouts: toman(row.unbookedPayouts),
  payoutsBack: toman(row.payoutsBack),
  fractions: toman(row.fractions),
  difference: toman(row.difference),
  differsSince: row.differsSince?.toISOString() ?? null,
  lateDeposits: row.lateDeposits,
});
