import {
  formatAmount,
  formatMarketType,
  listTxidNotations,
  normalizeSearchText,
  parseDocumentCode,
  parseReceiptNumber,
} from '@sarraf/domain';
import type { PersonRow, StaffFinds } from '@sarraf/domain/contracts';
import type { DocumentSubject } from '../../issued-documents/index.ts';
import { type AuditEntry, appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { findByIdentifier, isPersonIdentifier, toPersonRow } from '../people/search-people.ts';
import { isReviewer, isSupportStaff, isTreasurer } from '../staff.ts';
import {
  type DepositHit,
  findDepositHits,
  findOrderById,
  findOrderOfReceipt,
  findWithdrawalHits,
  type OrderHit,
  type TransferIdentifiers,
} from './search-store.ts';

const SHOWN = 5;
const MIN_NAME_LENGTH = 3;

/**
 * Returns all matches of the text that the caller's roles may see: users by a whole identifier for all roles, by
 * the beginning of a name only for roles that work with all users; transfers for support and the treasury, tickets
 * for support.
 *
 * Shown users and the owners of shown orders, transfers and stores are audited, and so is a search for an unknown
 * user; the typed text isn't.
 */
export async function searchStaffView(
  context: BackofficeContext,
  caller: Caller,
  text: string,
): Promise<StaffFinds> {
  const searchText = text.trim();
  const canSeeMoney = isSupportStaff(caller) || isTreasurer(caller);
  const documents = canSeeMoney
    ? await context.finds.findDocuments(searchText, parseReceiptNumber(searchText))
    : [];
  const [people, orders, withdrawals, deposits, stores, tickets] = await Promise.all([
    findPeople(context, caller, searchText, documents),
    canSeeMoney ? findOrders(context, searchText, documents) : [],
    canSeeMoney ? findWithdrawals(context, listTransferIdentifiers(searchText, documents, 'WITHDRAWAL')) : [],
    canSeeMoney
      ? findDepositHits(context.db, {
          ...listTransferIdentifiers(searchText, documents, 'DEPOSIT'),
          reference: searchText,
        })
      : [],
    context.finds.findStores(searchText, SHOWN),
    isSupportStaff(caller) ? context.finds.findTickets(searchText, SHOWN) : [],
  ]);
  const owners = [...orders, ...withdrawals, ...deposits].flatMap(({ userId }) => userId ?? []);
  const isIdentifier = isPersonIdentifier(searchText) || parseDocumentCode(searchText) !== null;
  const isUnknownIdentifier = isIdentifier && people.length === 0;
  await auditAccesses(context, caller.userId, [
    ...[...new Set([...people.map(({ id }) => id), ...owners])].map((id) => ['person searched', id] as const),
    ...(isUnknownIdentifier && owners.length + stores.length === 0
      ? [['person searched', null] as const]
      : []),
    ...stores.map(({ userId }) => ['company searched', userId] as const),
  ]);
  return {
    people,
    orders: orders.map(orderDto),
    withdrawals,
    deposits: deposits.map(depositDto),
    stores,
    tickets,
  };
}

const subjectsOf = (documents: readonly DocumentSubject[], subjectKind: DocumentSubject['kind']): string[] =>
  documents.filter(({ kind }) => kind === subjectKind).map(({ subject }) => subject);

/** Returns the identifiers of transfers in the text, or in a document that it names. */
const listTransferIdentifiers = (
  searchText: string,
  documents: readonly DocumentSubject[],
  subjectKind: 'DEPOSIT' | 'WITHDRAWAL',
): TransferIdentifiers => ({
  ids: [...(isId(searchText) ? [searchText] : []), ...subjectsOf(documents, subjectKind)],
  idEnd: parseReceiptNumber(searchText),
  txids: listTxidNotations(searchText),
});

async function findOrders(
  { db }: BackofficeContext,
  searchText: string,
  documents: readonly DocumentSubject[],
): Promise<OrderHit[]> {
  if (isId(searchText)) return findOrderById(db, searchText);
  const trades = documents.filter(({ kind }) => kind === 'TRADE');
  return (await Promise.all(trades.map((trade) => findOrderOfReceipt(db, trade)))).flat();
}

/** Finds the owner of a statement as well: statements have no page of their own in the back office. */
async function findPeople(
  context: BackofficeContext,
  caller: Caller,
  searchText: string,
  documents: readonly DocumentSubject[],
): Promise<PersonRow[]> {
  const [statement] = documents.filter(({ kind }) => kind === 'STATEMENT');
  const exactMatch = await (statement
    ? context.people.find(statement.userId)
    : findByIdentifier(context, searchText));
  if (exactMatch !== null) return [await toPersonRow(context, exactMatch)];
  if (!isReviewer(caller)) return [];
  const code = await context.verification.findByNationalCode(searchText);
  const holder = code === null ? null : await context.people.find(code);
  if (holder !== null) return [await toPersonRow(context, holder)];
  // Names don't consist of digits and signs.
  if (!/^\p{L}/u.test(searchText) || normalizeSearchText(searchText).length < MIN_NAME_LENGTH) return [];
  return Promise.all(
    (await context.people.listByName(searchText, SHOWN)).map((user) => toPersonRow(context, user)),
  );
}

async function findWithdrawals(
  context: BackofficeContext,
  identifiers: TransferIdentifiers,
): Promise<StaffFinds['withdrawals']> {
  const hits = await findWithdrawalHits(context.db, identifiers);
  const rows = await Promise.all(
    hits.map(async ({ id, userId }) => {
      const row = (await context.money.readWithdrawalsById(userId, [id])).get(id);
      if (!row) return [];
      const { relatedCoin, amount, state, createdAtDateTime } = row;
      return [{ id, userId, relatedCoin, amount, state, createdAtDateTime }];
    }),
  );
  return rows.flat();
}

const orderDto = ({ coin, quote, amount, executedAmount, createdAt, ...row }: OrderHit) => ({
  ...row,
  marketType: formatMarketType(coin, quote),
  amount: formatAmount(amount, coin),
  executedAmount: formatAmount(executedAmount, coin),
  createdAtDateTime: createdAt.toISOString(),
});

const depositDto = ({ asset, amount, createdAt, ...row }: DepositHit) => ({
  ...row,
  relatedCoin: asset,
  amount: formatAmount(amount, asset),
  createdAtDateTime: createdAt.toISOString(),
});

type AuditedAccess = readonly [action: AuditEntry['action'], subjectId: string | null];

async function auditAccesses(
  { db, now }: BackofficeContext,
  actorId: string,
  accesses: readonly AuditedAccess[],
): Promise<void> {
  if (accesses.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const [action, subjectId] of accesses) await appendAudit(tx, { actorId, action, subjectId }, now());
  });
}
