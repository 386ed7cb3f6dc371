import { AppError, pausablesForFeature } from '@sarraf/domain';
import type { Instruction } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { ownCompany, refuseFrozen, refuseInactiveCompany } from '../company-of.ts';
import type { CompanyContext } from '../deps.ts';
import { type CompanyRow, lockCompany } from '../store.ts';
import { insertEvent } from '../webhooks/event-store.ts';
import { deliverSoon } from '../webhooks/webhooks.ts';
import {
  decideInstruction,
  expireInstructions,
  type InstructionDecision,
  type InstructionRow,
  lockInstruction,
} from './instruction-store.ts';
import { readInstruction } from './instruction-view.ts';
import { followInstruction, runInstruction } from './run-instruction.ts';

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
  const own = await ownCompany(context, caller);
  await refuseInactiveCompany(context, own);
  await refuseFrozen(context, own);
  const kind = await context.db.transaction().execute(async (tx) => {
    const { company, row } = await lockWaiting(context, tx, own.id, id);
    if (company.blockedAt !== null) throw new AppError('COMPANY_NOT_ACTIVE');
    if (row.kind === 'SETTLE')
      context.refusePaused(pausablesForFeature('STORE_SETTLEMENT'), context.clock.now());
    const decision = await carryOut(context, tx, company, row);
    await write(context, tx, caller, row, decision);
    return row.kind;
  });
  await followInstruction(context, kind);
  return readInstruction(context, own, id);
}

type Outcome = Omit<InstructionDecision, 'by' | 'at'>;

async function carryOut(
  context: CompanyContext,
  tx: Tx,
  company: CompanyRow,
  row: InstructionRow,
): Promise<Outcome> {
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
  const own = await ownCompany(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const { row } = await lockWaiting(context, tx, own.id, id);
    await write(context, tx, caller, row, { state: 'REFUSED' });
  });
  await deliverSoon(context);
  return readInstruction(context, own, id);
}

/** Locks the store first, the lock order of all callers that decide about its money. */
async function lockWaiting(
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

async function write(
  context: CompanyContext,
  tx: Tx,
  { userId }: Caller,
  { id, companyId, kind }: InstructionRow,
  outcome: Outcome,
): Promise<void> {
  const at = context.now();
  await decideInstruction(tx, id, { ...outcome, by: userId, at });
  await insertEvent(tx, { companyId, kind: EVENTS[outcome.state], subject: id, at });
  const detail = { instruction: id, kind };
  await appendAudit(tx, { actorId: userId, action: ACTIONS[outcome.state], subjectId: userId, detail }, at);
}

/** Expires undecided instructions and notifies their programs. */
export async function endInstructions(context: CompanyContext): Promise<void> {
  for (let ended = BATCH; ended === BATCH; ) {
    ended = await context.db.transaction().execute(async (tx) => {
      const at = context.now();
      const rows = await expireInstructions(tx, at, BATCH);
      for (const { id, companyId } of rows)
        await insertEvent(tx, { companyId, kind: 'instruction.expired', subject: id, at });
      return rows.length;
    });
    if (ended > 0) await deliverSoon(context);
  }
}
