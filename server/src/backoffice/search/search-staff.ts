import {
  formatAmount,
  idEndOfReceipt,
  marketType,
  readDocumentCode,
  searchKey,
  txidsMeant,
} from '@sarraf/domain';
import type { PersonRow, StaffFinds } from '@sarraf/domain/contracts';
import type { IssuedSubject } from '../../issued-documents/index.ts';
import { type AuditEntry, appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { asRow, findTyped, namesOnePerson } from '../people/search-people.ts';
import { isReviewer, isSupportStaff, isTreasurer } from '../staff.ts';
import {
  type DepositHit,
  findDepositHits,
  findOrderByItsId,
  findOrderOf,
  findWithdrawalHits,
  type OrderHit,
  type TransferNames,
} from './found-store.ts';

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
  const typed = text.trim();
  const money = isSupportStaff(caller) || isTreasurer(caller);
  const documents = money ? await context.finds.documents(typed, idEndOfReceipt(typed)) : [];
  const [people, orders, withdrawals, deposits, stores, tickets] = await Promise.all([
    findPeople(context, caller, typed, documents),
    money ? findOrders(context, typed, documents) : [],
    money ? findWithdrawals(context, namesIn(typed, documents, 'WITHDRAWAL')) : [],
    money ? findDepositHits(context.db, { ...namesIn(typed, documents, 'DEPOSIT'), reference: typed }) : [],
    context.finds.stores(typed, SHOWN),
    isSupportStaff(caller) ? context.finds.tickets(typed, SHOWN) : [],
  ]);
  const owners = [...orders, ...withdrawals, ...deposits].flatMap(({ userId }) => userId ?? []);
  const named = namesOnePerson(typed) || readDocumentCode(typed) !== null;
  const asked = named && people.length === 0;
  await writeDown(context, caller.userId, [
    ...[...new Set([...people.map(({ id }) => id), ...owners])].map((id) => ['person searched', id] as const),
    ...(asked && owners.length + stores.length === 0 ? [['person searched', null] as const] : []),
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

const subjectsOf = (documents: readonly IssuedSubject[], of: IssuedSubject['kind']): string[] =>
  documents.filter(({ kind }) => kind === of).map(({ subject }) => subject);

/** Returns the identifiers of transfers in the text, or in a document that it names. */
const namesIn = (
  typed: string,
  documents: readonly IssuedSubject[],
  of: 'DEPOSIT' | 'WITHDRAWAL',
): TransferNames => ({
  ids: [...(isId(typed) ? [typed] : []), ...subjectsOf(documents, of)],
  idEnd: idEndOfReceipt(typed),
  txids: txidsMeant(typed),
});

async function findOrders(
  { db }: BackofficeContext,
  typed: string,
  documents: readonly IssuedSubject[],
): Promise<OrderHit[]> {
  if (isId(typed)) return findOrderByItsId(db, typed);
  const trades = documents.filter(({ kind }) => kind === 'TRADE');
  return (await Promise.all(trades.map((trade) => findOrderOf(db, trade)))).flat();
}

/** Finds the owner of a statement as well: statements have no page of their own in the back office. */
async function findPeople(
  context: BackofficeContext,
  caller: Caller,
  typed: string,
  documents: readonly IssuedSubject[],
): Promise<PersonRow[]> {
  const [statement] = documents.filter(({ kind }) => kind === 'STATEMENT');
  const one = await (statement ? context.people.find(statement.userId) : findTyped(context, typed));
  if (one !== null) return [await asRow(context, one)];
  if (!isReviewer(caller)) return [];
  const code = await context.verification.findByNationalCode(typed);
  const holder = code === null ? null : await context.people.find(code);
  if (holder !== null) return [await asRow(context, holder)];
  // Names don't consist of digits and signs.
  if (!/^\p{L}/u.test(typed) || searchKey(typed).length < MIN_NAME_LENGTH) return [];
  return Promise.all((await context.people.listByName(typed, SHOWN)).map((user) => asRow(context, user)));
}

async function findWithdrawals(
  context: BackofficeContext,
  names: TransferNames,
): Promise<StaffFinds['withdrawals']> {
  const hits = await findWithdrawalHits(context.db, names);
  const rows = await Promise.all(
    hits.map(async ({ id, userId }) => {
      const row = (await context.money.withdrawalsById(userId, [id])).get(id);
      if (!row) return [];
      const { relatedCoin, amount, state, createdAtDateTime } = row;
      return [{ id, userId, relatedCoin, amount, state, createdAtDateTime }];
    }),
  );
  return rows.flat();
}

const orderDto = ({ coin, quote, amount, executedAmount, createdAt, ...row }: OrderHit) => ({
  ...row,
  marketType: marketType(coin, quote),
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

type Look = readonly [action: AuditEntry['action'], subjectId: string | null];

async function writeDown(
  { db, now }: BackofficeContext,
  actorId: string,
  looks: readonly Look[],
): Promise<void> {
  if (looks.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const [action, subjectId] of looks) await appendAudit(tx, { actorId, action, subjectId }, now());
  });
}
