import { AppError, DAY_MS } from '@sarraf/domain';
import type { BodyOf, importBankStatement as endpoint, ReplyOf } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { countOfImport, insertBankDeposit } from '../bank-deposits/bank-deposit-store.ts';
import { type ReadDeposit, readDepositLine } from '../bank-deposits/import-bank-deposits.ts';
import { notifyBankDepositOwners, settleNew } from '../bank-deposits/settle-bank-deposits.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import {
  type HouseAccountRow,
  insertBankStatement,
  listHouseAccounts,
  lockBank,
  type NewBankLine,
  unexplainedOf,
} from './bank-statement-store.ts';
import { CHECK_BANK, CHECK_ONCE } from './count-bank.ts';
import { matchBankLines, matchSettlements } from './match-bank-lines.ts';

type Body = BodyOf<typeof endpoint>;
type Line = Body['lines'][number];

const RIAL = TOMAN_UNIT / 10n;

/** A line, with its deposit if a customer paid it. */
interface ReadStatementLine {
  line: NewBankLine;
  deposit: ReadDeposit | null;
}

/**
 * Imports a complete statement, matches its lines, and imports the deposits among them like the form of bank
 * deposits does: lines with a payer's Sheba that are no gateway settlement. One lock makes two imports of the same
 * statement one.
 *
 * BAD_REQUEST names each wrong field; NOT_FOUND: no such account of ours; SECOND_PERSON_NEEDED: the first statement
 * of an account, by the staff member who added it; OPENING_DIFFERS (`data.closing`, Rial), BALANCE_DIFFERS,
 * CLOSING_DIFFERS, REFERENCE_TWICE.
 */
export async function importBankStatement(
  deps: WalletDeps,
  secrets: Secrets,
  staffId: string,
  body: Body,
): Promise<ReplyOf<typeof endpoint>['baseDTO']> {
  const read = readLines(deps, secrets, body.lines);
  const opening = BigInt(body.openingRial) * RIAL;
  const closing = BigInt(body.closingRial) * RIAL;
  judgeBalances(read, opening, closing);
  const id = newId();
  const at = new Date(deps.clock.now());
  const done = await deps.db.transaction().execute(async (tx) => {
    await lockBank(tx);
    const account = await accountOf(tx, body.sheba, staffId, opening);
    const statement = { id, accountId: account.id, previousId: account.lastId, opening, closing };
    const lines = read.map(({ line }) => line);
    if (!(await insertBankStatement(tx, { ...statement, importedBy: staffId, createdAt: at }, lines)))
      throw new AppError('REFERENCE_TWICE', { errors: doubled(lines) });
    await matchSettlements(tx);
    const deposits = await takeDeposits(tx, { id, staffId, read });
    await matchBankLines(tx);
    const detail = { statement: id, account: account.name, lines: lines.length, deposits: deposits.length };
    const entry = { actorId: staffId, action: 'bank statement kept', subjectId: null, detail };
    await appendAudit(tx, entry, at);
    await enqueue(tx, CHECK_BANK, {}, CHECK_ONCE);
    return { deposits, unexplained: (await unexplainedOf(tx, id)).length };
  });
  await settleNew(deps, secrets);
  await notifyBankDepositOwners(deps);
  const counts = await countOfImport(deps.db, done.deposits);
  return { id, lines: read.length, unexplained: done.unexplained, ...counts };
}

function readLines(
  deps: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  lines: readonly Line[],
): ReadStatementLine[] {
  const errors: string[] = [];
  const read = lines.map((line, number) =>
    readLine(deps, secrets, line, (field) => errors.push(`lines.${number}.${field}`)),
  );
  // Banks list lines in the order in which they recorded them.
  read.forEach(({ line }, number) => {
    if (line.at.getTime() < (read[number - 1]?.line.at.getTime() ?? 0)) errors.push(`lines.${number}.at`);
  });
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  return read;
}

function readLine(
  deps: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  { at: time, reference: name, identifier: told, amountRial, balanceRial, sheba, name: payer }: Line,
  fault: (field: string) => void,
): ReadStatementLine {
  const at = new Date(time);
  const [reference, identifier] = [name.trim(), told.trim()];
  const amount = BigInt(amountRial) * RIAL;
  if (!(at.getTime() <= deps.clock.now() + DAY_MS)) fault('at');
  if (!/^[\x21-\x7e]{4,60}$/.test(reference)) fault('reference');
  if (!/^[\x20-\x7e]{0,60}$/.test(identifier)) fault('identifier');
  if (amount === 0n) fault('amountRial');
  const paid = sheba.trim() !== '';
  // An outgoing line can't be a customer's payment.
  if (paid && amount < 0n) fault('sheba');
  const given = { reference, identifier, sheba, name: payer, amountRial, paidAt: time };
  return {
    line: { id: newId(), at, reference, identifier, amount, balance: BigInt(balanceRial) * RIAL },
    deposit: paid && amount > 0n ? readDepositLine(deps, secrets, given, fault) : null,
  };
}

/** Checks that each balance is the previous one plus the line, and the last is the closing one. */
function judgeBalances(read: readonly ReadStatementLine[], opening: bigint, closing: bigint): void {
  let balance = opening;
  for (const [number, { line }] of read.entries()) {
    balance += line.amount;
    if (balance !== line.balance) throw new AppError('BALANCE_DIFFERS', { errors: [`lines.${number}`] });
  }
  if (balance !== closing) throw new AppError('CLOSING_DIFFERS');
}

async function accountOf(tx: Tx, sheba: string, staffId: string, opening: bigint): Promise<HouseAccountRow> {
  const number = sheba.replace(/^IR/, '');
  const account = (await listHouseAccounts(tx)).find((one) => one.sheba === number);
  if (!account) throw new AppError('NOT_FOUND');
  const { lastId, closing, createdBy } = account;
  if (lastId === null && createdBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (closing !== null && closing !== opening)
    throw new AppError('OPENING_DIFFERS', { data: { closing: (closing / RIAL).toString() } });
  return account;
}

/** Returns lines whose reference occurs earlier in the statement; none: an earlier statement has one. */
function doubled(lines: readonly NewBankLine[]): string[] {
  const seen = new Set<string>();
  return lines.flatMap(({ reference }, number) => {
    const key = reference.toUpperCase();
    if (seen.has(key)) return [`lines.${number}`];
    seen.add(key);
    return [];
  });
}

/** Inserts the deposits; known references were imported by the form of bank deposits, and count once. */
async function takeDeposits(
  tx: Tx,
  { id, staffId, read }: { id: string; staffId: string; read: readonly ReadStatementLine[] },
): Promise<string[]> {
  const unknown = new Set(await unexplainedOf(tx, id));
  const deposits = read.flatMap(({ line, deposit }) => (deposit && unknown.has(line.id) ? [deposit] : []));
  // Sorted like the form's inserts, so that concurrent imports wait for each other and never deadlock.
  const keyOf = ({ reference }: ReadDeposit) => reference.toUpperCase();
  deposits.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const added: string[] = [];
  for (const deposit of deposits)
    if (await insertBankDeposit(tx, { ...deposit, importedBy: staffId })) added.push(deposit.id);
  return added;
}
