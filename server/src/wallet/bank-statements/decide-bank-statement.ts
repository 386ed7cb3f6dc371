import { AppError, isSheba } from '@sarraf/domain';
import type {
  addHouseBankAccount,
  BankLine,
  BankStatement,
  BodyOf,
  explainBankLine as explainEndpoint,
  HouseBankAccount,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId, newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { WalletDeps } from '../deps.ts';
import {
  confirmCause,
  discardStatement,
  findBankLine,
  findBankStatement,
  insertHouseAccount,
  listHouseAccounts,
  lockBankImports,
  proposeCause,
} from './bank-statement-store.ts';
import { bankLineDtos, bankStatementDtos, houseAccountDto } from './bank-statement-views.ts';
import { CHECK_BANK, CHECK_BANK_OPTIONS } from './count-bank.ts';

/** Adds a bank account of ours whose statements are imported. BAD_REQUEST: invalid Sheba; CONFLICT: it is known. */
export async function addHouseAccount(
  { db, clock }: WalletDeps,
  staffId: string,
  body: BodyOf<typeof addHouseBankAccount>,
): Promise<HouseBankAccount> {
  const sheba = body.sheba.replace(/^IR/, '');
  const name = body.name.trim();
  if (!isSheba(sheba)) throw new AppError('BAD_REQUEST', { errors: ['sheba'] });
  if (name.length < 2) throw new AppError('BAD_REQUEST', { errors: ['name'] });
  const at = new Date(clock.now());
  return db.transaction().execute(async (tx) => {
    if (!(await insertHouseAccount(tx, { id: newId(), sheba, name, createdBy: staffId, at })))
      throw new AppError('CONFLICT');
    const detail = { account: name, sheba };
    await appendAudit(tx, { actorId: staffId, action: 'bank account named', subjectId: null, detail }, at);
    const account = (await listHouseAccounts(tx)).find((listed) => listed.sheba === sheba);
    if (!account) throw new Error(`account ${sheba} is gone`);
    return houseAccountDto(account);
  });
}

/**
 * Discards the last statement of an account; deposits that were imported with it remain, without a statement.
 * NOT_FOUND; SECOND_PERSON_NEEDED: the caller imported it; CONFLICT: another follows it, or it was discarded.
 */
export async function discardBankStatement(
  deps: WalletDeps,
  staffId: string,
  id: string,
  reason: string,
): Promise<BankStatement> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const at = new Date(deps.clock.now());
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockBankImports(tx);
    const statement = await findBankStatement(tx, id);
    if (statement === null) throw new AppError('NOT_FOUND');
    if (statement.importedBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (!statement.last) throw new AppError('CONFLICT');
    await discardStatement(tx, id, { staffId, at, reason });
    const detail = { statement: id, account: statement.account, reason };
    const entry = { actorId: staffId, action: 'bank statement discarded', subjectId: null, detail };
    await appendAudit(tx, entry, at);
    await enqueue(tx, CHECK_BANK, {}, CHECK_BANK_OPTIONS);
    return findBankStatement(tx, id);
  });
  const [view] = row ? await bankStatementDtos(deps, [row]) : [];
  if (!view) throw new Error(`statement ${id} is gone`);
  return view;
}

/**
 * Explains an unmatched line: one staff member proposes, another confirms. NOT_FOUND; CONFLICT: it is explained by
 * now, the proposal is missing or different, or an incoming amount is called a fee; SECOND_PERSON_NEEDED: the
 * confirming staff member proposed it, or imported the line.
 */
export async function explainBankLine(
  deps: WalletDeps,
  staffId: string,
  id: string,
  { decision, cause, reason }: BodyOf<typeof explainEndpoint>,
): Promise<BankLine> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const at = new Date(deps.clock.now());
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockBankImports(tx);
    const line = await findBankLine(tx, id);
    if (line === null) throw new AppError('NOT_FOUND');
    if (line.cause !== 'UNEXPLAINED' || (cause === 'FEE' && line.amount > 0n)) throw new AppError('CONFLICT');
    if (decision === 'SAY') await proposeCause(tx, id, { cause, staffId, reason });
    else {
      // The caller confirms the explanation they saw; another may have been proposed in the meantime.
      if (line.said !== cause) throw new AppError('CONFLICT');
      if (line.saidBy === staffId || line.importedBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
      await confirmCause(tx, id, staffId);
      await enqueue(tx, CHECK_BANK, {}, CHECK_BANK_OPTIONS);
    }
    const action = decision === 'SAY' ? 'bank line said' : 'bank line confirmed';
    const detail = { line: id, reference: line.reference, cause, reason };
    await appendAudit(tx, { actorId: staffId, action, subjectId: null, detail }, at);
    return findBankLine(tx, id);
  });
  const [view] = row ? await bankLineDtos(deps, [row]) : [];
  if (!view) throw new Error(`line ${id} is gone`);
  return view;
}
