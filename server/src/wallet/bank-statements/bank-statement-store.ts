import type { BankCause, BankStatement as StatementView } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

/** A row of `house_bank_accounts`, with the end of its statements. */
export interface HouseAccountRow {
  id: string;
  sheba: string;
  name: string;
  createdBy: string;
  /** The last valid statement; null: there is none. */
  lastId: string | null;
  /** Smallest units of Toman. */
  closing: bigint | null;
  until: Date | null;
}

/** A row of `bank_statements`; amounts in Toman's smallest units. */
export interface BankStatementRow {
  id: string;
  sheba: string;
  account: string;
  opening: bigint;
  closing: bigint;
  lines: number;
  state: StatementView['state'];
  last: boolean;
  importedBy: string;
  createdAt: Date;
}

interface NewBankStatement {
  id: string;
  accountId: string;
  previousId: string | null;
  opening: bigint;
  closing: bigint;
  importedBy: string;
  createdAt: Date;
}

export interface NewBankLine {
  id: string;
  at: Date;
  reference: string;
  identifier: string;
  /** Smallest units of Toman, negative for outgoing payments. */
  amount: bigint;
  balance: bigint;
}

/** A row of `bank_lines`. */
export interface BankLineRow extends Omit<NewBankLine, 'balance'> {
  account: string;
  cause: BankCause;
  said: 'FEE' | 'CAPITAL' | null;
  saidBy: string | null;
  importedBy: string;
  createdAt: Date;
}

const BANK_LOCK_ID = 7372;

/** Serializes imports and explanations of lines until the transaction ends: each line has one meaning. */
export async function lockBankImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BANK_LOCK_ID})`.execute(tx);
}

/** Sorted by name; staff configures only few accounts. */
export async function listHouseAccounts(db: Queryable): Promise<HouseAccountRow[]> {
  const { rows } =
    await sql<HouseAccountRow>`select a.id, a.sheba, a.name, a.created_by as "createdBy", s.id as "lastId",
      s.closing, (select max(b.last_at) from bank_statements b where b.account_id = a.id and b.state = 'KEPT'
        and b.id >= coalesce(s.previous_id, s.id)) as until
    from house_bank_accounts a left join lateral (select id, closing, previous_id from bank_statements
      where account_id = a.id and state = 'KEPT' order by id desc limit 1) s on true
    order by a.name, a.id limit 100`.execute(db);
  return rows;
}

/** Returns false if the account is known. */
export async function insertHouseAccount(
  tx: Tx,
  a: { id: string; sheba: string; name: string; createdBy: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into house_bank_accounts (id, sheba, name, created_by, created_at)
    values (${a.id}, ${a.sheba}, ${a.name}, ${a.createdBy}, ${a.at}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns false if one of its references is known, or occurs twice in it. */
export async function insertBankStatement(
  tx: Tx,
  s: NewBankStatement,
  lines: readonly NewBankLine[],
): Promise<boolean> {
  await sql`insert into bank_statements (id, account_id, previous_id, opening, closing, lines, first_at, last_at, state,
      imported_by, created_at)
    values (${s.id}, ${s.accountId}, ${s.previousId}, ${s.opening}, ${s.closing}, ${lines.length},
      ${lines[0]?.at ?? null}, ${lines.at(-1)?.at ?? null}, 'KEPT', ${s.importedBy}, ${s.createdAt})`.execute(
    tx,
  );
  const { numAffectedRows } =
    await sql`insert into bank_lines (id, statement_id, account_id, number, at, reference,
      identifier, amount, balance, cause, imported_by, created_at)
    select id, ${s.id}, ${s.accountId}, number - 1, at, reference, identifier, amount, balance, 'UNEXPLAINED',
      ${s.importedBy}, ${s.createdAt}
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ at }) => at)}::timestamptz[],
      ${lines.map(({ reference }) => reference)}::text[], ${lines.map(({ identifier }) => identifier)}::text[],
      ${lines.map(({ amount }) => amount)}::numeric[], ${lines.map(({ balance }) => balance)}::numeric[])
      with ordinality as line (id, at, reference, identifier, amount, balance, number)
    on conflict do nothing`.execute(tx);
  return numAffectedRows === BigInt(lines.length);
}

const STATEMENT_COLUMNS = sql`s.id, a.sheba, a.name as account, s.opening, s.closing, s.lines, s.state,
  s.state = 'KEPT' and not exists (select from bank_statements n where n.account_id = s.account_id and n.previous_id = s.id
    and n.state = 'KEPT') as last, s.imported_by as "importedBy", s.created_at as "createdAt"`;

export async function findBankStatement(db: Queryable, id: string): Promise<BankStatementRow | null> {
  const { rows } = await sql<BankStatementRow>`select ${STATEMENT_COLUMNS} from bank_statements s
    join house_bank_accounts a on a.id = s.account_id where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listBankStatements(db: Queryable, page: Page): Promise<BankStatementRow[]> {
  const { rows } = await sql<BankStatementRow>`select ${STATEMENT_COLUMNS} from bank_statements s
    join house_bank_accounts a on a.id = s.account_id
    where (${page.before}::uuid is null or s.id < ${page.before}::uuid)
    order by s.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Frees its references and the matches of its lines. */
export async function discardStatement(
  tx: Tx,
  id: string,
  discard: { staffId: string; at: Date; reason: string },
): Promise<void> {
  await sql`update bank_statements set state = 'DISCARDED', discarded_by = ${discard.staffId}, discarded_at = ${discard.at},
    reason = ${discard.reason} where id = ${id}`.execute(tx);
  await sql`update bank_lines set cause = 'DISCARDED', cause_id = null where statement_id = ${id}`.execute(
    tx,
  );
  await sql`delete from bank_line_payouts where line_id in (select id from bank_lines
    where statement_id = ${id})`.execute(tx);
}

const LINE_COLUMNS = sql`l.id, a.name as account, l.at, l.reference, l.identifier, l.amount, l.cause, l.said, l.said_by as "saidBy",
  l.imported_by as "importedBy", l.created_at as "createdAt"`;

export async function findBankLine(db: Queryable, id: string): Promise<BankLineRow | null> {
  const { rows } = await sql<BankLineRow>`select ${LINE_COLUMNS} from bank_lines l
    join house_bank_accounts a on a.id = l.account_id where l.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Lists lines of a statement in its order, or all unexplained ones, longest waiting first; after one of them. */
export async function listBankLines(
  db: Queryable,
  statementId: string | null,
  page: Page,
): Promise<BankLineRow[]> {
  const filter =
    statementId === null ? sql`l.cause = 'UNEXPLAINED'` : sql`l.statement_id = ${statementId}::uuid`;
  const { rows } = await sql<BankLineRow>`select ${LINE_COLUMNS} from bank_lines l
    join house_bank_accounts a on a.id = l.account_id
    where ${filter} and (${page.before}::uuid is null or l.id > ${page.before}::uuid)
    order by l.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Returns the unexplained lines of a statement. */
export async function listUnexplainedLines(tx: Tx, statementId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from bank_lines
    where statement_id = ${statementId} and cause = 'UNEXPLAINED' order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Stores a staff member's proposed explanation of a line, which replaces an earlier one. */
export async function proposeCause(
  tx: Tx,
  id: string,
  proposal: { cause: 'FEE' | 'CAPITAL'; staffId: string; reason: string },
): Promise<void> {
  await sql`update bank_lines set said = ${proposal.cause}, said_by = ${proposal.staffId}, reason = ${proposal.reason}
    where id = ${id}`.execute(tx);
}

/** Confirms the proposed explanation. */
export async function confirmCause(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`update bank_lines set cause = said, confirmed_by = ${staffId} where id = ${id}`.execute(tx);
}
