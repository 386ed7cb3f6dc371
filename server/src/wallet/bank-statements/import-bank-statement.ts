import { AppError, DAY_MS } from '@sarraf/domain';
import type { BodyOf, importBankStatement as endpoint, ReplyOf } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { countImportResults, insertBankDeposit } from '../bank-deposits/bank-deposit-store.ts';
import { type ParsedDeposit, parseDepositLine } from '../bank-deposits/import-bank-deposits.ts';
import { notifyBankDepositOwners, settleNewBankDeposits } from '../bank-deposits/settle-bank-deposits.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import {
  type HouseAccountRow,
  insertBankStatement,
  listHouseAccounts,
  listUnexplainedLines,
  lockBankImports,
  type NewBankLine,
} from './bank-statement-store.ts';
import { CHECK_BANK, CHECK_BANK_OPTIONS } from './count-bank.ts';
import { matchBankLines, matchSettlements } from './match-bank-lines.ts';

type Body = BodyOf<typeof endpoint>;
type Line = Body['lines'][number];

const RIAL = TOMAN_UNIT / 10n;

/** A line, with its deposit if a customer paid it. */
interface ParsedStatementLine {
  line: NewBankLine;
  deposit: ParsedDeposit | null;
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
  const parsed = parseLines(deps, secrets, body.lines);
  const opening = BigInt(body.openingRial) * RIAL;
  const closing = BigInt(body.closingRial) * RIAL;
  assertBalances(parsed, opening, closing);
  const id = newId();
  const at = new Date(deps.clock.now());
  const imported = await deps.db.transaction().execute(async (tx) => {
    await lockBankImports(tx);
    const account = await requireAccount(tx, body.sheba, staffId, opening);
    const statement = { id, accountId: account.id, previousId: account.lastId, opening, closing };
    const lines = parsed.map(({ line }) => line);
    if (!(await insertBankStatement(tx, { ...statement, importedBy: staffId, createdAt: at }, lines)))
      throw new AppError('REFERENCE_TWICE', { errors: findDuplicates(lines) });
    await matchSettlements(tx);
    const deposits = await insertDeposits(tx, { id, staffId, read: parsed });
    await matchBankLines(tx);
    const detail = { statement: id, account: account.name, lines: lines.length, deposits: deposits.length };
    const entry = { actorId: staffId, action: 'bank statement kept', subjectId: null, detail };
    await appendAudit(tx, entry, at);
    await enqueue(tx, CHECK_BANK, {}, CHECK_BANK_OPTIONS);
    return { deposits, unexplained: (await listUnexplainedLines(tx, id)).length };
  });
  await settleNewBankDeposits(deps, secrets);
  await notifyBankDepositOwners(deps);
  const counts = await countImportResults(deps.db, imported.deposits);
  return { id, lines: parsed.length, unexplained: imported.unexplained, ...counts };
}

function parseLines(
  deps: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  lines: readonly Line[],
): ParsedStatementLine[] {
  const errors: string[] = [];
  const parsed = lines.map((line, number) =>
    parseLine(deps, secrets, line, (field) => errors.push(`lines.${number}.${field}`)),
  );
  // Banks list lines in the order in which they recorded them.
  parsed.forEach(({ line }, number) => {
    if (line.at.getTime() < (parsed[number - 1]?.line.at.getTime() ?? 0)) errors.push(`lines.${number}.at`);
  });
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors: errors.slice(0, 50) });
  return parsed;
}

function parseLine(
  deps: Pick<WalletDeps, 'clock'>,
  secrets: Secrets,
  {
    at: timeText,
    reference: referenceText,
    identifier: identifierText,
    amountRial,
    balanceRial,
    sheba,
    name: payer,
  }: Line,
  reportField: (field: string) => void,
): ParsedStatementLine {
  const at = new Date(timeText);
  const [reference, identifier] = [referenceText.trim(), identifierText.trim()];
  const amount = BigInt(amountRial) * RIAL;
  if (!(at.getTime() <= deps.clock.now() + DAY_MS)) reportField('at');
  if (!/^[\x21-\x7e]{4,60}$/.test(reference)) reportField('reference');
  if (!/^[\x20-\x7e]{0,60}$/.test(identifier)) reportField('identifier');
  if (amount === 0n) reportField('amountRial');
  const hasPayer = sheba.trim() !== '';
  // An outgoing line can't be a customer's payment.
  if (hasPayer && amount < 0n) reportField('sheba');
  const depositFields = { reference, identifier, sheba, name: payer, amountRial, paidAt: timeText };
  return {
    line: { id: newId(), at, reference, identifier, amount, balance: BigInt(balanceRial) * RIAL },
    deposit: hasPayer && amount > 0n ? parseDepositLine(deps, secrets, depositFields, reportField) : null,
  };
}

/** Checks that each balance is the previous one plus the line, and the last is the closing one. */
function assertBalances(parsed: readonly ParsedStatementLine[], opening: bigint, closing: bigint): void {
  let balance = opening;
  for (const [number, { line }] of parsed.entries()) {
    balance += line.amount;
    if (balance !== line.balance) throw new AppError('BALANCE_DIFFERS', { errors: [`lines.${number}`] });
  }
  if (balance !== closing) throw new AppError('CLOSING_DIFFERS');
}

async function requireAccount(
  tx: Tx,
  sheba: string,
  staffId: string,
  opening: bigint,
): Promise<HouseAccountRow> {
  const number = sheba.replace(/^IR/, '');
  const account = (await listHouseAccounts(tx)).find((listed) => listed.sheba === number);
  if (!account) throw new AppError('NOT_FOUND');
  const { lastId, closing, createdBy } = account;
  if (lastId === null && createdBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (closing !== null && closing !== opening)
    throw new AppError('OPENING_DIFFERS', { data: { closing: (closing / RIAL).toString() } });
  return account;
}

/** Returns lines whose reference occurs earlier in the statement; none: an earlier statement has one. */
function findDuplicates(lines: readonly NewBankLine[]): string[] {
  const earlierKeys = new Set<string>();
  return lines.flatMap(({ reference }, number) => {
    const key = reference.toUpperCase();
    if (earlierKeys.has(key)) return [`lines.${number}`];
    earlierKeys.add(key);
    return [];
  });
}

/** Inserts the deposits; known references were imported by the form of bank deposits, and count once. */
async function insertDeposits(
  tx: Tx,
  { id, staffId, read }: { id: string; staffId: string; read: readonly ParsedStatementLine[] },
): Promise<string[]> {
  const unexplained = new Set(await listUnexplainedLines(tx, id));
  const deposits = read.flatMap(({ line, deposit }) =>
    deposit && unexplained.has(line.id) ? [deposit] : [],
  );
  // Sorted like the form's inserts, so that concurrent imports wait for each other and never deadlock.
  const referenceKey = ({ reference }: ParsedDeposit) => reference.toUpperCase();
  deposits.sort((a, b) => (referenceKey(a) < referenceKey(b) ? -1 : 1));
  const added: string[] = [];
  for (const deposit of deposits)
    if (await insertBankDeposit(tx, { ...deposit, importedBy: staffId })) added.push(deposit.id);
  return added;
}
