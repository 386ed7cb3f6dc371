import { AppError, pausablesForFeature } from '@sarraf/domain';
import type { Instruction } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { assertCompanyActive, assertOwnerNotFrozen, getOrCreateOwnCompany } from '../own-company.ts';
import { type CompanyRow, lockCompany } from '../store.ts';
import { insertEvent } from '../webhooks/event-store.ts';
import { startDelivery } from '../webhooks/webhooks.ts';
import {
  decideInstruction,
  expireInstructions,
  type InstructionDecision,
  type InstructionRow,
  lockInstruction,
} from './instruction-store.ts';
import { readInstruction } from './instruction-view.ts';
import { runInstruction, startFollowUpJobs } from './run-instruction.ts';

const BATCH = 50;

/**
 * Approves an instruction: the web's own command and the row's new state are one transaction, so concurrent
 * approvals, or one that is repeated after a crash, execute it once. An instruction that is no longer possible
 * becomes FAILED, and its program is notified.
 *
 * COMPANY_ONLY; COMPANY_NOT_ACTIVE; OWNER_FROZEN; NOT_FOUND; CONFLICT (`state`): it is decided, or expired; PAUSED.
 */
export async function approveInstruction(
  context: CompanyContext,
  caller: Caller,
  id: string,
): Promise<Instruction> {
  const ownedCompany = await getOrCreateOwnCompany(context, caller);
  await assertCompanyActive(context, ownedCompany);
  await assertOwnerNotFrozen(context, ownedCompany);
  const kind = await context.db.transaction().execute(async (tx) => {
    const { company, row } = await lockWaitingInstruction(context, tx, ownedCompany.id, id);
    if (company.blockedAt !== null) throw new AppError('COMPANY_NOT_ACTIVE');
    if (row.kind === 'SETTLE')
      context.refusePaused(pausablesForFeature('STORE_SETTLEMENT'), context.clock.now());
    const decision = await executeInstruction(context, tx, company, row);
    await saveDecision(context, tx, caller, row, decision);
    return row.kind;
  });
  await startFollowUpJobs(context, kind);
  return readInstruction(context, ownedCompany, id);
}

type InstructionOutcome = Omit<InstructionDecision, 'by' | 'at'>;

async function executeInstruction(
  context: CompanyContext,
  tx: Tx,
  company: CompanyRow,
  row: InstructionRow,
): Promise<InstructionOutcome> {
  await sql`savepoint approved`.execute(tx);
  try {
    return { state: 'DONE', ...(await runInstruction(context, tx, company, row)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint approved`.execute(tx);
    return { state: 'FAILED', failure: error.code };
  }
}

/** COMPANY_ONLY; NOT_FOUND; CONFLICT (`state`): it is decided, or expired. */
export async function refuseInstruction(
  context: CompanyContext,
  caller: Caller,
  id: string,
): Promise<Instruction> {
  const ownedCompany = await getOrCreateOwnCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const { row } = await lockWaitingInstruction(context, tx, ownedCompany.id, id);
    await saveDecision(context, tx, caller, row, { state: 'REFUSED' });
  });
  await startDelivery(context);
  return readInstruction(context, ownedCompany, id);
}

/** Locks the store first, the lock order of all callers that decide about its money. */
async function lockWaitingInstruction(
  context: CompanyContext,
  tx: Tx,
  companyId: string,
  id: string,
): Promise<{ company: CompanyRow; row: InstructionRow }> {
  const company = await lockCompany(tx, companyId);
  const row = company && isId(id) ? await lockInstruction(tx, companyId, id) : null;
  if (!company || !row) throw new AppError('NOT_FOUND');
  if (row.state !== 'WAITING') throw new AppError('CONFLICT', { data: { state: row.state } });
  if (row.expiresAt !== null && row.expiresAt <= context.now())
    throw new AppError('CONFLICT', { data: { state: 'EXPIRED' } });
  return { company, row };
}

const EVENTS = {
  DONE: 'instruction.done',
  REFUSED: 'instruction.refused',
  FAILED: 'instruction.failed',
} as const;
const ACTIONS = {
  DONE: 'instruction approved',
  REFUSED: 'instruction refused',
  FAILED: 'instruction approved in vain',
} as const;

async function saveDecision(
  context: CompanyContext,
  tx: Tx,
  { userId }: Caller,
  { id, companyId, kind }: InstructionRow,
  outcome: InstructionOutcome,
): Promise<void> {
  const at = context.now();
  await decideInstruction(tx, id, { ...outcome, by: userId, at });
  await insertEvent(tx, { companyId, kind: EVENTS[outcome.state], subject: id, at });
  const detail = { instruction: id, kind };
  await appendAudit(tx, { actorId: userId, action: ACTIONS[outcome.state], subjectId: userId, detail }, at);
}

/** Expires undecided instructions and notifies their programs. */
export async function expireDueInstructions(context: CompanyContext): Promise<void> {
  for (let expiredCount = BATCH; expiredCount === BATCH; ) {
    expiredCount = await context.db.transaction().execute(async (tx) => {
      const at = context.now();
      const rows = await expireInstructions(tx, at, BATCH);
      for (const { id, companyId } of rows)
        await insertEvent(tx, { companyId, kind: 'instruction.expired', subject: id, at });
      return rows.length;
    });
    if (expiredCount > 0) await startDelivery(context);
  }
}
